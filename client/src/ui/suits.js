/** The four signs, drawn around 0,0 and 24 units high. */
import { html } from 'htm/preact';

/** @type {Record<string, string>} */
const PATHS = {
  HEARTS:
    'M0 11C-3 7-11 2-11-4.4c0-4 2.9-6.2 5.5-6.2C-2.9-10.6-1-9 0-6.6 1-9 2.9-10.6 5.5-10.6c2.6 0 5.5 2.2 5.5 6.2C11 2 3 7 0 11Z',
  DIAMONDS: 'M0-12C2.6-7 5.4-3.3 9 0 5.4 3.3 2.6 7 0 12-2.6 7-5.4 3.3-9 0-5.4-3.3-2.6-7 0-12Z',
  SPADES:
    'M0-11.5C3-6.5 11-2.2 11 3.8c0 3.4-2.6 5.2-5.1 5.2C3.7 9 2 8 1.1 6.4 1.3 9 2.2 10.6 4.2 11.5h-8.4C-2.2 10.6-1.3 9-1.1 6.4-2 8-3.7 9-5.9 9-8.4 9-11 7.2-11 3.8-11-2.2-3-6.5 0-11.5Z',
  CLUBS:
    'M0-11.5a5.1 5.1 0 0 1 4.2 8A5.2 5.2 0 1 1 1.2 5.1C1.4 8.4 2.3 10.4 4.2 11.5h-8.4C-2.3 10.4-1.4 8.4-1.2 5.1a5.2 5.2 0 1 1-3-8.6 5.1 5.1 0 0 1 4.2-8Z',
};

/** @param {{ suit: string, x?: number, y?: number, size?: number }} props */
export const Suit = ({ suit, x = 0, y = 0, size = 1 }) =>
  html`<path d=${PATHS[suit]} transform=${`translate(${x} ${y}) scale(${size})`} />`;
