/** The near edge of the table: what is being waited for, and the choice of an answer, a guess or a kicker. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { KickerToken } from './thats-a-question-tokens.js';
import { kickerHint, SIDES, task, waiting } from './thats-a-question-words.js';

/** @import { LegalMove, Seat } from '../types.d.ts' */
/** @typedef {import('./thats-a-question-words.js').View} View */
/** @typedef {import('./thats-a-question-words.js').Kicker} Kicker */
/** @typedef {import('./thats-a-question-words.js').Side} Side */
/** @typedef {{ side: Side | null, kicker: Kicker | null }} Choice */
/** @typedef {{ answer?: Side, guess?: { choice: Side, kicker: Kicker | null }, askerGuess?: Side, takeKicker?: Kicker, skipKicker?: true }} Said */

/** @param {LegalMove} move @returns {Said} */
const inputOf = move => /** @type {any} */ (move.input).thatsAQuestion;

/** The move that lays down this choice. @param {LegalMove[]} moves @param {Choice} choice */
export const layingDown = (moves, { side, kicker }) =>
  moves.find(move => {
    const { answer, guess, askerGuess } = inputOf(move);
    if (guess) return guess.choice === side && (guess.kicker ?? null) === kicker;
    return (answer ?? askerGuess) === side && side !== null;
  });

/** The kickers that a guess can have. @param {LegalMove[]} moves @returns {Kicker[]} */
export const kickersOf = moves => [...new Set(moves.flatMap(move => inputOf(move).guess?.kicker ?? []))];

/**
 * @param {{ view: View, seat: number | null, toMove: number[], seats: Seat[], moves: LegalMove[], choice: Choice, choose: (choice: Choice) => void, isBusy: boolean, send: (input: unknown) => void, clock: any }} props
 * `moves` is empty for those who cannot make any
 */
export function Prompt({ view, seat, toMove, seats, moves, choice, choose, isBusy, send, clock }) {
  const who = (/** @type {number} */ index) => seats[index].name;
  const isMine = moves.length > 0;
  const own = task(view, seat, who);
  return html`<section class=${`aq-prompt ${isMine ? 'mine' : ''}`} data-testid="prompt" aria-label=${t('What comes next')}>
    <div class="aq-task">${isMine ? html`<p><strong>${own.title}</strong></p><p class="aq-task-hint">${own.hint}</p>` : html`<p>${waiting(view, toMove, who)}</p>`}</div>
    ${clock}
    ${isMine && view.question && html`<${Choosing} view=${view} players=${seats.filter(each => !each.hasResigned).length} moves=${moves} choice=${choice} choose=${choose} isBusy=${isBusy} send=${send} />`}
    ${isMine && view.takeReason && html`<${Taking} moves=${moves} isBusy=${isBusy} send=${send} />`}
  </section>`;
}

/** @param {{ view: View, players: number, moves: LegalMove[], choice: Choice, choose: (choice: Choice) => void, isBusy: boolean, send: (input: unknown) => void }} props */
function Choosing({ view, players, moves, choice, choose, isBusy, send }) {
  const kickers = kickersOf(moves);
  const laying = layingDown(moves, choice);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (laying) send(laying.input);
  };
  return html`<form class="aq-choosing" onSubmit=${submit}>
    <fieldset class="aq-sides"><legend class="visually-hidden">${t('A or B')}</legend>
      ${SIDES.map(
        side => html`<label key=${side}>
          <input type="radio" name="aq-side" data-testid=${`side-${side.toLowerCase()}`} checked=${choice.side === side} onChange=${() => choose({ ...choice, side })} />
          <span><b class="aq-letter">${side}</b> ${(side === 'A' ? view.question?.a : view.question?.b)?.text}</span>
        </label>`,
      )}
    </fieldset>
    ${kickers.length > 0 && html`<${KickerChoice} kickers=${kickers} players=${players} choice=${choice} choose=${choose} />`}
    <button class="primary" data-testid="lay-down" disabled=${!laying || isBusy}>${choice.side ? layingWords(view, choice.side) : t('Choose A or B')}</button>
  </form>`;
}

/** @param {View} view @param {Side} side */
const layingWords = ({ toughKickerOf }, side) =>
  toughKickerOf === null ? t('Lay down {side}', { side }) : t('Guess {side}', { side });

/** @param {{ kickers: Kicker[], players: number, choice: Choice, choose: (choice: Choice) => void }} props */
const KickerChoice = ({ kickers, players, choice, choose }) => html`<fieldset class="aq-kicker-choice">
  <legend class="visually-hidden">${t('A kicker to add')}</legend>
  <label><input type="radio" name="aq-kicker" data-testid="kicker-none" checked=${choice.kicker === null} onChange=${() => choose({ ...choice, kicker: null })} /><span>${t('No kicker')}</span></label>
  ${kickers.map(
    kicker => html`<label key=${kicker}>
      <input type="radio" name="aq-kicker" data-testid=${`kicker-${kicker.toLowerCase()}`} checked=${choice.kicker === kicker} onChange=${() => choose({ ...choice, kicker })} />
      <span><${KickerToken} kicker=${kicker} /><span class="aq-kicker-hint">${kickerHint(kicker, players)}</span></span>
    </label>`,
  )}
</fieldset>`;

/** @param {{ moves: LegalMove[], isBusy: boolean, send: (input: unknown) => void }} props */
const Taking = ({ moves, isBusy, send }) => html`<div class="buttons">
  ${moves.map(move => {
    const { takeKicker } = inputOf(move);
    return takeKicker
      ? html`<button key=${takeKicker} class="primary" data-testid=${`take-${takeKicker.toLowerCase()}`} disabled=${isBusy} onClick=${() => send(move.input)}><${KickerToken} kicker=${takeKicker} /> ${takeKicker === 'TRIPLE' ? t('Take the triple kicker') : t('Take the tough question kicker')}</button>`
      : html`<button key="skip" data-testid="leave-kickers" disabled=${isBusy} onClick=${() => send(move.input)}>${t('Leave them')}</button>`;
  })}
</div>`;
