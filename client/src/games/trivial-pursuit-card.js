/** The question on the table, and what came of the one before. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { icons } from '../ui/icons.js';
import { Sign } from './trivial-pursuit-signs.js';
import { CATEGORIES, nameOf, tellGuess, tellRulings } from './trivial-pursuit-words.js';

/** @typedef {import('./trivial-pursuit-words.js').View} View */
/** @typedef {import('./trivial-pursuit-words.js').Judged} Judged */
/** @typedef {{ view: View, names: string[], isTeam: boolean }} Props whether the viewer is in a team */

/** @param {Props} props */
export function Card({ view, names, isTeam }) {
  const { question, lastQuestion } = view;
  if (question)
    return html`<${OpenCard} key=${question.question.number} view=${view} names=${names} isTeam=${isTeam} open=${question} />`;
  if (lastQuestion)
    return html`<${JudgedCard} key=${lastQuestion.question.number} judged=${lastQuestion} names=${names} />`;
  return html`<article class="tp-card blank" aria-label=${t('The card')}>
    <p>${t('Collect a wedge at the headquarters of {wedges} colours, then come back to the hub by exact count and answer one last question.', { wedges: view.wedgesNeeded })}</p>
  </article>`;
}

/** @param {Props & { open: NonNullable<View['question']> }} props */
function OpenCard({ view, names, isTeam, open: { question, reader, answer } }) {
  const { colour, space } = question;
  return html`<article class=${`tp-card tp-${colour.toLowerCase()}`} data-testid="card" data-card=${question.card} data-colour=${colour} aria-label=${t('The card')}>
    <${Head} question=${question} about=${t('read by {name}', { name: names[reader] })} />
    <p class="tp-question" data-testid="question">${question.text}</p>
    <p class="tp-at">${stake(view, question, nameOf(space))}</p>
    ${answer !== null && html`<p class="tp-secret" data-testid="secret-answer">${icons.eye} <span>${secret(view, isTeam)} <strong>${answer}</strong></span></p>`}
  </article>`;
}

/** @param {View} view @param {boolean} isTeam */
function secret({ review }, isTeam) {
  if (review) return t('The card says:');
  return isTeam ? t('Only your team sees the answer:') : t('Only you see the answer:');
}

/** What a right answer is good for. @param {View} view @param {Judged['question']} question @param {string} space */
function stake({ turn, tokens }, { colour, space: { kind }, isFinal }, space) {
  if (isFinal) return t('The final question: a right answer wins.');
  const isHeld = turn !== null && tokens[turn].wedges.includes(colour);
  if (kind === 'HEADQUARTERS' && !isHeld) return t('{space}: a right answer wins the wedge.', { space });
  return t('{space}: a right answer rolls again.', { space });
}

/** @param {{ judged: Judged, names: string[] }} props */
function JudgedCard({ judged, names }) {
  const who = (/** @type {number} */ seat) => names[seat];
  const { question, answer, isRight } = judged;
  return html`<article class=${`tp-card judged tp-${question.colour.toLowerCase()}`} data-testid="card-before" data-right=${isRight} aria-label=${t('The question before')}>
    <${Head} question=${question} about=${t('asked of {name}', { name: names[judged.seat] })} />
    <p class="tp-question">${question.text}</p>
    <p class="tp-answer">${answer}</p>
    <p class=${`tp-verdict ${isRight ? 'right' : 'wrong'}`}>
      <span class="tp-mark">${isRight ? icons.check : icons.close} ${isRight ? t('Right') : t('Wrong')}</span>
      <span>${[tellGuess(judged, who), ...tellRulings(judged, who)].join(' ')}</span>
    </p>
  </article>`;
}

/** @param {{ question: Judged['question'], about: string }} props */
const Head = ({ question: { colour, isFinal }, about }) => html`<header>
  <span class="tp-category"><${Sign} colour=${colour} /> ${CATEGORIES[colour].name}</span>
  ${isFinal && html`<span class="tag">${t('final question')}</span>`}
  <span class="tp-about">${about}</span>
</header>`;
