/** The Reader's list: an item a row, each with a button that slides open when it has been found. */
import { html } from 'htm/preact';
import { t } from '../language.js';
import { icons } from '../ui/icons.js';
import { Smiley } from './smarty-party-pieces.js';

/** @import { LegalMove } from '../types.d.ts' */
/** @typedef {NonNullable<import('./smarty-party-words.js').View['items']>} Items */

/**
 * While a guess is to be ruled on, sliding an item's button says that it is this one.
 * @param {{ items: Items, names: string[], meant: string | null, rulings: Map<string, LegalMove>, isBusy: boolean, rule: (move: LegalMove) => void }} props
 *   `meant`: the item that the server takes the guess for
 */
export const ReadersList = ({ items, names, meant, rulings, isBusy, rule }) =>
  html`<section class="sp-list" data-testid="readers-list" aria-label=${t('Your list')}>
    <p class="sp-list-note">${icons.eye} ${t('Only you, the Reader, see the list.')}</p>
    <ol>${items.map(item => {
      const ruling = rulings.get(item.text);
      const found = item.foundBy === null ? null : names[item.foundBy];
      return html`<li key=${item.text} class=${`${found === null ? '' : 'found'} ${item.text === meant ? 'meant' : ''}`} data-testid="list-item" data-found=${found !== null}>
        ${
          ruling
            ? html`<button class="sp-slide" data-testid="slide-item" aria-label=${labelOf(item.text, found)} disabled=${isBusy} onClick=${() => rule(ruling)}><${Row} item=${item} found=${found} /></button>`
            : html`<div class="sp-slide"><${Row} item=${item} found=${found} /></div>`
        }
      </li>`;
    })}</ol>
  </section>`;

/** @param {string} item @param {string | null} found */
const labelOf = (item, found) =>
  found === null ? t('Right: it is {item}', { item }) : t('A repeat: {item} has been found', { item });

/** @param {{ item: Items[number], found: string | null }} props */
const Row = ({ item, found }) => html`
  <span class="sp-knob" aria-hidden="true"></span>
  <span class="sp-item">
    <span class="sp-item-text">${item.text}</span>
    ${item.smiley && html` <${Smiley} /><span class="visually-hidden">${t('with a smiley')}</span>`}
    ${
      found === null
        ? html`<span class="sp-aliases">${item.aliases.join(' · ')}</span>`
        : html`<span class="sp-finder"><span class="visually-hidden">${t('found by')} </span>${found}</span>`
    }
  </span>`;
