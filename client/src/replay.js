/** Steps through a finished match; positions already seen are kept. No markup here. */
import { signal } from '@preact/signals';
import { AT_PLY } from './operations.js';

/** @import { Api } from './graphql.js' */
/** @import { GameKind, Table } from './types.d.ts' */

/**
 * @param {object} settings
 * @param {Api} settings.api
 * @param {string} settings.id
 * @param {GameKind} settings.kind
 * @param {number} settings.first the ply of the start
 * @param {number} settings.last
 * @param {number | null} settings.seat whose hand is seen
 */
export function openReplay({ api, id, kind, first, last, seat: startSeat }) {
  const ply = signal(last);
  const seat = signal(startSeat);
  const position = signal(/** @type {Table | null} */ (null));
  /** @type {Map<string, Promise<Table | null>>} */
  const read = new Map();

  /** @param {number} at */
  function positionAt(at) {
    const key = `${at}/${seat.value}`;
    const known = read.get(key) ?? ask(at);
    known.catch(() => read.delete(key));
    read.set(key, known);
    return known;
  }

  /** @param {number} at @returns {Promise<Table | null>} */
  async function ask(at) {
    const { match } = await api.insist(AT_PLY, { by: { id }, ply: at, seat: seat.value }, kind);
    return match?.atPly ?? null;
  }

  /** The newest wish wins, also when an older answer comes later. @param {number} to */
  async function show(to) {
    const at = Math.min(last, Math.max(first, to));
    ply.value = at;
    const wanted = seat.value;
    const found = await positionAt(at);
    if (ply.value === at && seat.value === wanted) position.value = found;
    if (at < last) positionAt(at + 1).catch(() => null);
  }

  /** @param {number | null} whose */
  const sitAt = whose => {
    seat.value = whose;
    return show(ply.value);
  };

  return { ply, seat, position, first, last, show, sitAt };
}
