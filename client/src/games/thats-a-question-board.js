/** The question board: a question with its two answers, and what everybody says to it. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { icons } from '../ui/icons.js';
import { Choices } from './thats-a-question-tokens.js';
import { chosenText, QUESTIONS, SIDES, tellSteps } from './thats-a-question-words.js';

/** @import { Seat } from '../types.d.ts' */
/** @typedef {import('./thats-a-question-words.js').View} View */
/** @typedef {import('./thats-a-question-words.js').Question} Question */
/** @typedef {import('./thats-a-question-words.js').Result} Result */
/** @typedef {import('./thats-a-question-words.js').Side} Side */
/** @typedef {import('./thats-a-question-tokens.js').Choice} Choice */

/** A question that is still being put together: texts that are null have not been chosen. @typedef {{ kind: Question['kind'], a: string | null, b: string | null }} Draft */

/**
 * What is shown: the viewer's draft, the question on the table, or what came of the last one.
 * @param {{ view: View, draft: Draft | null, seats: Seat[], seat: number | null, picked: Side | null, pick: ((side: Side) => void) | null }} props
 */
export function QuestionBoard({ view, draft, seats, seat, picked, pick }) {
  const last = view.results.at(-1);
  const who = (/** @type {number} */ index) => seats[index].name;
  const before = html`<${LastAnswer} result=${last} who=${who} />`;
  if (draft) return html`<${Frame} title=${t('Your question')} shown=${draft} before=${before} />`;
  if (view.question)
    return html`<${Frame} key=${view.question.number} title=${titleOf(view.question, who)} shown=${faceOf(view.question)} picked=${picked} pick=${pick} before=${before}>
      <${Choices} choices=${choicesOf(view, view.question, seats, seat)} seats=${seats} answerer=${view.question.answerer} answer=${null} steps=${null} ownSeat=${seat} />
    </${Frame}>`;
  if (last)
    return html`<${Frame} key=${last.question.number} title=${titleOf(last.question, who)} shown=${faceOf(last.question)} answer=${last.answer} note=${t('{name}’s answer', { name: who(last.question.answerer) })}>
      <${Choices} choices=${revealed(last)} seats=${seats} answerer=${last.question.answerer} answer=${last.answer} steps=${last.steps} ownSeat=${seat} />
      ${last.askerGuess === null && html`<p class="aq-asker-steps">${t('{name} asked: +{count}', { name: who(last.question.asker), count: last.steps[last.question.asker] })}</p>`}
    </${Frame}>`;
  return html`<section class="aq-board empty" aria-label=${t('Question board')}><p>${t('The first question is yet to be asked.')}</p></section>`;
}

/** @param {Question} question @param {(seat: number) => string} who */
const titleOf = ({ asker, answerer }, who) =>
  t('{asker} asks {answerer}', { asker: who(asker), answerer: who(answerer) });

/** @param {Question} question @returns {Draft} */
const faceOf = ({ kind, a, b }) => ({ kind, a: a.text, b: b.text });

/** @param {{ title: string, shown: Draft, answer?: Side, note?: string, picked?: Side | null, pick?: ((side: Side) => void) | null, before?: any, children?: any }} props */
function Frame({ title, shown, answer, note, picked, pick, before, children }) {
  const stateOf = (/** @type {Side} */ side) => {
    if (answer) return side === answer ? 'chosen' : 'not-chosen';
    return picked === side ? 'picked' : '';
  };
  return html`<section class=${`aq-board ${shown.kind.toLowerCase()}`} data-testid="question-board" aria-label=${t('Question board')}>
    ${before}
    <header><p class="aq-asks">${title}</p><h2 data-testid="question">${QUESTIONS[shown.kind]}</h2></header>
    <div class="aq-answers">
      ${SIDES.map(side => html`<${Answer} key=${side} side=${side} text=${side === 'A' ? shown.a : shown.b} state=${stateOf(side)} pick=${pick} note=${side === answer ? note : null} />`)}
    </div>
    ${children}
  </section>`;
}

/** One of the two answers. Pressing it is a short way to the choice at the near edge, which is the one for keyboards.
 * @param {{ side: Side, text: string | null, state: string, note: string | null, pick: ((side: Side) => void) | null }} props */
const Answer = ({ side, text, state, note, pick }) =>
  html`<p class=${`aq-answer ${state} ${text === null ? 'missing' : ''} ${pick ? 'can-pick' : ''}`} data-testid="answer-card" onClick=${pick && (() => pick(side))}>
    <span class="aq-letter">${side}</span>
    <span class="aq-answer-text">${text ?? (side === 'A' ? t('A card of yours') : t('Another card'))}</span>
    ${note && html`<span class="aq-note">${icons.check} ${note}</span>`}
  </p>`;

/** What came of the question before, in a line. @param {{ result: Result | undefined, who: (seat: number) => string }} props */
const LastAnswer = ({ result, who }) =>
  result &&
  html`<p class="aq-last" key=${result.question.number} data-testid="last-answer"><span class=${`aq-dot ${result.question.kind.toLowerCase()}`} aria-hidden="true"></span>
    <span>${t('{name} chose “{text}”.', { name: who(result.question.answerer), text: chosenText(result) })} <small>${tellSteps(result, who)}</small></span></p>`;

/** Whose choice is waited for or lies there: the answerer's first.
 * @param {View} view @param {Question} question @param {Seat[]} seats @param {number | null} ownSeat @returns {Choice[]} */
function choicesOf(view, { asker, answerer }, seats, ownSeat) {
  const guessers = seats.filter(each => each.index !== asker && each.index !== answerer && !each.hasResigned);
  return [answerer, ...guessers.map(each => each.index)].map(seat => {
    const own = seat === ownSeat ? view.laidDown : null;
    return {
      seat,
      hasChosen: view.seats[seat].hasChosen,
      side: own?.choice ?? null,
      kicker: own?.kicker ?? (view.toughKickerOf === seat ? 'TOUGH' : null),
      isOpen: false,
    };
  });
}

/** @param {Result} result @returns {Choice[]} */
const revealed = ({ question, answer, guesses, askerGuess }) => [
  { seat: question.answerer, hasChosen: true, side: answer, kicker: null, isOpen: true },
  ...guesses.map(({ seat, choice, kicker }) => ({
    seat,
    hasChosen: true,
    side: choice,
    kicker,
    isOpen: true,
  })),
  ...(askerGuess
    ? [{ seat: question.asker, hasChosen: true, side: askerGuess, kicker: null, isOpen: true }]
    : []),
];
