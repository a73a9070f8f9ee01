import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unreachable } from '../src/graphql.js';
import {
  paceChart,
  paceSummary,
  questionChart,
  questionSummary,
  ratedMatches,
  ratingChart,
  scoreChart,
} from '../src/stats/charts.js';
import { QUESTION_COLUMNS } from '../src/stats/columns.js';
import { exportLink, nameIn } from '../src/stats/files.js';
import { followEvent, receiveResult } from '../src/stats/live.js';
import { openOperator } from '../src/stats/operator.js';
import { opponents } from '../src/stats/opponents.js';
import { readPages } from '../src/stats/pages.js';
import { csv, fileName, filledColumns, isNumeric, pressed, sorted } from '../src/stats/tables.js';
import { linesOf, placing, placings, seconds } from '../src/stats/words.js';

/** @typedef {{ name: string, points: number | null }} Row */

/** @type {import('../src/stats/tables.js').Column<Row>[]} */
const COLUMNS = [
  { key: 'name', label: 'Name', value: row => row.name, isHeader: true },
  { key: 'points', label: 'Points', value: row => row.points },
];

/** @type {Row[]} */
const ROWS = [
  { name: 'Ben', points: 9 },
  { name: 'Ada', points: null },
  { name: 'Cleo', points: 10 },
  { name: 'Dan', points: 9 },
];

const names = (/** @type {readonly Row[]} */ rows) => rows.map(({ name }) => name).join(' ');

test('rows are sorted by a column, equal ones as they were, and those without a value last either way', () => {
  assert.equal(names(sorted(ROWS, COLUMNS, { key: 'points', isDescending: true })), 'Cleo Ben Dan Ada');
  assert.equal(names(sorted(ROWS, COLUMNS, { key: 'points', isDescending: false })), 'Ben Dan Cleo Ada');
  assert.equal(names(sorted(ROWS, COLUMNS, { key: 'name', isDescending: false })), 'Ada Ben Cleo Dan');
  assert.equal(names(sorted(ROWS, COLUMNS, null)), 'Ben Ada Cleo Dan');
});

test('numbers are sorted from the highest, texts from the first, then the other way, then not', () => {
  const once = pressed(null, 'points', true);
  const twice = pressed(once, 'points', true);

  assert.deepEqual(once, { key: 'points', isDescending: true });
  assert.deepEqual(twice, { key: 'points', isDescending: false });
  assert.equal(pressed(twice, 'points', true), null);
  assert.deepEqual(pressed(twice, 'name', false), { key: 'name', isDescending: false });
});

test('a column holds numbers when any row has one; one that is empty in all rows is left out', () => {
  assert.deepEqual(
    COLUMNS.map(column => isNumeric(column, ROWS)),
    [false, true],
  );
  assert.deepEqual(
    filledColumns(COLUMNS, [{ name: 'Ada', points: null }]).map(({ key }) => key),
    ['name'],
  );
});

test('a table is CSV in which no cell begins a formula', () => {
  const rows = [
    { name: '=HYPERLINK("http://x")', points: -1.5 },
    { name: 'Ada, Countess', points: null },
  ];

  assert.equal(
    csv(COLUMNS, rows),
    '\uFEFFName,Points\r\n"\'=HYPERLINK(""http://x"")",-1.5\r\n"Ada, Countess",\r\n',
  );
});

test('a file is named after what is in it, in any script', () => {
  assert.equal(fileName('Leaderboard', 'That’s a Question!'), 'leaderboard-that-s-a-question');
  assert.equal(fileName('순위표', 'Twenty'), '순위표-twenty');
});

test('pages are read until there are as many as wanted, or no more', async () => {
  const pages = /** @type {Record<string, any>} */ ({
    null: { nodes: [1, 2], pageInfo: { hasNextPage: true, endCursor: 'b' } },
    b: { nodes: [3], pageInfo: { hasNextPage: false, endCursor: 'c' } },
  });
  const read = async (/** @type {string | null} */ after) => pages[String(after)];

  assert.deepEqual(await readPages(read, 1), { rows: [1, 2], hasMore: true });
  assert.deepEqual(await readPages(read, 5), { rows: [1, 2, 3], hasMore: false });
});

/** @param {string} id @param {number} sequence @param {Record<string, unknown>} [other] @returns {any} */
const update = (id, sequence, other = {}) => ({
  sequence,
  at: `2026-11-29T12:00:0${sequence}Z`,
  match: { id, game: { kind: 'TWENTY', name: 'Twenty' }, outcome: null },
  counted: { countedAs: 'FINISHED', durationSeconds: 30, seats: [] },
  correction: null,
  ...other,
});

