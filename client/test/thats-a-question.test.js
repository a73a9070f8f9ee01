import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOptions, heading, optionFields, optionsInput } from '../src/games/thats-a-question.js';
import {
  answerersOf,
  draftOf,
  NO_PICKS,
  questionOf,
  stillThere,
  withCard,
} from '../src/games/thats-a-question-hand.js';
import { secondsFor } from '../src/games/thats-a-question-options.js';
import { hops, placeOf, sittingApart } from '../src/games/thats-a-question-path.js';
import { kickersOf, layingDown } from '../src/games/thats-a-question-prompt.js';
import { describe, kickerHint, task, waiting } from '../src/games/thats-a-question-words.js';
import { schema } from './schema.js';

const NAMES = ['Ada', 'Ben', 'Cleo'];
const who = (/** @type {number} */ seat) => NAMES[seat];

/** @param {Record<string, unknown>} event */
const told = event => describe(/** @type {any} */ (event), NAMES);

const question = {
  number: 3,
  asker: 0,
  answerer: 1,
  kind: 'GREEN',
  a: { id: 'food-02', text: 'coffee' },
  b: { id: 'food-03', text: 'chocolate' },
};
const quiet = { asker: 0, question: null, laidDown: null, toughKickerOf: null, takeReason: null };
/** @param {Record<string, unknown>} [other] @returns {any} */
const view = other => ({ ...quiet, ...other });

/** @param {Record<string, unknown>[]} said @returns {any[]} */
const moves = (...said) => said.map(input => ({ input: { thatsAQuestion: input } }));

/** @param {string} id */
const card = id => ({ id, blue: `blue ${id}`, green: `green ${id}`, red: `red ${id}` });
const hand = ['a-1', 'b-2', 'c-3'].map(card);

test('every option has a field in the form, and the form sends no other', () => {
  const input = /** @type {any} */ (schema.getType('ThatsAQuestionOptionsInput'));

  assert.deepEqual(optionFields.map(({ name }) => name).sort(), Object.keys(input.getFields()).sort());
  assert.deepEqual(optionsInput({ firstSeat: 0, askSeconds: null }), {
    thatsAQuestion: { firstSeat: 0, askSeconds: null },
  });
});

test('options are told in a few words', () => {
  const options = /** @type {any} */ ({ askSeconds: 90, answerSeconds: 0 });

  assert.deepEqual(describeOptions(options), ['90 seconds to ask', 'no clock for answers']);
});

test('the clock shows the time of what is waited for', () => {
  const options = /** @type {any} */ ({ askSeconds: 90, answerSeconds: 45, kickerSeconds: 20 });

  assert.deepEqual(
    [view(), view({ question }), view({ takeReason: 'PATH' })].map(each => secondsFor(each, options)),
    [90, 45, 20],
  );
});

test('the path turns round at the end of a row and goes back below', () => {
  const [end, next, later] = [placeOf(6, 7), placeOf(7, 7), placeOf(13, 7)];

  assert.equal(next.x, end.x);
  assert.ok(next.y > end.y + 50);
  assert.equal(later.x, placeOf(0, 7).x);
});

test('a squirrel hops from step to step in arcs', () => {
  const at = (/** @type {number} */ step) => ({ x: step * 10, y: 50 });

  assert.deepEqual(
    hops(2, 4, at).map(({ transform }) => transform),
    [
      'translate(20.0px, 50.0px)',
      'translate(25.0px, 36.0px)',
      'translate(30.0px, 50.0px)',
      'translate(30.0px, 50.0px)',
      'translate(35.0px, 36.0px)',
      'translate(40.0px, 50.0px)',
    ],
  );
});

test('squirrels on one step sit side by side, more than three in two rows', () => {
  assert.deepEqual(sittingApart(0, 1), { x: 0, y: 0 });
  assert.deepEqual(sittingApart(1, 2), { x: 14, y: 0 });
  assert.deepEqual(
    [0, 1, 2, 3, 4].map(at => sittingApart(at, 5)),
    [
      { x: -24, y: -11 },
      { x: 0, y: -11 },
      { x: 24, y: -11 },
      { x: -12, y: 11 },
      { x: 12, y: 11 },
    ],
  );
});

test('cards go to the free side and come back when they are pressed again', () => {
  const both = withCard(withCard(NO_PICKS, 'a-1'), 'b-2');

  assert.deepEqual([both.a, both.b], ['a-1', 'b-2']);
  assert.equal(withCard(both, 'c-3').b, 'c-3');
  assert.deepEqual(withCard(both, 'a-1'), { ...both, a: null });
  assert.deepEqual(withCard(withCard(both, 'a-1'), 'c-3'), { ...both, a: 'c-3' });
  assert.equal(withCard(both, 'b-2').b, null);
});

test('cards that are held no more and a player picked for another turn are not picked', () => {
  const picks = { ...NO_PICKS, a: 'gone', b: 'b-2', answerer: 1 };

  assert.deepEqual(stillThere(picks, hand, [1, 2], true), { ...picks, a: null });
  assert.equal(stillThere(picks, hand, [1, 2], false).answerer, null);
  assert.equal(stillThere(picks, hand, [0, 2], true).answerer, null);
  assert.equal(stillThere(picks, hand, [2], false).answerer, 2);
});

