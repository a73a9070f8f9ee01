/** What the client changes, as text; `complete` adds the fragments. */

/** @import * as Types from './generated/operations.d.ts' */
/** @import { Operation } from './operations.js' */

/** @type {Operation<Types.PlayMutation, Types.PlayMutationVariables>} */
export const PLAY = `mutation Play($input: PlayInput!) {
  play(input: $input) {
    __typename
    ... on MovePlayed { ply duplicate match { ...MatchTable } }
    ... on MoveRefused { code rule message current { ...MatchTable } }
  }
}`;

/** @type {Operation<Types.CreatePlayerMutation, Types.CreatePlayerMutationVariables>} */
export const CREATE_PLAYER = `mutation CreatePlayer($input: CreatePlayerInput!) {
  createPlayer(input: $input) {
    __typename
    ... on PlayerCreated { token player { id name } }
    ... on RequestRefused { code message }
  }
}`;

/** @type {Operation<Types.RenamePlayerMutation, Types.RenamePlayerMutationVariables>} */
export const RENAME_PLAYER = `mutation RenamePlayer($input: RenamePlayerInput!) {
  renamePlayer(input: $input) {
    __typename
    ... on PlayerRenamed { player { id name } }
    ... on RequestRefused { code message }
  }
}`;

/** @type {Operation<Types.RevokeTokenMutation, {}>} */
export const REVOKE_TOKEN = `mutation RevokeToken {
  revokeToken(input: {}) { __typename ... on TokenRevoked { count } ... on RequestRefused { code message } }
}`;

/** What the team says comes by `TEAM_TALK`. @type {Operation<Types.SuggestMutation, Types.SuggestMutationVariables>} */
export const SUGGEST = `mutation Suggest($input: SuggestInput!) {
  suggest(input: $input) { __typename ... on RequestRefused { code message } }
}`;

/** @type {Operation<Types.CreateEventMutation, Types.CreateEventMutationVariables>} */
export const CREATE_EVENT = `mutation CreateEvent($input: CreateEventInput!) {
  createEvent(input: $input) {
    __typename
    ... on EventCreated { event { id name code } }
    ... on RequestRefused { code message }
  }
}`;

/** @type {Operation<Types.CorrectResultMutation, Types.CorrectResultMutationVariables>} */
export const CORRECT_RESULT = `mutation CorrectResult($input: CorrectResultInput!) {
  correctResult(input: $input) {
    __typename
    ... on ResultCorrected { correction { sequence } }
    ... on RequestRefused { code message }
  }
}`;

/** What most mutations answer: the match as the caller now sees it, or why not. */
const RESULT = `
    __typename
    ... on MatchChanged { match { ...MatchSummary } }
    ... on RequestRefused { code message current { ...MatchSummary } }
`;

/** @type {Operation<Types.CreateMatchMutation, Types.CreateMatchMutationVariables>} */
export const CREATE_MATCH = `mutation CreateMatch($input: CreateMatchInput!) { createMatch(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.JoinMatchMutation, Types.JoinMatchMutationVariables>} */
export const JOIN_MATCH = `mutation JoinMatch($input: JoinMatchInput!) { joinMatch(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.AddBotMutation, Types.AddBotMutationVariables>} */
export const ADD_BOT = `mutation AddBot($input: AddBotInput!) { addBot(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.RemoveBotMutation, Types.RemoveBotMutationVariables>} */
export const REMOVE_BOT = `mutation RemoveBot($input: RemoveBotInput!) { removeBot(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.HandToBotMutation, Types.HandToBotMutationVariables>} */
export const HAND_TO_BOT = `mutation HandToBot($input: HandToBotInput!) { handToBot(input: $input) {${RESULT}} }`;

/** @typedef {Types.LeaveMatchMutationVariables} MatchIdVariables */

/** @type {Operation<Types.LeaveMatchMutation, MatchIdVariables>} */
export const LEAVE_MATCH = `mutation LeaveMatch($input: MatchIdInput!) { leaveMatch(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.StartMatchMutation, MatchIdVariables>} */
export const START_MATCH = `mutation StartMatch($input: MatchIdInput!) { startMatch(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.CloseMatchMutation, MatchIdVariables>} */
export const CLOSE_MATCH = `mutation CloseMatch($input: MatchIdInput!) { closeMatch(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.ResignMutation, MatchIdVariables>} */
export const RESIGN = `mutation Resign($input: MatchIdInput!) { resign(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.PassCaptaincyMutation, Types.PassCaptaincyMutationVariables>} */
export const PASS_CAPTAINCY = `mutation PassCaptaincy($input: PassCaptaincyInput!) { passCaptaincy(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.TakeBackMutation, MatchIdVariables>} */
export const TAKE_BACK = `mutation TakeBack($input: MatchIdInput!) { takeBack(input: $input) {${RESULT}} }`;

/** @type {Operation<Types.RematchMutation, MatchIdVariables>} */
export const REMATCH = `mutation Rematch($input: MatchIdInput!) { rematch(input: $input) {${RESULT}} }`;
