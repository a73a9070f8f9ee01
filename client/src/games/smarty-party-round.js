/** A round that is over: the whole list, and how it moved every pawn. */
import { html } from 'htm/preact';
import { n, t } from '../language.js';
import { icons } from '../ui/icons.js';
import { Chips, Pants, Smiley } from './smarty-party-pieces.js';
import { phaseOf, signed, tellFound, tellOutcome, tellPants } from './smarty-party-words.js';

/** @typedef {import('./smarty-party-words.js').View} View */
/** @typedef {import('./smarty-party-words.js').Round} Round */

/** Whether the last round lies on the table: before the first guess of the next one, and after the match.
 * The Reader's own list takes its place. @param {View} view */
export function isShown(view) {
  const phase = phaseOf(view);
  return phase === 'OVER' || (view.items === null && (phase === 'WAGER' || phase === 'START'));
}

/** @param {{ round: Round, names: string[] }} props */
export const RoundSheet = ({
  round,
  names,
}) => html`<section class="sp-sheet" data-testid="last-round" data-number=${round.number} aria-label=${t('The round that is over')}>
  <header>
    <p class="sp-sheet-about">${t('Round {number} is over', { number: round.number })} · ${tellFound(round)}</p>
    <h3>${round.topic}</h3>
  </header>
  <div class="sp-sheet-body">
    <${Items} items=${round.items} names=${names} />
    <div>
      <${Moves} round=${round} names=${names} />
      <p class="sp-sheet-note">${tellPants(round, seat => names[seat])} ${tellOutcome(round, seat => names[seat])}</p>
    </div>
  </div>
</section>`;

/** @param {{ items: Round['items'], names: string[] }} props */
const Items = ({ items, names }) => html`<ul class="sp-sheet-items">
  ${items.map(
    item => html`<li key=${item.text} class=${item.foundBy === null ? 'missed' : 'found'} data-testid="revealed-item">
    <span>${item.text}${item.smiley && html` <${Smiley} />`}</span>
    <small>${item.foundBy === null ? t('not found') : names[item.foundBy]}</small>
  </li>`,
  )}
</ul>`;

/** What chips, smileys, Pants and wager made of it. @param {{ round: Round, names: string[] }} props */
const Moves = ({ round, names }) => html`<table class="sp-moves">
  <thead><tr><th scope="col">${t('Player')}</th><th scope="col">${t('Chips')}</th><th scope="col">${t('Steps')}</th><th scope="col">${t('Stands on')}</th></tr></thead>
  <tbody>${names.map(
    (name, seat) => html`<tr key=${seat}>
    <th scope="row"><span class="sp-moves-name">${name}</span>${round.pants === seat && html` <${Pants} /><span class="visually-hidden">${t('wore the Smarty Pants')}</span>`}${round.reader === seat && html` <span class="tag">${t('read')}</span>`}</th>
    <td><${Chips} chips=${round.chips[seat]} thrownOut=${round.pants === seat ? round.thrownOut : null} /></td>
    <td>${signed(round.steps[seat])}</td>
    <td>${round.positions[seat]}</td>
  </tr>`,
  )}</tbody>
</table>`;

/** The last round, beside the table. @param {{ view: View, names: string[] }} props */
export function Aside({ view, names }) {
  const round = view.lastRound;
  if (!round) return null;
  const who = (/** @type {number} */ seat) => names[seat];
  return html`<section class="panel sp-aside" data-testid="round-before" aria-label=${t('The last round')}>
    <p class="hint">${t('The last round')} · ${tellFound(round)}</p>
    <h2>${round.topic}</h2>
    <p class="hint">${tellPants(round, who)} ${tellOutcome(round, who)}</p>
    <details><summary>${t('The whole list')}</summary><${Items} items=${round.items} names=${names} /></details>
    <${Guesses} round=${round} names=${names} />
  </section>`;
}

/** @param {{ round: Round, names: string[] }} props */
const Guesses = ({ round, names }) => html`<details class="sp-guesses">
  <summary>${n('{count} guess', '{count} guesses', round.guesses.length)}${round.repeats > 0 && html` · ${n('{count} repeat', '{count} repeats', round.repeats)}`}</summary>
  <ol>${round.guesses.map(
    (guess, at) => html`<li key=${at} class=${guess.item === null ? 'wrong' : 'right'}>
    ${guess.item === null ? icons.close : icons.check}
    <span><span class="sp-guess-text">${guess.text}</span> <small>${names[guess.seat]}<span class="visually-hidden">, ${guess.item === null ? t('wrong') : t('right')}</span>${guess.overruledBy && html` · ${OVERRULED[guess.overruledBy]}`}</small></span>
  </li>`,
  )}</ol>
</details>`;

/** @type {Record<string, string>} */
const OVERRULED = {
  READER: t('as the Reader ruled'),
  TABLE: t('as the table ruled'),
};
