import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, RequestFailed, Unreachable, unalias } from '../src/graphql.js';
import { PLAY } from '../src/mutations.js';
import { MATCH_UPDATES, SERVER_INFO } from '../src/operations.js';
import { sockets } from './sockets.js';

const endpoint = { http: 'http://parlour.test/graphql', socket: 'ws://parlour.test/graphql' };
const MOVE = { input: { matchId: 'mat_1', decision: 4, move: { twenty: { draw: true } }, moveId: 'one id' } };

/** @param {(() => Promise<any>)[]} answers */
function scripted(answers) {
  /** @type {any[]} */
  const sent = [];
  /** @type {number[]} */
  const pauses = [];
  const api = connect({
    endpoint,
    token: () => 'a token',
    webSocketImpl: sockets().Socket,
    fetch: async (_url, options) => {
      sent.push({ ...JSON.parse(String(options?.body)), headers: options?.headers });
      const answer = answers.shift();
      if (!answer) throw new Error('nothing more was expected');
      return answer();
    },
    pause: async milliseconds => void pauses.push(milliseconds),
  });
  return { api, sent, pauses };
}

const offline = () => Promise.reject(new TypeError('fetch failed'));
const status = (/** @type {number} */ code) => async () => new Response('', { status: code });
const json = (/** @type {unknown} */ body) => async () => Response.json(body);
const PLAYED = { play: { __typename: 'MovePlayed', ply: 5, duplicate: false } };

test('a move is sent again with the same moveId until it is answered', async () => {
  const { api, sent, pauses } = scripted([offline, status(503), json({ data: PLAYED })]);

  const result = await api.insist(PLAY, MOVE, 'TWENTY');

  assert.deepEqual(result, PLAYED);
  assert.deepEqual(
    sent.map(request => request.variables.input.moveId),
    ['one id', 'one id', 'one id'],
  );
  assert.equal(pauses.length, 2);
  assert.ok(pauses[1] > pauses[0], 'the second pause is longer');
});

test('patience ends after eight attempts', async () => {
  const { api, sent } = scripted(Array.from({ length: 9 }, () => offline));

  await assert.rejects(api.insist(PLAY, MOVE, 'TWENTY'), Unreachable);
  assert.equal(sent.length, 8);
});

test('an answer with errors is not asked for again', async () => {
  const error = { message: 'Sign in first.', extensions: { code: 'UNAUTHENTICATED' } };
  const { api, sent } = scripted([json({ errors: [error] })]);

  await assert.rejects(api.insist(SERVER_INFO, {}), { message: 'Sign in first.', code: 'UNAUTHENTICATED' });
  assert.equal(sent.length, 1);
});

test('what may not arrive twice is sent once', async () => {
  const { api, sent } = scripted([offline]);

  await assert.rejects(api.ask(SERVER_INFO, {}), Unreachable);
  assert.equal(sent.length, 1);
});

test('a request carries the token', async () => {
  const { api, sent } = scripted([json({ data: {} })]);

  await api.ask(SERVER_INFO, {});

  assert.equal(sent[0].headers.authorization, 'Bearer a token');
});

test('after a drop the subscription is asked for again, after the ply reached by then', async () => {
  const { Socket, opened } = sockets();
  const api = connect({ endpoint, token: () => 'a token', webSocketImpl: Socket, pause: async () => {} });
  let known = 7;
  const variables = {
    matchId: 'mat_1',
    get after() {
      return known;
    },
  };
  /** @type {any[]} */
  const arrived = [];
  const stop = api.subscribe(
    MATCH_UPDATES,
    variables,
    { next: result => arrived.push(result), failed: assert.fail },
    'TWENTY',
  );

  const first = await opened(0);
  const { id } = first.subscription();
  first.say({ id, type: 'next', payload: { data: { matchUpdates: { ply: 8 } } } });
  known = 8;
  first.drop(1006);
  assert.equal(api.connection.value, 'reconnecting');
  const second = await opened(1);

  assert.deepEqual(first.subscription().payload.variables, { matchId: 'mat_1', after: 7 });
  assert.deepEqual(second.subscription().payload.variables, { matchId: 'mat_1', after: 8 });
  assert.equal(second.sent[0].payload.authorization, 'Bearer a token');
  assert.deepEqual(arrived, [{ matchUpdates: { ply: 8 } }]);
  assert.equal(api.connection.value, 'connected');
  stop();
});