test('the newest result comes first, and a correction stays with the result that it is of', () => {
  const correction = { kind: 'VOID', reason: 'Bad table.', operator: { id: 'plr_o', name: 'Olga' } };
  const first = receiveResult([], update('mat_1', 1));
  const second = receiveResult(first, update('mat_2', 2));
  const corrected = receiveResult(second, update('mat_1', 3, { correction, counted: { countedAs: 'VOID' } }));

  assert.deepEqual(
    corrected.map(({ id, sequence, at, counted, corrections }) => [
      id,
      sequence,
      at,
      counted?.countedAs,
      corrections,
    ]),
    [
      ['mat_2', 2, '2026-11-29T12:00:02Z', 'FINISHED', []],
      ['mat_1', 1, '2026-11-29T12:00:01Z', 'VOID', [correction]],
    ],
  );
  assert.deepEqual(receiveResult(second, update('mat_3', 4, { match: null })), second);
});

test('an event is followed on from the last number that came, and boards are read anew once for several', async () => {
  /** @type {{ variables: any, on: any }[]} */
  const asked = [];
  const api = /** @type {any} */ ({
    subscribe(/** @type {any} */ _, /** @type {any} */ variables, /** @type {any} */ on) {
      asked.push({ variables, on });
      return () => {};
    },
  });
  let changes = 0;
  const live = followEvent({
    api,
    event: 'evt_1',
    counted: async () => ({ upTo: 1_000, corrected: 1_000 }),
    tell: assert.fail,
    changed: () => changes++,
    pause: async () => {},
  });
  await live.start();
  assert.equal(asked[0].variables.after, 700);

  asked[0].on.next({ eventUpdates: update('mat_1', 701) });
  asked[0].on.next({ eventUpdates: update('mat_2', 702) });
  asked[0].on.next({ eventUpdates: update('mat_2', 702) });
  await asked[0].on.failed(new Unreachable('gone'));

  assert.equal(asked[1].variables.after, 702);
  assert.deepEqual(
    live.results.value.map(({ id }) => id),
    ['mat_2', 'mat_1'],
  );
  assert.equal(changes, 1);
});

test('boards are read anew once more when they have followed the corrections that came', async () => {
  /** @type {any} */
  let on;
  const api = /** @type {any} */ ({
    subscribe(/** @type {any} */ _, /** @type {any} */ __, /** @type {any} */ listening) {
      on = listening;
      return () => {};
    },
  });
  const told = ['opened'];
  const looks = [0, 0, 2, 3];
  const live = followEvent({
    api,
    event: 'evt_1',
    counted: async () => {
      const corrected = looks.shift() ?? 3;
      told.push(`corrected to ${corrected}`);
      return { upTo: 3, corrected };
    },
    tell: assert.fail,
    changed: () => told.push('read anew'),
    pause: async () => {},
  });
  await live.start();

  on.next({ eventUpdates: update('mat_1', 2, { correction: { sequence: 2 } }) });
  on.next({ eventUpdates: update('mat_1', 3, { correction: { sequence: 3 } }) });
  await new Promise(setImmediate);

  assert.deepEqual(told, [
    'opened',
    'corrected to 0',
    'corrected to 0',
    'read anew',
    'corrected to 2',
    'corrected to 3',
    'read anew',
  ]);
});

const storage = () => {
  const kept = new Map();
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  });
};

test('an operator’s token is kept for the tab, a player’s is refused', async () => {
  const connect = (/** @type {() => string | null} */ token) =>
    /** @type {any} */ ({
      ask: async () => ({
        viewer: { isOperator: token() === 'good', player: { id: 'plr_o', name: 'Olga' } },
      }),
      reconnect() {},
    });
  const tab = storage();
  const operator = openOperator(connect, tab);

  assert.equal(await operator.signIn('bad'), 'This is not an operator’s token.');
  assert.equal(operator.current.value, null);
  assert.equal(await operator.signIn('good'), null);
  assert.deepEqual(openOperator(connect, tab).current.value, { token: 'good', name: 'Olga' });
  operator.signOut();
  assert.equal(openOperator(connect, tab).current.value, null);
});

test('an export is beside the API, narrowed by what is chosen', () => {
  const filter = { format: 'csv', game: 'TWENTY', event: null };

  assert.equal(
    exportLink('https://api.example/play/graphql', 'matches', filter),
    'https://api.example/play/exports/matches?format=csv&game=TWENTY',
  );
  assert.equal(nameIn('attachment; filename="results-7.csv"', 'x.csv'), 'results-7.csv');
  assert.equal(nameIn(null, 'x.csv'), 'x.csv');
});

test('opponents are those met, the latest first, each once and without oneself', () => {
  const player = (/** @type {string} */ id) => ({ player: { id, name: id } });
  const matches = [
    { seats: [player('me'), player('ben'), { player: null }] },
    { seats: [player('cleo'), player('me')] },
    { seats: [player('ben'), player('me')] },
  ];

  assert.deepEqual(
    opponents(matches, 'me').map(({ id }) => id),
    ['ben', 'cleo'],
  );
});

