/** The card in play: its numbers and red chips, the lines read, the guesses, and for its Reader all of it. */
import { html } from 'htm/preact';
import { n, t } from '../language.js';
import { icons } from '../ui/icons.js';
import { list } from '../words.js';
import { CATEGORIES, tellOverruling, wordsOf } from './twenty-questions-words.js';

/** @import { LegalMove } from '../types.d.ts' */
/** @typedef {import('./twenty-questions-words.js').View} View */
/** @typedef {import('./twenty-questions-words.js').Line} Line */

/** What a right guess is worth in a Bonus Round, after one to five lines (TQ-15). */
const BONUS_POINTS = [10, 8, 6, 4, 2];

/** @type {Record<View['category'], string>} */
const DRAWINGS = {
  PERSON: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20.500c.500-4 3.500-6 7.500-6s7 2 7.500 6',
  PLACE:
    'M12 21.500s-7-6.500-7-11.500a7 7 0 0 1 14 0c0 5-7 11.500-7 11.500zM12 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  THING: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9',
  YEAR: 'M6 3h12M6 21h12M7.500 3c0 5 4.500 6 4.500 9s-4.500 4-4.500 9M16.500 3c0 5-4.500 6-4.500 9s4.500 4 4.500 9',
};

/** @param {{ category: View['category'] }} props */
export const CategoryIcon = ({ category }) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${DRAWINGS[category]} /></svg>`;

/**
 * The twenty numbers. Those that can be named now are buttons.
 * @param {{ view: View, naming: Map<number, LegalMove>, isBusy: boolean, name: (move: LegalMove) => void }} props
 */
export function Numbers({ view, naming, isBusy, name }) {
  const covered = view.lines.map(read => read.line.number);
  const numbers = [...covered, ...view.uncovered].sort((a, b) => a - b);
  return html`<section class="tq-numbers" aria-label=${t('The numbers of the card')}>
    <ol class=${naming.size > 0 ? 'can-name' : ''}>
      ${numbers.map(number => {
        const move = naming.get(number);
        if (covered.includes(number))
          return html`<li key=${number}><span class=${`tq-number covered ${covered.at(-1) === number ? 'now' : ''}`} data-testid="covered-number" data-number=${number}>${number}<span class="visually-hidden">${t(', covered')}</span></span></li>`;
        return html`<li key=${number}>${
          move
            ? html`<button class="tq-number" data-testid="name-number" data-number=${number} aria-label=${move.label} disabled=${isBusy} onClick=${() => name(move)}>${number}</button>`
            : html`<span class="tq-number">${number}</span>`
        }</li>`;
      })}
    </ol>
    ${view.bonusPlayer === null ? html`<${Shares} view=${view} />` : html`<${BonusLadder} read=${view.lines.length} />`}
  </section>`;
}

/** Who gets how much of the card's twenty points, as things stand. @param {{ view: View }} props */
const Shares = ({ view }) => html`<dl class="tq-shares" data-testid="shares">
  <div><dt>${t('Red chips, for the Reader')}</dt><dd>${view.lines.length}</dd></div>
  <div><dt>${t('Open numbers, for the right guess')}</dt><dd>${view.uncovered.length}</dd></div>
</dl>`;

/** @param {{ read: number }} props */
const BonusLadder = ({ read }) => html`<div class="tq-ladder" data-testid="bonus-ladder">
  <p>${t('Bonus Round: up to five lines, one guess')}</p>
  <ol>${BONUS_POINTS.map((points, at) => html`<li key=${at} class=${at + 1 === read ? 'now' : at + 1 < read ? 'gone' : ''} aria-current=${at + 1 === read ? 'step' : null}><span class="visually-hidden">${n('After one line:', 'After {count} lines:', at + 1)} </span>+${points}</li>`)}</ol>
