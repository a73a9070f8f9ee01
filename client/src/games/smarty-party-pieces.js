/** What lies on the table of Smarty Party!: penalty chips, the Pants, a smiley. */
import { html } from 'htm/preact';
import { tellChips } from './smarty-party-words.js';

/** A penalty chip; one that is gone leaves its ring. @param {{ value: number, state?: string }} props */
export const Chip = ({ value, state = '' }) =>
  html`<span class=${`sp-chip of-${value} ${state}`}>${value}</span>`;

/** The chips somebody holds. @param {{ chips: number[], thrownOut?: number | null }} props */
export function Chips({ chips, thrownOut = null }) {
  if (chips.length === 0) return null;
  const gone = thrownOut === null ? -1 : chips.indexOf(thrownOut);
  return html`<span class="sp-chips" data-testid="chips" data-chips=${chips.join(' ')} role="img" aria-label=${tellChips(chips)}>${chips.map((value, at) => html`<${Chip} key=${at} value=${value} state=${at === gone ? 'thrown-out' : ''} />`)}</span>`;
}

export const Pants = () =>
  html`<svg class="sp-pants" viewBox="0 0 40 44" aria-hidden="true">
    <path class="cloth" d="M6 3h28l3.500 36.500q.3 2.500-2.200 2.500h-8.300q-2.200 0-2.600-2.200L20 21l-4.400 18.800q-.4 2.200-2.600 2.200H4.700q-2.500 0-2.200-2.500z" />
    <path class="seam" d="M5.400 10h29.200M20 10v10" />
    ${[
      [10, 17],
      [15, 25],
      [9, 33],
      [29, 16],
      [25.5, 26],
      [31, 33],
    ].map(([x, y]) => html`<circle class="dot" cx=${x} cy=${y} r="2.100" />`)}
  </svg>`;

export const Smiley = () =>
  html`<svg class="sp-smiley" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10" /><path d="M8.500 9v1.500M15.500 9v1.500M7.500 14.500q4.500 4.500 9 0" />
  </svg>`;
