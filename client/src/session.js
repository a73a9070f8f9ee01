/** Who is playing here: the name and the token, kept in this browser. */
import { signal } from '@preact/signals';
import { randomId } from './ids.js';
import { t } from './language.js';
import { CREATE_PLAYER, RENAME_PLAYER, REVOKE_TOKEN } from './mutations.js';

/** @import { Api } from './graphql.js' */
/** @import { Session } from './types.d.ts' */

const KEY = 'parlour.session';

/** @param {Storage} [storage] */
export function openSession(storage = globalThis.localStorage) {
  const current = signal(read(storage));

  /** @param {Session | null} session */
  function keep(session) {
    current.value = session;
    if (session) storage.setItem(KEY, JSON.stringify(session));
    else storage.removeItem(KEY);
  }

  /** A lost answer is asked for again, and makes no second player.
   * @param {Api} api @param {string} name @returns {Promise<string | null>} why not, or null */
  async function signIn(api, name) {
    const requestId = randomId();
    const { createPlayer: answer } = await api.insist(CREATE_PLAYER, { input: { name, requestId } });
    if (answer?.__typename !== 'PlayerCreated') return answer?.message ?? t('The server did not answer.');
    keep({ token: answer.token, player: answer.player });
    return null;
  }

  /** @param {Api} api @param {string} name @returns {Promise<string | null>} why not, or null */
  async function rename(api, name) {
    const { renamePlayer: answer } = await api.ask(RENAME_PLAYER, { input: { name } });
    if (answer?.__typename !== 'PlayerRenamed') return answer?.message ?? t('The server did not answer.');
    if (current.value) keep({ ...current.value, player: answer.player });
    return null;
  }

  /** The token is forgotten here even when the server cannot be told. @param {Api} api */
  async function signOut(api) {
    const told = api.ask(REVOKE_TOKEN, {});
    keep(null);
    await told.catch(() => null);
  }

  /** Another tab signed in or out. */
  const follow = () => {
    current.value = read(storage);
  };

  return { current, signIn, rename, signOut, follow, forget: () => keep(null) };
}

/** @param {Storage} storage @returns {Session | null} */
function read(storage) {
  try {
    const session = JSON.parse(storage.getItem(KEY) ?? 'null');
    return session?.token && session.player ? session : null;
  } catch {
    return null;
  }
}
