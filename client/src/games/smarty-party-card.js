/** The round in play: topic, wager, how much has been found, the guess on the table, the chips and the Pants. */
import { html } from 'htm/preact';
import { n, t } from '../language.js';
import { Face } from '../ui/plate.js';
import { list } from '../words.js';
import { Chip, Pants, Smiley } from './smarty-party-pieces.js';
import { tellResult, tellWager } from './smarty-party-words.js';

/** @import { Seat } from '../types.d.ts' */
/** @typedef {import('./smarty-party-words.js').View} View */

/** All the penalty chips, highest first (SP-3). */
const CHIPS = [3, 2, 2, 1, 1, 1, 1];

/** @param {{ view: View, names: string[] }} props */
export const Topic = ({ view, names }) => html`<header class="sp-topic" data-testid="topic">
  <div class="sp-topic-about">
    <p>${t('Round {number}, read by {name}', { number: view.number, name: names[view.reader] })}${view.isTieBreak && html` <span class="tag">${t('tie-break')}</span>`}</p>
    <${Wager} view=${view} />
  </div>
  <h2>${view.topic}</h2>
  ${view.isTieBreak && html`<p class="sp-tie">${tieBreak(view, names)}</p>`}
  <${Pegs} view=${view} />
</header>`;

/** @param {View} view @param {string[]} names */
const tieBreak = ({ seats }, names) =>
  t('Tied for the win, only these guess: {names}. The wager moves nobody.', {
    names: list(seats.filter(seat => seat.isGuessing).map(({ seat }) => names[seat])),
  });

/** @param {{ view: View }} props */
const Wager = ({ view: { wager, wagerNumber } }) =>
  html`<p class="sp-wager" data-testid="wager">${
    wager === null
      ? t('Wager number {number}', { number: wagerNumber })
      : html`${t('Wager:')} <strong>${tellWager(wager, wagerNumber)}</strong>`
  }</p>`;

/** A peg an item, those found lit up, with a flag at the wager number. @param {{ view: View }} props */
function Pegs({ view: { itemCount, foundCount, wagerNumber } }) {
  const label = t('{found} of {items} found; the wager number is {wager}', {
    found: foundCount,
    items: itemCount,
    wager: wagerNumber,
  });
  return html`<div class="sp-pegs" data-testid="pegs" data-found=${foundCount} data-items=${itemCount} data-wager=${wagerNumber}>
    <ol role="img" aria-label=${label}>
      ${Array.from({ length: itemCount }, (_, at) => html`<li key=${at} class=${`${at < foundCount ? 'lit' : ''} ${at + 1 === wagerNumber ? 'flag' : ''}`}>${at + 1 === wagerNumber && html`<span>${wagerNumber}</span>`}</li>`)}
    </ol>
    <p>${t('{found} of {items} found', { found: foundCount, items: itemCount })}</p>
  </div>`;
}

/** What everybody has just heard; the next guess takes its place (SP-7). @param {{ guess: View['onTable'], seats: Seat[] }} props */
export function GuessOnTable({ guess, seats }) {
  if (!guess)
    return html`<p class="sp-said nothing" data-testid="no-guess">${t('No guess is on the table.')}</p>`;
  const kind = (guess.result ?? 'open').toLowerCase().replace('_', '-');
  return html`<div class=${`sp-said ${kind}`} data-testid="on-table" data-result=${guess.result ?? ''} key=${`${guess.seat} ${guess.text}`}>
    <${Face} seat=${seats[guess.seat]} />
    <p class="sp-said-text"><span class="sp-said-by">${t('{name} says', { name: seats[guess.seat].name })}</span> <q>${guess.text}</q></p>
    <p class="sp-verdict">${tellResult(guess)}${guess.smiley && html` <${Smiley} /><span class="sp-step">${t('1 step back')}</span>`}</p>
  </div>`;
}

/** The guesses of the round, in matches that list them. @param {{ guesses: View['remembered'], names: string[] }} props */
export function Remembered({ guesses, names }) {
  if (!guesses || guesses.length === 0) return null;
  return html`<div class="sp-remembered" data-testid="remembered">
    <p>${t('Named in this round')}</p>
    <ul>${guesses.map((guess, at) => html`<li key=${at} class=${guess.item === null ? 'wrong' : 'right'}><span>${guess.item ?? guess.text}</span> <small>${names[guess.seat]}<span class="visually-hidden">, ${guess.item === null ? t('wrong') : t('right')}</span></small></li>`)}</ul>
  </div>`;
}

/** The chips left and who wears the Pants. @param {{ view: View, names: string[] }} props */
export const Middle = ({ view, names }) => html`<aside class="sp-pot">
  <${Pool} left=${view.chipsLeft} />
  <${PantsStand} wearer=${view.seats.find(seat => seat.hasPants)?.seat ?? null} names=${names} />
</aside>`;

/** @param {{ left: number[] }} props */
function Pool({ left }) {
  const taken = CHIPS.length - left.length;
  return html`<section class="sp-pool" data-testid="chips-left" data-chips=${left.join(' ')}>
    <h3>${t('Penalty chips left')}</h3>
    <p class="sp-pool-chips" role="img" aria-label=${left.length === 0 ? t('none') : left.join(', ')}>
      ${CHIPS.map((value, at) => html`<${Chip} key=${at} value=${value} state=${at < taken ? 'gone' : at === taken ? 'next' : ''} />`)}
    </p>
    <p class="sp-note">${left.length === 0 ? t('All are taken.') : n('The next miss costs {count} step.', 'The next miss costs {count} steps.', left[0])}</p>
  </section>`;
}

/** @param {{ wearer: number | null, names: string[] }} props */
const PantsStand = ({
  wearer,
  names,
}) => html`<section class=${`sp-stand ${wearer === null ? 'free' : ''}`} data-testid="pants" data-seat=${wearer ?? ''}>
  <${Pants} />
  <div>
    <h3>${t('Smarty Pants')}</h3>
    <p>${wearer === null ? t('Nobody wears them yet.') : t('{name} wears them.', { name: names[wearer] })}</p>
    <p class="sp-note">${t('At the end they throw out the highest chip.')}</p>
  </div>
</section>`;
