/** A number on a coin, in a ring of pegs that shows how far it has come. */
import { html } from 'htm/preact';

/** @param {{ number: number, of: number, word: string, label: string }} props */
export const Ring = ({ number, of, word, label }) =>
  html`<div class="count" data-testid="count" data-count=${number} role="img" aria-label=${label}>
    <svg viewBox="-60 -60 120 120" aria-hidden="true">
      ${Array.from({ length: of }, (_, at) => html`<circle r="3.2" cy="-52" transform=${`rotate(${((at + 0.5) * 360) / of})`} class=${`peg ${state(at + 1, number)}`} />`)}
      <circle r="43" class="coin" /><circle r="38" class="coin-edge" />
      <text class="coin-word" y="-17">${word}</text><text class="coin-number" y="21">${number}</text>
    </svg>
  </div>`;

/** @param {number} peg @param {number} number */
const state = (peg, number) => (peg === number ? 'now' : peg < number ? 'lit' : '');
