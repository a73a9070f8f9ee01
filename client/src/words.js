/** What happened, in words. A game adds its own; an event nobody has words for is named plainly. */
import { listed, n, t } from './language.js';

/** @import { EventOf, GameEvent, GameModule } from './types.d.ts' */

/** How a bot plays, as said in a sentence. @type {Record<string, string>} */
export const LEVELS = { EASY: t('easy'), NORMAL: t('normal'), HARD: t('hard') };

/** @type {Record<string, string>} */
const CLOSED = {
  CLOSED_BY_HOST: t('The host cleared the table.'),
  EVERYBODY_LEFT: t('Everybody left, and the table was cleared.'),
  NOT_STARTED: t('Nobody started the match for a day, and the table was cleared.'),
  IDLE: t('Nobody moved for a week, and the table was cleared.'),
};

/** @type {{ [Name in GameEvent['__typename']]?: (event: EventOf<Name>, who: (seat: number) => string) => string }} */
const EVENTS = {
  PlayerJoined: ({ name }) => t('{name} sat down.', { name }),
  PlayerLeft: ({ name }) => t('{name} left the table.', { name }),
  BotAdded: ({ name }) => t('{name} sat down.', { name }),
  BotRemoved: ({ name }) => t('{name} was sent away.', { name }),
  MatchStarted: ({ seats }, who) =>
    t('The match began with {names}.', {
      names: list(Array.from({ length: seats }, (_, seat) => who(seat))),
    }),
  MatchClosed: ({ reason }) =>
    CLOSED[reason] ?? t('The match was closed: {reason}.', { reason: sentence(reason) }),
  TimeRanOut: ({ seats }, who) => t('Time ran out for {names}.', { names: list(seats.map(who)) }),
  SeatResigned: ({ seat }, who) => t('{name} resigned.', { name: who(seat) }),
  SeatHandedToBot: ({ seat, level }, who) =>
    t('A bot ({level}) plays on for {name}.', { level: LEVELS[level], name: who(seat) }),
  SeatTakenBack: ({ seat }, who) => t('{name} is back and plays on.', { name: who(seat) }),
  ClockMoved: ({ seconds, reason }) =>
    reason === 'OUTAGE'
      ? n(
          'The server was away; the clock gives {count} second back.',
          'The server was away; the clock gives {count} seconds back.',
          Math.round(seconds),
        )
      : n('The clock moved by {count} second.', 'The clock moved by {count} seconds.', Math.round(seconds)),
  MatchEnded: ({ outcome }, who) =>
    t('The match is over. {winners} won.', { winners: list(winners(outcome, who)) }),
  RematchOffered: () => t('A rematch is being set up.'),
  MemberJoined: ({ seat, name }, who) => t('{name} joined {team}.', { name, team: who(seat) }),
  MemberLeft: ({ seat, name }, who) => t('{name} left {team}.', { name, team: who(seat) }),
  MemberReturned: ({ seat, name }, who) => t('{name} is back in {team}.', { name, team: who(seat) }),
  CaptainChanged: ({ seat, name }, who) =>
    t('{name} is the captain of {team} now.', { name, team: who(seat) }),
};

/**
 * @param {GameEvent} event
 * @param {string[]} names by seat
 * @param {Pick<GameModule, 'describe'>} [game]
 */
export function describe(event, names, game) {
  const who = (/** @type {number} */ seat) => names[seat] ?? t('Seat {number}', { number: seat + 1 });
  const words = /** @type {((event: any, who: any) => string) | undefined} */ (EVENTS[event.__typename]);
  return words?.(event, who) ?? game?.describe(event, names) ?? plainly(event);
}

/** @param {Pick<import('./types.d.ts').Outcome, 'standings'>} outcome @param {(seat: number) => string} who */
export const winners = (outcome, who) =>
  outcome.standings.filter(standing => standing.place === 1).map(standing => who(standing.seat.index));

/** "Ada", "Ada and Ben", "Ada, Ben and Cleo". @param {string[]} items */
export const list = items => (items.length === 0 ? t('nobody') : listed(items));

/** "90 seconds", "2 minutes" @param {number} seconds a whole number of minutes from two on */
export const duration = seconds =>
  seconds < 120
    ? n('{count} second', '{count} seconds', seconds)
    : n('{count} minute', '{count} minutes', seconds / 60);

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
