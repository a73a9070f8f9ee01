/** The near edge of the table: what is being waited for, and what the viewer can do about it. */
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language.js';
import { icons } from '../ui/icons.js';
import { withText } from '../ui/plain.js';
import { Die, Sign } from './trivial-pursuit-signs.js';
import { CATEGORIES, nameOf, task, VERDICTS, waiting } from './trivial-pursuit-words.js';

/** @import { LegalMove } from '../types.d.ts' */
/** @typedef {import('./trivial-pursuit-words.js').View} View */
/** @typedef {import('./trivial-pursuit-layout.js').Colour} Colour */
/** @typedef {import('./trivial-pursuit-wheel.js').Destination} Destination */
/** @typedef {{ roll?: boolean, moveTo?: string, answer?: string, chooseCategory?: Colour, voteCategory?: Colour, rule?: boolean }} Said */
/** @typedef {{ text: string, input: { current: HTMLInputElement | null }, write: (text: string) => void }} Draft of an answer */
/** @typedef {{ view: View, legalMoves: LegalMove[], isBusy: boolean, send: (input: unknown) => void, decides: string | null, draft: Draft }} Asking
 * `decides` says to the others of a team that their captain does, and `isBusy` is so then */

/** @param {LegalMove} move @returns {Said} */
export const inputOf = move => /** @type {any} */ (move.input).trivialPursuit;

/** @param {{ view: View, names: string[], asking: Asking | null, destinations: Destination[], point: (space: string | null) => void, clock: any }} props */
export function Prompt({ view, names, asking, destinations, point, clock }) {
  const hint = asking ? hintFor(view, names) : said(view);
  const edge = useFocusKept(asking, task(view));
  return html`<section ref=${edge} class=${`tp-prompt ${asking ? 'mine' : ''}`} data-testid="prompt" aria-label=${t('What comes next')}>
    <div class="tp-task">
      <p>${asking ? html`<strong>${task(view)}</strong>` : waiting(view, seat => names[seat])}</p>
      ${asking?.decides && html`<p class="tp-hint" data-testid="captain-decides">${asking.decides}</p>`}
      ${hint && html`<p class="tp-hint">${hint}</p>`}
    </div>
    ${clock}
    ${asking && html`<${Controls} asking=${asking} destinations=${destinations} point=${point} />`}
  </section>`;
}

/** Whoever plays by keyboard finds the next control focused when the one just used is gone.
 * @param {Asking | null} asking @param {string} wanted */
function useFocusKept(asking, wanted) {
  const edge = useRef(/** @type {HTMLElement | null} */ (null));
  const wasHere = useRef(false);
  const isReady = asking !== null && !asking.isBusy;
  useEffect(() => {
    const note = (/** @type {FocusEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      wasHere.current = target.matches(':focus-visible') && edge.current?.contains(target) === true;
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (!isReady || !wasHere.current || document.activeElement !== document.body) return;
    /** @type {HTMLElement | null | undefined} */ (edge.current?.querySelector('button, input'))?.focus({
      preventScroll: true,
    });
  }, [isReady, wanted]);
  return edge;
}

/** @param {{ asking: Asking, destinations: Destination[], point: (space: string | null) => void }} props */
function Controls({ asking, destinations, point }) {
  const { view, legalMoves } = asking;
  if (view.review) return html`<${Ruling} ...${asking} />`;
  const answer = legalMoves.find(move => move.freeText);
  if (answer && asking.decides) return null;
  if (answer) return html`<${AnswerBox} key=${view.question?.question.number} ...${asking} move=${answer} />`;
  const roll = legalMoves.find(move => inputOf(move).roll);
  if (roll) return html`<${RollButton} ...${asking} move=${roll} />`;
  if (destinations.length > 0)
    return html`<${Ways} ...${asking} destinations=${destinations} point=${point} />`;
  return html`<${Categories} ...${asking} />`;
}

/** @param {View} view @param {string[]} names */
function hintFor({ review, categoryVote, isChoosingCategory, start, turn, winners }, names) {
  if (review) return review.verdict && VERDICTS[review.verdict];
  if (categoryVote && turn !== null)
    return t('{name} wins with a right answer. Most votes decide.', { name: names[turn] });
  if (isChoosingCategory) return t('You are in the hub: any category you like.');
  if (start) return t('The highest roll begins.');
  return winners.length > 0 ? t('This is your one turn to draw level.') : null;
}

/** What the viewer has said while others are still asked. @param {View} view */
function said({ review, categoryVote }) {
  if (review?.ownRuling != null)
    return review.ownRuling ? t('You let it count.') : t('You do not let it count.');
  if (categoryVote?.ownVote)
    return t('You voted for {category}.', { category: CATEGORIES[categoryVote.ownVote].name });
  return null;
}

/** @param {Asking & { move: LegalMove }} props */
const RollButton = ({ move, isBusy, send }) =>
  html`<div class="buttons"><button class="primary tp-roll-button" data-testid="roll" disabled=${isBusy} onClick=${() => send(move.input)}><${Die} roll=${5} /> ${t('Roll the die')}</button></div>`;

/** @param {Asking & { move: LegalMove }} props */
function AnswerBox({ move, isBusy, send, draft: { text, input, write } }) {
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() !== '') send(withText(move, text));
  };
  return html`<form class="tp-answer-box" onSubmit=${submit}>
    <label><span class="visually-hidden">${t('Your answer')}</span>
      <input ref=${input} data-testid="answer-input" placeholder=${t('Type your answer')} maxlength=${move.maxLength} autocomplete="off" autocapitalize="words" spellcheck=${false} enterkeyhint="send" value=${text} onInput=${(/** @type {any} */ event) => write(event.target.value)} /></label>
    <button class="primary" data-testid="answer-send" disabled=${isBusy || text.trim() === ''}>${t('Answer')}</button>
  </form>`;
}

