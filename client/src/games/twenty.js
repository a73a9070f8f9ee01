/** Twenty: a table with a draw pile, the count on its ring of pegs, the played pile and the hand. */
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { n, t } from '../language.js';
import { clock } from '../option-fields.js';
import { Backs, CardButton, colourSuits, compareCards, isWithin, shortName } from '../ui/cards.js';
import { DrawPile, PlayedPile } from '../ui/piles.js';
import { SeatPlate } from '../ui/plate.js';
import { Ring } from '../ui/ring.js';
import { HandEnd, Scores } from '../ui/scores.js';
import { list } from '../words.js';

/** @import { BoardProps, EventOf, GameView, LegalMove } from '../types.d.ts' */
/** @typedef {Extract<GameView, { __typename: 'TwentyView' }>} View */
/** @typedef {import('../ui/cards.js').PlayingCard} PlayingCard */

/** @type {Record<string, string>} */
const HAND_ENDS = {
  COUNT_OF_20: t('The count of 20 was made.'),
  OUT_OF_CARDS: t('A hand is empty.'),
  ALL_PASSED: t('Everyone passed.'),
  NOBODY_LEFT: t('Nobody was left to play.'),
};

export const reasons = {
  TARGET_REACHED: t('A total reached the target, and the lowest wins.'),
  TOO_FEW_SEATS: t('Nobody else was left to play on.'),
};

/** @param {BoardProps & { view: View }} props */
export function Board({ match, view, names, seat, legalMoves, isBusy, play, clock }) {
  const others = turnedTo(seat, view.seats);
  const plate = (/** @type {View['seats'][number]} */ { seat: index, handSize, total }) =>
    html`<${SeatPlate} key=${index} seat=${match.seats[index]} isYou=${index === match.viewerSeat} clock=${clock}>
      ${index !== seat && html`<${Backs} count=${handSize} />`}<span class="total" title=${t('Points so far')}>${total}<small> ${t('of {target}', { target: view.target })}</small></span>
    </${SeatPlate}>`;
  const draw = legalMoves.find(move => inputOf(move).draw);
  return html`<div class="felt twenty">
    <div class="plates">${others.filter(each => each.seat !== seat).map(plate)}</div>
    <div class="middle">
      <${DrawPile} size=${view.drawPileSize} draw=${play && draw && !isBusy ? () => play(/** @type {any} */ (draw.input)) : null} />
      <${Ring} number=${view.count} of=${20} word=${view.isTieBreak ? t('decider') : t('make')} label=${t('The count to make is {count}', { count: view.count })} />
      <${PlayedPile} cards=${view.played} />
    </div>
    ${view.hand && html`<${Hand} key=${seat} hand=${view.hand} count=${view.count} legalMoves=${legalMoves} isBusy=${isBusy} play=${play}>${others.filter(each => each.seat === seat).map(plate)}</${Hand}>`}
    <${HandEnd} hands=${view.hands} names=${names} words=${HAND_ENDS} />
  </div>`;
}

/** The seats in order of play, starting left of the one looking. @template T @param {number | null} seat @param {T[]} seats */
const turnedTo = (seat, seats) =>
  seat === null ? seats : [...seats.slice(seat + 1), ...seats.slice(0, seat + 1)];

/** @param {LegalMove} move @returns {{ draw?: boolean, makeCount?: string[], pass?: boolean }} */
const inputOf = move => /** @type {any} */ (move.input).twenty;

