/** That's a Question!: squirrels on a path, a question board, and a hand of answer cards. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { n, t } from '../language.js';
import { Clock } from '../ui/clock.js';
import { SeatPlate } from '../ui/plate.js';
import { list } from '../words.js';
import { QuestionBoard } from './thats-a-question-board.js';
import { answerersOf, draftOf, Hand, NO_PICKS, stillThere } from './thats-a-question-hand.js';
import { secondsFor } from './thats-a-question-options.js';
import { Path } from './thats-a-question-path.js';
import { Prompt } from './thats-a-question-prompt.js';
import { Acorns, Kickers } from './thats-a-question-tokens.js';
import { chosenText, tellQuestion, tellResult, tellSteps } from './thats-a-question-words.js';

export { describeOptions, optionFields, optionsInput, turnSeconds } from './thats-a-question-options.js';
export { describe, heading } from './thats-a-question-words.js';

/** @import { BoardProps, MoveInput, Seat } from '../types.d.ts' */
/** @typedef {import('./thats-a-question-words.js').View} View */
/** @typedef {import('./thats-a-question-prompt.js').Choice} Choice */
/** @typedef {import('./thats-a-question-hand.js').Picks} Picks */
/** @typedef {import('./thats-a-question-words.js').Side} Side */

export const reasons = {
  LAST_ROUND_PLAYED: t('The last round has been played, and the squirrel that has come farthest wins.'),
  TOO_FEW_SEATS: t('Fewer than three were left to play on.'),
};

/** @type {Choice} */
const NOTHING = { side: null, kicker: null };

/** @param {BoardProps & { view: View }} props */
export function Board({ match, view, names, seat, legalMoves, isBusy, play, clock }) {
  const [picked, setPicked] = useState({ picks: NO_PICKS, turn: -1 });
  const [chosen, setChosen] = useState({ question: 0, choice: NOTHING });
  const moves = play ? legalMoves : [];
  const send = (/** @type {unknown} */ input) => play?.(/** @type {MoveInput} */ (input));
  const hand = view.hand ?? [];
  const isAsking = moves.length > 0 && view.question === null && view.takeReason === null;
  const turn = view.results.length;
  const kept = stillThere(picked.picks, hand, answerersOf(moves), picked.turn === turn);
  const isDrafting = isAsking && (turn === 0 || picked.turn === turn);
  const pick = (/** @type {Picks} */ next) => setPicked({ picks: next, turn: isAsking ? turn : -1 });
  const number = view.question?.number ?? 0;
  const choice = chosen.question === number ? chosen.choice : NOTHING;
  const choose = (/** @type {Choice} */ next) => setChosen({ question: number, choice: next });
  const ownClock =
    clock &&
    html`<${Clock} deadline=${match.decision?.deadline} seconds=${secondsFor(view, /** @type {any} */ (match.options))} />`;
  return html`<div class="felt aq">
    <div class="plates">${view.seats.map((/** @type {View['seats'][number]} */ each) => html`<${Plate} key=${each.seat} view=${view} each=${each} seat=${match.seats[each.seat]} isYou=${each.seat === match.viewerSeat} />`)}</div>
    <div class="aq-middle">
      <div class="aq-map"><${Path} view=${view} names=${names} /><${Rest} view=${view} names=${names} /></div>
      <${QuestionBoard} view=${view} draft=${isDrafting ? draftOf(kept, hand) : null} seats=${match.seats} seat=${seat} picked=${choice.side} pick=${moves.length > 0 && view.question ? (/** @type {Side} */ side) => choose({ ...choice, side }) : null} />
    </div>
    <${Prompt} view=${view} seat=${seat} toMove=${match.decision?.seats.map(each => each.index) ?? []} seats=${match.seats} moves=${moves} choice=${choice} choose=${choose} isBusy=${isBusy} send=${send} clock=${ownClock} />
    ${view.asker !== null && hand.length > 0 && html`<${Hand} view=${view} hand=${hand} picks=${kept} pick=${pick} seats=${match.seats} moves=${moves} isAsking=${isAsking} isBusy=${isBusy} send=${send} />`}
    <p class="visually-hidden" role="status" aria-live="polite" data-testid="latest">${latest(view, index => names[index])}</p>
  </div>`;
}

/** @param {{ view: View, each: View['seats'][number], seat: Seat, isYou: boolean }} props */
const Plate = ({ view, each, seat, isYou }) => html`<${SeatPlate} seat=${seat} isYou=${isYou}>
  ${view.asker === each.seat && html`<span class="tag aq-role">${t('asks')}</span>`}
  ${view.question?.answerer === each.seat && html`<span class="tag aq-role">${t('answers')}</span>`}
  <span class="aq-things"><${Acorns} count=${each.acorns} /><${Kickers} each=${each} /></span>
  <span class="total" data-testid="position" title=${t('The squirrel has come {position} steps', { position: each.position })}>${each.position}</span>
</${SeatPlate}>`;

/** How long the match goes on. @param {{ view: View, names: string[] }} props */
function Rest({ view: { isLastRound, stillToAsk, drawPileSize, asker }, names }) {
  if (asker === null) return null;
  if (!isLastRound)
    return html`<p class="aq-rest" data-testid="rest">${n('{count} card is left to draw', '{count} cards are left to draw', drawPileSize)}</p>`;
  return html`<p class="aq-rest last" data-testid="rest"><strong>${t('The last round')}</strong> ${stillToAsk.length > 0 && t('Still to ask: {names}', { names: list(stillToAsk.map(seat => names[seat])) })}</p>`;
}

/** The question on the table, or what came of the last one, for screen readers. @param {View} view @param {(seat: number) => string} who */
function latest({ question, results }, who) {
  const last = results.at(-1);
  if (question) return tellQuestion(question, who);
  return last ? tellResult(last, who) : '';
}

/** The questions answered so far, newest first. @param {{ view: View, names: string[] }} props */
export function Aside({ view: { results }, names }) {
  if (results.length === 0) return null;
  return html`<section class="panel aq-results" data-testid="results" aria-label=${t('Questions so far')}>
    <h2>${t('Questions so far')}</h2>
    <ol reversed>${[...results].reverse().map(
      result => html`<li key=${result.question.number}>
        <span class=${`aq-dot ${result.question.kind.toLowerCase()}`} aria-hidden="true"></span>
        <span><strong>${chosenText(result)}</strong> <span class="aq-over">${otherText(result)}</span>
          <span class="hint">${names[result.question.answerer]} · ${tellSteps(result, seat => names[seat])}</span></span>
      </li>`,
    )}</ol>
  </section>`;
}

/** @param {View['results'][number]} result */
const otherText = ({ question, answer }) => (answer === 'A' ? question.b : question.a).text;
