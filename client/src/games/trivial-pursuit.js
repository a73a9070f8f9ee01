/** Trivial Pursuit: a wheel with tokens, a card with a question, and a place to answer. */
import { html } from 'htm/preact';
import { useRef, useState } from 'preact/hooks';
import { n, t } from '../language.js';
import { hasMates, whoDecides } from '../teams.js';
import { Clock } from '../ui/clock.js';
import { icons } from '../ui/icons.js';
import { SeatPlate } from '../ui/plate.js';
import { TeamTalk } from '../ui/team-talk.js';
import { list } from '../words.js';
import { Card } from './trivial-pursuit-card.js';
import { secondsFor } from './trivial-pursuit-options.js';
import { inputOf, Prompt } from './trivial-pursuit-prompt.js';
import { Die, namesOf, Sign, Wedges } from './trivial-pursuit-signs.js';
import { Legend, Wheel } from './trivial-pursuit-wheel.js';
import { CATEGORIES, tellGuess, tellJudged } from './trivial-pursuit-words.js';

export { describeOptions, optionFields, optionsInput, turnSeconds } from './trivial-pursuit-options.js';
export { describe, heading } from './trivial-pursuit-words.js';

/** @import { BoardProps, LegalMove, MoveInput } from '../types.d.ts' */
/** @import { TableSeat } from '../teams.js' */
/** @typedef {import('./trivial-pursuit-words.js').View} View */
/** @typedef {import('./trivial-pursuit-words.js').Token} Token */

export const reasons = {
  WON: t('The final question was answered.'),
  NOBODY_ANSWERS: t('Nobody answered any more.'),
  TOO_FEW_SEATS: t('Nobody else was left to play on.'),
};

/** @param {BoardProps & { view: View }} props */
export function Board({ match, view, names, team, legalMoves, isBusy, play, clock }) {
  const [pointed, point] = useState(/** @type {string | null} */ (null));
  const draft = useDraft(view.question?.question.number ?? null);
  const isMine = legalMoves.length > 0;
  const isAnswering = legalMoves.some(move => move.freeText);
  const decides = team && whoDecides(team);
  const send = (/** @type {unknown} */ input) => play?.(/** @type {MoveInput} */ (input));
  const destinations = view.destinations.map(
    (/** @type {View["destinations"][number]} */ space, /** @type {number} */ at) => ({
      space,
      letter: String.fromCodePoint(65 + at),
      move: legalMoves.find(move => inputOf(move).moveTo === space.id),
    }),
  );
  const ownClock =
    clock &&
    html`<${Clock} deadline=${match.decision?.deadline} seconds=${secondsFor(view, /** @type {any} */ (match.options))} />`;
  return html`<div class=${`felt tp ${isMine ? 'mine' : ''}`}>
    <div class="plates">${view.tokens.map((/** @type {Token} */ token) => html`<${Plate} key=${token.seat} view=${view} token=${token} seat=${match.seats[token.seat]} isYou=${token.seat === match.viewerSeat} />`)}</div>
      <${Wheel} view=${view} names=${names} destinations=${destinations} pointed=${pointed} point=${point} isBusy=${isBusy} go=${isMine && play ? (/** @type {LegalMove} */ move) => send(move.input) : null} />
    <div class=${`tp-near ${view.question ? 'asking' : ''}`}>
      <${Card} view=${view} names=${names} isTeam=${team !== null && hasMates(team)} />
      <${Prompt} view=${view} names=${names} asking=${isMine ? { view, legalMoves, isBusy: isBusy || play === null, send, decides, draft } : null} destinations=${destinations} point=${point} clock=${ownClock} />
      ${team && hasMates(team) && match.status === 'RUNNING' && !match.seats[match.viewerSeat ?? 0].hasResigned && html`<${TeamTalk} matchId=${match.id} take=${isAnswering && play ? draft.take : null} asked=${isAnswering && !play ? view.question?.question.number : null} />`}
    </div>
    <${Legend} />
    <p class="visually-hidden" role="status" aria-live="polite" data-testid="latest">${latest(view, seat => names[seat])}</p>
  </div>`;
}

/**
 * What the viewer is about to answer to a question; nothing of it is left at the next one.
 * @param {number | null} question
 */
