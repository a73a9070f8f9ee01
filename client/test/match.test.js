import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continued, NOTHING, opened, receive, seen } from '../src/match.js';
import { page, read, table, update } from './made.js';

/** @import { Following } from '../src/types.d.ts' */

/** @param {Following} state */
const numbers = state => state.log.map(ply => ply.number);

test('a read gives the match, its log and where older plies begin', () => {
  const state = opened(NOTHING, read(3, 5));

  assert.deepEqual(numbers(state), [3, 4, 5]);
  assert.equal(state.ply, 5);
  assert.equal(state.earlier, 'before 3');
  assert.equal(state.match?.ply, 5);
});

test('the log of a match that has just been made is empty and whole', () => {
  const state = opened(NOTHING, read(1, 0));

  assert.deepEqual(numbers(state), []);
  assert.equal(state.earlier, null);
});

test('the next ply is added with its match', () => {
  const state = receive(opened(NOTHING, read(1, 2)), update(3));

  assert.deepEqual(numbers(state), [1, 2, 3]);
  assert.equal(state.ply, 3);
  assert.equal(state.match?.ply, 3);
  assert.equal(state.hasGap, false);
});

test('a ply that is known already changes nothing', () => {
  const state = opened(NOTHING, read(1, 3));

  assert.equal(receive(state, update(3)), state);
  assert.equal(receive(state, update(1)), state);
});

test('a ply that does not follow the last shows a gap and is not added', () => {
  const state = receive(opened(NOTHING, read(1, 3)), update(5));

  assert.equal(state.hasGap, true);
  assert.equal(state.ply, 3);
  assert.deepEqual(numbers(state), [1, 2, 3]);
});

test('reading again after a gap keeps the older plies and closes it', () => {
  const before = receive(opened(NOTHING, read(1, 3)), update(6));
  const state = opened(before, read(4, 6));

  assert.deepEqual(numbers(state), [1, 2, 3, 4, 5, 6]);
  assert.equal(state.earlier, null);
  assert.equal(state.hasGap, false);
});

test('older plies that no longer join the read ones are dropped rather than shown with a hole', () => {
  const state = opened(opened(NOTHING, read(1, 3)), read(6, 8));

  assert.deepEqual(numbers(state), [6, 7, 8]);
  assert.equal(state.earlier, 'before 6');
});

test('an answer to a move shows the match, and its plies still come as updates', () => {
  const state = seen(opened(NOTHING, read(1, 2)), table(4));

  assert.equal(state.match?.ply, 4);
  assert.equal(state.ply, 2);
  const later = receive(receive(state, update(3)), update(4));
  assert.deepEqual(numbers(later), [1, 2, 3, 4]);
});

test('an update that shows an older match than the one known does not take it back', () => {
  const state = receive(seen(opened(NOTHING, read(1, 2)), table(4)), update(3));

  assert.equal(state.match?.ply, 4);
  assert.equal(state.ply, 3);
});

test('earlier plies go before the known ones', () => {
  const state = continued(opened(NOTHING, read(3, 4)), page(1, 2));

  assert.deepEqual(numbers(state), [1, 2, 3, 4]);
  assert.equal(state.earlier, null);
});