/** @param {{ hand: PlayingCard[], count: number, legalMoves: LegalMove[], isBusy: boolean, play: BoardProps['play'], children: any }} props */
function Hand({ hand, count, legalMoves, isBusy, play, children }) {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const cards = [...hand].sort(compareCards);
  const kept = chosen.filter(id => hand.some(card => card.id === id));
  const ranks = (/** @type {string[]} */ ids) => ids.map(id => hand.find(card => card.id === id)?.rank ?? '');
  const plays = legalMoves.filter(move => inputOf(move).makeCount);
  const reaches = (/** @type {string[]} */ ids) =>
    plays.filter(move => isWithin(ranks(ids), ranks(inputOf(move).makeCount ?? [])));
  const fitting = reaches(kept);
  const exact = kept.length > 0 && fitting.some(move => inputOf(move).makeCount?.length === kept.length);
  const toggle = (/** @type {string} */ id) =>
    setChosen(kept.includes(id) ? kept.filter(other => other !== id) : [...kept, id]);
  const pass = legalMoves.find(move => inputOf(move).pass);
  return html`<div class="own">
    <div class="own-bar">${children}
      <div class="buttons">
        ${play && html`<button class="primary" data-testid="play-chosen" disabled=${!exact || isBusy} onClick=${() => play({ twenty: { makeCount: kept } })}>${advice(kept.length, exact, fitting.length, count)}</button>`}
        ${play && pass && html`<button data-testid="pass" disabled=${isBusy} onClick=${() => play(/** @type {any} */ (pass.input))}>${pass.label}</button>`}
        ${kept.length > 0 && html`<button class="quiet" onClick=${() => setChosen([])}>${t('Put back')}</button>`}
      </div>
    </div>
    <div class="hand" role="group" aria-label=${t('Your hand')} style=${{ '--cards': cards.length }}>
      ${cards.map(card => html`<${CardButton} key=${card.id} card=${card} isChosen=${kept.includes(card.id)} isUseful=${!play || kept.includes(card.id) || reaches([...kept, card.id]).length > 0} toggle=${toggle} disabled=${!play} />`)}
    </div>
    ${
      play &&
      html`<ul class="moves" aria-label=${t('Ways to make {count}', { count })}>
      ${fitting.map(move => html`<li key=${move.label}><button class="move" data-testid="legal-move" disabled=${isBusy} onClick=${() => play(/** @type {any} */ (move.input))}>${colourSuits(move.label)}</button></li>`)}
    </ul>`
    }
  </div>`;
}

/** @param {number} chosen @param {boolean} isExact @param {number} plays @param {number} count */
function advice(chosen, isExact, plays, count) {
  if (isExact)
    return n('Make {number} with this card', 'Make {number} with these cards', chosen, { number: count });
  if (plays === 0)
    return chosen === 0
      ? t('Nothing you hold makes {count}', { count })
      : t('These cannot make {count}', { count });
  return chosen === 0 ? t('Choose cards that make {count}', { count }) : t('Choose another card');
}

/** The points of each hand. @param {{ view: View, names: string[] }} props */
export const Aside = ({ view: { hands }, names }) =>
  html`<${Scores} hands=${hands} names=${names} hint=${t('Held cards cost points. The lowest total wins.')} />`;

/** @type {{ [Name in import('../types.d.ts').GameEvent['__typename']]?: (event: EventOf<Name>, who: (seat: number) => string) => string }} */
const EVENTS = {
  TwentyHandDealt: ({ number, starter, isTieBreak }, who) =>
    isTieBreak
      ? t('One more hand decides the tie. {name} begins.', { name: who(starter) })
      : t('Hand {number} is dealt. {name} begins.', { number, name: who(starter) }),
  TwentyCardDrawn: ({ seat }, who) => t('{name} drew a card.', { name: who(seat) }),
  TwentyCountMade: ({ seat, count, cards }, who) =>
    t('{name} made {count} with {cards}.', { name: who(seat), count, cards: list(cards.map(shortName)) }),
  TwentyPassed: ({ seat }, who) => t('{name} passed.', { name: who(seat) }),
  TwentyHandEnded: ({ reason, points }, who) => {
    const costs = points.map((each, seat) => t('{name} +{points}', { name: who(seat), points: each }));
    return `${HAND_ENDS[reason]} ${costs.join(', ')}.`;
  },
};

/** @param {import('../types.d.ts').GameEvent} event @param {string[]} names */
export function describe(event, names) {
  const words = /** @type {((event: any, who: (seat: number) => string) => string) | undefined} */ (
    EVENTS[event.__typename]
  );
  return words?.(event, seat => names[seat]) ?? null;
}

/** @param {View} view */
export const heading = view => t('The count to make is {count}.', { count: view.count });

/** @param {{ turnSeconds?: number | null }} options */
export const turnSeconds = options => options.turnSeconds ?? 60;

/** @param {{ target?: number | null, turnSeconds?: number | null }} options */
export const describeOptions = ({ target, turnSeconds: seconds }) => [
  target ? n('to {count} point', 'to {count} points', target) : t('to 100 points, or 200 for three or four'),
  seconds === 0 ? t('no clock') : n('{count} second a turn', '{count} seconds a turn', seconds ?? 60),
];

/** @type {import('../types.d.ts').OptionField[]} */
export const optionFields = [
  {
    name: 'target',
    label: t('Play to'),
    hint: '',
    choices: [
      { value: null, label: t('100 points, 200 for three or four') },
      ...[50, 100, 150, 200, 250, 300].map(value => ({
        value,
        label: n('{count} point', '{count} points', value),
      })),
    ],
  },
  clock('turnSeconds', t('Time for a turn'), 60, [15, 30, 120, 300]),
];

/** @param {Record<string, number | null>} values */
export const optionsInput = values => ({ twenty: values });
