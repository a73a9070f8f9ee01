/** What every part of the page may use, and the two hooks around it. */
import { createContext } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { t } from '../language.js';

/** @import { GameInfo } from '../types.d.ts' */

/**
 * @typedef {object} App
 * @property {import('../graphql.js').Api} api
 * @property {ReturnType<typeof import('../session.js').openSession>} session
 * @property {(text: string) => void} tell
 * @property {GameInfo[]} games
 * @property {string[]} languages that can be chosen
 * @property {number} nameLength
 * @property {{ http: string, socket: string }} endpoint of the API
 * @property {boolean} isTest whether matches played here are test matches
 */

export const AppContext = createContext(/** @type {App} */ (/** @type {unknown} */ (null)));
export const useApp = () => useContext(AppContext);

/**
 * Runs `work` once at a time, however often it is asked to; a failure becomes a notice.
 * @template {unknown[]} Arguments
 * @param {(...args: Arguments) => Promise<unknown>} work
 * @returns {[(...args: Arguments) => Promise<void>, boolean]}
 */
export function useWork(work) {
  const { tell } = useApp();
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  return [
    async (...args) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      try {
        await work(...args);
      } catch (problem) {
        tell(/** @type {Error} */ (problem).message);
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
    isBusy,
  ];
}

/**
 * A mutation about a match that answers a match. Its refusal becomes a notice.
 * @param {(match: import('../types.d.ts').MatchSummary) => void} [done]
 */
export function useMutation(done) {
  const { api, tell } = useApp();
  return useWork(
    /**
     * @param {import('../operations.js').Operation<any, any>} operation
     * @param {Record<string, unknown>} input
     * @param {{ isRepeatable?: boolean }} [how] whether it may arrive twice
     */
    async (operation, input, { isRepeatable = false } = {}) => {
      const result = await (isRepeatable ? api.insist : api.ask)(operation, { input });
      const [answer] = Object.values(result);
      if (answer?.__typename === 'MatchChanged') done?.(answer.match);
      else tell(answer?.message ?? t('The server did not answer.'));
    },
  );
}
