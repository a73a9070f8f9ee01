/** What stands for a category without its colour, the die, and a token with its wedges. */
import { html } from 'htm/preact';
import { COLOURS, polar } from './trivial-pursuit-layout.js';
import { CATEGORIES } from './trivial-pursuit-words.js';

/** @typedef {import('./trivial-pursuit-layout.js').Colour} Colour */

/** On a square of 24. @type {Record<Colour, string>} */
const DRAWINGS = {
  BROWN:
    'M12 6.500C9.500 4.500 6 4 2.500 4.500v14c3.500-.500 7 0 9.500 2 2.500-2 6-2.500 9.500-2v-14C18 4 14.500 4.500 12 6.500zM12 6.500v14',
  BLUE: 'M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19zM2.500 12h19M12 2.500c-6 5-6 14 0 19M12 2.500c6 5 6 14 0 19',
  ORANGE:
    'M12 2.500a4 4 0 0 0-2.300 7.300c0 3.700-1.200 6-3.700 8.200v3.500h12V18c-2.500-2.200-3.700-4.500-3.700-8.200A4 4 0 0 0 12 2.500zM8 9.800h8',
  YELLOW:
    'M2.500 4.500h16v15h-14a2 2 0 0 1-2-2zM18.500 9h3v8.500a2 2 0 0 1-4 0M6 8.500h9M6 12.300h9M6 16h5.500',
  PINK: 'M9 18V4.500l11-2V16M9 8.500l11-2M9 18a3 2.600 0 1 1-6 0 3 2.600 0 0 1 6 0zM20 16a3 2.600 0 1 1-6 0 3 2.600 0 0 1 6 0z',
  GREEN:
    'M9 17c0-2.500-3.500-3.800-3.500-8a6.500 6.500 0 0 1 13 0c0 4.200-3.500 5.500-3.500 8zM9 20h6M10.500 22.500h3M12 17v-5.500l-2-2M12 11.500l2-2',
};

/** A sign inside another drawing. @param {{ colour: Colour, size: number }} props */
export const SignMark = ({ colour, size }) =>
  html`<path class="tp-sign" d=${DRAWINGS[colour]} transform=${`scale(${size / 24}) translate(-12 -12)`} />`;

/** @param {{ colour: Colour }} props */
export const Sign = ({ colour }) =>
  html`<span class=${`tp-swatch tp-${colour.toLowerCase()}`}><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${DRAWINGS[colour]} /></svg></span>`;

/** Where the pips of each roll lie. @type {[number, number][][]} */
const PIPS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** A die's face from -10 to 10. @param {{ roll: number }} props */
export const DieFace = ({ roll }) =>
  html`<rect class="tp-die-face" x="-9.500" y="-9.500" width="19" height="19" rx="4.500" />
  ${PIPS[roll].map(([x, y], at) => html`<circle key=${at} class="tp-pip" cx=${x * 5} cy=${y * 5} r="2" />`)}`;

/** @param {{ roll: number, class?: string }} props */
export const Die = ({ roll, class: extra = '' }) =>
  html`<svg class=${`tp-die ${extra}`} viewBox="-10 -10 20 20" aria-hidden="true"><${DieFace} roll=${roll} /></svg>`;

/** A sixth of a disc. @param {number} at @param {number} radius */
function slice(at, radius) {
  const [from, to] = [polar(at * 60 - 30, radius), polar(at * 60 + 30, radius)];
  return `M0 0L${from.x.toFixed(2)} ${from.y.toFixed(2)}A${radius} ${radius} 0 0 1 ${to.x.toFixed(2)} ${to.y.toFixed(2)}z`;
}

/** The wedges in their six places, each beside its colour's headquarters. @param {{ wedges: Colour[], radius: number }} props */
export const Wedges = ({ wedges, radius }) =>
  html`<circle class="tp-tray" r=${radius} />
  ${COLOURS.map((colour, at) =>
    wedges.includes(colour)
      ? html`<path key=${colour} class=${`tp-wedge tp-${colour.toLowerCase()}`} data-colour=${colour} d=${slice(at, radius)} />`
      : html`<path key=${`no ${colour}`} class="tp-no-wedge" d=${slice(at, radius)} />`,
  )}`;

/** The names of the wedges held, for those who do not see them. @param {Colour[]} wedges */
export const namesOf = wedges => wedges.map(colour => CATEGORIES[colour].name);
