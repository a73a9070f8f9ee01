import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOptions, heading, optionFields, optionsInput } from '../src/games/twenty-questions.js';
import { between, placeOf, standingApart } from '../src/games/twenty-questions-track.js';
import { describe, waiting } from '../src/games/twenty-questions-words.js';
import { schema } from './schema.js';

const NAMES = ['Ada', 'Ben', 'Cleo'];
const who = (/** @type {number} */ seat) => NAMES[seat];

/** @param {Record<string, unknown>} event */
const told = event => describe(/** @type {any} */ (event), NAMES);

const quiet = {
  category: 'PERSON',
  turn: 1,
  bonusPlayer: null,
  lines: [],
  guessing: null,
  freeGuessWindow: null,
  pawnChoice: null,
  review: null,
};
/** @param {Record<string, unknown>} [other] @returns {any} */
const view = other => ({ ...quiet, ...other });

test('every option has a field in the form, and the form sends no other', () => {
  const input = /** @type {any} */ (schema.getType('TwentyQuestionsOptionsInput'));

  assert.deepEqual(optionFields.map(({ name }) => name).sort(), Object.keys(input.getFields()).sort());
});

test('options that stand for words are sent as these words', () => {
  assert.deepEqual(optionsInput({ judging: 2, strictness: 1, guessSeconds: 20, firstReader: null }), {
    twentyQuestions: { judging: 'TABLE', strictness: 'STRICT', guessSeconds: 20, firstReader: null },
  });
  assert.deepEqual(optionsInput({}), { twentyQuestions: { judging: null, strictness: null } });
});

test('options are told in a few words', () => {
  const options = /** @type {any} */ ({ judging: 'READER', strictness: 'STRICT', guessSeconds: 0 });

  assert.deepEqual(describeOptions(options), [
    'the Reader may overrule',
    'strict spelling',
    'no clock for guesses',
  ]);
});

test('the track goes to and fro, a row at a time', () => {
  const grid = { columns: 19, across: 10, down: 10 };

  assert.deepEqual(placeOf(0, grid), { x: 5, y: 5 });
  assert.deepEqual(placeOf(18, grid), { x: 185, y: 5 });
  assert.deepEqual(placeOf(19, grid), { x: 185, y: 15 });
  assert.deepEqual(placeOf(75, grid), { x: 5, y: 35 });
});

test('a pawn walks over every space between', () => {
  assert.deepEqual(between(3, 6), [3, 4, 5, 6]);
  assert.deepEqual(between(6, 4), [6, 5, 4]);
  assert.deepEqual(between(6, 6), [6]);
});

test('pawns on one space stand apart, and one alone in its middle', () => {
  assert.deepEqual(standingApart(0, 1), { x: 0, y: 0 });
  const [left, right] = [standingApart(0, 2), standingApart(1, 2)];

  assert.equal(left.x.toFixed(1), '-9.0');
  assert.equal(right.x.toFixed(1), '9.0');
  assert.equal(Math.abs(left.y - right.y).toFixed(1), '0.0');
});

test('a line that was read is told with its number, a clue as it stands and an instruction in words', () => {
  const clue = { number: 7, clue: 'I was left-handed.', instruction: null, spaces: null, direction: null };
  const other = { number: 3, clue: null, instruction: 'MOVE_OTHER', spaces: 4, direction: 'BACK' };

  assert.equal(
    told({ __typename: 'TwentyQuestionsLineRead', seat: 1, line: clue }),
    'Ben named 7: I was left-handed.',
  );
  assert.equal(
    told({ __typename: 'TwentyQuestionsLineRead', seat: 0, line: other }),
    'Ada named 3: Move another pawn 4 back.',
  );
});

test('a card that is over is told with its answer and who scored', () => {
  const result = {
    answer: 'Nero',
    end: 'SOLVED',
    solver: 1,
    reader: 0,
    linesRead: 6,
    solverPoints: 14,
    readerPoints: 6,
  };
  const ended = (/** @type {Record<string, unknown>} */ other) =>
    told({ __typename: 'TwentyQuestionsCardEnded', result: { ...result, ...other } });

  assert.equal(
    ended({}),
    'It was Nero. Ben guessed it after 6 lines: 14 for Ben and 6 for Ada, who read it.',
  );
  assert.equal(
    ended({ end: 'SPENT', solver: null, solverPoints: 0, readerPoints: 20 }),
    'It was Nero. Nobody guessed it: 20 for Ada, who read it.',
  );
  assert.equal(ended({ end: 'MISSED', solver: null }), 'It was Nero. The Bonus Round was missed.');
});

test('the player to move is told what to do', () => {
  const guessing = { seat: 1, occasion: 'CHIP' };

  assert.equal(heading(view()), 'Name a number.');
  assert.equal(heading(view({ bonusPlayer: 1, lines: [{}] })), 'Name a number, or guess.');
  assert.equal(heading(view({ guessing })), 'Who is it?');
  assert.equal(
    heading(view({ pawnChoice: { seat: 1, spaces: 3, direction: 'BACK' } })),
    'Choose whose pawn goes 3 back.',
  );
  assert.equal(heading(view({ turn: null })), '');
});

test('the others are told whom they wait for', () => {
  const review = { seat: 1, text: 'Nero', judges: [0, 2], ruled: [2] };

  assert.equal(waiting(view(), who), 'Ben is to name a number.');
  assert.equal(waiting(view({ review }), who), 'Ben says “Nero”. To rule on it: Ada.');
  assert.equal(waiting(view({ turn: null }), who), 'The match is over.');
});
