import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as game from '../src/games/smarty-party.js';
import { secondsFor } from '../src/games/smarty-party-options.js';
import { isShown } from '../src/games/smarty-party-round.js';
import { between, columnsFor, placeOf } from '../src/games/smarty-party-track.js';
import {
  awaited,
  describe,
  heading,
  phaseOf,
  tellGuess,
  tellOutcome,
  tellPants,
  tellResult,
  tellVerdict,
  waiting,
} from '../src/games/smarty-party-words.js';
import { schema } from './schema.js';

const NAMES = ['Ada', 'Ben', 'Cleo'];
const who = (/** @type {number} */ seat) => NAMES[seat];

/** @param {Record<string, unknown>} event */
const told = event => describe(/** @type {any} */ (event), NAMES);

const said = { seat: 1, text: 'Satrun', result: null, item: null, smiley: false };
const quiet = {
  number: 2,
  reader: 0,
  wagerNumber: 6,
  itemCount: 9,
  wager: 'YES',
  turn: 1,
  isTimed: false,
  onTable: null,
  items: null,
  chipsLeft: [3, 2, 2, 1, 1, 1, 1],
  lastRound: null,
};
/** @param {Record<string, unknown>} [other] @returns {any} */
const view = other => ({ ...quiet, ...other });

const tables = {
  wager: view({ wager: null, turn: null }),
  start: view({ turn: null }),
  guess: view(),
  rule: view({ onTable: said }),
  over: view({ turn: null, lastRound: { number: 2 } }),
};

test('every option has a field in the form, and the form sends no other', () => {
  const input = /** @type {any} */ (schema.getType('SmartyPartyOptionsInput'));

  assert.deepEqual(game.optionFields.map(({ name }) => name).sort(), Object.keys(input.getFields()).sort());
});

test('options that stand for words are sent as these words', () => {
  const values = { judging: 2, strictness: 1, memoryAid: 1, track: 15, firstReader: null };

  assert.deepEqual(game.optionsInput(values), {
    smartyParty: { judging: 'TABLE', strictness: 'STRICT', memoryAid: true, track: 15, firstReader: null },
  });
  assert.deepEqual(game.optionsInput({}), {
    smartyParty: { judging: null, strictness: null, memoryAid: null },
  });
});

test('options are told in a few words', () => {
  const usual = { track: 20, judging: 'READER', strictness: 'LENIENT', memoryAid: false, guessSeconds: 20 };
  const other = { track: 15, judging: 'TABLE', strictness: 'STRICT', memoryAid: true, guessSeconds: 0 };

  assert.deepEqual(game.describeOptions(/** @type {any} */ (usual)), [
    '20 steps to Game Over',
    'judged by the Reader',
    '20 seconds to guess',
  ]);
  assert.deepEqual(game.describeOptions(/** @type {any} */ (other)), [
    '15 steps to Game Over',
    'judged by the table',
    'strict spelling',
    'guesses stay listed',
    'the Reader starts the timer',
  ]);
});

test('the clock shows the time given for what is waited for', () => {
  const options = /** @type {any} */ ({
    wagerSeconds: 45,
    guessSeconds: 20,
    timerSeconds: 15,
    ruleSeconds: 30,
  });
  const { wager, start, guess, rule } = tables;

  assert.deepEqual(
    [wager, start, guess, view({ isTimed: true }), rule].map(each => secondsFor(each, options)),
    [45, 45, 20, 15, 30],
  );
});

test('the track goes to and fro in rows of about the same length', () => {
  assert.deepEqual([15, 20, 25].map(columnsFor), [8, 7, 9]);
  assert.deepEqual(placeOf(0, 8), { row: 0, column: 0 });
  assert.deepEqual(placeOf(7, 8), { row: 0, column: 7 });
  assert.deepEqual(placeOf(8, 8), { row: 1, column: 7 });
  assert.deepEqual(placeOf(15, 8), { row: 1, column: 0 });
});

test('a pawn walks over every space between', () => {
  assert.deepEqual(between(3, 6), [3, 4, 5, 6]);
  assert.deepEqual(between(6, 5), [6, 5]);
});

test('a round is at its wager, its start player, a guess or a ruling, or over', () => {
  assert.deepEqual(Object.values(tables).map(phaseOf), ['WAGER', 'START', 'GUESS', 'RULE', 'OVER']);
  assert.equal(phaseOf(view({ lastRound: { number: 1 } })), 'GUESS');
});

test('the player to move is told what to do', () => {
  const again = { ...said, result: 'REPEAT' };

  assert.deepEqual(Object.values(tables).map(heading), [
    'Will they find at least 6 of the 9?',
    'Who begins?',
    'Name an item.',
    'Is “Satrun” right?',
    '',
  ]);
  assert.equal(heading(view({ onTable: again })), 'That was named before. Name another item.');
  assert.equal(heading(view({ onTable: again, turn: 2 })), 'Name an item.');
});

test('the others are told whom they wait for', () => {
  assert.deepEqual(
    Object.values(tables).map(each => waiting(each, who, [0, 2])),
    [
      'Ada reads the list and wagers.',
      'Ada chooses who begins.',
      'Ben is to name an item.',
      'To rule on “Satrun”: Ada and Cleo.',
      'The match is over.',
    ],
  );
  assert.equal(waiting(view({ isTimed: true }), who, [1]), 'The timer is running for Ben.');
});

test('nobody waits for the Reader during a guess, though the Reader may start the timer (SP-6)', () => {
  assert.deepEqual(awaited(tables.guess, [0, 1]), [1]);
  assert.deepEqual(awaited(tables.rule, [0, 2]), [0, 2]);
});

