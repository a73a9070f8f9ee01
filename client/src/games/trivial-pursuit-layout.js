/** Where the 73 spaces of the wheel lie, in a drawing from -100 to 100 with the hub at 0, 0. No markup here.
 *
 * Ids are those of the schema: HUB, R0 to R41 clockwise round the ring, S0-1 to S5-5 along the spokes outwards.
 */

/** @import { Schema } from '../types.d.ts' */
/** @typedef {Schema.TrivialPursuitColour} Colour */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ id: string, kind: Schema.TrivialPursuitSpaceKind, colour: Colour | null, at: Point, shape: string }} DrawnSpace */

/** In the order of their headquarters, clockwise from the top. @type {Colour[]} */
export const COLOURS = ['BROWN', 'BLUE', 'ORANGE', 'YELLOW', 'PINK', 'GREEN'];

/** From one headquarters to the next. */
export const ARC = 7;
/** Colours of the ring, clockwise from a headquarters and counted from its own; null rolls again. */
const AFTER_HEADQUARTERS = [0, 3, null, 2, 5, null, 4];
/** Colours of a spoke from the hub outwards, counted from the colour of its headquarters. */
const ALONG_SPOKE = [5, 1, 2, 4, 3];

const RING = { inner: 76, outer: 97 };
const HEADQUARTERS = { inner: 72.5, outer: 99.5, degrees: 14 };
const STEP_DEGREES = (60 - HEADQUARTERS.degrees) / (ARC - 1);
export const HUB_RADIUS = 17.5;
const SPOKE_WIDTH = 15;
const SPOKE_STEP = (HEADQUARTERS.inner - HUB_RADIUS) / ALONG_SPOKE.length;

/** @param {number} degrees clockwise from the top @param {number} radius @returns {Point} */
export function polar(degrees, radius) {
  const angle = (degrees * Math.PI) / 180;
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
}

/** @param {Point} point */
const written = ({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** A piece of a ring. @param {number} from @param {number} to @param {{ inner: number, outer: number }} radii */
function sector(from, to, { inner, outer }) {
  const [a, b, c, d] = [polar(from, outer), polar(to, outer), polar(to, inner), polar(from, inner)].map(
    written,
  );
  return `M${a}A${outer} ${outer} 0 0 1 ${b}L${c}A${inner} ${inner} 0 0 0 ${d}z`;
}

/** A polygon. @param {Point[]} points */
export const polygon = points => `M${points.map(written).join('L')}z`;

/** @param {number} spoke @param {number} step 1 to 5 @returns {DrawnSpace} */
function spokeSpace(spoke, step) {
  const near = HUB_RADIUS + (step - 1) * SPOKE_STEP;
  const corner = (/** @type {number} */ along, /** @type {number} */ aside) => {
    const middle = polar(spoke * 60, along);
    const out = polar(spoke * 60 + 90, aside);
    return { x: middle.x + out.x, y: middle.y + out.y };
  };
  const side = SPOKE_WIDTH / 2;
  const far = near + SPOKE_STEP;
  return {
    id: `S${spoke}-${step}`,
    kind: 'CATEGORY',
    colour: COLOURS[(spoke + ALONG_SPOKE[step - 1]) % COLOURS.length],
    at: polar(spoke * 60, (near + far) / 2),
    shape: polygon([corner(near, -side), corner(far, -side), corner(far, side), corner(near, side)]),
  };
}

/** @param {number} place @returns {DrawnSpace} */
function ringSpace(place) {
  const home = Math.floor(place / ARC);
  const offset = place % ARC;
  const shift = AFTER_HEADQUARTERS[offset];
  const colour = shift === null ? null : COLOURS[(home + shift) % COLOURS.length];
  if (offset === 0) {
    const [from, to] = [-1, 1].map(side => home * 60 + (side * HEADQUARTERS.degrees) / 2);
    const at = polar(home * 60, (HEADQUARTERS.inner + HEADQUARTERS.outer) / 2);
    return { id: `R${place}`, kind: 'HEADQUARTERS', colour, at, shape: sector(from, to, HEADQUARTERS) };
  }
  const from = home * 60 + HEADQUARTERS.degrees / 2 + (offset - 1) * STEP_DEGREES;
  return {
    id: `R${place}`,
    kind: colour ? 'CATEGORY' : 'ROLL_AGAIN',
    colour,
    at: polar(from + STEP_DEGREES / 2, (RING.inner + RING.outer) / 2),
    shape: sector(from, from + STEP_DEGREES, RING),
  };
}

/** @type {DrawnSpace} */
const HUB = {
  id: 'HUB',
  kind: 'HUB',
  colour: null,
  at: { x: 0, y: 0 },
  shape: polygon(COLOURS.map((_, at) => polar(at * 60 + 30, HUB_RADIUS / Math.cos(Math.PI / 6)))),
};

const spokes = COLOURS.flatMap((_, spoke) => ALONG_SPOKE.map((_, at) => spokeSpace(spoke, at + 1)));
const ring = Array.from({ length: ARC * COLOURS.length }, (_, place) => ringSpace(place));

/** By id, in the order they are drawn: headquarters lie on their neighbours' edges. */
export const SPACES = new Map(
  [HUB, ...spokes, ...ring]
    .sort((a, b) => Number(a.kind === 'HEADQUARTERS') - Number(b.kind === 'HEADQUARTERS'))
    .map(space => [space.id, space]),
);

/** The spaces drawn next to a space. @param {string} id @returns {string[]} */
export function beside(id) {
  if (id === 'HUB') return COLOURS.map((_, spoke) => `S${spoke}-1`);
  const [, kind, number, step] = /^([RS])(\d+)(?:-(\d))?$/.exec(id) ?? [];
  if (kind === 'S')
    return [
      step === '1' ? 'HUB' : `S${number}-${Number(step) - 1}`,
      step === '5' ? `R${ARC * Number(number)}` : `S${number}-${Number(step) + 1}`,
    ];
  const [before, after] = [-1, 1].map(way => `R${(Number(number) + way + ring.length) % ring.length}`);
  return Number(number) % ARC === 0 ? [before, after, `S${Number(number) / ARC}-5`] : [before, after];
}

/** The shortest way, both ends too. No two ways of a move are as short: they would make a loop.
 * @param {string} from @param {string} to @returns {string[]} */
export function wayBetween(from, to) {
  /** @type {Map<string, string | null>} */
  const reached = new Map([[from, null]]);
  for (const space of reached.keys()) {
    if (space === to) break;
    for (const next of beside(space)) if (!reached.has(next)) reached.set(next, space);
  }
  const way = [];
  for (let space = /** @type {string | null | undefined} */ (to); space; space = reached.get(space))
    way.unshift(space);
  return way;
}

/** How far from the middle of a space the `at`-th of `count` tokens stands. @param {number} at @param {number} count @param {number} radius @returns {Point} */
export const standingApart = (at, count, radius) =>
  count === 1 ? { x: 0, y: 0 } : polar((at * 360) / count + (count === 2 ? 90 : 0), radius);
