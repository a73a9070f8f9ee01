/** Teams: people who share a seat, of whom one, the captain, decides (TP-16). No markup here. */
import { t } from './language.js';
import { JOIN_MATCH, LEAVE_MATCH } from './mutations.js';

/** @import { Api } from './graphql.js' */
/** @import { MatchSummary, Table } from './types.d.ts' */

/** @typedef {Table['seats'][number]} TableSeat */
/** @typedef {TableSeat['members'][number]} Member */
/** @typedef {{ members: Member[], captain: Member, own: Member, isLed: boolean }} Team the viewer's; `isLed` by the viewer */

/** What to call each seat; a team is named after its first member. @param {Pick<MatchSummary, 'teamSize' | 'seats'>} match */
export const seatNames = ({ teamSize, seats }) =>
  seats.map(({ name, player }) => (teamSize > 1 && player ? t('{name}’s team', { name }) : name));

/** The team of a player; null for who is in none.
 * @param {Pick<Table, 'seats' | 'viewerSeat'>} match @param {string | undefined} player @returns {Team | null} */
export function ownTeam({ seats, viewerSeat }, player) {
  const seat = viewerSeat === null ? undefined : seats[viewerSeat];
  const captain = seat?.members.find(member => member.player.id === seat.captain?.id);
  const own = seat?.members.find(member => member.player.id === player);
  if (!seat || !captain || !own) return null;
  return { members: seat.members, captain, own, isLed: captain === own };
}

/** Who decides, said to the others of a team; null for the captain. @param {Team} team */
export function whoDecides({ captain, isLed }) {
  if (isLed) return null;
  const { name } = captain;
  return captain.isAway
    ? t('{name}, your captain, is away: whoever comes back first decides.', { name })
    : t('{name}, your captain, decides.', { name });
}

/** Whether there is somebody whom a captain could let lead. @param {Team} team */
export const hasMates = ({ members }) => members.length > 1;

/** Places for people: in teams that people have begun, and in seats that nobody has taken.
 * @param {Pick<MatchSummary, 'capacity' | 'teamSize' | 'seats'>} match */
export function freePlaces({ capacity, teamSize, seats }) {
  const inTeams = seats.filter(seat => seat.player).map(seat => teamSize - seat.members.length);
  return inTeams.reduce((sum, free) => sum + free, (capacity - seats.length) * teamSize);
}

/**
 * Gives the own place up for one in another team, or in a new one; a seat's index may change when another is given up.
 * @param {Api} api
 * @param {Pick<Table, 'id' | 'code'>} match
 * @param {string | null} captain of the team to join; null for a new team
 */
export async function changeTeam(api, { id, code }, captain) {
  const { leaveMatch } = await api.ask(LEAVE_MATCH, { input: { matchId: id } });
  const { seats } = changed(leaveMatch);
  const found = seats.findIndex(seat => seat.player?.id === captain);
  const seat = captain === null ? seats.length : found;
  const by = code ? { code } : { id };
  const { joinMatch } = await api.ask(JOIN_MATCH, { input: { by, seat: seat < 0 ? null : seat } });
  changed(joinMatch);
}

/** @param {any} answer @returns {MatchSummary} */
function changed(answer) {
  if (answer?.__typename !== 'MatchChanged')
    throw new Error(answer?.message ?? t('The server did not answer.'));
  return answer.match;
}
