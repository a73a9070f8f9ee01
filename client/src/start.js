/** Starts the client, whose language is known by now: finds the server, then draws the page the address names. */
import { html, render } from 'htm/preact';
import { loadEndpoint } from './config.js';
import { connect, RequestFailed } from './graphql.js';
import { t } from './language.js';
import { tell } from './notices.js';
import { GAMES } from './operations.js';
import { watchRoute } from './route.js';
import { openSession } from './session.js';
import { compareClocks } from './time.js';
import { App, CannotStart } from './ui/shell.js';

/** @param {HTMLElement} root where the client is drawn @param {string[]} languages that can be chosen */
export async function start(root, languages) {
  try {
    await open(root, languages);
  } catch (problem) {
    root.replaceChildren();
    render(html`<${CannotStart} problem=${/** @type {Error} */ (problem).message} />`, root);
  }
}

/** @param {HTMLElement} root @param {string[]} languages */
async function open(root, languages) {
  const session = openSession();
  const endpoint = await loadEndpoint();
  const api = connect({ endpoint, token: () => session.current.value?.token ?? null });
  addEventListener('storage', session.follow);
  watchRoute();
  const knocking = setTimeout(() => sayKnocking(root), 4_000);
  const [{ games }, { limits, testMode }] = await greet(api, session);
  clearTimeout(knocking);
  keepTime(api);
  let token = session.current.value?.token;
  session.current.subscribe(current => {
    if (current?.token !== token) api.reconnect();
    token = current?.token;
  });
  root.replaceChildren();
  render(
    html`<${App} app=${{ api, session, tell, games, languages, endpoint, nameLength: limits.nameLength, isTest: testMode }} />`,
    root,
  );
}

/** A token the server no longer knows is dropped, and everything asked again without it.
 * @param {import('./graphql.js').Api} api @param {ReturnType<typeof openSession>} session
 * @returns {Promise<[{ games: any[] }, { limits: { nameLength: number }, testMode: boolean }]>} */
async function greet(api, session) {
  try {
    return await Promise.all([api.insist(GAMES, {}), compareClocks(api)]);
  } catch (problem) {
    if (!(problem instanceof RequestFailed && problem.code === 'UNAUTHENTICATED' && session.current.value))
      throw problem;
    session.forget();
    tell(t('Your earlier name is no longer known here. Please choose one again.'));
    return greet(api, session);
  }
}

/** @param {HTMLElement} root */
function sayKnocking(root) {
  root.querySelector('.loading')?.replaceChildren(t('Still knocking: the server does not answer yet…'));
}

/** After each connection, and when the page is looked at again, the clocks are compared anew.
 * @param {import('./graphql.js').Api} api */
function keepTime(api) {
  const compare = () => compareClocks(api).catch(() => null);
  api.connection.subscribe(connection => {
    if (connection === 'connected') compare();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') compare();
  });
}
