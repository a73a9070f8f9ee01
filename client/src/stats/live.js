/** Follows an event: its latest results, newest first, and how often something new came. */
import { signal } from '@preact/signals';
import { RequestFailed, Unreachable } from '../graphql.js';
import { sleep } from '../time.js';
import { haveFollowed } from './corrections.js';
import { EVENT_UPDATES } from './operations.js';

/** @import { Api } from '../graphql.js' */
/** @import { CountedTo } from './files.js' */
/** @import { EventUpdate, Result } from '../types.d.ts' */

/** Entries of the ledger, of whatever event, that are looked through for what came before the page was opened. */
const BEFORE = 300;
/** Results kept in sight. */
const SHOWN = 50;
/** Boards are read anew once for all that ends within so many milliseconds. */
const SETTLE = 1_500;

/** An ending is a new result; a correction changes the one it is of, as does an ending that comes again.
 * @param {Result[]} known newest first @param {EventUpdate} update @returns {Result[]} */
export function receiveResult(known, { sequence, at, match, counted, correction }) {
  const id = match?.id;
  if (!match || !id) return known;
  const before = known.find(result => result.id === id);
  const corrections = [...(before?.corrections ?? []), ...(correction ? [correction] : [])];
  const result = {
    id,
    sequence: before?.sequence ?? sequence,
    at: before?.at ?? at,
    match,
    counted,
    corrections,
  };
  const others = known.filter(other => other.id !== id);
  return [...others, result].sort((one, other) => other.sequence - one.sequence).slice(0, SHOWN);
}

/**
 * @param {object} settings
 * @param {Api} settings.api
 * @param {string} settings.event
 * @param {() => Promise<CountedTo>} settings.counted
 * @param {(message: string) => void} settings.tell
 * @param {() => void} settings.changed is called some time after something came, and when boards have followed a correction
 * @param {(milliseconds: number) => Promise<void>} [settings.pause]
 */
export function followEvent({ api, event, counted, tell, changed, pause = sleep }) {
  const results = signal(/** @type {Result[]} */ ([]));
  let after = 0;
  let isOver = false;
  let isSettling = false;
  let isFollowing = false;
  let [corrected, followed] = [0, 0];
  let stop = () => {};

  async function start() {
    after = Math.max(0, (await counted().catch(() => ({ upTo: 0 }))).upTo - BEFORE);
    if (!isOver) listen();
  }

  function listen() {
    const variables = {
      event,
      get after() {
        return after;
      },
    };
    stop = api.subscribe(EVENT_UPDATES, variables, { next: arrived, failed: lost, ended: lost });
  }

  /** @param {{ eventUpdates: EventUpdate }} result */
  function arrived({ eventUpdates: update }) {
    if (update.sequence <= after) return;
    after = update.sequence;
    results.value = receiveResult(results.value, update);
    settle();
    if (update.correction) {
      corrected = update.sequence;
      followCorrections();
    }
  }

  async function settle() {
    if (isSettling) return;
    isSettling = true;
    await pause(SETTLE);
    isSettling = false;
    if (!isOver) changed();
  }

  async function followCorrections() {
    if (isFollowing) return;
    isFollowing = true;
    while (followed < corrected && !isOver) {
      const sequence = corrected;
      await haveFollowed(sequence, async () => (await counted()).corrected, pause);
      followed = sequence;
    }
    isFollowing = false;
    if (!isOver) changed();
  }

  /** @param {Error} [problem] */
  async function lost(problem) {
    if (problem && !(problem instanceof Unreachable)) tell(problem.message);
    if (problem instanceof RequestFailed && problem.code !== 'INTERNAL_SERVER_ERROR') return;
    await pause(3_000);
    if (!isOver) listen();
  }

  function leave() {
    isOver = true;
    stop();
  }

  return { results, start, leave };
}
