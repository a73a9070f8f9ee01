/** The wheel: hub, spokes and ring, the tokens that walk on it, and the spaces that can be reached. */
import { html } from 'htm/preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { n, t } from '../language.js';
import { initial } from '../ui/plate.js';
import { list } from '../words.js';
import { COLOURS, HUB_RADIUS, polar, SPACES, standingApart, wayBetween } from './trivial-pursuit-layout.js';
import { Die, DieFace, namesOf, Sign, SignMark, Wedges } from './trivial-pursuit-signs.js';
import { CATEGORIES, nameOf } from './trivial-pursuit-words.js';

/** @import { LegalMove } from '../types.d.ts' */
/** @typedef {import('./trivial-pursuit-words.js').View} View */
/** @typedef {import('./trivial-pursuit-layout.js').DrawnSpace} DrawnSpace */
/** @typedef {{ space: View['destinations'][number], letter: string, move: LegalMove | undefined }} Destination */

/** How large a token is and how far from the middle of its space, by how many stand there. */
const TOKENS = {
  alone: { radius: 8, apart: 0 },
  few: { radius: 6.6, apart: 6.4 },
  crowded: { radius: 5.6, apart: 9.5 },
};

const STEP_MS = 170;

/**
 * @param {{ view: View, names: string[], destinations: Destination[], pointed: string | null, point: (space: string | null) => void, isBusy: boolean, go: ((move: LegalMove) => void) | null }} props
 */
export function Wheel({ view, names, destinations, pointed, point, isBusy, go }) {
  const isLit = (/** @type {string} */ id) => destinations.some(({ space }) => space.id === id);
  return html`<div class="tp-wheel">
    <svg data-testid="wheel" role="img" aria-label=${t('The board. {tokens}', { tokens: where(view, names) })} viewBox="-102 -102 204 204">
      <circle class="tp-table" r="101" />
      <circle class="tp-inlay" r="71" />
      <g class=${destinations.length > 0 ? 'tp-choosing' : ''}>
        ${[...SPACES.values()].map(space => html`<${Space} key=${space.id} space=${space} isLit=${isLit(space.id)} />`)}
      </g>
      ${view.tokens.map(token => html`<${Token} key=${token.seat} token=${token} name=${names[token.seat]} isInTurn=${token.seat === view.turn} company=${view.tokens.filter(other => other.space.id === token.space.id).map(other => other.seat)} />`)}
    </svg>
    ${destinations.map(each => html`<${Target} key=${each.space.id} destination=${each} isPointed=${each.space.id === pointed} point=${point} isBusy=${isBusy} go=${go} />`)}
    <${Roll} roll=${view.roll} />
  </div>`;
}

/** Who stands where, with which wedges, in words. @param {View} view @param {string[]} names */
const where = ({ tokens }, names) =>
  tokens
    .map(({ seat, space, wedges }) => {
      const values = { name: names[seat], space: nameOf(space), wedges: list(namesOf(wedges)) };
      return wedges.length === 0
        ? t('{name}: {space}, no wedge yet.', values)
        : n(
            '{name}: {space}, with the wedge {wedges}.',
            '{name}: {space}, with the wedges {wedges}.',
            wedges.length,
            values,
          );
    })
    .join(' ');

/** @param {{ space: DrawnSpace, isLit: boolean }} props */
function Space({ space: { id, kind, colour, at, shape }, isLit }) {
  const look = `tp-space tp-${kind.toLowerCase().replace('_', '-')} ${colour ? `tp-${colour.toLowerCase()}` : ''}`;
  return html`<g class=${`${look} ${isLit ? 'lit' : ''}`} data-space=${id} data-colour=${colour}>
    <path class="tp-ground" d=${shape} />
    <g transform=${`translate(${at.x.toFixed(2)} ${at.y.toFixed(2)})`}>
      ${kind === 'HUB' && html`<${HubSign} />`}
      ${kind === 'ROLL_AGAIN' && html`<g transform="scale(0.42)"><${DieFace} roll=${5} /></g>`}
      ${colour && html`<${SignMark} colour=${colour} size=${kind === 'HEADQUARTERS' ? 15 : 8.2} />`}
    </g>
  </g>`;
}

