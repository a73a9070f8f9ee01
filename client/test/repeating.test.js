import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestIds } from '../src/repeating.js';

test('what is sent again has its id, and whatever was changed has a new one', () => {
  let count = 0;
  const idFor = requestIds(() => `id ${++count}`);
  const correction = { rerule: { answer: 3, isRight: true } };

  assert.equal(idFor({ reason: 'Italian.', correction }), 'id 1');
  assert.equal(idFor({ reason: 'Italian.', correction: { rerule: { answer: 3, isRight: true } } }), 'id 1');
  assert.equal(idFor({ reason: 'Italian.', correction: { rerule: { answer: 3, isRight: false } } }), 'id 2');
  assert.equal(idFor({ reason: 'Roman.', correction }), 'id 3');
  assert.equal(idFor({ reason: 'Italian.', correction }), 'id 4');
});
