/** Corrections of results: what is sent, how they are said, and when the boards have followed. */
import { listed, t } from '../language.js';
import { sleep } from '../time.js';
import { placing } from './words.js';

/** @import { Correction, Counted, CountedAnswer, Schema } from '../types.d.ts' */

/** The server's own bounds for whole numbers. */
const HIGHEST = 2 ** 31 - 1;
/** How often the boards are looked at, and for how long. */
const LOOK = 400;
const LOOKS = 40;

/** The id in what an operator has of a match: the id itself, or a link to the match. @param {string} given */
export const matchIdIn = given => given.match(/mat_\w+/)?.[0] ?? null;

/** Places and points as they are typed. @typedef {{ place: string, points: string }[]} Typed */

/** @param {Counted['seats']} seats @returns {Typed} */
export const typedOf = seats =>
  seats.map(({ place, points }) => ({ place: String(place ?? ''), points: String(points ?? '') }));

/**
 * How a match is ruled on otherwise; of places and points only what was changed. A text says why it cannot be.
 * @param {Counted['seats']} seats @param {Typed} typed @param {CountedAnswer | null} answer which counts the other way
 * @returns {Schema.RulingInput | string}
 */
export function ruling(seats, typed, answer) {
  const places = changed(
    seats.map(({ place }) => place ?? null),
    typed.map(({ place }) => whole(place)),
  );
  const points = changed(
    seats.map(seat => seat.points),
    typed.map(seat => whole(seat.points)),
  );
  if (places?.includes(null) || points?.includes(null)) return t('Places and points are whole numbers.');
  if (!answer && !places && !points) return t('Nothing is changed yet.');
  const numbers = /** @type {{ places: number[] | null, points: number[] | null }} */ ({ places, points });
  return answer ? { answer: answer.number, isRight: !answer.isRight, ...numbers } : numbers;
}

/** @param {(number | null)[]} before @param {(number | null)[]} after */
const changed = (before, after) => (before.every((value, at) => value === after[at]) ? null : after);

/** @param {string} text */
function whole(text) {
  const value = Number(text);
  return text.trim() !== '' && Number.isInteger(value) && Math.abs(value) <= HIGHEST ? value : null;
}

/** What was decided, in a sentence each. @param {Correction} correction @param {string[]} names by seat */
export function decided({ kind, answer, isRight, places, points }, names) {
  if (kind === 'VOID') return [t('The match counts for nothing.')];
  const said = [];
  if (answer != null)
    said.push(
      isRight
        ? t('Answer {number} counts as right.', { number: answer })
        : t('Answer {number} counts as wrong.', { number: answer }),
    );
  if (places) said.push(t('Places: {places}.', { places: inOrder(places, names) }));
  if (points)
    said.push(
      t('Points: {points}.', { points: listed(points.map((each, seat) => scored(names[seat], each))) }),
    );
  return said;
}

/** @param {number[]} places @param {string[]} names */
const inOrder = (places, names) =>
  listed(
    places
      .map((place, seat) => ({ place, name: names[seat] }))
      .sort((one, other) => one.place - other.place)
      .map(placing),
  );

/** @param {string} name @param {number} points */
const scored = (name, points) => t('{name} {points}', { name, points });

/**
 * Whether the boards have taken in a correction; false when that takes unusually long.
 * @param {number} sequence @param {() => Promise<number>} correctedTo @param {(milliseconds: number) => Promise<void>} [pause]
 */
export async function haveFollowed(sequence, correctedTo, pause = sleep) {
  for (let look = 0; look < LOOKS; look++) {
    if ((await correctedTo().catch(() => 0)) >= sequence) return true;
    await pause(LOOK);
  }
  return false;
}
