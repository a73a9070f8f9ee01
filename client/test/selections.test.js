import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema, parse, validate } from 'graphql';
import { ownerOf, selectionsOf } from '../selections.js';

const TWO_GAMES = buildSchema(`
  type Query { view: GameView events: [GameEvent!]! options: GameOptions }
  enum GameKind { TWENTY TWENTY_QUESTIONS }
  type Card { id: ID! suit: String! }
  type Clue { number: Int! }
  type Player { id: ID! name: String! secret: String }
  type TwentyView { hand: [Card!] count: Int! }
  type TwentyQuestionsView { hand: [Clue!]! count: Int! }
  type PlayerJoined { player: Player! }
  type TwentyDrawn { seat: Int! }
  type TwentyQuestionsAsked { seat: Int number(of: Int!): Int }
  type TwentyOptions { target: Int }
  union GameView = TwentyView | TwentyQuestionsView
  union GameEvent = PlayerJoined | TwentyDrawn | TwentyQuestionsAsked
  union GameOptions = TwentyOptions
`);

/** @returns {Promise<{ views: any, events: any, options: string, everyGame: string }>} */
const made = () => import(`data:text/javascript,${encodeURIComponent(selectionsOf(TWO_GAMES))}`);

test('a type belongs to the game with the longest name it begins with', () => {
  const kinds = ['TWENTY', 'TWENTY_QUESTIONS'];

  assert.equal(ownerOf('TwentyQuestionsView', kinds), 'TWENTY_QUESTIONS');
  assert.equal(ownerOf('TwentyView', kinds), 'TWENTY');
  assert.equal(ownerOf('PlayerJoined', kinds), undefined);
});

test('each game reads its own view and events, and the events of no game', async () => {
  const { views, events } = await made();

  assert.match(views.TWENTY, /on TwentyView \{/);
  assert.doesNotMatch(views.TWENTY, /TwentyQuestionsView/);
  assert.match(events.TWENTY, /on PlayerJoined .*on TwentyDrawn/);
  assert.doesNotMatch(events.TWENTY, /TwentyQuestionsAsked/);
  assert.match(events.TWENTY_QUESTIONS, /on PlayerJoined .*on TwentyQuestionsAsked/);
});

test('fields of one name and two types get aliases, so that the whole is valid', async () => {
  const { everyGame, options } = await made();
  const query = `query { view { ...GameViewFields } events { ...GameEventFields } options { ...GameOptionsFields } }`;

  assert.match(everyGame, /hand__TwentyView: hand \{ id suit \}/);
  assert.deepEqual(validate(TWO_GAMES, parse([query, everyGame, options].join('\n'))).map(String), []);
});

test('a player is named, not read whole, and fields that need arguments are left out', async () => {
  const { everyGame } = await made();

  assert.match(everyGame, /player \{ id name \}/);
  assert.doesNotMatch(everyGame, /secret|number\(/);
});
