import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '../src/follow.js';
import { Unreachable } from '../src/graphql.js';
import { EARLIER_PLIES, OPEN_MATCH } from '../src/operations.js';
import { page, read, table, update } from './made.js';

/** A server that answers from a list and keeps what it was asked. */
function scripted() {
  /** @type {any[]} */
  const asked = [];
  /** @type {{ variables: any, on: any }[]} */
  const subscriptions = [];
  /** @type {any} */
  const answers = { reads: [read(1, 2)], plays: [] };
  const api = /** @type {any} */ ({
    insist: async (/** @type {string} */ operation, /** @type {any} */ variables) => {
      asked.push({ operation, variables });
      if (operation === OPEN_MATCH)
        return { match: answers.reads.length > 1 ? answers.reads.shift() : answers.reads[0] };
      if (operation === EARLIER_PLIES) return { match: { log: page(1, 2) } };
      return { play: await answers.plays.shift() };
    },
    subscribe: (/** @type {string} */ _operation, /** @type {any} */ variables, /** @type {any} */ on) => {
      subscriptions.push({ variables, on });
      return () => {};
    },
  });
  return { api, asked, subscriptions, answers };
}

/** @param {ReturnType<typeof scripted>} server */
async function started(server) {
  /** @type {string[]} */
  const told = [];
  let ids = 0;
  const followed = follow({
    api: server.api,
    id: 'mat_1',
    kind: 'TWENTY',
    tell: text => told.push(text),
    newId: () => `id ${++ids}`,
    pause: async () => {},
  });
  await followed.start();
  return { followed, told };
}

const later = () => new Promise(done => setTimeout(done));

test('updates are asked for after the last ply read', async () => {
  const server = scripted();
  await started(server);

  assert.equal(server.subscriptions.length, 1);
  assert.equal(server.subscriptions[0].variables.after, 2);
});

test('the variables name the last ply known at the time they are read, so a reconnection resumes there', async () => {
  const server = scripted();
  await started(server);
  const { variables, on } = server.subscriptions[0];

  on.next({ matchUpdates: update(3) });
  on.next({ matchUpdates: update(4) });

  assert.deepEqual(JSON.parse(JSON.stringify(variables)), { matchId: 'mat_1', code: null, after: 4 });
});

test('a gap reads the match again', async () => {
  const server = scripted();
  const { followed } = await started(server);
  server.answers.reads = [read(1, 6)];

  server.subscriptions[0].on.next({ matchUpdates: update(6) });
  await later();

  assert.equal(followed.state.value.ply, 6);
  assert.deepEqual(
    followed.state.value.log.map(ply => ply.number),
    [1, 2, 3, 4, 5, 6],
  );
});

test('a subscription that breaks off is taken up again', async () => {
  const server = scripted();
  await started(server);

  server.subscriptions[0].on.failed(new Unreachable('gone'));
  await later();

  assert.equal(server.subscriptions.length, 2);
});

test('a subscription that ends with the match is not taken up again', async () => {
  const server = scripted();
  await started(server);
  server.answers.reads = [{ ...read(1, 3), status: 'FINISHED' }];

  server.subscriptions[0].on.ended();
  await later();

  assert.equal(server.subscriptions.length, 1);
});

for (const reason of ['SERVER_STOPPING', 'TOO_SLOW'])
  test(`${reason}: a match is followed on from its last ply, also one that is over`, async () => {
    const server = scripted();
    const { followed } = await started(server);
    server.answers.reads = [{ ...read(1, 2), status: 'FINISHED' }];

    server.subscriptions[0].on.next({ matchUpdates: { ...update(2), events: [], end: { reason } } });
    server.subscriptions[0].on.ended();
    await later();

    assert.equal(server.subscriptions.length, 2);
    assert.equal(server.subscriptions[1].variables.after, 2);
    assert.equal(followed.state.value.log.length, 2);
  });

for (const reason of ['SEAT_LOST', 'MATCH_OVER', 'A_REASON_OF_TOMORROW'])
  test(`${reason}: a match is read once more and no longer followed`, async () => {
    const server = scripted();
    const { followed } = await started(server);
    server.answers.reads = [read(1, 3)];

    server.subscriptions[0].on.next({ matchUpdates: { ...update(3), events: [], end: { reason } } });
    assert.equal(followed.state.value.ply, 2);
    server.subscriptions[0].on.ended();
    await later();

    assert.equal(followed.state.value.ply, 3);
    assert.equal(server.subscriptions.length, 1);
  });

test('a move names the decision and an id of its own', async () => {
  const server = scripted();
  const { followed } = await started(server);
  server.answers.plays = [{ __typename: 'MovePlayed', ply: 3, duplicate: false, match: table(3) }];

  await followed.play({ twenty: { draw: true } });

  const { input } = server.asked.at(-1).variables;
  assert.deepEqual(input, {
    matchId: 'mat_1',
    decision: 2,
    move: { twenty: { draw: true } },
    moveId: 'id 1',
  });
  assert.equal(followed.state.value.match?.ply, 3);
});

test('a second click while the first is on its way sends nothing', async () => {
  const server = scripted();
  const { followed } = await started(server);
  let answer = (/** @type {any} */ _result) => {};
  server.answers.plays = [new Promise(done => (answer = done))];
  const before = server.asked.length;

  const first = followed.play({ twenty: { draw: true } });
  await followed.play({ twenty: { draw: true } });
  answer({ __typename: 'MovePlayed', ply: 3, duplicate: false, match: table(3) });
  await first;

  assert.equal(server.asked.length, before + 1);
  assert.equal(followed.isBusy.value, false);
});

test('a refusal is told in its own words', async () => {
  const server = scripted();
  const { followed, told } = await started(server);
  server.answers.plays = [
    { __typename: 'MoveRefused', code: 'ILLEGAL_MOVE', rule: 'TW-9', message: 'No.', current: null },
  ];

  await followed.play({ twenty: { draw: true } });

  assert.deepEqual(told, ['No.']);
});

test('a move that came too late shows the present match and says nothing', async () => {
  const server = scripted();
  const { followed, told } = await started(server);
  server.answers.plays = [
    { __typename: 'MoveRefused', code: 'STALE', rule: null, message: 'Too late.', current: table(5) },
  ];

  await followed.play({ twenty: { draw: true } });

  assert.deepEqual(told, []);
  assert.equal(followed.state.value.match?.ply, 5);
});

test('a match that is not there is said to be so', async () => {
  const server = scripted();
  server.answers.reads = [null];
  const { followed } = await started(server);

  assert.equal(followed.state.value.problem, 'There is no such match, or it is not open to be watched.');
  assert.equal(server.subscriptions.length, 0);
});

test('earlier plies are read before the first known', async () => {
  const server = scripted();
  server.answers.reads = [read(3, 4)];
  const { followed } = await started(server);

  await followed.readEarlier();

  assert.equal(server.asked.at(-1).variables.before, 'before 3');
  assert.deepEqual(
    followed.state.value.log.map(ply => ply.number),
    [1, 2, 3, 4],
  );
});
