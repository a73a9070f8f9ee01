/** Follows the lobby: the open matches live, the viewer's own and the finished ones by asking again. */
import { signal } from '@preact/signals';
import { Unreachable } from './graphql.js';
import { LOBBY, OPEN_MATCHES } from './operations.js';
import { sleep } from './time.js';

/** @import { Api } from './graphql.js' */
/** @import { LobbyLists, MatchSummary, Unaliased, Read } from './types.d.ts' */

const REFRESH = 20_000;

/** @typedef {Unaliased<Read.OpenMatchesSubscription['openMatches']>} OpenMatchUpdate */

/** Newest first, each match once. @param {MatchSummary[]} known @param {OpenMatchUpdate} update */
export function receiveOpen(known, { match, isOpen }) {
  const others = known.filter(other => other.id !== match.id);
  if (!isOpen) return others;
  return [match, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** @param {Api} api @param {(message: string) => void} tell */
export function followLobby(api, tell) {
  const open = signal(/** @type {MatchSummary[]} */ ([]));
  const lists = signal(/** @type {LobbyLists | null} */ (null));
  let isOver = false;
  let stopUpdates = () => {};

  async function refresh() {
    try {
      lists.value = await api.ask(LOBBY, {});
    } catch (problem) {
      if (!(problem instanceof Unreachable)) tell(/** @type {Error} */ (problem).message);
    }
  }

  function listen() {
    stopUpdates = api.subscribe(OPEN_MATCHES, {}, { next: arrived, failed: lost, ended: lost });
  }

  /** @param {{ openMatches: OpenMatchUpdate }} result */
  function arrived({ openMatches }) {
    open.value = receiveOpen(open.value, openMatches);
    if (!openMatches.isOpen) refresh();
  }

  /** @param {Error} [problem] */
  async function lost(problem) {
    if (problem && !(problem instanceof Unreachable)) tell(problem.message);
    await sleep(3_000);
    if (isOver) return;
    open.value = [];
    listen();
  }

  /** At each connection the server names every open match again, so what was known is dropped. */
  const stopWatching = api.connection.subscribe(connection => {
    if (connection !== 'connected') return;
    open.value = [];
    refresh();
  });
  const timer = setInterval(refresh, REFRESH);
  refresh();
  listen();

  function leave() {
    isOver = true;
    clearInterval(timer);
    stopWatching();
    stopUpdates();
  }

  return { open, lists, refresh, leave };
}
