/** Smarty Party!: a track, a topic, penalty chips and the Smarty Pants; for the Reader a list with sliding buttons. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../language.js';
import { Clock } from '../ui/clock.js';
import { SeatPlate } from '../ui/plate.js';
import { GuessOnTable, Middle, Remembered, Topic } from './smarty-party-card.js';
import { ReadersList } from './smarty-party-list.js';
import { secondsFor } from './smarty-party-options.js';
import { Chips, Pants } from './smarty-party-pieces.js';
import { inputOf, Prompt } from './smarty-party-prompt.js';
import { isShown, RoundSheet } from './smarty-party-round.js';
import { Track } from './smarty-party-track.js';
import { awaited, phaseOf, signed, tellGuess, tellOutcome, tellPants } from './smarty-party-words.js';

export { describeOptions, optionFields, optionsInput, turnSeconds } from './smarty-party-options.js';
export { Aside } from './smarty-party-round.js';
export { awaited, describe, heading } from './smarty-party-words.js';

/** @import { BoardProps, LegalMove, MoveInput, Seat } from '../types.d.ts' */
/** @typedef {import('./smarty-party-words.js').View} View */

export const reasons = {
  GAME_OVER_REACHED: t('A pawn is on Game Over, and the one that came least far wins.'),
  TIE_BROKEN: t('The tie for the win was broken in a round of its own.'),
  TIE_SHARED: t('The tie for the win could not be broken, and the win is shared.'),
  TOO_FEW_SEATS: t('Too few were left to play on.'),
};

/** @param {BoardProps & { view: View }} props */
export function Board({ match, view, names, seat, legalMoves, isBusy, play, clock }) {
  const isOver = match.outcome !== null || phaseOf(view) === 'OVER';
  const ownClock =
    clock &&
    html`<${Clock} deadline=${match.decision?.deadline} seconds=${secondsFor(view, /** @type {any} */ (match.options))} />`;
  const send = (/** @type {LegalMove} */ move) => play?.(/** @type {MoveInput} */ (move.input));
  return html`<div class="felt sp">
    <div class="plates">${view.seats.map((/** @type {View['seats'][number]} */ each) => html`<${Plate} key=${each.seat} view=${view} each=${each} seat=${match.seats[each.seat]} isYou=${each.seat === match.viewerSeat} />`)}</div>
    <${Track} view=${view} names=${names} />
    <div class="sp-middle">
      <article class="sp-card" data-testid="card" aria-label=${t('The round')}>
        ${!isOver && html`<${Topic} view=${view} names=${names} />`}
        ${(isOver ? view.onTable : view.turn !== null) && html`<${GuessOnTable} guess=${view.onTable} seats=${match.seats} />`}
        ${view.items && !isOver && html`<${ReadersList} items=${view.items} names=${names} meant=${view.review?.item ?? null} rulings=${rulingsIn(play ? legalMoves : [])} isBusy=${isBusy} rule=${send} />`}
        <${Remembered} guesses=${isOver ? null : view.remembered} names=${names} />
        ${view.lastRound && (isOver || isShown(view)) && html`<${RoundSheet} round=${view.lastRound} names=${names} />`}
      </article>
      ${!isOver && html`<${Middle} view=${view} names=${names} />`}
    </div>
    <${Prompt} view=${view} names=${names} seats=${match.seats} seat=${seat} legalMoves=${legalMoves} isBusy=${isBusy} play=${play} isOver=${isOver} clock=${ownClock} />
    <p class="visually-hidden" role="status" aria-live="polite" data-testid="latest">${latest(view, each => names[each])}</p>
  </div>`;
}

/** The rulings that say which item it is, by item. @param {LegalMove[]} moves @returns {Map<string, LegalMove>} */
const rulingsIn = moves =>
  new Map(moves.flatMap(move => (inputOf(move).rule?.item ? [[inputOf(move).rule?.item ?? '', move]] : [])));

/** @param {{ view: View, each: View['seats'][number], seat: Seat, isYou: boolean }} props */
function Plate({ view, each, seat, isYou }) {
  const isToMove = seat.isToMove && awaited(view, [each.seat]).length > 0;
  const position = t('The pawn stands on {position} of {track}', {
    position: each.position,
    track: view.track,
  });
  return html`<${SeatPlate} seat=${{ ...seat, isToMove }} isYou=${isYou}>
    ${view.reader === each.seat && html`<span class="tag">${t('reads')}</span>`}
    ${each.hasPants && html`<span class="tag sp-wears" title=${t('wears the Smarty Pants')}><${Pants} /> ${t('Pants')}</span>`}
    <${Chips} chips=${each.chips} />
    <span class="total" title=${position}>${each.position}</span>
    <${Change} value=${each.position} />
  </${SeatPlate}>`;
}

/** By how much a number has just changed; it fades by itself. @param {{ value: number }} props */
function Change({ value }) {
  const [last, setLast] = useState({ value, change: 0, times: 0 });
  if (last.value !== value) setLast({ value, change: value - last.value, times: last.times + 1 });
  if (last.change === 0) return null;
  return html`<span class=${`sp-change ${last.change < 0 ? 'back' : ''}`} key=${last.times} aria-hidden="true">${signed(last.change)}</span>`;
}

/** What has just been heard, or how the last round ended, for screen readers. @param {View} view @param {(seat: number) => string} who */
function latest(view, who) {
  if (view.onTable && phaseOf(view) !== 'OVER') return tellGuess(view.onTable, who);
  const ended = view.lastRound;
  return ended && isShown(view) ? `${tellPants(ended, who)} ${tellOutcome(ended, who)}` : '';
}