/** Where the token can go, with the letters that stand on the wheel. @param {Asking & { destinations: Destination[], point: (space: string | null) => void }} props */
const Ways = ({
  view,
  destinations,
  isBusy,
  send,
  point,
}) => html`<ul class="tp-ways" aria-label=${t('Where to go')}>
  ${destinations.map(
    ({ space, letter, move }) => html`<li key=${space.id}>
      <button data-testid="way" data-space=${space.id} disabled=${isBusy} onClick=${() => send(move?.input)} onMouseEnter=${() => point(space.id)} onMouseLeave=${() => point(null)} onFocus=${() => point(space.id)} onBlur=${() => point(null)}>
        ${signOf(space)}<span class="tp-letter" aria-hidden="true">${letter}</span>
        <span class="tp-way"><strong>${shortNameOf(space)}</strong><span class="visually-hidden">${nameOf(space)}</span> <small>${reason(view, space)}</small></span>
      </button>
    </li>`,
  )}
</ul>`;

/** @param {View['destinations'][number]} space */
function signOf({ kind, colour }) {
  if (colour) return html`<${Sign} colour=${colour} />`;
  if (kind === 'ROLL_AGAIN') return html`<span class="tp-swatch"><${Die} roll=${5} /></span>`;
  return html`<span class="tp-swatch tp-brass" aria-hidden="true">★</span>`;
}

/** Enough with its letter and sign. @param {View['destinations'][number]} space */
function shortNameOf({ kind, colour }) {
  if (kind === 'HUB') return t('Hub');
  return colour ? CATEGORIES[colour].name : t('Roll again');
}

/** What more awaits the token there. @param {View} view @param {View['destinations'][number]} space */
function reason({ turn, tokens, wedgesNeeded }, { kind, colour }) {
  const wedges = turn === null ? [] : tokens[turn].wedges;
  if (kind === 'HUB')
    return wedges.length >= wedgesNeeded ? t('the final question') : t('any category you choose');
  return kind === 'HEADQUARTERS' && colour && !wedges.includes(colour) ? t('for the wedge') : null;
}

/** @param {Asking} props */
const Categories = ({ legalMoves, isBusy, send }) => html`<div class="tp-categories">
  ${legalMoves.map(move => {
    const { chooseCategory, voteCategory } = inputOf(move);
    const colour = chooseCategory ?? voteCategory ?? 'BROWN';
    return html`<button key=${colour} data-testid="category" data-colour=${colour} disabled=${isBusy} onClick=${() => send(move.input)}><${Sign} colour=${colour} /> ${CATEGORIES[colour].name}</button>`;
  })}
</div>`;

/** @param {Asking} props */
const Ruling = ({ legalMoves, isBusy, send }) => html`<div class="buttons">
  ${legalMoves.map(move => {
    const isRight = inputOf(move).rule;
    return html`<button key=${isRight} data-testid=${isRight ? 'rule-right' : 'rule-wrong'} disabled=${isBusy} onClick=${() => send(move.input)}>${isRight ? icons.check : icons.close} ${isRight ? t('It counts') : t('It does not count')}</button>`;
  })}
</div>`;
