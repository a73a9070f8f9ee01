/** Who sits where: a face, and a name at the table. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { icons } from './icons.js';

/** @import { Seat } from '../types.d.ts' */

/** A name at the table. @param {{ seat: Seat, isYou?: boolean, clock?: any, children?: any }} props */
export function SeatPlate({ seat, isYou = false, clock, children }) {
  return html`<div class=${`plate ${seat.isToMove ? 'to-move' : ''} ${seat.hasResigned ? 'resigned' : ''}`} data-testid="plate" data-seat=${seat.index} aria-current=${seat.isToMove ? 'true' : null}>
    <${Face} seat=${seat} />
    <span class="plate-text"><span class="plate-name">${seat.name}${isYou && html` <span class="tag">${t('you')}</span>`}</span><span class="plate-state">${stateOf(seat)}</span></span>
    ${children}
    ${seat.isToMove && clock}
  </div>`;
}

/** @param {Seat} seat */
function stateOf(seat) {
  if (seat.hasResigned) return t('resigned');
  if (seat.bot && seat.player) return t('a bot plays on');
  if (seat.isAway) return t('away');
  return seat.isToMove ? t('to move') : '';
}

/** @param {{ seat: Seat }} props */
export const Face = ({ seat }) =>
  html`<span class=${`monogram tone-${seat.index} ${seat.bot ? 'is-bot' : ''}`} aria-hidden="true">${seat.bot ? icons.bot : initial(seat.name)}</span>`;

/** @param {string} name */
export const initial = name => [...name][0]?.toUpperCase() ?? '?';
