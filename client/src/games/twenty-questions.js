/** 20 Questions: a track with pawns, a card of twenty numbered lines, and a place to guess. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { n, t } from '../language.js';
import { Clock } from '../ui/clock.js';
import { filled } from '../ui/filled.js';
import { SeatPlate } from '../ui/plate.js';
import { Card, CategoryIcon, Numbers } from './twenty-questions-card.js';
import { secondsFor } from './twenty-questions-options.js';
import { inputOf, Prompt } from './twenty-questions-prompt.js';
import { Track } from './twenty-questions-track.js';
import { CATEGORIES, tellLine, tellResult } from './twenty-questions-words.js';

export { describeOptions, optionFields, optionsInput, turnSeconds } from './twenty-questions-options.js';
export { describe, heading } from './twenty-questions-words.js';

/** @import { BoardProps, Seat } from '../types.d.ts' */
/** @typedef {import('./twenty-questions-words.js').View} View */

export const reasons = {
  FINISH_REACHED: t('A pawn reached the end of the track.'),
  TOO_FEW_SEATS: t('Nobody else was left to play on.'),
};

/** @param {BoardProps & { view: View }} props */
export function Board({ match, view, names, legalMoves, isBusy, play, clock }) {
  const naming = new Map(
    (play ? legalMoves : []).flatMap(move => {
      const number = inputOf(move).chooseClue;
      return number === undefined ? [] : [[number, move]];
    }),
  );
  const ownClock =
    clock &&
    html`<${Clock} deadline=${match.decision?.deadline} seconds=${secondsFor(view, /** @type {any} */ (match.options))} />`;
  return html`<div class="felt tq">
    <div class="plates">${view.seats.map((/** @type {View['seats'][number]} */ each) => html`<${Plate} key=${each.seat} view=${view} each=${each} seat=${match.seats[each.seat]} isYou=${each.seat === match.viewerSeat} />`)}</div>
    <div class="tq-board">
      <${Track} view=${view} names=${names} />
      <${CardBefore} results=${view.results} names=${names} />
      <p class="tq-pool">${view.chipsLeft === 0 ? t('No blue chip is left') : filled(t('{chips} left to win'), { chips: html`<${Chips} count=${view.chipsLeft} />` })}</p>
    </div>
    <div class=${`tq-middle ${view.secretCard ? 'reading' : ''}`}>
      <${Numbers} view=${view} naming=${naming} isBusy=${isBusy} name=${(/** @type {any} */ move) => play?.(move.input)} />
      <${Card} view=${view} names=${names} />
    </div>
    <${Prompt} view=${view} seats=${match.seats} names=${names} legalMoves=${legalMoves} isBusy=${isBusy} play=${play} clock=${ownClock} />
    <p class="visually-hidden" role="status" aria-live="polite" data-testid="latest">${latest(view, seat => names[seat])}</p>
  </div>`;
}

/** @param {{ view: View, each: View['seats'][number], seat: Seat, isYou: boolean }} props */
function Plate({ view, each, seat, isYou }) {
  const owed = view.owedBonuses.includes(each.seat);
  return html`<${SeatPlate} seat=${seat} isYou=${isYou}>
    ${view.reader === each.seat && html`<span class="tag">${t('reads')}</span>`}
    ${view.bonusPlayer === each.seat && html`<span class="tag bonus">${t('bonus')}</span>`}
    ${owed && html`<span class="tag bonus" title=${t('A Bonus Round comes after this card')}>★<span class="visually-hidden"> ${t('plays a Bonus Round after this card')}</span></span>`}
    <${Chips} count=${each.chips} />
    <span class="total" title=${t('The pawn stands on {position} of {finish}', { position: each.position, finish: view.finish })}>${each.position}</span>
    <${Change} value=${each.position} />
  </${SeatPlate}>`;
}

/** Blue chips, one beside the other. @param {{ count: number }} props */
const Chips = ({ count }) =>
  count > 0 &&
  html`<span class="tq-chips" data-testid="chips" data-count=${count} role="img" aria-label=${n('{count} blue chip', '{count} blue chips', count)}>${Array.from({ length: count }, (_, at) => html`<span key=${at} class="tq-chip"></span>`)}</span>`;

/** By how much a number has just changed; it fades by itself. @param {{ value: number }} props */
function Change({ value }) {
  const [last, setLast] = useState({ value, change: 0, times: 0 });
  if (last.value !== value) setLast({ value, change: value - last.value, times: last.times + 1 });
  if (last.change === 0) return null;
  return html`<span class=${`tq-change ${last.change < 0 ? 'back' : ''}`} key=${last.times} aria-hidden="true">${last.change < 0 ? '−' : '+'}${Math.abs(last.change)}</span>`;
}

/** The card before, lit up for a while when it has just ended. @param {{ results: View['results'], names: string[] }} props */
function CardBefore({ results, names }) {
  const [known] = useState(results.length);
  const last = results.at(-1);
  if (!last) return html`<p class="tq-before"></p>`;
  return html`<p class=${`tq-before ${results.length > known ? 'new' : ''}`} data-testid="card-before" key=${last.number}>
    <${CategoryIcon} category=${last.category} /><span><strong>${last.answer}</strong> ${shares(last, names)}</span>
  </p>`;
}

/** What has just been read, or how the last card ended, for screen readers. @param {View} view @param {(seat: number) => string} who */
function latest(view, who) {
  const read = view.lines.at(-1);
  if (read) return tellLine(read, who);
  const ended = view.results.at(-1);
  const next = t('The card is about {subject}.', { subject: CATEGORIES[view.category].article });
  return ended ? `${tellResult(ended, who)} ${next}` : next;
}

/** The cards that are over, newest first. @param {{ view: View, names: string[] }} props */
export function Aside({ view: { results }, names }) {
  if (results.length === 0) return null;
  return html`<section class="panel tq-results" data-testid="results" aria-label=${t('Cards so far')}>
    <h2>${t('Cards so far')}</h2>
    <ol reversed>${[...results].reverse().map(
      each => html`<li key=${each.number}>
        <${CategoryIcon} category=${each.category} />
        <span><strong>${each.answer}</strong> ${each.bonusPlayer !== null && html`<span class="tag">${t('bonus')}</span>`}
          <span class="hint">${shares(each, names)}</span></span>
      </li>`,
    )}</ol>
  </section>`;
}

/** @param {View['results'][number]} result @param {string[]} names */
function shares({ solver, reader, bonusPlayer, solverPoints, readerPoints }, names) {
  const missed =
    bonusPlayer === null ? t('Nobody knew it') : t('{name} missed it', { name: names[bonusPlayer] });
  const parts = [
    solver === null ? missed : t('{name} +{points}', { name: names[solver], points: solverPoints }),
    ...(readerPoints > 0 ? [t('{name} read, +{points}', { name: names[reader], points: readerPoints })] : []),
  ];
  return parts.join(' · ');
}
