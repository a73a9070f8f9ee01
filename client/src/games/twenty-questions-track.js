/** The track from START to FINISH, winding from row to row, and the pawns that walk on it. */
import { html } from 'htm/preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language.js';
import { initial } from '../ui/plate.js';

/** @typedef {{ x: number, y: number }} Point */

const GRID = { columns: 19, across: 44, down: 45 };
/** How large a pawn is, by how many stand on its space. */
const PAWNS = { alone: 13.5, few: 11.5, crowded: 8.5 };

const STEP_MS = 130;
const LONGEST_WALK_MS = 1_800;

/** @param {{ view: import('./twenty-questions-words.js').View, names: string[] }} props */
export function Track({ view: { finish, bonusSpaces, seats }, names }) {
  const spaces = Array.from({ length: finish + 1 }, (_, space) => ({ space, ...placeOf(space) }));
  const rows = Math.ceil(spaces.length / GRID.columns);
  const where = seats
    .map(({ seat, position }) => t('{name} on {position}', { name: names[seat], position }))
    .join(', ');
  return html`<svg class="tq-track" data-testid="track" role="img" aria-label=${t('The track to {finish}: {where}', { finish, where })} viewBox=${`0 0 ${GRID.columns * GRID.across} ${rows * GRID.down}`}>
    <polyline class="tq-road-edge" points=${spaces.map(({ x, y }) => `${x},${y}`).join(' ')} />
    <polyline class="tq-road" points=${spaces.map(({ x, y }) => `${x},${y}`).join(' ')} />
    ${spaces.map(({ space, x, y }) => html`<g key=${space} transform=${`translate(${x} ${y})`}>${drawSpace(space, finish, bonusSpaces.includes(space))}</g>`)}
    ${seats.map(({ seat, position }) => html`<${Pawn} key=${seat} seat=${seat} name=${names[seat]} position=${position} company=${seats.filter(other => other.position === position).map(other => other.seat)} />`)}
  </svg>`;
}

/** @param {number} space @param {number} finish @param {boolean} isBonus */
function drawSpace(space, finish, isBonus) {
  if (space === 0 || space === finish)
    return html`<circle r="18" class="tq-end-space" /><text class="tq-end-word" y="3">${space === 0 ? t('START') : t('FINISH')}</text>`;
  if (isBonus)
    return html`<path class="tq-star" d=${STAR} /><text class="tq-space-number on-star" y="4">${space}</text>`;
  return html`<circle r="13.500" class="tq-space" /><text class=${`tq-space-number ${space % 5 === 0 ? 'fifth' : ''}`} y="4">${space}</text>`;
}

/** Eight soft points around 0, 0. */
const STAR = `M${Array.from({ length: 16 }, (_, at) => {
  const angle = (at * Math.PI) / 8;
  const radius = at % 2 === 0 ? 20 : 15;
  return `${(Math.sin(angle) * radius).toFixed(1)} ${(-Math.cos(angle) * radius).toFixed(1)}`;
}).join('L')}z`;

/** The middle of a space: rows are walked to and fro. @param {number} space @param {typeof GRID} [grid] @returns {Point} */
export function placeOf(space, { columns, across, down } = GRID) {
  const row = Math.floor(space / columns);
  const at = space % columns;
  return { x: ((row % 2 === 0 ? at : columns - 1 - at) + 0.5) * across, y: (row + 0.5) * down };
}

/** How far from the middle of a space the `at`-th of `count` pawns stands. @param {number} at @param {number} count @returns {Point} */
export function standingApart(at, count) {
  if (count === 1) return { x: 0, y: 0 };
  const angle = (at * 2 * Math.PI) / count - Math.PI / 2 - (count === 2 ? Math.PI / 2 : 0);
  const radius = count < 4 ? 9 : 14;
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
}

/** @param {{ seat: number, name: string, position: number, company: number[] }} props */
function Pawn({ seat, name, position, company }) {
  const crowd = company.length === 1 ? 'alone' : company.length < 4 ? 'few' : 'crowded';
  const pawn = useRef(/** @type {SVGGElement | null} */ (null));
  const before = useRef(position);
  const apart = standingApart(company.indexOf(seat), company.length);
  const at = (/** @type {number} */ space) => {
    const { x, y } = placeOf(space);
    return `translate(${(x + apart.x).toFixed(1)}px, ${(y + apart.y).toFixed(1)}px)`;
  };
  useLayoutEffect(() => {
    const way = between(before.current, position);
    before.current = position;
    if (way.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const duration = Math.min(LONGEST_WALK_MS, way.length * STEP_MS);
    pawn.current?.animate(
      way.map(space => ({ transform: at(space) })),
      { duration, easing: 'linear' },
    );
  }, [position]);
  return html`<g ref=${pawn} class=${`tq-pawn tone-${seat % 6} ${crowd}`} data-testid="pawn" data-seat=${seat} data-position=${position} style=${{ transform: at(position) }}>
    <circle r=${PAWNS[crowd]} />
    <text y=${crowd === 'crowded' ? 3.5 : 4.5}>${initial(name)}</text>
  </g>`;
}

/** Every space walked over, both ends too. @param {number} from @param {number} to */
export const between = (from, to) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => from + Math.sign(to - from) * step);
