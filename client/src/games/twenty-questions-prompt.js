/** The near edge of the table: what is being waited for, and what the viewer can do about it. */
import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../language.js';
import { icons } from '../ui/icons.js';
import { withText } from '../ui/plain.js';
import { Face } from '../ui/plate.js';
import { HINTS, heading, VERDICTS, waiting, wordsOf } from './twenty-questions-words.js';

/** @import { BoardProps, LegalMove, MoveInput, Seat } from '../types.d.ts' */
/** @typedef {import('./twenty-questions-words.js').View} View */
/** @typedef {{ chooseClue?: number, guess?: string, pass?: boolean, playFreeGuess?: boolean, declineFreeGuess?: boolean, movePawn?: number, rule?: boolean }} Said */
/** @typedef {{ view: View, legalMoves: LegalMove[], isBusy: boolean, send: (input: unknown) => void }} Asking */

/** @param {LegalMove} move @returns {Said} */
export const inputOf = move => /** @type {any} */ (move.input).twentyQuestions;

/** @param {LegalMove[]} moves @param {(said: Said) => unknown} fits */
const find = (moves, fits) => moves.find(move => fits(inputOf(move)) !== undefined);

/** @param {{ view: View, seats: Seat[], names: string[], legalMoves: LegalMove[], isBusy: boolean, play: BoardProps['play'], clock: any }} props */
export function Prompt({ view, seats, names, legalMoves, isBusy, play, clock }) {
  const isMine = play !== null && legalMoves.length > 0;
  const send = (/** @type {unknown} */ input) => play?.(/** @type {MoveInput} */ (input));
  const asking = { view, legalMoves, isBusy, send };
  return html`<section class=${`tq-prompt ${isMine ? 'mine' : ''}`} data-testid="prompt" aria-label=${t('What comes next')}>
    <div class="tq-task">
      <p>${isMine ? html`<strong>${heading(view)}</strong>` : waiting(view, seat => names[seat])}</p>
      <p class="tq-task-hint">${isMine ? hintFor(view) : said(view)}</p>
    </div>
    ${clock}
    ${isMine && html`<${LastLine} view=${view} />`}
    ${isMine && html`<${Controls} asking=${asking} seats=${seats} />`}
  </section>`;
}

/** On a phone, where the card may be out of sight. @param {{ view: View }} props */
function LastLine({ view }) {
  const read = view.lines.at(-1);
  if (!read || view.pawnChoice || (view.guessing === null && view.bonusPlayer === null)) return null;
  return html`<p class="tq-last-line" aria-hidden="true"><span class="tq-line-number">${read.line.number}</span> ${wordsOf(read.line)}</p>`;
}

/** @param {{ asking: Asking, seats: Seat[] }} props */
function Controls({ asking, seats }) {
  const { view, legalMoves } = asking;
  if (view.review) return html`<${Ruling} ...${asking} />`;
  if (view.pawnChoice) return html`<${PawnChoice} ...${asking} seats=${seats} />`;
  if (view.freeGuessWindow) return html`<${ChipChoice} ...${asking} />`;
  const guess = find(legalMoves, ({ guess: text }) => text);
  return guess ? html`<${GuessBox} key=${view.cardNumber} ...${asking} guess=${guess} /> ` : null;
}

/** @param {View} view */
function hintFor(view) {
  if (view.review) return view.review.verdict && VERDICTS[view.review.verdict];
  if (view.freeGuessWindow)
    return t('You guess before the next line is read. A chip you do not get to use stays yours.');
  if (view.guessing) return HINTS[view.guessing.occasion];
  return null;
}

/** What the viewer has said while others are still asked. @param {View} view */
function said({ review, freeGuessWindow }) {
  if (review?.ownVote != null) return review.ownVote ? t('You called it right.') : t('You called it wrong.');
  if (freeGuessWindow?.ownChoice != null)
    return freeGuessWindow.ownChoice ? t('You play a blue chip.') : t('You keep your chips.');
  return null;
}

/** @param {Asking & { guess: LegalMove }} props */
function GuessBox({ view, guess, legalMoves, isBusy, send }) {
  const [text, setText] = useState('');
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const isUrgent = view.guessing !== null;
  useEffect(() => {
    if (isUrgent) input.current?.focus({ preventScroll: true });
  }, [isUrgent]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() !== '') send(withText(guess, text));
  };
  const pass = find(legalMoves, ({ pass: none }) => none);
  return html`<form class="tq-guess-box" onSubmit=${submit}>
    <label><span class="visually-hidden">${t('Your guess')}</span>
      <input ref=${input} data-testid="guess-input" placeholder=${t('Type your guess')} maxlength=${guess.maxLength} autocomplete="off" autocapitalize="words" spellcheck=${false} enterkeyhint="send" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
    <button class="primary" data-testid="guess-send" disabled=${isBusy || text.trim() === ''}>${t('Guess')}</button>
    ${pass && html`<button type="button" data-testid="guess-pass" disabled=${isBusy} onClick=${() => send(pass.input)}>${pass.label}</button>`}
  </form>`;
}

/** @param {Asking} props */
const ChipChoice = ({ legalMoves, isBusy, send }) => html`<div class="buttons">
  ${legalMoves.map(move => html`<button key=${move.label} class=${inputOf(move).playFreeGuess ? 'primary' : ''} data-testid=${inputOf(move).playFreeGuess ? 'chip-play' : 'chip-keep'} disabled=${isBusy} onClick=${() => send(move.input)}>${inputOf(move).playFreeGuess && html`<span class="tq-chip" aria-hidden="true"></span>`}${move.label}</button>`)}
</div>`;

/** @param {Asking & { seats: Seat[] }} props */
const PawnChoice = ({ view, legalMoves, isBusy, send, seats }) => html`<div class="buttons">
  ${legalMoves.map(move => {
    const seat = seats[inputOf(move).movePawn ?? 0];
    return html`<button key=${seat.index} data-testid="move-pawn" data-seat=${seat.index} disabled=${isBusy} onClick=${() => send(move.input)}><${Face} seat=${seat} /> ${t('{name}, on {position}', { name: seat.name, position: view.seats[seat.index].position })}</button>`;
  })}
</div>`;

/** @param {Asking} props */
const Ruling = ({ legalMoves, isBusy, send }) => html`<div class="buttons">
  ${legalMoves.map(move => html`<button key=${move.label} data-testid=${inputOf(move).rule ? 'rule-right' : 'rule-wrong'} disabled=${isBusy} onClick=${() => send(move.input)}>${inputOf(move).rule ? icons.check : icons.close} ${move.label}</button>`)}
</div>`;
