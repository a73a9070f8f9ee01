/** The inside of a card: pips for ace to ten, a drawn figure for jack, queen and king. */
import { html } from 'htm/preact';
import { Suit } from './suits.js';

const [LEFT, MIDDLE, RIGHT] = [36, 50, 64];

/** Where the pips of each count stand, as columns of heights. @type {Record<number, [number, number[]][]>} */
const PLACES = {
  1: [[MIDDLE, [70]]],
  2: [[MIDDLE, [30, 110]]],
  3: [[MIDDLE, [30, 70, 110]]],
  4: [
    [LEFT, [30, 110]],
    [RIGHT, [30, 110]],
  ],
  5: [
    [LEFT, [30, 110]],
    [MIDDLE, [70]],
    [RIGHT, [30, 110]],
  ],
  6: [
    [LEFT, [30, 70, 110]],
    [RIGHT, [30, 70, 110]],
  ],
  7: [
    [LEFT, [30, 70, 110]],
    [MIDDLE, [50]],
    [RIGHT, [30, 70, 110]],
  ],
  8: [
    [LEFT, [30, 70, 110]],
    [MIDDLE, [50, 90]],
    [RIGHT, [30, 70, 110]],
  ],
  9: [
    [LEFT, [28, 56, 84, 112]],
    [MIDDLE, [70]],
    [RIGHT, [28, 56, 84, 112]],
  ],
  10: [
    [LEFT, [28, 56, 84, 112]],
    [MIDDLE, [42, 98]],
    [RIGHT, [28, 56, 84, 112]],
  ],
};

/** Pips in the lower half stand on their heads. @param {{ suit: string, count: number }} props */
export function Pips({ suit, count }) {
  const size = count === 1 ? 2.5 : 0.8;
  const places = PLACES[count].flatMap(([x, heights]) => heights.map(y => ({ x, y })));
  return html`<g class="pips">
    ${places.map(({ x, y }) => html`<g transform=${y > 70 ? `rotate(180 ${x} ${y})` : null}><${Suit} suit=${suit} x=${x} y=${y} size=${size} /></g>`)}
  </g>`;
}

/** @type {Record<string, any>} */
const HATS = {
  KING: html`<path class="gold" d="M36 29 33 13l8.500 7L50 9l8.500 11L67 13l-3 16z" /><circle class="gold" cx="50" cy="8.500" r="2.200" /><path class="line" d="M36.500 25.500h27" />`,
  QUEEN: html`<path class="gold" d="M37 27c0-7 3-11 6-12l2.500 5L50 12l4.500 8 2.500-5c3 1 6 5 6 12z" /><circle class="tint" cx="50" cy="11" r="2.500" />`,
  JACK: html`<path class="tint" d="M34 28c0-10 10-14 19-13s14 6 14 12c-10-2-23-2-33 1z" /><path class="gold" d="M60 16c4-7 10-9 14-8-1 5-5 10-12 12z" />`,
};

/** @type {Record<string, any>} */
const HAIR = {
  KING: html`<path class="hair" d="M38 30c-3 6-3 12-1 17 2 8 8 12 13 12s11-4 13-12c2-5 2-11-1-17z" />`,
  QUEEN: html`<path class="hair" d="M37 28c-6 8-6 20-8 30 8 3 13 0 14-6h14c1 6 6 9 14 6-2-10-2-22-8-30z" />`,
  JACK: html`<path class="hair" d="M37 27c-4 8-5 16-3 21 6 2 9-1 9-5h14c0 4 3 7 9 5 2-5 1-13-3-21z" />`,
};

const FACE = html`<ellipse class="skin" cx="50" cy="37" rx="10" ry="12" />
  <path class="line" d="M44.500 34.500h3.500M52 34.500h3.500M50 36v4.500l-1.500.500M47.500 45q2.500 1.500 5 0" />`;

const ROBE = html`<path class="tint" d="M22 71c0-11 8-17 18-19l10 9 10-9c10 2 18 8 18 19z" />
  <path class="gold" d="m40 51.500 10 10 10-10 4 3-14 15-14-15z" />
  <path class="line" d="M29 71c1-5 3-8 5-10M71 71c-1-5-3-8-5-10" />`;

/** @type {Record<string, any>} */
const BEARD = {
  KING: html`<path class="hair" d="M41 41c1 9 4 15 9 15s8-6 9-15c-3 3-6 3-9 2.500-3 .500-6 .500-9-2.500z" />`,
};

/** The same half twice, as on a real card. @param {{ card: import('./cards.js').PlayingCard }} props */
export function Court({ card }) {
  const half = html`<svg x="25" y="11" width="50" height="59" viewBox="22 11 56 59" preserveAspectRatio="none" overflow="hidden">
    ${HAIR[card.rank]} ${ROBE} ${FACE} ${BEARD[card.rank]} ${HATS[card.rank]}
  </svg>`;
  return html`<g class="court">
    <rect class="panel" x="25" y="11" width="50" height="118" rx="3" />
    ${half}
    <g transform="rotate(180 50 70)">${half}</g>
    <path class="line" d="M25 70h50" />
    <${Suit} suit=${card.suit} x=${32} y=${20} size=${0.5} />
    <g transform="rotate(180 50 70)"><${Suit} suit=${card.suit} x=${32} y=${20} size=${0.5} /></g>
    <rect class="frame" x="25" y="11" width="50" height="118" rx="3" />
  </g>`;
}
