/** The board of squirrels: a path that winds past the lake and the meadow and on into the wood. */
import { html } from 'htm/preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language.js';
import { initial } from '../ui/plate.js';

/** @typedef {import('./thats-a-question-words.js').View} View */
/** @typedef {{ x: number, y: number }} Point */

const SIZE = { width: 440, height: 306 };
const MARGIN = 18;
const ROWS = 4;
const ROW_HEIGHT = 74;
const HOP_MS = 260;

/** The cards are turned over before the squirrels run. */
const TURNING_MS = 700;

/** @param {{ view: View, names: string[] }} props */
export function Path({ view: { path, lake, meadow, seats }, names }) {
  const columns = columnsOf(path);
  const places = Array.from({ length: columns * ROWS }, (_, step) => ({ step, ...placeOf(step, columns) }));
  const where = seats.map(({ seat, position }) => t('{name} on {position}', { name: names[seat], position }));
  const drawn = seats.map(each => Math.min(each.position, places.length - 1));
  const behindFirst = [...seats].sort(
    (a, b) => placeOf(drawn[a.seat], columns).y - placeOf(drawn[b.seat], columns).y,
  );
  return html`<svg class="aq-path" data-testid="path" role="img" viewBox=${`0 0 ${SIZE.width} ${SIZE.height}`}
    aria-label=${t('The path of {path} steps, with the lake at {lake} and the meadow at {meadow}: {where}', { path, lake, meadow, where: where.join(', ') })}>
    <${Country} lake=${placeOf(lake, columns)} meadow=${placeOf(meadow, columns)} />
    <path class="aq-trail wood" d=${lineThrough(places.slice(path))} />
    <path class="aq-trail-edge" d=${lineThrough(places.slice(0, path + 1))} />
    <path class="aq-trail" d=${lineThrough(places.slice(0, path + 1))} />
    ${places.map(place => html`<${Stone} key=${place.step} place=${place} path=${path} lake=${lake} meadow=${meadow} />`)}
    ${behindFirst.map(({ seat, position }) => html`<${Squirrel} key=${seat} seat=${seat} name=${names[seat]} position=${position} step=${drawn[seat]} columns=${columns} company=${seats.filter(other => drawn[other.seat] === drawn[seat]).map(other => other.seat)} />`)}
  </svg>`;
}

/** The longer path winds in longer rows. @param {number} path */
const columnsOf = path => Math.ceil((path + 9) / ROWS);

/** Where a step lies: rows are walked to and fro, a little up and down. @param {number} step @param {number} columns @returns {Point} */
export function placeOf(step, columns) {
  const row = Math.floor(step / columns);
  const at = step % columns;
  const x = MARGIN + ((row % 2 === 0 ? at : columns - 1 - at) + 0.5) * ((SIZE.width - 2 * MARGIN) / columns);
  return { x, y: row * ROW_HEIGHT + 50 + Math.sin(x / 38 + row) * 5 };
}

/** A line that turns round at the end of a row. @param {Point[]} places */
const lineThrough = places =>
  places
    .map(({ x, y }, at) => {
      const before = places[at - 1];
      if (!before) return `M${x} ${y}`;
      if (Math.abs(y - before.y) < ROW_HEIGHT / 2) return `L${x} ${y}`;
      const out = x > SIZE.width / 2 ? 26 : -26;
      return `C${before.x + out} ${before.y} ${x + out} ${y} ${x} ${y}`;
    })
    .join(' ');

/** @param {{ place: Point & { step: number }, path: number, lake: number, meadow: number }} props */
function Stone({ place: { step, x, y }, path, lake, meadow }) {
  const at = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  if (step === 0) return html`<g transform=${at}><ellipse class="aq-stone start" rx="17" ry="12" /></g>`;
  if (step === path)
    return html`<g transform=${at}><circle class="aq-stone end" r="14" /><text class="aq-step end" y="4.500">${step}</text></g>`;
  const place = step === lake ? 'lake' : step === meadow ? 'meadow' : '';
  if (place)
    return html`<g transform=${at}><circle class=${`aq-stone ${place}`} r="14" /><text class="aq-step on-place" y="4.500">${step}</text></g>`;
  const isNamed = step % 5 === 0 && step < path;
  return html`<g transform=${at} class=${step > path ? 'aq-beyond' : ''}>
    <circle class="aq-stone" r=${isNamed ? 10 : 6.5} />${isNamed && html`<text class="aq-step" y="4">${step}</text>`}
  </g>`;
}

