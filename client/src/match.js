/** What is known of a match: pure functions from that, and from what has arrived, to what is known now. */

/** @import { Following, LogPage, MatchTable, Ply, Table, Update } from './types.d.ts' */

/** @type {Following} */
export const NOTHING = { match: null, log: [], ply: 0, earlier: null, hasGap: false, problem: null };

/**
 * A whole read of the match replaces what was known, except for older plies already fetched.
 * @param {Following} state
 * @param {MatchTable} read
 * @returns {Following}
 */
export function opened(state, read) {
  const { log: page, ...match } = read;
  const plies = page?.nodes ?? [];
  const first = plies[0]?.number ?? read.ply + 1;
  const older = state.log.filter(ply => ply.number < first);
  const joins = older.at(-1)?.number === first - 1;
  return {
    match,
    log: joins ? [...older, ...plies] : plies,
    ply: read.ply,
    earlier: joins ? state.earlier : cursorBefore(page),
    hasGap: false,
    problem: null,
  };
}

/**
 * An update that is known already is dropped; one that does not follow the last shows a gap.
 * @param {Following} state
 * @param {Update} update
 * @returns {Following}
 */
export function receive(state, update) {
  if (update.ply <= state.ply) return state;
  if (update.ply > state.ply + 1) return { ...state, hasGap: true };
  const { ply: number, at, events } = update;
  const log = [...state.log, /** @type {Ply} */ ({ number, at, events })];
  return { ...state, log, ply: number, match: newest(state.match, update.match) };
}

/** The match as an answer to a move shows it; its plies still come as updates.
 * @param {Following} state @param {Table} match @returns {Following} */
export const seen = (state, match) => ({ ...state, match: newest(state.match, match) });

/** @param {Following} state @param {LogPage} page @returns {Following} */
export const continued = (state, page) => ({
  ...state,
  log: [...page.nodes, ...state.log],
  earlier: cursorBefore(page),
});

/** @param {Table | null} known @param {Table} arrived */
const newest = (known, arrived) => (known && known.ply > arrived.ply ? known : arrived);

/** @param {LogPage | null} page */
const cursorBefore = page => (page?.pageInfo.hasPreviousPage ? page.pageInfo.startCursor : null);