test('who came where is said in the order of the places', () => {
  const result = /** @type {any} */ ({
    match: { outcome: null },
    counted: {
      seats: [
        { name: 'Ada', place: 2, points: 1 },
        { name: 'Ben', place: 1, points: 12 },
      ],
    },
  });

  assert.deepEqual(placings(result).map(placing), ['1. Ben, 12 points', '2. Ada, 1 point']);
});

test('times are said in the unit that suits them', () => {
  assert.deepEqual([4.25, 300, 9_000, null].map(seconds), ['4.3 secs', '5 mins', '2.5 hrs', '–']);
});

/** @param {string} day @param {number} matches @param {number | null} p50 @returns {any} */
const dayOf = (day, matches, p50) => ({ day, matches, durationSeconds: { p50, p95: p50 } });

test('the chart of the pace has matches as bars and minutes as a line', () => {
  const days = [dayOf('2026-11-28', 3, 90), dayOf('2026-11-29', 5, null)];
  const { labels, series } = paceChart(days);

  assert.deepEqual(labels, ['28 Nov 2026', '29 Nov 2026']);
  assert.deepEqual(
    series.map(({ type, values }) => [type, values]),
    [
      ['bar', [3, 5]],
      ['line', [1.5, null]],
    ],
  );
  assert.equal(paceSummary(days), 'Busiest day: 29 Nov 2026 with 5 matches.');
});

test('the chart of scores names its buckets by their first and last point', () => {
  const histogram = [
    { least: 0, below: 10, count: 4 },
    { least: 10, below: 11, count: 1 },
  ];
  const spec = scoreChart(/** @type {any} */ ({ histogram }));

  assert.deepEqual(spec.labels, ['0–9', '10']);
  assert.deepEqual(spec.series[0].values, [4, 1]);
});

test('the chart of ratings has a line for each player, match by match', () => {
  const point = (/** @type {number} */ ordinal) => ({ at: '2026-11-29T12:00:00Z', rating: { ordinal } });
  const players = /** @type {any[]} */ ([
    { name: 'Ada', stats: { ratingHistory: { nodes: [point(1), point(2.5)] } } },
    { name: 'Ben', stats: null },
  ]);

  assert.deepEqual(
    ratingChart(players).series.map(({ label, values }) => [label, values]),
    [
      [
        'Ada',
        [
          { x: 1, y: 1 },
          { x: 2, y: 2.5 },
        ],
      ],
      ['Ben', []],
    ],
  );
  assert.deepEqual(
    ratedMatches(players).map(({ player, match, rating }) => [player, match, rating]),
    [
      ['Ada', 1, 1],
      ['Ada', 2, 2.5],
    ],
  );
});

test('the chart of questions has the first ten of a list, in words as far as there is room', () => {
  const long = 'In which city can you visit the house where Anne Frank hid?';
  const texts = [long, 'Planets', 'Donaudampfschifffahrtsgesellschaftskapitän'];
  const rows = Array.from({ length: 12 }, (_, at) => ({
    question: `tp-${at}`,
    text: texts[at] ?? null,
    category: at === 1 ? '' : 'BLUE',
    rightRate: at / 12,
  }));
  const { labels, titles, series } = questionChart(/** @type {any} */ (rows));

  assert.equal(labels?.length, 10);
  assert.deepEqual(labels?.slice(0, 4), [
    ['In which city can', 'you visit the house …'],
    ['Planets'],
    ['Donaudampfschifffahr…', '(Blue)'],
    ['tp-3 (Blue)'],
  ]);
  assert.deepEqual(titles?.[0], ['In which city can you visit the house where', 'Anne Frank hid? (Blue)']);
  assert.deepEqual(series[0].values.slice(0, 3), [0, 1 / 12, 2 / 12]);
  assert.equal(questionSummary(/** @type {any} */ (rows)), `First: ${long} (Blue).`);
});

test('lines are as long as their letters are wide', () => {
  const dilemma = '1년 동안 나만의 전속 요리사 / 평생 공짜 커피';

  assert.deepEqual(linesOf(dilemma, 20), ['1년 동안 나만의 전속', '요리사 / 평생 공짜', '커피']);
  assert.deepEqual(linesOf(' one  two ', 7), ['one two']);
  assert.deepEqual(linesOf('', 7), []);
});

test('a question is shown in words with its answer, by its id when its deck is gone', () => {
  const asked = { question: 'tp-1#BLUE', text: 'Which city?', rightAnswer: 'Oslo' };
  const gone = { question: 'tp-9#BLUE', text: null, rightAnswer: null };
  const card = { question: 'tq-1', text: 'Cleopatra', rightAnswer: 'Cleopatra' };
  const shown = (/** @type {any} */ row) =>
    ['question', 'answer', 'id'].map(key => QUESTION_COLUMNS.find(column => column.key === key)?.value(row));

  assert.deepEqual([asked, gone, card].map(shown), [
    ['Which city?', 'Oslo', 'tp-1#BLUE'],
    ['tp-9#BLUE', null, 'tp-9#BLUE'],
    ['Cleopatra', null, 'tq-1'],
  ]);
});
