import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOptions, heading, optionFields, optionsInput } from '../src/games/trivial-pursuit.js';
import { beside, COLOURS, SPACES, standingApart, wayBetween } from '../src/games/trivial-pursuit-layout.js';
import { secondsFor } from '../src/games/trivial-pursuit-options.js';
import { describe, nameOf, tellRulings, waiting } from '../src/games/trivial-pursuit-words.js';
import { schema } from './schema.js';

const NAMES = ['Ada', 'Ben', 'Cleo'];
const who = (/** @type {number} */ seat) => NAMES[seat];

/** @param {Record<string, unknown>} event */
const told = event => describe(/** @type {any} */ (event), NAMES);

/** @param {string} id */
const space = id => /** @type {NonNullable<ReturnType<typeof SPACES.get>>} */ (SPACES.get(id));

const quiet = {
  turn: 1,
  roll: null,
  start: null,
  question: null,
  review: null,
  categoryVote: null,
  isChoosingCategory: false,
};
/** @param {Record<string, unknown>} [other] @returns {any} */
const view = other => ({ ...quiet, ...other });

const judged = {
  seat: 1,
  question: { colour: 'YELLOW', text: 'Which sheep was cloned?' },
  answer: 'Dolly',
  guess: 'Molly',
  isRight: false,
  overruledBy: null,
  rulings: [],
};

test('every option has a field in the form, and the form sends no other', () => {
  const input = /** @type {any} */ (schema.getType('TrivialPursuitOptionsInput'));

  assert.deepEqual(optionFields.map(({ name }) => name).sort(), Object.keys(input.getFields()).sort());
});

test('options that stand for words are sent as these words', () => {
  assert.deepEqual(optionsInput({ wedges: 4, judging: 2, strictness: 1, answerSeconds: 60 }), {
    trivialPursuit: { wedges: 4, judging: 'TABLE', strictness: 'STRICT', answerSeconds: 60 },
  });
  assert.deepEqual(optionsInput({}), { trivialPursuit: { judging: null, strictness: null } });
});

test('options are told in a few words', () => {
  const options = /** @type {any} */ ({
    wedges: 4,
    judging: 'READER',
    strictness: 'STRICT',
    answerSeconds: 0,
  });

  assert.deepEqual(describeOptions(options), [
    '4 wedges',
    'the reader may overrule',
    'strict spelling',
    'no clock for answers',
  ]);
});

test('each wait has the whole time its option gives', () => {
  const options = /** @type {any} */ ({ answerSeconds: 30, moveSeconds: 60, judgeSeconds: 20 });

  assert.equal(secondsFor(view(), options), 60);
  assert.equal(secondsFor(view({ question: {} }), options), 30);
  assert.equal(secondsFor(view({ question: {}, review: {} }), options), 20);
});

test('the wheel has 73 spaces: for each colour 1 headquarters, 4 on the ring and 5 on spokes; 12 roll again', () => {
  const count = (/** @type {RegExp} */ id, /** @type {Record<string, unknown>} */ like) =>
    [...SPACES.values()].filter(
      each =>
        id.test(each.id) &&
        Object.entries(like).every(([key, value]) => each[/** @type {'kind'} */ (key)] === value),
    ).length;

  assert.equal(SPACES.size, 73);
  for (const colour of COLOURS) {
    assert.equal(count(/^R/, { colour, kind: 'HEADQUARTERS' }), 1);
    assert.equal(count(/^R/, { colour, kind: 'CATEGORY' }), 4);
    assert.equal(count(/^S/, { colour, kind: 'CATEGORY' }), 5);
  }
  assert.equal(count(/^R/, { colour: null, kind: 'ROLL_AGAIN' }), 12);
});

test('headquarters lie at the ends of their spokes, brown at the top and the others clockwise', () => {
  const top = space('R0').at;
  const right = space('R7').at;

  assert.deepEqual([top.x.toFixed(1), top.y.toFixed(1)], ['0.0', '-86.0']);
  assert.deepEqual([right.x.toFixed(1), right.y.toFixed(1)], ['74.5', '-43.0']);
  assert.deepEqual(
    COLOURS.map((_, at) => space(`R${7 * at}`).colour),
    ['BROWN', 'BLUE', 'ORANGE', 'YELLOW', 'PINK', 'GREEN'],
  );
});

test('spaces lie side by side as they are drawn', () => {
  assert.deepEqual(beside('HUB'), ['S0-1', 'S1-1', 'S2-1', 'S3-1', 'S4-1', 'S5-1']);
  assert.deepEqual(beside('S2-1'), ['HUB', 'S2-2']);
  assert.deepEqual(beside('S2-5'), ['S2-4', 'R14']);
  assert.deepEqual(beside('R0'), ['R41', 'R1', 'S0-5']);
  assert.deepEqual(beside('R41'), ['R40', 'R0']);
});