test('a question is put together from what the hand says, and sent as the server offers it', () => {
  const asks = [1, 2].flatMap(answerer =>
    ['BLUE', 'RED'].map(kind => ({ ask: { kind, cardA: 'b-2', cardB: 'a-1', answerer } })),
  );
  const offered = moves(...asks);
  const picks = /** @type {const} */ ({ kind: 'RED', a: 'b-2', b: 'a-1', answerer: 2 });

  assert.deepEqual(answerersOf(offered), [1, 2]);
  assert.equal(questionOf(offered, picks), offered[3]);
  assert.equal(questionOf(offered, { ...picks, answerer: null }), undefined);
  assert.deepEqual(draftOf({ ...picks, b: null }, hand), { kind: 'RED', a: 'red b-2', b: null });
});

test('a guess is laid down with the kicker chosen, an answer without', () => {
  const guesses = moves(
    { guess: { choice: 'A', kicker: null } },
    { guess: { choice: 'B', kicker: null } },
    { guess: { choice: 'A', kicker: 'TOUGH' } },
    { guess: { choice: 'B', kicker: 'TOUGH' } },
  );
  const answers = moves({ answer: 'A' }, { answer: 'B' });

  assert.deepEqual(kickersOf(guesses), ['TOUGH']);
  assert.equal(layingDown(guesses, { side: 'B', kicker: 'TOUGH' }), guesses[3]);
  assert.equal(layingDown(guesses, { side: 'A', kicker: null }), guesses[0]);
  assert.equal(layingDown(guesses, { side: null, kicker: null }), undefined);
  assert.deepEqual(kickersOf(answers), []);
  assert.equal(layingDown(answers, { side: 'B', kicker: null }), answers[1]);
  assert.equal(layingDown(answers, { side: null, kicker: null }), undefined);
  assert.equal(layingDown(moves({ askerGuess: 'A' }), { side: 'A', kicker: null })?.input != null, true);
});

test('what the tough question kicker is worth is told by the number of players', () => {
  assert.deepEqual(
    [3, 4, 5].map(players => kickerHint('TOUGH', players)),
    [
      'The asker guesses, too: two steps if that is wrong.',
      'Two steps for each wrong guess of others.',
      'One step for each wrong guess of others.',
    ],
  );
});

test('a question that was answered is told with guesses, kickers and steps', () => {
  const result = {
    question,
    answer: 'B',
    guesses: [{ seat: 2, choice: 'A', kicker: 'TOUGH' }],
    askerGuess: 'A',
    steps: [1, 1, 2],
  };
  const revealed = (/** @type {Record<string, unknown>} */ other) =>
    told({ __typename: 'ThatsAQuestionRevealed', result: { ...result, ...other } });

  assert.equal(
    revealed({}),
    'Ben chose B, “chocolate”. Nobody guessed it. Cleo had added the tough question kicker. ' +
      'Ada, who asked, guessed A. Steps: Ada +1, Ben +1, Cleo +2.',
  );
  assert.equal(
    revealed({ guesses: [{ seat: 2, choice: 'B', kicker: null }], askerGuess: null, steps: [0, 1, 1] }),
    'Ben chose B, “chocolate”. Guessed by Cleo. Steps: Ben +1, Cleo +1.',
  );
});

test('a question is told as it was asked', () => {
  const asked = (/** @type {string} */ kind) =>
    told({ __typename: 'ThatsAQuestionAsked', question: { ...question, kind } });

  assert.deepEqual(['BLUE', 'GREEN', 'RED'].map(asked), [
    'Ada asked Ben which they would choose: A, “coffee”, or B, “chocolate”.',
    'Ada asked Ben which they would miss more: A, “coffee”, or B, “chocolate”.',
    'Ada asked Ben who is worse: A, “coffee”, or B, “chocolate”.',
  ]);
});

test('that somebody has chosen is told without the choice', () => {
  assert.equal(told({ __typename: 'ThatsAQuestionChosen', seat: 2 }), 'Cleo has chosen.');
});

test('the players to move are told what to do', () => {
  assert.equal(heading(view()), 'Ask a question.');
  assert.equal(heading(view({ question })), 'Choose A, “coffee”, or B, “chocolate”.');
  assert.equal(
    heading(view({ question, toughKickerOf: 2 })),
    'The asker guesses A, “coffee”, or B, “chocolate”.',
  );
  assert.equal(heading(view({ takeReason: 'PATH' })), 'Take back a kicker, or leave it on the board.');
  assert.equal(heading(view({ asker: null })), '');
});

test('answerer, guesser and asker each have a task of their own', () => {
  assert.equal(task(view({ question }), 1, who).title, 'Which would you miss more if it were gone?');
  assert.equal(task(view({ question }), 2, who).title, 'What will Ben choose?');
  assert.deepEqual(task(view({ question, toughKickerOf: 2 }), 0, who), {
    title: 'What has Ben chosen?',
    hint: 'Cleo played the tough question kicker: a wrong guess of yours gives Cleo two steps.',
  });
});

test('the others are told whom they wait for', () => {
  assert.equal(waiting(view(), [0], who), 'Ada is thinking of a question.');
  assert.equal(waiting(view({ question }), [1, 2], who), 'Still to choose: Ben and Cleo.');
  assert.equal(
    waiting(view({ question, laidDown: { choice: 'A', kicker: null } }), [1], who),
    'You have laid down A. Still to choose: Ben.',
  );
  assert.equal(waiting(view({ question, toughKickerOf: 2 }), [0], who), 'Ada has to guess, too.');
  assert.equal(waiting(view({ takeReason: 'PATH' }), [2], who), 'A kicker may be taken back by Cleo.');
  assert.equal(waiting(view({ asker: null }), [], who), 'The match is over.');
});