function useDraft(question) {
  const [draft, setDraft] = useState({ question, text: '' });
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const write = (/** @type {string} */ text) => setDraft({ question, text });
  const take = (/** @type {string} */ text) => {
    write(text);
    input.current?.focus();
  };
  return { text: draft.question === question ? draft.text : '', input, write, take };
}

/** @param {{ view: View, token: Token, seat: TableSeat, isYou: boolean }} props */
function Plate({ view, token, seat, isYou }) {
  const { wedges, locked } = token;
  const roll = view.start?.rolls[token.seat];
  const isIn = view.start?.contenders.includes(token.seat);
  return html`<${SeatPlate} seat=${seat} isYou=${isYou}>
    ${view.winners.includes(token.seat) && html`<span class="tag tp-won" title=${t('has won')}>${icons.crown} <span>${t('has won')}</span></span>`}
    ${roll != null && html`<span class="tp-start-roll" role="img" aria-label=${t('rolled {roll} for the start', { roll })}><${Die} roll=${roll} /></span>`}
    ${isIn && roll == null && html`<span class="tp-start-roll" aria-hidden="true"><${Die} roll=${0} class="blank" /></span>`}
    ${locked && html`<span class="tp-locked" data-testid="locked" role="img" title=${lockedWhy(locked)} aria-label=${lockedWhy(locked)}>${icons.lock}<${Sign} colour=${locked} /></span>`}
    <span class="tp-held" data-testid="wedges" data-wedges=${wedges.join(' ')} role="img" title=${held(token, view.wedgesNeeded)} aria-label=${held(token, view.wedgesNeeded)}>
      <svg viewBox="-10.500 -10.500 21 21" aria-hidden="true"><${Wedges} wedges=${wedges} radius=${10} /></svg>
      <span class="total">${wedges.length}<small>/${view.wedgesNeeded}</small></span>
    </span>
  </${SeatPlate}>`;
}

/** @param {import('./trivial-pursuit-layout.js').Colour} colour */
const lockedWhy = colour =>
  t('Missed at the {colour} headquarters: it stays shut until a question elsewhere is answered.', {
    colour: CATEGORIES[colour].inText,
  });

/** @param {Token} token @param {number} needed */
const held = ({ wedges }, needed) =>
  wedges.length === 0
    ? t('No wedge yet, of {needed}', { needed })
    : n('{count} wedge of {needed}: {names}', '{count} wedges of {needed}: {names}', wedges.length, {
        needed,
        names: list(namesOf(wedges)),
      });

/** What has just come of a question, for screen readers. @param {View} view @param {(seat: number) => string} who */
function latest({ question, lastQuestion }, who) {
  if (question || !lastQuestion) return '';
  return `${tellGuess(lastQuestion, who)} ${tellJudged(lastQuestion, who)}`;
}

/** How everyone has done in each category. @param {{ view: View, names: string[] }} props */
export function Aside({ view: { tokens, pileSize }, names }) {
  if (tokens.every(({ tallies }) => tallies.every(({ asked }) => asked === 0))) return null;
  return html`<section class="panel tp-tallies" data-testid="tallies" aria-label=${t('Answers so far')}>
    <h2>${t('Answers so far')}</h2>
    <p class="hint">${t('Right answers of all that were asked, by category.')}</p>
    <table>
      <thead><tr><th scope="col"><span class="visually-hidden">${t('Player')}</span></th>${tokens[0].tallies.map(({ colour }) => html`<th key=${colour} scope="col" title=${CATEGORIES[colour].name}><${Sign} colour=${colour} /><span class="visually-hidden">${CATEGORIES[colour].name}</span></th>`)}</tr></thead>
      <tbody>${tokens.map(
        ({ seat, tallies }) =>
          html`<tr key=${seat}><th scope="row">${names[seat]}</th>${tallies.map(
            ({ colour, asked, right }) =>
              html`<td key=${colour}>${asked === 0 ? html`<span class="visually-hidden">${t('none asked')}</span>` : html`${right}<small>/${asked}</small>`}</td>`,
          )}</tr>`,
      )}</tbody>
    </table>
    <p class="hint">${n('{count} card is still unused.', '{count} cards are still unused.', pileSize)}</p>
  </section>`;
}
