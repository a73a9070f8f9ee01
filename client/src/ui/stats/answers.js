/** The answers of a match, each of which can be ruled on once more. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { t } from '../../language.js';
import { categoryOf } from '../../stats/words.js';
import { Check } from './fields.js';

/** @import { Counted, CountedAnswer } from '../../types.d.ts' */
/** @import { Matter } from './correct.js' */

/** @param {{ counted: Counted, correct: (matter: Matter) => void }} props */
export function Answers({ counted, correct }) {
  const overruled = counted.answers.filter(({ isOverruled }) => isOverruled);
  const [isNarrow, setNarrow] = useState(overruled.length > 0);
  const judged = counted.answers.filter(({ verdict }) => verdict !== '');
  const shown = isNarrow ? overruled : judged;
  if (judged.length === 0) return null;
  return html`<section class="panel" aria-label=${t('Answers')}>
    <h2>${t('Answers')}</h2>
    <${Check} label=${t('Only those on which people overruled the server')} name="overruled" isChecked=${isNarrow} check=${setNarrow} />
    ${shown.length === 0 && html`<p class="none">${t('Nobody overruled the server in this match.')}</p>`}
    <ol class="answers">${shown.map(answer => html`<${AnswerItem} key=${answer.number} answer=${answer} counted=${counted} correct=${correct} />`)}</ol>
  </section>`;
}

/** @param {{ answer: CountedAnswer, counted: Counted, correct: (matter: Matter) => void }} props */
function AnswerItem({ answer, counted, correct }) {
  const { number, category, isRight, isOverruled, rightAnswer, text } = answer;
  const name = counted.seats[answer.seat]?.name ?? '';
  const asked = answer.questionText ?? answer.question;
  return html`<li data-testid="answer" data-number=${number}>
    <p class="hint">${number}${category && html` · ${categoryOf(category)}`} <span class="tag">${isRight ? t('counts as right') : t('counts as wrong')}</span>${isOverruled && html` <span class="tag">${t('overruled')}</span>`}</p>
    <p class="asked">${asked}${rightAnswer && rightAnswer !== asked && html` <span class="hint">${t('Right: {answer}', { answer: rightAnswer })}</span>`}</p>
    <p>${text ? t('{name} said “{answer}”.', { name, answer: text }) : t('{name} ran out of time.', { name })}</p>
    ${
      counted.countedAs !== 'VOID' &&
      html`<button class="no-print" data-testid="rerule" onClick=${() => correct({ kind: 'answer', answer })}>${isRight ? t('Count answer {number} as wrong…', { number }) : t('Count answer {number} as right…', { number })}</button>`
    }
  </li>`;
}
