/** What the client reads and follows, as text (what it changes: mutations.js); `complete` adds the fragments. */
import { everyFragment } from './fragments.js';
import * as mutations from './mutations.js';
import * as statistics from './stats/operations.js';

/** @import * as Types from './generated/operations.d.ts' */

/**
 * The text of an operation that remembers what it returns and takes.
 * @template Result, Variables
 * @typedef {string & { result?: Result, variables?: Variables }} Operation
 */

/** @type {Operation<Types.ServerInfoQuery, {}>} */
export const SERVER_INFO = `query ServerInfo {
  serverInfo { version time testMode limits { nameLength } }
}`;

/** @type {Operation<Types.GamesQuery, {}>} */
export const GAMES = `query Games {
  games { kind name summary minSeats maxSeats maxPeople defaultOptions { ...GameOptionsFields } decks { id name language cardCount } }
}`;

/** @type {Operation<Types.LobbyQuery, {}>} */
export const LOBBY = `query Lobby {
  viewer {
    open: matches(status: OPEN, first: 20) { nodes { ...MatchSummary } }
    running: matches(status: RUNNING, first: 20) { nodes { ...MatchSummary } }
    finished: matches(status: FINISHED, first: 6) { nodes { ...MatchSummary } }
  }
  running: matches(filter: { status: RUNNING }, first: 12) { nodes { ...MatchSummary } }
  finished: matches(filter: { status: FINISHED }, first: 12) { nodes { ...MatchSummary } }
}`;

/** @type {Operation<Types.FindMatchQuery, Types.FindMatchQueryVariables>} */
export const FIND_MATCH = `query FindMatch($by: MatchBy!) {
  match(by: $by) { ...MatchSummary }
}`;

/** @type {Operation<Types.CorrectionsQuery, Types.CorrectionsQueryVariables>} */
export const CORRECTIONS = `query Corrections($id: ID!) {
  match(by: { id: $id }) { corrections { ...CorrectionFields } }
}`;

/** Plies read at a time, written out: the server works out what a document may cost from its text alone. */
const PLIES = 40;

/** @type {Operation<Types.OpenMatchQuery, Types.OpenMatchQueryVariables>} */
export const OPEN_MATCH = `query OpenMatch($by: MatchBy!) {
  match(by: $by) {
    ...MatchTable
    log(last: ${PLIES}) { nodes { ...PlyFields } pageInfo { hasPreviousPage startCursor } }
  }
}`;

/** @type {Operation<Types.EarlierPliesQuery, Types.EarlierPliesQueryVariables>} */
export const EARLIER_PLIES = `query EarlierPlies($by: MatchBy!, $before: String!) {
  match(by: $by) {
    log(last: ${PLIES}, before: $before) { nodes { ...PlyFields } pageInfo { hasPreviousPage startCursor } }
  }
}`;

/** @type {Operation<Types.AtPlyQuery, Types.AtPlyQueryVariables>} */
export const AT_PLY = `query AtPly($by: MatchBy!, $ply: Int!, $seat: Int) {
  match(by: $by) { atPly(ply: $ply, seat: $seat) { ...MatchTable } }
}`;

/** @type {Operation<Types.MatchUpdatesSubscription, Types.MatchUpdatesSubscriptionVariables>} */
export const MATCH_UPDATES = `subscription MatchUpdates($matchId: ID!, $after: Int, $code: String) {
  matchUpdates(matchId: $matchId, after: $after, code: $code) {
    ply at events { ...GameEventFields } match { ...MatchTable } end { reason }
  }
}`;

/** @type {Operation<Types.TeamTalkSubscription, Types.TeamTalkSubscriptionVariables>} */
export const TEAM_TALK = `subscription TeamTalk($matchId: ID!) {
  teamTalk(matchId: $matchId) { player { id } name text at }
}`;

/** @type {Operation<Types.OpenMatchesSubscription, {}>} */
export const OPEN_MATCHES = `subscription OpenMatches {
  openMatches { isOpen match { ...MatchSummary } }
}`;

/** All operations by name, without their fragments. */
export const operations = {
  SERVER_INFO,
  GAMES,
  LOBBY,
  FIND_MATCH,
  CORRECTIONS,
  OPEN_MATCH,
  EARLIER_PLIES,
  AT_PLY,
  MATCH_UPDATES,
  TEAM_TALK,
  OPEN_MATCHES,
  ...mutations,
  ...statistics,
};

/** One document of all operations and fragments, for the types and for checks. */
export const everyOperation = () => [...Object.values(operations), everyFragment()].join('\n');
