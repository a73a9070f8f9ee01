import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unreachable } from '../src/graphql.js';
import { followTalk } from '../src/talk.js';

/** A team's talk with a server that keeps what it was asked; `pauses` end at once. */
function followed() {
  /** @type {{ variables: any, on: any, isStopped: boolean }[]} */
  const subscriptions = [];
  /** @type {any[]} */
  const asked = [];
  /** @type {any[]} */
  const answers = [];
  /** @type {string[]} */
  const told = [];
  const api = /** @type {any} */ ({
    subscribe: (/** @type {string} */ _operation, /** @type {any} */ variables, /** @type {any} */ on) => {
      const subscription = { variables, on, isStopped: false };
      subscriptions.push(subscription);
      return () => {
        subscription.isStopped = true;
      };
    },
    ask: async (/** @type {string} */ _operation, /** @type {any} */ { input }) => {
      asked.push(input);
      return { suggest: answers.shift() };
    },
  });
  const talk = followTalk({ api, id: 'mat_1', tell: text => told.push(text), pause: async () => {} });
  return { talk, subscriptions, asked, answers, told };
}

const said = (/** @type {string[]} */ ...texts) => ({ teamTalk: texts.map(text => ({ text })) });
const later = () => new Promise(done => setTimeout(done));

test('each list takes the place of the one before (TP-16)', () => {
  const { talk, subscriptions } = followed();
  const [{ variables, on }] = subscriptions;

  on.next(said('one', 'two'));
  assert.deepEqual(
    talk.said.value.map(({ text }) => text),
    ['one', 'two'],
  );
  on.next(said());

  assert.deepEqual(talk.said.value, []);
  assert.deepEqual(variables, { matchId: 'mat_1' });
});

test('a lost connection and a stream that ended are taken up again, until the table is left', async () => {
  const { talk, subscriptions, told } = followed();

  subscriptions[0].on.failed(new Unreachable('gone'));
  await later();
  subscriptions[1].on.ended();
  await later();
  talk.leave();
  subscriptions[2].on.ended();
  await later();

  assert.equal(subscriptions.length, 3);
  assert.equal(subscriptions[2].isStopped, true);
  assert.deepEqual(told, []);
});

test('who may not listen is told so once, and not asked for again', async () => {
  const { subscriptions, told } = followed();

  subscriptions[0].on.failed(new Error('Team talk is for the members of a team.'));
  await later();

  assert.deepEqual(told, ['Team talk is for the members of a team.']);
  assert.equal(subscriptions.length, 1);
});

test('a suggestion is sent as it is typed; a refused one is told and can be mended', async () => {
  const { talk, asked, answers, told } = followed();
  answers.push({ __typename: 'Suggested' }, { __typename: 'RequestRefused', message: 'Too long.' }, null);

  assert.equal(await talk.suggest(' Paris'), true);
  assert.equal(await talk.suggest('x'), false);
  assert.equal(await talk.suggest('y'), false);

  assert.deepEqual(asked[0], { matchId: 'mat_1', text: ' Paris' });
  assert.deepEqual(told, ['Too long.', 'The server did not answer.']);
});
