/** What happened, in words. A game adds its own; an event nobody has words for is named plainly. */
import { t } from './language.js';

/** @import { EventOf, GameEvent, GameModule } from './types.d.ts' */

/** @type {Record<string, string>} */
const CLOSED = {
  CLOSED_BY_HOST: 'The host cleared the table.',
  EVERYBODY_LEFT: 'Everybody left, and the table was cleared.',
  NOT_STARTED: 'Nobody started the match for a day, and the table was cleared.',
  IDLE: 'Nobody moved for a week, and the table was cleared.',
};

/** @type {{ [Name in GameEvent['__typename']]?: (event: EventOf<Name>, who: (seat: number) => string) => string }} */
const EVENTS = {
  PlayerJoined: ({ name }) => `${name} sat down.`,
  PlayerLeft: ({ name }) => `${name} left the table.`,
  BotAdded: ({ name }) => `${name} sat down.`,
  BotRemoved: ({ name }) => `${name} was sent away.`,
  MatchStarted: ({ seats }) => `The match began with ${seats} players.`,
  MatchClosed: ({ reason }) => CLOSED[reason] ?? `The match was closed: ${sentence(reason)}.`,
  TimeRanOut: ({ seats }, who) => `Time ran out for ${list(seats.map(who))}.`,
  SeatResigned: ({ seat }, who) => `${who(seat)} resigned.`,
  SeatHandedToBot: ({ seat, level }, who) => `A bot (${level.toLowerCase()}) plays on for ${who(seat)}.`,
  SeatTakenBack: ({ seat }, who) => `${who(seat)} is back and plays on.`,
  ClockMoved: ({ seconds, reason }) =>
    reason === 'OUTAGE'
      ? `The server was away; the clock gives ${Math.round(seconds)} seconds back.`
      : `The clock moved by ${Math.round(seconds)} seconds.`,
  MatchEnded: ({ outcome }) => `The match is over. ${list(winners(outcome))} won.`,
  RematchOffered: () => 'A rematch is being set up.',
  MemberJoined: ({ seat, name }, who) => t("{name} joined {team}'s team.", { name, team: who(seat) }),
  MemberLeft: ({ seat, name }, who) => t("{name} left {team}'s team.", { name, team: who(seat) }),
  MemberReturned: ({ seat, name }, who) => t("{name} is back in {team}'s team.", { name, team: who(seat) }),
  CaptainChanged: ({ seat, name }, who) => t("{name} leads {team}'s team now.", { name, team: who(seat) }),
};

/**
 * @param {GameEvent} event
 * @param {string[]} names by seat
 * @param {Pick<GameModule, 'describe'>} [game]
 */
export function describe(event, names, game) {
  const who = (/** @type {number} */ seat) => names[seat] ?? `Seat ${seat + 1}`;
  const words = /** @type {((event: any, who: any) => string) | undefined} */ (EVENTS[event.__typename]);
  return words?.(event, who) ?? game?.describe(event, names) ?? plainly(event);
}

/** @param {import('./types.d.ts').Outcome} outcome */
export const winners = outcome =>
  outcome.standings.filter(standing => standing.place === 1).map(standing => standing.seat.name);

/** "Ada", "Ada and Ben", "Ada, Ben and Cleo". @param {string[]} items */
export const list = items =>
  items.length < 2 ? (items[0] ?? 'nobody') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** `NO_CARDS_LEFT` or `noCardsLeft` is "no cards left". @param {string} name */
export const sentence = name =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** @param {string} text */
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {GameEvent} event */
function plainly({ __typename, ...fields }) {
  const details = Object.entries(fields).map(([name, value]) => `${sentence(name)} ${JSON.stringify(value)}`);
  return `${capital(sentence(__typename))}${details.length > 0 ? `: ${details.join(', ')}` : ''}.`;
}
