/** The small things of That's a Question!: acorns, kickers, and the choices that lie face down until all have chosen. */
import { html } from 'htm/preact';
import { n, t } from '../language.js';
import { icons } from '../ui/icons.js';
import { Face } from '../ui/plate.js';
import { KICKER_WORDS, KICKERS } from './thats-a-question-words.js';

/** @import { Seat } from '../types.d.ts' */
/** @typedef {import('./thats-a-question-words.js').View} View */
/** @typedef {import('./thats-a-question-words.js').Kicker} Kicker */
/** @typedef {import('./thats-a-question-words.js').Side} Side */

/** What is known of the choice of one seat. @typedef {{ seat: number, hasChosen: boolean, side: Side | null, kicker: Kicker | null, isOpen: boolean }} Choice */

/** @param {{ count: number }} props */
export const Acorns = ({
  count,
}) => html`<span class=${`aq-acorns ${count === 0 ? 'spent' : ''}`} data-testid="acorns" data-count=${count} role="img" aria-label=${n('{count} acorn', '{count} acorns', count)}>
  <svg viewBox="0 0 20 22" aria-hidden="true"><path class="aq-nut" d="M3 9h14c0 6-4 9-7 12-3-3-7-6-7-12z" /><path class="aq-cap" d="M1.500 9.500C2 4 6 3 9 2.800V.5h2v2.300C14 3 18 4 18.500 9.500z" /></svg>${count}
</span>`;

/** @param {{ kicker: Kicker, isUsed?: boolean }} props */
export const KickerToken = ({ kicker, isUsed = false }) =>
  html`<span class=${`aq-kicker ${kicker.toLowerCase()} ${isUsed ? 'used' : ''}`} role="img" title=${KICKER_WORDS[kicker].name} aria-label=${isUsed ? t('{kicker}, on the board', { kicker: KICKER_WORDS[kicker].name }) : KICKER_WORDS[kicker].name}>${KICKER_WORDS[kicker].sign}</span>`;

/** Those of a seat; used ones, which lie on the board, as outlines. @param {{ each: View['seats'][number] }} props */
export const Kickers = ({ each }) => html`<span class="aq-kickers">
  ${KICKERS.filter(kicker => each.kickers.includes(kicker) || each.boardKickers.includes(kicker)).map(kicker => html`<${KickerToken} key=${kicker} kicker=${kicker} isUsed=${each.boardKickers.includes(kicker)} />`)}
</span>`;

/**
 * What those who choose have laid down: nothing yet, a card face down, or the letter.
 * @param {{ choices: Choice[], seats: Seat[], answerer: number, answer: Side | null, steps: readonly number[] | null, ownSeat: number | null }} props
 */
export const Choices = ({
  choices,
  seats,
  answerer,
  answer,
  steps,
  ownSeat,
}) => html`<ul class="aq-choices" aria-label=${t('Choices')}>
  ${choices.map(choice => {
    const { seat, side, kicker, isOpen, hasChosen } = choice;
    const verdict = answer && seat !== answerer && side ? (side === answer ? 'right' : 'wrong') : '';
    return html`<li key=${seat} class=${`aq-choice ${seat === answerer ? 'answerer' : ''} ${verdict}`} data-testid="choice" data-seat=${seat} data-shows=${side ?? (hasChosen ? 'back' : 'nothing')}>
      <span class=${`aq-flip ${hasChosen ? 'laid' : ''} ${side ? 'turned' : ''} ${side && !isOpen ? 'peek' : ''}`} aria-hidden="true">
        <span class="aq-flip-back"></span><span class=${`aq-flip-front side-${(side ?? '').toLowerCase()}`}>${side}</span>
      </span>
      ${kicker && html`<${KickerToken} kicker=${kicker} />`}
      <span class="aq-choice-name"><${Face} seat=${seats[seat]} /> <span>${seats[seat].name}</span></span>
      <span class="aq-choice-state">${verdict && html`<span class="aq-mark">${verdict === 'right' ? icons.check : icons.close}</span>`}${steps && html`<b>+${steps[seat]}</b>`}<span class=${steps ? 'visually-hidden' : ''}>${stateOf(choice, seat === answerer, verdict, seat === ownSeat)}</span></span>
    </li>`;
  })}
</ul>`;

/** @param {Choice} choice @param {boolean} isAnswerer @param {string} verdict @param {boolean} isOwn */
function stateOf({ side, hasChosen, isOpen }, isAnswerer, verdict, isOwn) {
  if (!side) return hasChosen ? t('has chosen') : isAnswerer ? t('answers') : t('guesses');
  if (!isOpen)
    return isOwn ? t('{side}, only you see it', { side }) : t('{side}, seen from this seat', { side });
  if (verdict === 'right') return t('guessed {side}, right', { side });
  if (verdict === 'wrong') return t('guessed {side}, wrong', { side });
  return isAnswerer ? t('answered {side}', { side }) : t('chose {side}', { side });
}