test('a judge is told the server’s verdict, and the Reader for which item it is', () => {
  const verdict = (/** @type {any} */ each, /** @type {string | null} */ item) =>
    tellVerdict({ verdict: each, item });

  assert.equal(verdict('EXACT', 'Saturn'), 'The server’s verdict: right, it is “Saturn”.');
  assert.equal(verdict('ALIAS', 'Earth'), 'The server’s verdict: right, another name of “Earth”.');
  assert.equal(verdict('NEAR', 'Saturn'), 'The server’s verdict: right, “Saturn” with a slip in it.');
  assert.equal(verdict('EXACT', null), 'The server’s verdict: right, word for word.');
  assert.equal(verdict('ALIAS', null), 'The server’s verdict: right, another name of an item.');
  assert.equal(verdict('NEAR', null), 'The server’s verdict: right, an item with a slip in it.');
  assert.equal(verdict('WRONG', null), 'The server’s verdict: wrong, it is not on the list.');
});

test('a guess is told with what came of it', () => {
  const guess = (/** @type {Record<string, unknown>} */ other) => /** @type {any} */ ({ ...said, ...other });

  assert.equal(tellGuess(guess({}), who), 'Ben named “Satrun”.');
  assert.equal(
    tellGuess(guess({ result: 'RIGHT', item: 'Saturn', smiley: true }), who),
    'Ben named “Satrun”. Right: Saturn. It has a smiley.',
  );
  assert.equal(tellResult(guess({ result: 'RIGHT', text: 'Saturn', item: 'Saturn' })), 'Right');
  assert.equal(tellResult(guess({ result: 'WRONG' })), 'Wrong');
  assert.equal(tellResult(guess({ result: 'REPEAT' })), 'Named before');
  assert.equal(tellResult(guess({})), 'Being ruled on');
});

test('the last round lies on the table until the first turn of the next one, but not over the Reader’s list', () => {
  const lastRound = { number: 1 };
  const shown = (/** @type {Record<string, unknown>} */ other) => isShown(view({ lastRound, ...other }));

  assert.equal(shown({ wager: null, turn: null }), true);
  assert.equal(shown({ turn: null }), true);
  assert.equal(shown({}), false);
  assert.equal(shown({ wager: null, turn: null, items: [] }), false);
  assert.equal(isShown(tables.over), true);
});

test('wager and Pants are told with what they did', () => {
  const round = {
    reader: 0,
    wager: 'YES',
    wagerNumber: 6,
    wagerWon: true,
    isTieBreak: false,
    pants: 1,
    thrownOut: 3,
  };
  const told = (/** @type {Record<string, unknown>} */ other) => {
    const each = /** @type {any} */ ({ ...round, ...other });
    return [tellOutcome(each, who), tellPants(each, who)];
  };

  assert.deepEqual(told({}), [
    'Ada said YES to 6 and was right.',
    'Ben wore the Smarty Pants and threw out a 3.',
  ]);
  assert.deepEqual(told({ wagerWon: false, thrownOut: null }), [
    'Ada said YES to 6 and was wrong.',
    'Ben wore the Smarty Pants without a chip and moved back 1.',
  ]);
  assert.deepEqual(told({ wager: 'NO', pants: null, thrownOut: null }), [
    'Ada said NO to 6 and was right.',
    'Nobody wore the Smarty Pants.',
  ]);
  assert.deepEqual(told({ wager: 'NO', wagerWon: false })[0], 'Ada said NO to 6 and was wrong.');
  assert.deepEqual(told({ isTieBreak: true })[0], 'The wager moved nobody.');
});

test('what happened is told without what was guessed (SP-7)', () => {
  const made = { __typename: 'SmartyPartyGuessMade', seat: 1, smiley: false, chip: null, position: 4 };

  assert.equal(told({ __typename: 'SmartyPartyGuessNamed', seat: 1 }), 'Ben named something.');
  assert.equal(told({ ...made, result: 'RIGHT' }), 'Ben was right and wears the Smarty Pants.');
  assert.equal(
    told({ ...made, result: 'RIGHT', smiley: true }),
    'Ben was right, wears the Smarty Pants and, for the smiley, went back to 4.',
  );
  assert.equal(told({ ...made, result: 'WRONG', chip: 2 }), 'Ben was wrong and took a 2.');
  assert.equal(told({ ...made, result: 'NO_GUESS', chip: 1 }), 'Ben made no guess and took a 1.');
  assert.equal(told({ ...made, result: 'REPEAT' }), 'Ben named something that had been named before.');
});

test('a round that is over is told with what it found and how far everybody came', () => {
  const round = {
    number: 3,
    items: [{ foundBy: 1 }, { foundBy: null }],
    pants: 1,
    thrownOut: 2,
    reader: 0,
    wager: 'NO',
    wagerNumber: 6,
    wagerWon: true,
    isTieBreak: false,
    steps: [-1, 0, 4],
  };

  assert.equal(
    told({ __typename: 'SmartyPartyRoundEnded', round }),
    'Round 3 is over: 1 of 2 found. Ben wore the Smarty Pants and threw out a 2. Ada said NO to 6 and was right. Steps: Ada −1, Ben 0, Cleo +4.',
  );
  assert.equal(
    told({ __typename: 'SmartyPartyTieBreakBegan', contenders: [1, 2] }),
    'A pawn is on Game Over, and the win is tied between Ben and Cleo: they guess on.',
  );
});
