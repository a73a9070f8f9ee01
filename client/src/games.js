/** Finds the file of a game by its kind; a game without one is played on the plain table. */
import { useEffect, useState } from 'preact/hooks';
import * as plain from './ui/plain.js';

/** @import { GameKind, GameModule } from './types.d.ts' */

const files = import.meta.glob(['./games/*.js']);
import.meta.glob('./games/*.css', { eager: true });

/** @type {Map<string, Promise<GameModule>>} */
const loaded = new Map();

/** @param {GameKind} kind @returns {Promise<GameModule>} */
export function loadGame(kind) {
  const load = files[`./games/${kind.toLowerCase().replaceAll('_', '-')}.js`];
  const game = loaded.get(kind) ?? /** @type {Promise<GameModule>} */ (load?.() ?? Promise.resolve(plain));
  loaded.set(kind, game);
  return game;
}

/** The client's file for a game, or null while it is being loaded. @param {GameKind | undefined} kind */
export function useGame(kind) {
  const [loaded, setLoaded] = useState(/** @type {{ kind: GameKind, game: GameModule } | null} */ (null));
  useEffect(() => {
    if (kind) loadGame(kind).then(game => setLoaded({ kind, game }));
  }, [kind]);
  return loaded?.kind === kind ? (loaded?.game ?? null) : null;
}