test('a token walks along the board, through the hub if that is the way', () => {
  assert.deepEqual(wayBetween('R1', 'S0-4'), ['R1', 'R0', 'S0-5', 'S0-4']);
  assert.deepEqual(wayBetween('S1-1', 'S4-1'), ['S1-1', 'HUB', 'S4-1']);
  assert.deepEqual(wayBetween('R40', 'R1'), ['R40', 'R41', 'R0', 'R1']);
  assert.deepEqual(wayBetween('R5', 'R5'), ['R5']);
});

test('tokens on one space stand apart, and one alone in its middle', () => {
  assert.deepEqual(standingApart(0, 1, 6), { x: 0, y: 0 });
  const [left, right] = [standingApart(1, 2, 6), standingApart(0, 2, 6)];

  assert.deepEqual([left.x.toFixed(1), right.x.toFixed(1)], ['-6.0', '6.0']);
  assert.equal(Math.abs(left.y - right.y).toFixed(1), '0.0');
});

test('every space has a name of its own', () => {
  assert.equal(nameOf(space('HUB')), 'Hub');
  assert.equal(nameOf(space('R21')), 'Yellow headquarters');
  assert.equal(nameOf(space('S0-1')), 'Green space, step 1 of the brown spoke');
  assert.equal(nameOf(space('R8')), 'Pink space, 1 clockwise from the blue headquarters');
  assert.equal(nameOf(space('R2')), 'Roll again, 2 clockwise from the brown headquarters');
  assert.equal(new Set([...SPACES.values()].map(nameOf)).size, 73);
});

test('what happened is told with names, spaces and categories', () => {
  const path = [space('S5-1'), space('R35')];

  assert.equal(
    told({ __typename: 'TrivialPursuitMoved', seat: 0, origin: space('HUB'), path }),
    'Ada went to the green headquarters.',
  );
  assert.equal(
    told({ __typename: 'TrivialPursuitMoved', seat: 0, origin: space('HUB'), path: [space('S1-1')] }),
    'Ada went to a brown space.',
  );
  assert.equal(
    told({ __typename: 'TrivialPursuitAnswerJudged', result: { ...judged, isRight: true }, wedge: true }),
    'Ben is right: Dolly. That wins the yellow wedge.',
  );
  assert.equal(
    told({ __typename: 'TrivialPursuitAnswerJudged', result: judged, wedge: false }),
    'Ben is wrong. The answer is Dolly.',
  );
  assert.equal(
    told({ __typename: 'TrivialPursuitAnswerGiven', seat: 1, guess: null }),
    'Ben ran out of time.',
  );
  assert.equal(
    told({
      __typename: 'TrivialPursuitCategoryDecided',
      seat: 0,
      colour: 'PINK',
      votes: [null, 'PINK', 'BLUE'],
    }),
    'Ada’s final question is about Sound & Screen. Ben voted for Sound & Screen. Cleo voted for Global View.',
  );
});

test('people’s rulings are told when they changed something or were split', () => {
  const rulings = [
    { seat: 0, correct: true },
    { seat: 2, correct: false },
  ];

  assert.deepEqual(tellRulings(/** @type {any} */ ({ ...judged, rulings: [rulings[1]] }), who), []);
  assert.deepEqual(tellRulings(/** @type {any} */ ({ ...judged, overruledBy: 'TABLE', rulings }), who), [
    'The table overruled the server.',
    'Right, said Ada; wrong, said Cleo.',
  ]);
});

test('the player to move is told what to do', () => {
  const question = { question: { colour: 'YELLOW', text: 'Which sheep was cloned?' } };

  assert.equal(heading(view({ start: {} })), 'Roll for the start.');
  assert.equal(heading(view()), 'Roll the die.');
  assert.equal(heading(view({ roll: 4 })), 'The die shows 4: where to?');
  assert.equal(heading(view({ isChoosingCategory: true })), 'Choose the category of the question.');
  assert.equal(heading(view({ categoryVote: {} })), 'Which category for the final question?');
  assert.equal(heading(view({ question })), 'News: Which sheep was cloned?');
  assert.equal(heading(view({ question, review: { guess: 'Molly' } })), 'Does “Molly” count?');
  assert.equal(heading(view({ turn: null })), '');
});

test('the others are told whom they wait for', () => {
  const start = { contenders: [0, 2], rolls: [null, null, 3] };

  assert.equal(waiting(view({ turn: null, start }), who), 'The highest roll begins. Still to roll: Ada.');
  assert.equal(waiting(view(), who), 'Ben is to roll.');
  assert.equal(waiting(view({ roll: 4 }), who), 'Ben has rolled 4 and chooses where to go.');
  assert.equal(waiting(view({ isChoosingCategory: true }), who), 'Ben is in the hub and chooses a category.');
  assert.equal(waiting(view({ question: {} }), who), 'Ben is to answer.');
  assert.equal(
    waiting(view({ question: {}, review: { guess: 'Molly', stillToRule: [0, 2] } }), who),
    'Ben says “Molly”. Still to rule on it: Ada and Cleo.',
  );
  assert.equal(
    waiting(view({ categoryVote: { stillToVote: [2] } }), who),
    'The others choose the category of Ben’s final question. Still to vote: Cleo.',
  );
  assert.equal(waiting(view({ turn: null }), who), 'The match is over.');
});