</div>`;

/** @param {{ view: View, names: string[] }} props */
export function Card({ view, names }) {
  const { category, secretCard } = view;
  return html`<article class=${`tq-card ${category.toLowerCase()} ${secretCard ? 'secret' : ''}`} data-testid="card" aria-label=${t('The card')}>
    <header>
      <span class="tq-category"><${CategoryIcon} category=${category} /> ${CATEGORIES[category].name}</span>
      <span class="tq-card-about">${about(view, names)}</span>
    </header>
    ${secretCard && html`<${Secret} card=${secretCard} />`}
    ${secretCard ? html`<${WholeCard} card=${secretCard} view=${view} names=${names} />` : html`<${LinesRead} view=${view} names=${names} />`}
    <${Guesses} guesses=${view.guesses} names=${names} />
  </article>`;
}

/** @param {View} view @param {string[]} names */
function about({ bonusPlayer, cardNumber, reader }, names) {
  return bonusPlayer === null
    ? t('Card {number}, read by {reader}', { number: cardNumber, reader: names[reader] })
    : t('Bonus Round for {name}, read by {reader}', { name: names[bonusPlayer], reader: names[reader] });
}

/** @param {{ card: NonNullable<View['secretCard']> }} props */
const Secret = ({ card }) => html`<div class="tq-secret">
  <p class="tq-answer" data-testid="secret-answer">${card.answer}</p>
  <p class="tq-aliases">${icons.eye} ${t('Only the Reader sees this.')}${card.aliases.length > 0 && ` ${t('Also right: {answers}.', { answers: card.aliases.join(', ') })}`}</p>
</div>`;

/** All twenty lines by number, for the Reader. @param {{ card: NonNullable<View['secretCard']>, view: View, names: string[] }} props */
function WholeCard({ card, view, names }) {
  const last = view.lines.at(-1)?.line.number;
  return html`<ol class="tq-lines whole" tabindex="0" aria-label=${t('All lines of the card')}>
    ${card.lines.map(line => {
      const read = view.lines.find(each => each.line.number === line.number);
      return html`<${LineItem} key=${line.number} line=${line} by=${read && names[read.seat]} isRead=${read !== undefined} isLast=${line.number === last} />`;
    })}
  </ol>`;
}

/** Newest first. @param {{ view: View, names: string[] }} props */
function LinesRead({ view, names }) {
  if (view.lines.length === 0)
    return html`<p class="tq-none">${t('Nothing has been read of this card yet.')}</p>`;
  return html`<ol class="tq-lines" data-testid="lines" tabindex="0" reversed aria-label=${t('Lines read so far, newest first')}>
    ${[...view.lines].reverse().map(({ seat, line }, at) => html`<${LineItem} key=${line.number} line=${line} by=${names[seat]} isRead=${true} isLast=${at === 0} />`)}
  </ol>`;
}

/** @param {{ line: Line, by?: string, isRead: boolean, isLast: boolean }} props */
const LineItem = ({ line, by, isRead, isLast }) =>
  html`<li class=${`tq-line ${line.instruction ? 'instruction' : ''} ${isRead ? 'read' : ''} ${isLast ? 'now' : ''}`} data-testid=${isRead ? 'line' : 'unread-line'} data-number=${line.number}>
    <span class="tq-line-number">${line.number}</span>
    <span class="tq-line-text">${wordsOf(line)}${isRead && html` <span class="tq-line-by">${by}</span>`}</span>
  </li>`;

/** @param {{ guesses: View['guesses'], names: string[] }} props */
function Guesses({ guesses, names }) {
  if (guesses.length === 0) return null;
  return html`<div class="tq-guesses" data-testid="guesses">
    <p>${t('Guessed so far')}</p>
    <ul>${guesses.map(
      (guess, at) => html`<li key=${at} class=${guess.isRight ? 'right' : 'wrong'}>
        <span class="tq-guess-text">${guess.text}</span> <small>${guess.isRight ? t('{name}, right.', { name: names[guess.seat] }) : t('{name}, wrong.', { name: names[guess.seat] })}${tellOverruling(guess)}${tellVotes(guess.votes, names)}</small>
      </li>`,
    )}</ul>
  </div>`;
}

/** Who said what, unless all said the same. @param {View['guesses'][number]['votes']} votes @param {string[]} names */
function tellVotes(votes, names) {
  const saying = (/** @type {boolean} */ correct) => votes.filter(vote => vote.correct === correct);
  const [right, wrong] = [saying(true), saying(false)];
  if (right.length === 0 || wrong.length === 0) return '';
  const named = (/** @type {typeof votes} */ some) => list(some.map(({ seat }) => names[seat]));
  return ` ${t('Right, said {names}; wrong, said {others}.', { names: named(right), others: named(wrong) })}`;
}
