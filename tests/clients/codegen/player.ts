/** The match of ../match.js in TypeScript, all of its types made from the schema. `node player.js PORT`. */

import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { type Client, createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { graphql } from './made/gql.js';
import type { CreateMatchInput, MoveInput } from './made/graphql.js';

const CreatePlayer = graphql(`mutation CreatePlayer($name: String!) {
  createPlayer(input: { name: $name }) { __typename ... on PlayerCreated { token } ... on RequestRefused { message } }
}`);
const CreateMatch = graphql(`mutation CreateMatch($input: CreateMatchInput!) {
  createMatch(input: $input) { __typename ... on MatchChanged { match { id } } ... on RequestRefused { message } }
}`);
const AddBot = graphql(`mutation AddBot($matchId: ID!) {
  addBot(input: { matchId: $matchId, level: EASY }) { __typename ... on RequestRefused { message } }
}`);
const Play = graphql(`mutation Play($input: PlayInput!) {
  play(input: $input) { __typename ... on MovePlayed { ply } ... on MoveRefused { code message } }
}`);
const Follow = graphql(`subscription Follow($matchId: ID!, $after: Int) {
  matchUpdates(matchId: $matchId, after: $after) {
    ply
    match { decision { id } legalMoves { input } outcome { reason standings { place score seat { name } } } }
  }
}`);

// An input with `@oneOf` takes one of its fields: the compiler knows.
export const draw: MoveInput = { twenty: { draw: true } };
// @ts-expect-error two of them
export const drawAndPass: MoveInput = { twenty: { draw: true, pass: true } };

const url = `ws://127.0.0.1:${process.argv[2]}/graphql`;

function connected(token?: string): Client {
  const connectionParams = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createClient({ url, webSocketImpl: WebSocket, connectionParams });
}

async function* following<Data, Variables extends Record<string, unknown>>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): AsyncGenerator<Data> {
  for await (const answer of client.iterate<Data>({ query: print(document), variables })) {
    if (!answer.data) throw new Error(JSON.stringify(answer.errors));
    yield answer.data;
  }
}

async function ask<Data, Variables extends Record<string, unknown>>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  for await (const data of following(client, document, variables)) return data;
  throw new Error('No answer.');
}

async function registered(name: string): Promise<Client> {
  const stranger = connected();
  const { createPlayer } = await ask(stranger, CreatePlayer, { name });
  await stranger.dispose();
  if (createPlayer?.__typename !== 'PlayerCreated') throw new Error(createPlayer?.message);
  return connected(createPlayer.token);
}

async function created(me: Client, input: CreateMatchInput): Promise<string> {
  const { createMatch } = await ask(me, CreateMatch, { input });
  if (createMatch?.__typename !== 'MatchChanged') throw new Error(createMatch?.message);
  return createMatch.match.id;
}

const me = await registered('Ada');
const matchId = await created(me, {
  options: { twenty: { target: 50 } },
  seats: 2,
  startWhenFull: true,
  test: { seed: 'clients' },
});
await ask(me, AddBot, { matchId });
const plies: number[] = [];
for await (const { matchUpdates } of following(me, Follow, { matchId, after: 0 })) {
  plies.push(matchUpdates.ply);
  const { decision, legalMoves, outcome } = matchUpdates.match;
  if (outcome) {
    const standings = outcome.standings.map(({ place, score, seat }) => ({ place, score, name: seat.name }));
    console.log(JSON.stringify({ plies, standings, reason: outcome.reason }));
    break;
  }
  const last = legalMoves.at(-1);
  if (!last || !decision) continue;
  const { play } = await ask(me, Play, {
    input: { matchId, decision: decision.id, move: last.input as MoveInput },
  });
  if (play?.__typename === 'MoveRefused' && play.code !== 'STALE') throw new Error(play.message);
}
await me.dispose();
