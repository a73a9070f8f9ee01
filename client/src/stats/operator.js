/** Who operates: the token, kept for as long as the browser's tab. It is not the player's session. */
import { signal } from '@preact/signals';
import { RequestFailed } from '../graphql.js';
import { t } from '../language.js';
import { WHO_ASKS } from './operations.js';

/** @import { Api } from '../graphql.js' */

/** @typedef {{ token: string, name: string }} Operator */

const KEY = 'parlour.operator';

/**
 * @param {(token: () => string | null) => Api} connect makes an API that asks with a token
 * @param {Storage} [storage]
 */
export function openOperator(connect, storage = globalThis.sessionStorage) {
  const current = signal(read(storage));
  /** How many corrections made here the boards have followed: they are read anew. */
  const corrected = signal(0);
  const api = connect(() => current.value?.token ?? null);

  /** Keeps a token that the server knows as an operator's. @param {string} token @returns {Promise<string | null>} why not, or null */
  async function signIn(token) {
    const name = await nameOf(connect(() => token));
    if (name === null) return t('This is not an operator’s token.');
    current.value = { token, name };
    storage.setItem(KEY, JSON.stringify(current.value));
    api.reconnect();
    return null;
  }

  /** The token stays good: it was made for more than this tab. */
  function signOut() {
    current.value = null;
    storage.removeItem(KEY);
    api.reconnect();
  }

  return { current, corrected, api, signIn, signOut };
}

/** Whether the dashboard is open in this tab. @param {Storage} [storage] */
export const isOperatorHere = (storage = globalThis.sessionStorage) => read(storage) !== null;

/** An operator's name; null for anybody else. @param {Api} api */
async function nameOf(api) {
  try {
    const { viewer } = await api.ask(WHO_ASKS, {});
    return viewer?.isOperator ? viewer.player.name : null;
  } catch (problem) {
    if (problem instanceof RequestFailed && problem.code === 'UNAUTHENTICATED') return null;
    throw problem;
  }
}

/** @param {Storage} storage @returns {Operator | null} */
function read(storage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null');
    return kept?.token && kept.name ? kept : null;
  } catch {
    return null;
  }
}