/** Grass, lake, meadow and wood. @param {{ lake: Point, meadow: Point }} props */
const Country = ({ lake, meadow }) => html`<g class="aq-country">
  <rect class="aq-grass" width=${SIZE.width} height=${SIZE.height} rx="18" />
  <path class="aq-hill" d="M0 118C70 84 150 92 220 112S370 140 440 96V40C380 62 300 40 220 52S60 70 0 40z" />
  <path class="aq-wood" d="M0 306V262C40 236 90 250 140 244S250 226 310 236 400 226 440 212V288Q440 306 422 306H18Q0 306 0 288z" />
  <g transform=${`translate(${(lake.x - 26).toFixed(1)} ${(lake.y + 37).toFixed(1)})`}>
    <path class="aq-lake" d="M-62 2C-64-20-36-30-8-27S50-30 58-6 40 27 6 26-60 26-62 2z" />
    <path class="aq-ripple" d="M-34-6q7-5 14 0t14 0M-2 9q7-5 14 0t14 0M-40 11q5-4 10 0t10 0" />
    <path class="aq-reed" d="M44 16v-15M48 17v-20M40 18v-10" />
  </g>
  <g transform=${`translate(${(meadow.x + 16).toFixed(1)} ${(meadow.y + 37).toFixed(1)})`}>
    <path class="aq-meadow" d="M-64 4C-62-22-34-27-4-25S56-26 62-2 38 28 2 26-66 26-64 4z" />
    ${FLOWERS.map(([x, y, colour]) => html`<g key=${`${x} ${y}`} transform=${`translate(${x} ${y})`}><path class="aq-stem" d="M0 2v7" /><circle class=${`aq-petals ${colour}`} r="3.600" /><circle class="aq-heart" r="1.300" /></g>`)}
  </g>
  ${TREES.map(([x, y, size]) => html`<g key=${`${x} ${y}`} transform=${`translate(${x} ${y}) scale(${size})`}><path class="aq-trunk" d="M-2.500 0h5v11h-5z" /><path class="aq-leaves" d="M0-28C12-28 17-18 14-11 20-6 15 4 6 3H-6C-15 4-20-6-14-11-17-18-12-28 0-28z" /></g>`)}
</g>`;

/** @type {[number, number, string][]} */
const FLOWERS = [
  [-46, -4, 'white'],
  [-30, 8, 'red'],
  [-16, -9, 'yellow'],
  [0, 7, 'white'],
  [16, -8, 'red'],
  [32, 6, 'yellow'],
  [46, -5, 'white'],
];

/** Their roots, and how large they are; those of the wood stand between the last two rows. @type {[number, number, number][]} */
const TREES = [
  [24, 236, 0.7],
  [62, 240, 0.95],
  [196, 236, 0.85],
  [232, 239, 0.6],
  [268, 238, 0.8],
  [412, 232, 1],
  [170, 90, 0.75],
  [140, 93, 0.5],
  [400, 166, 0.6],
  [300, 165, 0.8],
];

/** How far from the middle of a step the `at`-th of `count` squirrels sits. @param {number} at @param {number} count @returns {Point} */
export function sittingApart(at, count) {
  const [perRow, across] = count < 4 ? [count, 28] : [Math.ceil(count / 2), 24];
  const row = Math.floor(at / perRow);
  const inRow = Math.min(perRow, count - row * perRow);
  return {
    x: ((at % perRow) - (inRow - 1) / 2) * across,
    y: count < 4 ? 0 : (row - 0.5) * 22,
  };
}

/** @param {{ seat: number, name: string, position: number, step: number, columns: number, company: number[] }} props */
function Squirrel({ seat, name, position, step, columns, company }) {
  const drawing = useRef(/** @type {SVGGElement | null} */ (null));
  const before = useRef(step);
  const apart = sittingApart(company.indexOf(seat), company.length);
  const at = (/** @type {number} */ where) => {
    const { x, y } = placeOf(where, columns);
    return { x: x + apart.x, y: y + apart.y };
  };
  useLayoutEffect(() => {
    const from = before.current;
    before.current = step;
    if (step <= from || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timing = {
      duration: (step - from) * HOP_MS,
      delay: TURNING_MS,
      fill: /** @type {const} */ ('backwards'),
    };
    drawing.current?.animate(hops(from, step, at), timing);
  }, [step]);
  const size = company.length === 1 ? 1.2 : company.length < 4 ? 0.98 : 0.76;
  return html`<g ref=${drawing} class=${`aq-squirrel tone-${seat % 6}`} data-testid="squirrel" data-seat=${seat} data-position=${position} style=${{ transform: moveTo(at(step)) }}>
    <g transform=${`scale(${size})`}>
      <path class="aq-fur" d=${TAIL} /><path class="aq-fur" d=${BODY} />
      <circle class="aq-eye" cx="10.500" cy="-21" r="1.500" /><circle class="aq-nose" cx="16.600" cy="-17.600" r="1.300" />
      <text class="aq-initial" x="3.500" y="2">${initial(name)}</text>
    </g>
    ${position > step && html`<text class="aq-past" y="-34">${position}</text>`}
  </g>`;
}

/** @param {Point} point */
const moveTo = ({ x, y }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** From step to step, each in an arc. @param {number} from @param {number} to @param {(step: number) => Point} at */
export const hops = (from, to, at) =>
  Array.from({ length: to - from }, (_, hop) => {
    const [start, end] = [at(from + hop), at(from + hop + 1)];
    return [start, { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 - 14 }, end];
  })
    .flat()
    .map(point => ({ transform: moveTo(point) }));

/** A squirrel that sits on 0, 8 and looks to the right. */
const TAIL = 'M-3 7C-15 9-23 0-20-11-17-17-22-20-19-27-15-34-5-32-5-25-5-20-11-20-10-15-9-9-4-8-3 7z';
const BODY =
  'M-6 8C-8-2-5-10 2-12 1-15 2-17 3-19L2-27 7-24C12-26 16-22 17-18 18-16 16-14 13-13L11-12C14-9 14-2 12 3L15 4C17 5 17 8 14 8z';
