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
 * @param {{ view: View, draft: Draft | null, seats: Seat[], seat: number | null, canChoose: boolean, picked: Side | null }} props
 */
export function QuestionBoard({ view, draft, seats, seat, canChoose, picked }) {
  const last = view.results.at(-1);
  const who = (/** @type {number} */ index) => seats[index].name;
  if (draft)
    return html`<${Frame} kind=${draft.kind} title=${t('Your question')} a=${draft.a} b=${draft.b} before=${html`<${LastAnswer} result=${last} who=${who} />`} />`;
  if (view.question)
    return html`<${Frame} key=${view.question.number} ...${asked(view.question, who)} picked=${picked} canChoose=${canChoose} before=${html`<${LastAnswer} result=${last} who=${who} />`}>
      <${Choices} choices=${choicesOf(view, view.question, seats, seat)} seats=${seats} answerer=${view.question.answerer} answer=${null} steps=${null} ownSeat=${seat} />
    </${Frame}>`;
  if (last)
    return html`<${Frame} key=${last.question.number} ...${asked(last.question, who)} answer=${last.answer} answerer=${who(last.question.answerer)}>
      <${Choices} choices=${revealed(last)} seats=${seats} answerer=${last.question.answerer} answer=${last.answer} steps=${last.steps} ownSeat=${seat} />
      <p class="aq-asker-steps" data-testid="asker-steps">${last.askerGuess === null && t('{name} asked: +{count}', { name: who(last.question.asker), count: last.steps[last.question.asker] })}</p>
    </${Frame}>`;
  return html`<section class="aq-board empty" aria-label=${t('Question board')}><p>${t('The first question is yet to be asked.')}</p></section>`;
}

/** @param {Question} question @param {(seat: number) => string} who */
const asked = ({ kind, asker, answerer, a, b }, who) => ({
  kind,
  title: t('{asker} asks {answerer}', { asker: who(asker), answerer: who(answerer) }),
  a: a.text,
  b: b.text,
});

/** @param {{ kind: Question['kind'], title: string, a: string | null, b: string | null, answer?: Side, answerer?: string, picked?: Side | null, canChoose?: boolean, before?: any, children?: any }} props */
const Frame = ({
  kind,
  title,
  a,
  b,
  answer,
  answerer,
  picked,
  canChoose = false,
  before,
  children,
}) => html`<section class=${`aq-board ${kind.toLowerCase()}`} data-testid="question-board" aria-label=${t('Question board')}>
  ${before}
  <header><p class="aq-asks">${title}</p><h2 data-testid="question">${QUESTIONS[kind]}</h2></header>
  <div class="aq-answers">
    ${SIDES.map(side => {
      const text = side === 'A' ? a : b;
      const state = answer ? (side === answer ? 'chosen' : 'not-chosen') : picked === side ? 'picked' : '';
      return html`<${Answer} key=${side} side=${side} text=${text} state=${state} isLabel=${canChoose} note=${side === answer ? t('{name}’s answer', { name: answerer ?? '' }) : null} />`;
    })}
  </div>
  ${children}
</section>`;

/** One of the two answers; while one has to be chosen, a label of the choice below.
 * @param {{ side: Side, text: string | null, state: string, isLabel: boolean, note: string | null }} props */
function Answer({ side, text, state, isLabel, note }) {
  const face = html`<span class="aq-letter">${side}</span>
    <span class="aq-answer-text">${text ?? (side === 'A' ? t('A card of yours') : t('Another card'))}</span>
    ${note && html`<span class="aq-note">${icons.check} ${note}</span>`}`;
  const look = `aq-answer ${state} ${text === null ? 'missing' : ''}`;
  return isLabel
    ? html`<label class=${look} for=${`aq-side-${side}`} data-testid="answer-card" data-side=${side}>${face}</label>`
    : html`<p class=${look} data-testid="answer-card" data-side=${side}>${face}</p>`;
}

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
