/** One match from its first seat to its last card: which part of it is shown follows from its status. */
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { follow } from '../follow.js';
import { loadGame } from '../games.js';
import { t } from '../language.js';
import { FIND_MATCH } from '../operations.js';
import { useApp } from './app.js';
import { NotFound } from './join.js';
import { awaitedIn, Table } from './table.js';
import { Waiting } from './waiting.js';

/** @import { GameModule, Table as MatchTable } from '../types.d.ts' */

/** @typedef {{ followed: ReturnType<typeof follow>, game: GameModule }} Followed */

/** @param {{ id: string, code?: string }} props */
export function MatchPage({ id, code }) {
  const [found, problem] = useFollowed(id, code);
  const state = found?.followed.state.value;
  useTitle(state?.match, found?.game);
  const trouble = problem ?? state?.problem;
  if (trouble) return html`<${NotFound} problem=${trouble} />`;
  if (!found || !state?.match) return html`<p class="loading" role="status">${t('Going to the table…')}</p>`;
  if (state.match.status === 'ABANDONED')
    return html`<${NotFound} problem=${t('This table was cleared before the match was over.')} />`;
  const Part = state.match.status === 'OPEN' ? Waiting : Table;
  return html`<${Part} match=${state.match} following=${state} followed=${found.followed} game=${found.game} />`;
}

/**
 * Asks which game it is, fetches that game's file, then follows the match until the page is left.
 * @param {string} id @param {string | undefined} code
 * @returns {[Followed | null, string | null]}
 */
export function useFollowed(id, code) {
  const { api, tell } = useApp();
  const [found, setFound] = useState(/** @type {Followed | null} */ (null));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    let leave = () => {};
    let isLeft = false;
    async function begin() {
      const { match } = await api.insist(FIND_MATCH, { by: code ? { code } : { id } });
      if (!match) return setProblem(t('There is no such match, or it is not open to be watched.'));
      const game = await loadGame(match.game.kind);
      if (isLeft) return;
      const followed = follow({ api, id: match.id, kind: match.game.kind, code, tell });
      leave = followed.leave;
      setFound({ followed, game });
      await followed.start();
    }
    begin().catch(failure => setProblem(failure.message));
    return () => {
      isLeft = true;
      leave();
    };
  }, [id, code]);
  return [found, problem];
}

/** The tab says whose turn it is. @param {MatchTable | null | undefined} match @param {GameModule | undefined} game */
function useTitle(match, game) {
  const isMine = match && game && awaitedIn(match, game).some(seat => seat === match.viewerSeat);
  useEffect(() => {
    document.title = match ? title(match.game.name, isMine) : 'Parlour';
    return () => {
      document.title = 'Parlour';
    };
  }, [match?.game.name, isMine]);
}

/** @param {string} game @param {boolean | null | undefined} isMine */
const title = (game, isMine) =>
  isMine ? t('● Your turn: {game} · Parlour', { game }) : t('{game} · Parlour', { game });
