/** The pile cards are drawn from, and the one they are played on. */
import { html } from 'htm/preact';
import { n, t } from '../language.js';
import { Card, CardBack, nameOf } from './cards.js';

/** @import { PlayingCard } from './cards.js' */

/** @param {{ size: number, draw: (() => void) | null }} props without `draw` it is only looked at */
export function DrawPile({ size, draw }) {
  const label = size === 0 ? t('No cards left') : draw ? t('Draw') : t('{number} left', { number: size });
  return html`<button class="draw-pile" data-testid="draw" disabled=${!draw} onClick=${draw} aria-label=${t('Draw a card. {number} left in the pile', { number: size })}>
    ${Array.from({ length: Math.min(4, size) }, (_, at) => html`<${CardBack} style=${{ '--at': at }} />`)}
    <span class="pile-label" aria-hidden="true">${label}</span>
  </button>`;
}

/** The last few cards, each lying a little differently. @param {{ cards: PlayingCard[] }} props */
export function PlayedPile({ cards }) {
  const top = cards.at(-1);
  const label = top
    ? n(
        'Played pile, {count} card, on top the {card}',
        'Played pile, {count} cards, on top the {card}',
        cards.length,
        { card: nameOf(top) },
      )
    : t('Nothing has been played');
  const first = Math.max(0, cards.length - 5);
  return html`<div class="played" role="img" aria-label=${label}>
    ${cards.slice(first).map((card, at) => html`<${Card} key=${card.id} card=${card} style=${lie(first + at, cards.length)} />`)}
    <span class="pile-label" aria-hidden="true">${top ? t('{number} played', { number: cards.length }) : t('Nothing played')}</span>
  </div>`;
}

/** @param {number} at @param {number} count */
const lie = (at, count) => ({ '--turn': `${((at * 47) % 30) - 15}deg`, '--at': at - count + 1 });
