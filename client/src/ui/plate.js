/** Who sits where: a face, and a name at the table. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { icons } from './icons.js';

/** @import { Seat } from '../types.d.ts' */
/** @import { TableSeat } from '../teams.js' */

/** A name at the table. @param {{ seat: TableSeat, isYou?: boolean, clock?: any, children?: any }} props */
export function SeatPlate({ seat, isYou = false, clock, children }) {
  return html`<div class=${`plate ${seat.captain ? 'of-team' : ''} ${seat.isToMove ? 'to-move' : ''} ${seat.hasResigned ? 'resigned' : ''}`} data-testid="plate" data-seat=${seat.index} aria-current=${seat.isToMove ? 'true' : null}>
    <${Face} seat=${seat} />
    <span class="plate-text">
      ${seat.captain ? html`<${Members} seat=${seat} />` : html`<span class="plate-name">${seat.name}${isYou && html` <span class="tag">${t('you')}</span>`}</span>`}
      <span class="plate-state">${isYou && seat.captain && html`<span class="tag">${t('your team')}</span> `}${stateOf(seat)}</span>
    </span>
    ${children}
    ${seat.isToMove && clock}
  </div>`;
}

/** Who is in a team, with a crown for the captain. @param {{ seat: TableSeat }} props */
const Members = ({ seat }) => html`<ul class="plate-members" aria-label=${t('Team')}>
  ${seat.members.map(
    ({ player, name, isCaptain, isAway }) =>
      html`<li key=${player.id} class=${isAway ? 'is-away' : ''} data-testid="member">${isCaptain && html`<span role="img" aria-label=${t('captain')} title=${t('captain')}>${icons.crown}</span>`}<span class="member-name">${name}</span>${isAway && html` <small>${t('away')}</small>`}</li>`,
  )}
</ul>`;

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
