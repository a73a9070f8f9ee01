import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decided, haveFollowed, matchIdIn, ruling, typedOf } from '../src/stats/corrections.js';
import { counted } from '../src/stats/files.js';
import { isOperatorHere } from '../src/stats/operator.js';

const seats = [
  { index: 0, name: 'Ada', place: 1, points: 12 },
  { index: 1, name: 'Ben', place: 2, points: 0 },
];

const wrong = /** @type {any} */ ({ number: 7, isRight: false });

/** @param {any} changes by seat, e.g. `{ 1: { place: '1' } }` */
const typed = changes => typedOf(seats).map((seat, at) => ({ ...seat, ...changes[at] }));

test('an answer is ruled the other way, and what was not changed is not sent', () => {
  assert.deepEqual(ruling(seats, typed({}), wrong), { answer: 7, isRight: true, places: null, points: null });
  assert.deepEqual(ruling(seats, typed({}), { ...wrong, isRight: true }), {
    answer: 7,
    isRight: false,
    places: null,
    points: null,
  });
});

test('places and points are sent for all seats when one was changed', () => {
  assert.deepEqual(ruling(seats, typed({ 1: { place: '1' } }), null), { places: [1, 1], points: null });
  assert.deepEqual(ruling(seats, typed({ 0: { points: ' -3 ' } }), wrong), {
    answer: 7,
    isRight: true,
    places: null,
    points: [-3, 0],
  });
});

test('nothing changed, and what is no whole number, is refused with a sentence', () => {
  assert.equal(ruling(seats, typed({}), null), 'Nothing is changed yet.');
  for (const given of ['', ' ', '1.5', 'x', '1e99', '2147483648', 'Infinity'])
    assert.equal(
      ruling(seats, typed({ 1: { place: given } }), wrong),
      'Places and points are whole numbers.',
    );
});

test('seats without a place, of a match that was given up, can be left as they are', () => {
  const abandoned = seats.map(seat => ({ ...seat, place: null }));

  assert.deepEqual(ruling(abandoned, typedOf(abandoned), wrong), {
    answer: 7,
    isRight: true,
    places: null,
    points: null,
  });
});

/** @param {any} correction */
const said = correction =>
  decided({ answer: null, isRight: null, places: null, points: null, ...correction }, ['Ada', 'Ben']);

test('what was decided is said in a sentence each', () => {
  assert.deepEqual(said({ kind: 'VOID' }), ['The match counts for nothing.']);
  assert.deepEqual(said({ kind: 'RERULE', answer: 3, isRight: false }), ['Answer 3 counts as wrong.']);
  assert.deepEqual(said({ kind: 'RERULE', answer: 3, isRight: true, places: [2, 1], points: [1, 12] }), [
    'Answer 3 counts as right.',
    'Places: 1. Ben and 2. Ada.',
    'Points: Ada 1 and Ben 12.',
  ]);
});

test('a match is named by its id or by any link to it', () => {
  const id = 'mat_0123456789abcdef01234567';

  assert.equal(matchIdIn(id), id);
  assert.equal(matchIdIn(` https://play.example/#/match/${id}?code=ABCDEF`), id);
  assert.equal(matchIdIn(`#/stats/${id}`), id);
  assert.equal(matchIdIn('ABCDEF'), null);
  assert.equal(matchIdIn(''), null);
});

test('boards have followed once they were folded anew with the correction, or are given up on', async () => {
  const corrected = [0, 4, 5];
  const looks = async () => corrected.shift() ?? 5;
  const pause = async () => {};

  assert.equal(await haveFollowed(5, looks, pause), true);
  assert.deepEqual(corrected, []);
  assert.equal(await haveFollowed(6, looks, pause), false);
  assert.equal(await haveFollowed(1, () => Promise.reject(new Error('gone')), pause), false);
});

test('a correction that has been counted has not been followed while the boards are built', async () => {
  /** @type {Record<string, string>} */
  const headers = { 'x-snapshot-at': '5', 'x-boards-corrected-to': '0' };
  /** @type {any} */
  const asked = [];
  const fetch = /** @type {any} */ (
    async (/** @type {string} */ link, /** @type {any} */ options) => {
      asked.push([link, options.method, options.headers.authorization]);
      return { headers: new Headers(headers), text: async () => '' };
    }
  );
  const looks = async () => (await counted('https://play.example/graphql', 'prl_1', fetch)).corrected;

  assert.equal(await haveFollowed(5, looks, async () => {}), false);
  headers['x-boards-corrected-to'] = '5';
  assert.equal(await haveFollowed(5, looks, async () => {}), true);
  assert.deepEqual(asked[0], ['https://play.example/exports/matches', 'HEAD', 'Bearer prl_1']);
  assert.deepEqual(await counted('https://play.example/graphql', 'prl_1', fetch), { upTo: 5, corrected: 5 });
});

test('an operator is here when a token is kept in this tab', () => {
  const storage = (/** @type {string | null} */ kept) => /** @type {any} */ ({ getItem: () => kept });

  assert.equal(isOperatorHere(storage(JSON.stringify({ token: 'prl_1', name: 'Olga' }))), true);
  assert.equal(isOperatorHere(storage(null)), false);
  assert.equal(isOperatorHere(storage('broken')), false);
});
