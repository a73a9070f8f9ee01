import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointFrom } from '../src/config.js';
import { receiveOpen } from '../src/lobby.js';
import { linkTo, parseRoute } from '../src/route.js';
import { openSession } from '../src/session.js';
import { ahead, secondsUntil } from '../src/time.js';
import { isWithin } from '../src/ui/cards.js';
import { minutes } from '../src/ui/clock.js';
import { optionsInput, withText } from '../src/ui/plain.js';
import { digest } from '../src/ui/seed.js';

test('the socket is beside the endpoint, encrypted when it is', () => {
  assert.deepEqual(endpointFrom('/graphql', 'http://localhost:8000/#/match/1'), {
    http: 'http://localhost:8000/graphql',
    socket: 'ws://localhost:8000/graphql',
  });
  assert.equal(endpointFrom('https://api.example/graphql', 'http://x/').socket, 'wss://api.example/graphql');
});

test('a link leads to the page it was made for', () => {
  const link = linkTo('match', 'mat_1', { code: 'AB CD', seat: null });

  assert.equal(link, '#/match/mat_1?code=AB+CD');
  assert.deepEqual(parseRoute(link), { page: 'match', id: 'mat_1', query: { code: 'AB CD' } });
  assert.deepEqual(parseRoute(''), { page: 'lobby', id: '', query: {} });
});

test('an open match is listed once, and no more when it is closed', () => {
  const match = (/** @type {string} */ id, /** @type {string} */ createdAt) =>
    /** @type {any} */ ({ id, createdAt });
  const first = receiveOpen([], { isOpen: true, match: match('a', '1') });
  const both = receiveOpen(first, { isOpen: true, match: match('b', '2') });
  const again = receiveOpen(both, { isOpen: true, match: match('a', '1') });

  assert.deepEqual(
    again.map(({ id }) => id),
    ['b', 'a'],
  );
  assert.deepEqual(
    receiveOpen(again, { isOpen: false, match: match('b', '2') }).map(({ id }) => id),
    ['a'],
  );
});

test('the time left follows the server’s clock and ends at nothing', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  ahead.value = 2_000;

  assert.equal(secondsUntil('2026-01-01T12:00:30Z', now), 28);
  assert.equal(secondsUntil('2026-01-01T11:00:00Z', now), 0);
  assert.equal(minutes(61.2), '1:02');
});

test('a few ranks are within many only as often as they are there', () => {
  assert.equal(isWithin(['QUEEN', 'QUEEN'], ['QUEEN', 'FOUR']), false);
  assert.equal(isWithin(['FOUR', 'QUEEN'], ['QUEEN', 'QUEEN', 'FOUR']), true);
});

test('the player’s words go where the server wants them, and nothing else changes', () => {
  const move = /** @type {any} */ ({
    input: { quiz: { answer: { text: '', sure: true } } },
    textPath: ['quiz', 'answer', 'text'],
  });

  assert.deepEqual(withText(move, 'Paris'), { quiz: { answer: { text: 'Paris', sure: true } } });
  assert.equal(move.input.quiz.answer.text, '');
});

test('an unknown game is created with its own defaults', () => {
  assert.deepEqual(optionsInput({}, /** @type {any} */ ('TRIVIAL_PURSUIT')), { trivialPursuit: {} });
});

test('the seed’s digest is SHA-256 in hexadecimal digits', async () => {
  assert.equal(await digest('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('the session is kept in the browser, and forgotten on signing out', async () => {
  const kept = new Map();
  const storage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  });
  const asked = /** @type {any[]} */ ([]);
  const api = /** @type {any} */ ({
    insist: async (/** @type {any} */ _, /** @type {any} */ { input }) => {
      asked.push(input);
      return {
        createPlayer: { __typename: 'PlayerCreated', token: 't', player: { id: 'plr_1', name: 'Ada' } },
      };
    },
    ask: async () => ({ revokeToken: { __typename: 'TokenRevoked', count: 1 } }),
  });
  const session = openSession(storage);

  assert.equal(await session.signIn(api, 'Ada'), null);
  assert.deepEqual(Object.keys(asked[0]), ['name', 'requestId']);
  assert.match(asked[0].requestId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(openSession(storage).current.value, { token: 't', player: { id: 'plr_1', name: 'Ada' } });
  await session.signOut(api);
  assert.equal(openSession(storage).current.value, null);
});

test('a kept session that cannot be read is no session', () => {
  assert.equal(openSession(/** @type {any} */ ({ getItem: () => '{broken' })).current.value, null);
});
