/** Made-up matches, plies and updates for the tests. */

/** @import { MatchTable, Ply, Update } from '../src/types.d.ts' */

/** @param {number} number @returns {Ply} */
export const ply = number => ({
  number,
  at: '2026-01-01T12:00:00Z',
  events: [{ __typename: 'TwentyPassed', seat: number % 2 }],
});

/** @param {number} at @param {Record<string, unknown>} [other] @returns {MatchTable} */
export const table = (at, other = {}) =>
  /** @type {any} */ ({
    id: 'mat_1',
    ply: at,
    status: 'RUNNING',
    decision: { id: at, kind: 'TURN', deadline: null, seats: [{ index: 0 }] },
    ...other,
  });

/** A read of the match with the plies from `first` on. @param {number} first @param {number} last @returns {MatchTable} */
export const read = (first, last) => ({ ...table(last), log: page(first, last) });

/** @param {number} first @param {number} last */
export const page = (first, last) => ({
  nodes: Array.from({ length: last - first + 1 }, (_, at) => ply(first + at)),
  pageInfo: { hasPreviousPage: first > 1, startCursor: `before ${first}` },
});

/** @param {number} at @returns {Update} */
export const update = at => {
  const { number, ...rest } = ply(at);
  return /** @type {any} */ ({ ...rest, ply: number, match: table(at) });
};