/** Six small wedges round a star: all that has to be brought here. */
const HubSign = () =>
  html`${COLOURS.map((colour, at) => {
    const { x, y } = polar(at * 60, HUB_RADIUS - 4.5);
    return html`<circle key=${colour} class=${`tp-bead tp-${colour.toLowerCase()}`} cx=${x.toFixed(2)} cy=${y.toFixed(2)} r="2.100" />`;
  })}<path class="tp-star" d="M0-8 2.100-2.900 7.600-2.500 3.400 1.100 4.700 6.500 0 3.600-4.700 6.500-3.400 1.100-7.600-2.500-2.100-2.900z" />`;

/** @param {{ token: View['tokens'][number], name: string, isInTurn: boolean, company: number[] }} props */
function Token({ token: { seat, space, wedges }, name, isInTurn, company }) {
  const crowd = company.length === 1 ? 'alone' : company.length < 4 ? 'few' : 'crowded';
  const { radius, apart } = TOKENS[crowd];
  const token = useRef(/** @type {SVGGElement | null} */ (null));
  const before = useRef(space.id);
  const offset = standingApart(company.indexOf(seat), company.length, apart);
  const standing = (/** @type {string} */ id) => {
    const { x, y } = SPACES.get(id)?.at ?? { x: 0, y: 0 };
    return `translate(${(x + offset.x).toFixed(2)}px, ${(y + offset.y).toFixed(2)}px)`;
  };
  useLayoutEffect(() => {
    const way = wayBetween(before.current, space.id);
    before.current = space.id;
    if (way.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const steps = way.map(id => ({ transform: standing(id) }));
    token.current?.animate(steps, { duration: Math.min(1_200, way.length * STEP_MS), easing: 'linear' });
  }, [space.id]);
  return html`<g ref=${token} class=${`tp-token tone-${seat % 6} ${isInTurn ? 'in-turn' : ''}`} data-testid="token" data-seat=${seat} data-space=${space.id} style=${{ transform: standing(space.id) }}>
    <circle class="tp-shadow" cy="1.200" r=${radius + 0.6} />
    <circle class="tp-halo" r=${radius + 2.2} />
    <circle class="tp-rim" r=${radius} />
    <${Wedges} wedges=${wedges} radius=${radius - 1.5} />
    <circle class="tp-knob" r=${radius * 0.46} />
    <text y=${radius * 0.23} font-size=${radius * 0.68}>${initial(name)}</text>
  </g>`;
}

/** A space that can be reached, to be pressed by whoever is to move. The list beside the wheel has the same by keyboard.
 * @param {{ destination: Destination, isPointed: boolean, point: (space: string | null) => void, isBusy: boolean, go: ((move: LegalMove) => void) | null }} props */
function Target({ destination: { space, letter, move }, isPointed, point, isBusy, go }) {
  const { x, y } = SPACES.get(space.id)?.at ?? { x: 0, y: 0 };
  const place = { left: `${((x + 102) / 204) * 100}%`, top: `${((y + 102) / 204) * 100}%` };
  if (!move || !go)
    return html`<span class="tp-target seen" style=${place} data-space=${space.id} aria-hidden="true"></span>`;
  return html`<button class=${`tp-target ${isPointed ? 'pointed' : ''}`} style=${place} tabindex="-1" data-testid="target" data-space=${space.id} aria-label=${nameOf(space)} title=${nameOf(space)} disabled=${isBusy} onClick=${() => go(move)} onMouseEnter=${() => point(space.id)} onMouseLeave=${() => point(null)}><span class="tp-letter" aria-hidden="true">${letter}</span></button>`;
}

/** The die as it lies beside the wheel. @param {{ roll: number | null }} props */
const Roll = ({ roll }) =>
  html`<div class=${`tp-roll ${roll === null ? 'resting' : ''}`} data-testid="die" data-roll=${roll} role="img" aria-label=${roll === null ? t('The die is still to be rolled.') : t('The die shows {roll}.', { roll })}>
    <${Die} key=${roll} roll=${roll ?? 0} class=${roll === null ? 'blank' : ''} />
  </div>`;

/** Which sign and colour stands for which category. */
export const Legend = () =>
  html`<ul class="tp-legend" aria-label=${t('Categories')}>
    ${COLOURS.map(colour => html`<li key=${colour}><${Sign} colour=${colour} /> ${CATEGORIES[colour].name}</li>`)}
  </ul>`;
