/** The near edge of the table: what is being waited for, and what the viewer can do about it. */
import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../language.js';
import { icons } from '../ui/icons.js';
import { withText } from '../ui/plain.js';
import { Face } from '../ui/plate.js';
import {
  awaited,
  heading,
  phaseOf,
  tellGuess,
  tellVerdict,
  tellWager,
  waiting,
} from './smarty-party-words.js';

/** @import { BoardProps, LegalMove, MoveInput, Seat, Schema } from '../types.d.ts' */
/** @typedef {import('./smarty-party-words.js').View} View */
/** @typedef {{ view: View, names: string[], seats: Seat[], legalMoves: LegalMove[], isBusy: boolean, send: (input: unknown) => void }} Asking */

/** @param {LegalMove} move @returns {Schema.SmartyPartyMove} */
export const inputOf = move => /** @type {any} */ (move.input).smartyParty;

/** @param {{ view: View, names: string[], seats: Seat[], seat: number | null, legalMoves: LegalMove[], isBusy: boolean, play: BoardProps['play'], isOver: boolean, clock: any }} props */
export function Prompt({ view, names, seats, seat, legalMoves, isBusy, play, isOver, clock }) {
  const mayMove = play !== null && legalMoves.length > 0;
  const toMove = seats.filter(each => each.isToMove).map(each => each.index);
  const isMine = mayMove && seat !== null && awaited(view, [seat]).includes(seat);
  const send = (/** @type {unknown} */ input) => play?.(/** @type {MoveInput} */ (input));
  const others = isOver ? t('The match is over.') : waiting(view, each => names[each], toMove);
  return html`<section class=${`sp-prompt ${isMine ? 'mine' : ''} ${view.isTimed && !isOver ? 'timed' : ''}`} data-testid="prompt" aria-label=${t('What comes next')}>
    <div class="sp-task">
      <p>${isMine ? html`<strong>${heading(view)}</strong>` : others}</p>
      <p class="sp-task-hint">${mayMove && hintFor(view, isMine)}</p>
    </div>
    ${clock}
    ${isMine && html`<${Heard} view=${view} names=${names} />`}
    ${mayMove && html`<${Controls} ...${{ view, names, seats, legalMoves, isBusy, send }} />`}
  </section>`;
}

/** On a phone, where the guess on the table may be out of sight. @param {{ view: View, names: string[] }} props */
function Heard({ view, names }) {
  if (phaseOf(view) !== 'GUESS' || !view.onTable) return null;
  return html`<p class="sp-heard" aria-hidden="true">${tellGuess(view.onTable, seat => names[seat])}</p>`;
}

/** @param {View} view @param {boolean} isMine */
function hintFor(view, isMine) {
  switch (phaseOf(view)) {
    case 'WAGER':
      return t('Right takes you back 1, wrong forward 1.');
    case 'START':
      return t('The turn then goes round to the left.');
    case 'RULE':
      return [view.review && tellVerdict(view.review), view.items && slideHint(view)]
        .filter(Boolean)
        .join(' ');
    case 'GUESS':
      return isMine ? guessHint(view) : t('You read. If it takes too long, start the timer.');
    default:
      return null;
  }
}

/** @param {View} view */
const slideHint = ({ review }) =>
  review?.item
    ? t('If it is another item, slide that one’s button.')
    : t('If it is an item, slide that one’s button.');

/** @param {View} view */
const guessHint = ({ chipsLeft }) =>
  t('Right: you wear the Smarty Pants. Wrong: you take a {chip}.', { chip: chipsLeft[0] ?? 0 });

/** @param {Asking} props */
function Controls(props) {
  switch (phaseOf(props.view)) {
    case 'WAGER':
      return html`<${WagerChoice} ...${props} />`;
    case 'START':
      return html`<${StartChoice} ...${props} />`;
    case 'RULE':
      return html`<${Ruling} ...${props} />`;
    default:
      return html`<${Turn} ...${props} />`;
  }
}

/** @param {Asking} props */
const WagerChoice = ({ view, legalMoves, isBusy, send }) => html`<div class="buttons">
  ${legalMoves.map(move => {
    const wager = inputOf(move).wager ?? null;
    return html`<button key=${wager} class="primary" data-testid=${`wager-${wager?.toLowerCase()}`} disabled=${isBusy} onClick=${() => send(move.input)}>${tellWager(wager, view.wagerNumber)}</button>`;
  })}
</div>`;

/** @param {Asking} props */
const StartChoice = ({ view, seats, legalMoves, isBusy, send }) => html`<div class="buttons">
  ${legalMoves.map(move => {
    const seat = seats[inputOf(move).chooseStart ?? 0];
    const values = { name: seat.name, position: view.seats[seat.index].position };
    return html`<button key=${seat.index} data-testid="choose-start" data-seat=${seat.index} disabled=${isBusy} onClick=${() => send(move.input)}><${Face} seat=${seat} /> ${t('{name}, on {position}', values)}</button>`;
  })}
</div>`;

/** The ruling that follows the server, and the opposite; for other items the Reader has the list. @param {Asking} props */
function Ruling({ view, legalMoves, isBusy, send }) {
  const meant = view.review?.item ?? null;
  const offered = legalMoves.filter(move => {
    const ruling = inputOf(move).rule;
    return !ruling?.correct || view.items === null || ruling.item === meant;
  });
  return html`<div class="buttons">
    ${offered.map(move => {
      const isRight = inputOf(move).rule?.correct;
      return html`<button key=${move.label} class=${move === legalMoves[0] ? 'primary' : ''} data-testid=${isRight ? 'rule-right' : 'rule-wrong'} disabled=${isBusy} onClick=${() => send(move.input)}>${isRight ? icons.check : icons.close} ${isRight ? t('Right') : t('Wrong')}</button>`;
    })}
  </div>`;
}

/** @param {Asking} props */
function Turn(props) {
  const { view, names, legalMoves, isBusy, send } = props;
  const timer = legalMoves.find(move => inputOf(move).startTimer);
  if (timer)
    return html`<div class="buttons"><button data-testid="start-timer" disabled=${isBusy} onClick=${() => send(timer.input)}>${icons.clock} ${t('Start the timer for {name}', { name: names[view.turn ?? 0] })}</button></div>`;
  const guess = legalMoves.find(move => move.freeText);
  return guess ? html`<${GuessBox} ...${props} guess=${guess} />` : null;
}

/** @param {Asking & { guess: LegalMove }} props */
function GuessBox({ guess, legalMoves, isBusy, send }) {
  const [text, setText] = useState('');
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const pass = legalMoves.find(move => inputOf(move).pass);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    send(withText(guess, text));
    setText('');
  };
  return html`<form class="sp-guess-box" onSubmit=${submit}>
    <label><span class="visually-hidden">${t('Your guess')}</span>
      <input ref=${input} data-testid="guess-input" placeholder=${t('Type an item')} maxlength=${guess.maxLength} autocomplete="off" autocapitalize="words" spellcheck=${false} enterkeyhint="send" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
    <button class="primary" data-testid="guess-send" disabled=${isBusy || text.trim() === ''}>${t('Name it')}</button>
    ${pass && html`<button type="button" data-testid="guess-pass" disabled=${isBusy} onClick=${() => send(pass.input)}>${t('Pass')}</button>`}
  </form>`;
}
