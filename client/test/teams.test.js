import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JOIN_MATCH, LEAVE_MATCH } from '../src/mutations.js';
import { changeTeam, freePlaces, hasMates, ownTeam, seatNames, whoDecides } from '../src/teams.js';
import { announcement } from '../src/ui/table.js';
import { describe } from '../src/words.js';

/** A seat with these people, the first of them its captain unless another is named. @param {string[]} names @param {string} [captain] @returns {any} */
function team(names, captain = names[0]) {
  const person = (/** @type {string} */ name) => ({ id: `plr_${name}`, name });
  const members = names.map(name => ({
    name,
    isCaptain: name === captain,
    isAway: false,
    player: person(name),
  }));
  return { name: names[0], player: person(captain), captain: person(captain), bot: null, members };
}

const BOT = { name: 'Clover', player: null, captain: null, bot: 'EASY', members: [] };

/** @param {any[]} seats @param {Record<string, unknown>} [other] @returns {any} */
const match = (seats, other = {}) => ({
  id: 'mat_1',
  code: null,
  teamSize: 3,
  capacity: 4,
  viewerSeat: 0,
  seats: seats.map((seat, index) => ({ ...seat, index })),
  ...other,
});

test('a team is named after its first member, a bot and who plays alone by their own name', () => {
  const seats = [team(['Ada', 'Ben'], 'Ben'), BOT];

  assert.deepEqual(seatNames(match(seats)), ['Ada’s team', 'Clover']);
  assert.deepEqual(seatNames(match(seats, { teamSize: 1 })), ['Ada', 'Clover']);
});

test('the viewer’s team tells whether they lead it (TP-16)', () => {
  const seated = match([team(['Ada', 'Ben'], 'Ben'), team(['Cleo'])]);

  assert.equal(ownTeam(seated, 'plr_Ben')?.isLed, true);
  assert.equal(ownTeam(seated, 'plr_Ada')?.isLed, false);
  assert.equal(ownTeam(seated, 'plr_Ada')?.captain.name, 'Ben');
  assert.equal(ownTeam(seated, 'plr_Ada')?.own.name, 'Ada');
});

test('who watches, plays alone or looks from another’s seat has no team', () => {
  const seats = [team(['Ada', 'Ben']), team(['Cleo'])];

  assert.equal(ownTeam(match(seats, { viewerSeat: null }), 'plr_Ada'), null);
  assert.equal(ownTeam(match(seats), 'plr_Cleo'), null);
  assert.equal(ownTeam(match([{ ...seats[0], captain: null }]), 'plr_Ada'), null);
});

test('a team of one has nobody to talk to', () => {
  const seated = match([team(['Ada', 'Ben']), team(['Cleo'])]);
  const of = (/** @type {number} */ viewerSeat, /** @type {string} */ player) =>
    hasMates(/** @type {any} */ (ownTeam({ ...seated, viewerSeat }, player)));

  assert.deepEqual([of(0, 'plr_Ada'), of(1, 'plr_Cleo')], [true, false]);
});

test('all but the captain are told who decides, and when that one is away (TP-16)', () => {
  const seats = [team(['Ada', 'Ben'])];
  const says = (/** @type {string} */ player) =>
    whoDecides(/** @type {any} */ (ownTeam(match(seats), player)));

  assert.equal(says('plr_Ada'), null);
  assert.equal(says('plr_Ben'), 'Ada, your captain, decides.');
  seats[0].members[0].isAway = true;
  assert.equal(says('plr_Ben'), 'Ada, your captain, is away: whoever comes back first decides.');
});

test('a turn is announced to the captain, to the team and to the others, each in other words', () => {
  const seats = [team(['Ada', 'Ben']), team(['Cleo'])];
  const table = { ...match(seats), outcome: null, view: {}, decision: { seats: [{ index: 0 }] } };
  const game = /** @type {any} */ ({ heading: () => 'Roll the die.' });
  const said = (/** @type {number} */ viewerSeat, /** @type {string} */ player) => {
    const seen = { ...table, viewerSeat };
    return announcement(seen, game, ownTeam(seen, player));
  };

  assert.equal(said(0, 'plr_Ada'), 'Your turn. Roll the die.');
  assert.equal(said(0, 'plr_Ben'), 'It is your team’s turn. Ada, your captain, decides. Roll the die.');
  assert.equal(said(1, 'plr_Cleo'), 'It is Ada’s team’s turn. Roll the die.');
});

test('places are free in teams that are not full and in seats nobody has taken, not beside bots', () => {
  assert.equal(freePlaces(match([team(['Ada', 'Ben']), BOT])), 7);
  assert.equal(freePlaces(match([team(['Ada', 'Ben', 'Cleo'])], { capacity: 1 })), 0);
});

test('the log names teams and who joins, leaves and leads them', () => {
  const names = ['Ada’s team', 'Ben’s team'];
  const told = (/** @type {any} */ event) => describe({ seat: 1, name: 'Cleo', seats: 2, ...event }, names);

  assert.equal(told({ __typename: 'MatchStarted' }), 'The match began with Ada’s team and Ben’s team.');
  assert.equal(told({ __typename: 'MemberJoined' }), 'Cleo joined Ben’s team.');
  assert.equal(told({ __typename: 'MemberLeft' }), 'Cleo left Ben’s team.');
  assert.equal(told({ __typename: 'MemberReturned' }), 'Cleo is back in Ben’s team.');
  assert.equal(told({ __typename: 'CaptainChanged' }), 'Cleo is the captain of Ben’s team now.');
});

/** An API that answers from a list and keeps what it was asked. @param {...any} answers */
function scripted(...answers) {
  /** @type {any[]} */
  const asked = [];
  const api = /** @type {any} */ ({
    ask: async (/** @type {string} */ operation, /** @type {any} */ { input }) => {
      asked.push([operation, input]);
      return answers.shift();
    },
  });
  return { api, asked };
}

const left = (/** @type {any[]} */ seats) => ({
  leaveMatch: { __typename: 'MatchChanged', match: match(seats) },
});
const joined = { joinMatch: { __typename: 'MatchChanged', match: match([]) } };

test('who moves is led to the team that was chosen, though its index has changed', async () => {
  const { api, asked } = scripted(left([team(['Ben']), team(['Cleo'])]), joined);

  await changeTeam(api, match([team(['Ada']), team(['Ben']), team(['Cleo'])]), 'plr_Cleo');

  assert.deepEqual(asked, [
    [LEAVE_MATCH, { matchId: 'mat_1' }],
    [JOIN_MATCH, { by: { id: 'mat_1' }, seat: 1 }],
  ]);
});

test('a new team is the seat after the last, found by the code of a private table', async () => {
  const { api, asked } = scripted(left([team(['Ben']), team(['Cleo'])]), joined);

  await changeTeam(api, match([], { code: 'ABC' }), null);

  assert.deepEqual(asked[1], [JOIN_MATCH, { by: { code: 'ABC' }, seat: 2 }]);
});

test('who cannot leave is told why and joins nothing; a team that is gone by then becomes any', async () => {
  const refused = scripted({ leaveMatch: { __typename: 'RequestRefused', message: 'It has started.' } });
  const gone = scripted(left([team(['Ben'])]), joined);

  await assert.rejects(changeTeam(refused.api, match([]), 'plr_Cleo'), { message: 'It has started.' });
  await changeTeam(gone.api, match([]), 'plr_Cleo');

  assert.equal(refused.asked.length, 1);
  assert.deepEqual(gone.asked[1][1].seat, null);
});
