import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { randomId } from '../src/ids.js';

test('an id is a random UUID of version 4', () => {
  const ids = Array.from({ length: 1_000 }, randomId);

  assert.equal(new Set(ids).size, 1_000);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('an id is made on a page without TLS too, where browsers have no randomUUID', context => {
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  context.after(() => Reflect.deleteProperty(crypto, 'randomUUID'));

  assert.equal(randomId().length, 36);
});

test('nothing in the client takes an id from where pages without TLS have none', () => {
  const folder = new URL('../src/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.js'),
  );
  const takers = sources.filter(name => readFileSync(new URL(name, folder), 'utf8').includes('randomUUID('));

  assert.equal(sources.includes('session.js'), true);
  assert.deepEqual(takers, []);
});
