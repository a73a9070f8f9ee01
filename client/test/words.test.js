import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { isEnumType, isListType, isNonNullType, isObjectType } from 'graphql';
import * as twenty from '../src/games/twenty.js';
import { describe, list, sentence } from '../src/words.js';
import { membersOf } from './schema.js';

const folder = new URL('../src/games/', import.meta.url);
const files = readdirSync(folder).filter(name => name.endsWith('.js'));
const modules = await Promise.all(files.map(name => import(new URL(name, folder).href)));
/** @type {import('../src/types.d.ts').GameModule[]} */
const games = modules.filter(module => 'Board' in module);
const NAMES = ['Ada', 'Ben', 'Cleo', 'Dov'];

/** A value of a type, as small as it can be. @param {any} type @returns {any} */
function example(type) {
  if (isNonNullType(type)) return example(type.ofType);
  if (isListType(type)) return [example(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0].name;
  if (!isObjectType(type)) return { Int: 1, Float: 1.5, Boolean: false }[String(type)] ?? 'Text';
  if (type.name === 'Match') return { id: 'mat_1', code: null };
  return Object.fromEntries(Object.values(type.getFields()).map(field => [field.name, example(field.type)]));
}

const kinds = membersOf('GameView').map(view => view.name.replace(/View$/, ''));

/** The game whose name an event begins with, the longer one of two; undefined for events of every match. @param {string} event */
const gameOf = event => kinds.filter(kind => event.startsWith(kind)).sort((a, b) => b.length - a.length)[0];

/** A game without a table of its own is played on the plain one, which tells its events plainly. @param {string} event */
function isToldPlainly(event) {
  const game = gameOf(event);
  return (
    game !== undefined && !files.includes(`${game.replaceAll(/(?<=.)([A-Z])/g, '-$1').toLowerCase()}.js`)
  );
}

test('at least Twenty and 20 Questions have tables of their own', () => {
  assert.deepEqual(['TwentyPassed', 'TwentyQuestionsCardDrawn', 'MatchEnded'].map(isToldPlainly), [
    false,
    false,
    false,
  ]);
});

for (const type of membersOf('GameEvent').filter(({ name }) => !isToldPlainly(name))) {
  test(`${type.name} has words`, () => {
    const event = { __typename: type.name, ...example(type) };
    const said = describe(event, NAMES, {
      describe: each => games.map(game => game.describe(each, NAMES)).find(Boolean) ?? null,
    });
    const plain = describe({ ...event, __typename: `Unknown${type.name}` }, NAMES);

    assert.doesNotMatch(said, /undefined|null|\[object|NaN/);
    assert.match(said, /^[A-Z].*\.$/u);
    assert.notEqual(said, plain.replace('Unknown ', ''), 'nobody has words for this event');
    assert.doesNotMatch(said, /: .*"/, 'nobody has words for this event');
  });
}

test('what happened in Twenty is told with names and cards', () => {
  const event = /** @type {any} */ ({
    __typename: 'TwentyCountMade',
    seat: 1,
    count: 14,
    cards: [
      { id: 'QS', rank: 'QUEEN', suit: 'SPADES' },
      { id: '4H', rank: 'FOUR', suit: 'HEARTS' },
    ],
  });

  assert.equal(describe(event, NAMES, twenty), 'Ben made 14 with Q♠ and 4♥.');
});

test('an event of an unknown game is told plainly', () => {
  const event = /** @type {any} */ ({ __typename: 'ChessPieceTaken', square: 'e4' });

  assert.equal(describe(event, NAMES), 'Chess piece taken: square "e4".');
});

test('names are joined as people say them', () => {
  assert.equal(list(['Ada']), 'Ada');
  assert.equal(list(['Ada', 'Ben', 'Cleo']), 'Ada, Ben and Cleo');
  assert.equal(sentence('TOO_FEW_SEATS'), 'too few seats');
});