test('a socket is given up as soon as the network is gone', async () => {
  const { Socket, opened } = sockets();
  const network = new EventTarget();
  const api = connect({
    endpoint,
    token: () => 'a token',
    webSocketImpl: Socket,
    pause: async () => {},
    network,
  });
  const stop = api.subscribe(
    MATCH_UPDATES,
    { matchId: 'mat_1' },
    { next: () => assert.fail('nothing was sent'), failed: assert.fail },
    'TWENTY',
  );
  const first = await opened(0);

  network.dispatchEvent(new Event('offline'));

  assert.equal(first.readyState, Socket.CLOSING);
  assert.equal(api.connection.value, 'reconnecting');
  await opened(1);
  assert.equal(api.connection.value, 'connected');
  stop();
});

test('a ping is answered, but not one that arrives while the socket closes', async () => {
  const { Socket, opened } = sockets();
  const api = connect({ endpoint, token: () => null, webSocketImpl: Socket, pause: async () => {} });
  const on = { next: () => assert.fail('nothing was sent'), failed: assert.fail };
  const stop = api.subscribe(MATCH_UPDATES, { matchId: 'mat_1' }, on, 'TWENTY');
  const socket = await opened(0);

  socket.say({ type: 'ping', payload: { at: 1 } });
  socket.say({ type: 'ping' });
  assert.deepEqual(socket.sent.slice(-2), [{ type: 'pong', payload: { at: 1 } }, { type: 'pong' }]);
  stop();
  await new Promise(done => setImmediate(done));
  assert.equal(socket.readyState, Socket.CLOSING);
  socket.say({ type: 'ping' });
  assert.deepEqual(socket.late, []);
});

test('who signs in while the socket is still opening is asked for nothing on it', async () => {
  const { Socket, all, opened } = sockets();
  const api = connect({ endpoint, token: () => null, webSocketImpl: Socket, pause: async () => {} });
  const on = { next: () => assert.fail('nothing was sent'), failed: assert.fail };
  api.subscribe(MATCH_UPDATES, { matchId: 'mat_1' }, on, 'TWENTY');
  await new Promise(done => setImmediate(done));

  api.reconnect();
  const stop = api.subscribe(MATCH_UPDATES, { matchId: 'mat_1' }, on, 'TWENTY');
  await opened(1);

  assert.ok(all[0].readyState >= Socket.CLOSING);
  assert.equal(all[0].subscription(), undefined);
  assert.deepEqual(
    all.map(socket => socket.late),
    [[], []],
  );
  stop();
});

test('a connection the server refuses is not tried again', async () => {
  const { Socket, all, opened } = sockets();
  const api = connect({ endpoint, token: () => 'old', webSocketImpl: Socket, pause: async () => {} });
  /** @type {Promise<Error>} */
  const failure = new Promise(failed => {
    api.subscribe(
      MATCH_UPDATES,
      { matchId: 'mat_1' },
      { next: () => assert.fail('nothing was sent'), failed },
      'TWENTY',
    );
  });

  (await opened(0)).drop(4403, 'Forbidden');

  assert.ok((await failure) instanceof RequestFailed);
  assert.equal(all.length, 1);
});

test('aliases are taken off at any depth, and __typename is left', () => {
  const read = {
    __typename: 'Match',
    events: [{ __typename: 'A', cards__A: [{ id__Card: 1 }], seat: 2 }],
    view: null,
  };

  assert.deepEqual(unalias(read), {
    __typename: 'Match',
    events: [{ __typename: 'A', cards: [{ id: 1 }], seat: 2 }],
    view: null,
  });
});
