/** The named parts that operations share. A game's own fields come from the schema (generated/selections.js). */
import { events, everyGame, options, views } from './generated/selections.js';

/** @typedef {import('./generated/schema.d.ts').GameKind} GameKind */

/** @type {Record<string, string>} */
const SHARED = {
  SeatFields: `fragment SeatFields on Seat {
    index name player { id name } bot isAway hasResigned isToMove members { name }
  }`,
  MemberFields: `fragment MemberFields on TeamMember {
    name isCaptain isAway player { id name }
  }`,
  OutcomeFields: `fragment OutcomeFields on Outcome {
    reason standings { place score seat { index name } }
  }`,
  MatchSummary: `fragment MatchSummary on Match {
    id code status visibility spectators mayWatch ply capacity teamSize viewerSeat createdAt startedAt endedAt
    game { kind name minSeats maxSeats }
    host { id name }
    seats { ...SeatFields }
    options { ...GameOptionsFields }
    outcome { ...OutcomeFields }
  }`,
  MatchTable: `fragment MatchTable on Match {
    ...MatchSummary
    seats { captain { id } members { ...MemberFields } }
    decision { id kind deadline seats { index } }
    view { ...GameViewFields }
    legalMoves { label freeText maxLength textPath input }
    seedHash seed isTest
    deck { id name }
    rematch { id code viewerSeat status }
    rematchOf { id }
  }`,
  CorrectionFields: `fragment CorrectionFields on Correction {
    id at kind reason answer isRight places points operator { id name }
  }`,
  PlyFields: `fragment PlyFields on Ply {
    number at events { ...GameEventFields }
  }`,
};

/** The fragments of one game: its documents need not carry the fields of all the others.
 * @param {GameKind} kind */
const ofGame = kind => ({ GameViewFields: views[kind], GameEventFields: events[kind] });

/**
 * The operation with every fragment it uses, directly or through another.
 * @param {string} operation
 * @param {GameKind} [kind] needed when the operation reads a view or events
 */
export function complete(operation, kind) {
  /** @type {Record<string, string>} */
  const known = { ...SHARED, GameOptionsFields: options, ...(kind && ofGame(kind)) };
  /** @type {Map<string, string>} */
  const used = new Map();
  const texts = [operation];
  for (const text of texts) {
    for (const name of spreads(text).filter(name => !used.has(name))) {
      if (!known[name]) throw new Error(`No fragment is called ${name}.`);
      used.set(name, known[name]);
      texts.push(known[name]);
    }
  }
  return [operation, ...used.values()].join('\n');
}

/** @param {string} text */
const spreads = text =>
  [...text.matchAll(/\.\.\.\s?(\w+)/g)].map(found => found[1]).filter(name => name !== 'on');

/** Every fragment once, with the fields of all games: for the types and for checks. */
export const everyFragment = () => [...Object.values(SHARED), options, everyGame].join('\n');
