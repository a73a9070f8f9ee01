/** Playing cards, drawn. Four colours, so that no two suits look alike. */
import { html } from 'htm/preact';
import { n, t } from '../language.js';
import { Court, Pips } from './faces.js';
import { Suit } from './suits.js';

/** @typedef {{ id: string, rank: string, suit: string }} PlayingCard */

const RANKS = [
  'ACE',
  'TWO',
  'THREE',
  'FOUR',
  'FIVE',
  'SIX',
  'SEVEN',
  'EIGHT',
  'NINE',
  'TEN',
  'JACK',
  'QUEEN',
  'KING',
];
const SUITS = ['CLUBS', 'DIAMONDS', 'HEARTS', 'SPADES'];
const LETTERS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];

/** @param {PlayingCard} card */
export const letterOf = card => LETTERS[RANKS.indexOf(card.rank)] ?? card.rank;

/** @type {Record<string, string>} */
const RANK_NAMES = {
  ACE: t('ace'),
  TWO: t('two'),
  THREE: t('three'),
  FOUR: t('four'),
  FIVE: t('five'),
  SIX: t('six'),
  SEVEN: t('seven'),
  EIGHT: t('eight'),
  NINE: t('nine'),
  TEN: t('ten'),
  JACK: t('jack'),
  QUEEN: t('queen'),
  KING: t('king'),
};

/** @type {Record<string, string>} */
const SUIT_NAMES = { CLUBS: t('clubs'), DIAMONDS: t('diamonds'), HEARTS: t('hearts'), SPADES: t('spades') };

/** "queen of spades" @param {PlayingCard} card */
export const nameOf = card =>
  t('{rank} of {suit}', { rank: RANK_NAMES[card.rank], suit: SUIT_NAMES[card.suit] });

/** @type {Record<string, string>} */
const SIGNS = { CLUBS: '♣', DIAMONDS: '♦', HEARTS: '♥', SPADES: '♠' };

/** "Q♠", for running text. @param {PlayingCard} card */
export const shortName = card => letterOf(card) + SIGNS[card.suit];

/** Running text with its suits in their colours. @param {string} text */
export const colourSuits = text =>
  text.split(/([♠♥♦♣])/u).map(part => {
    const suit = SUITS.find(name => SIGNS[name] === part);
    return suit ? html`<span class=${`sign ${suit.toLowerCase()}`}>${part}</span>` : part;
  });

/** Whether all of `few` are among `many`, each as often. @param {string[]} few @param {string[]} many */
export function isWithin(few, many) {
  const rest = [...many];
  return few.every(rank => rest.includes(rank) && rest.splice(rest.indexOf(rank), 1));
}

/** The order of a sorted hand. @param {PlayingCard} a @param {PlayingCard} b */
export const compareCards = (a, b) =>
  RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank) || SUITS.indexOf(a.suit) - SUITS.indexOf(b.suit);

/** A card's face. @param {{ card: PlayingCard, class?: string, style?: any }} props */
export function Card({ card, class: extra = '', style }) {
  const corner = html`<g class="corner">
    <text x="12.500" y="23">${letterOf(card)}</text>
    <${Suit} suit=${card.suit} x=${12.5} y=${36} size=${0.58} />
  </g>`;
  return html`<span class=${`card ${card.suit.toLowerCase()} ${extra}`} style=${style} role="img" aria-label=${nameOf(card)}>
    <svg viewBox="0 0 100 140" aria-hidden="true">
      ${RANKS.indexOf(card.rank) < 10 ? html`<${Pips} suit=${card.suit} count=${RANKS.indexOf(card.rank) + 1} />` : html`<${Court} card=${card} />`}
      ${corner}
      <g transform="rotate(180 50 70)">${corner}</g>
    </svg>
  </span>`;
}

/** @param {{ class?: string, style?: any }} props */
export const CardBack = ({ class: extra = '', style }) =>
  html`<span class=${`card back ${extra}`} style=${style} aria-hidden="true"></span>`;

/**
 * A card that can be chosen.
 * @param {{ card: PlayingCard, isChosen: boolean, isUseful: boolean, toggle: (id: string) => void, disabled: boolean }} props
 */
export function CardButton({ card, isChosen, isUseful, toggle, disabled }) {
  return html`<button
    class=${`card-button ${isChosen ? 'chosen' : ''} ${isUseful ? '' : 'useless'}`}
    data-testid="hand-card"
    data-card=${card.id}
    aria-pressed=${isChosen ? 'true' : 'false'}
    aria-label=${nameOf(card)}
    aria-disabled=${disabled ? 'true' : 'false'}
    onClick=${() => disabled || toggle(card.id)}
  >
    <${Card} card=${card} />
  </button>`;
}

/** How many cards somebody holds. @param {{ count: number }} props */
export function Backs({ count }) {
  const shown = Math.min(count, 8);
  return html`<span class="backs" role="img" aria-label=${n('{count} card', '{count} cards', count)}>
    ${Array.from({ length: shown }, (_, at) => html`<${CardBack} class="small" style=${{ '--turn': `${(at - (shown - 1) / 2) * 3.5}deg` }} />`)}
    <span class="backs-count" aria-hidden="true">${count}</span>
  </span>`;
}
