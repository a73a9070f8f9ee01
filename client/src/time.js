/** Waiting, and the server's clock as seen from here. */
import { signal } from '@preact/signals';
import { SERVER_INFO } from './operations.js';

/** Milliseconds before the next attempt: half a second, doubling up to eight, a little apart from others'.
 * @param {number} attempt */
export const backOff = attempt => Math.min(500 * 2 ** (attempt - 1), 8_000) * (0.75 + Math.random() / 2);

/** Also over as soon as the network is back. @param {number} milliseconds @returns {Promise<void>} */
export function sleep(milliseconds) {
  return new Promise(done => {
    const wake = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', wake);
      done();
    };
    const timer = setTimeout(wake, milliseconds);
    globalThis.addEventListener?.('online', wake);
  });
}

/** Milliseconds by which the server's clock is ahead of this one. */
export const ahead = signal(0);

/** @param {import('./graphql.js').Api} api */
export async function compareClocks(api) {
  const sent = Date.now();
  const { serverInfo } = await api.ask(SERVER_INFO, {});
  ahead.value = Date.parse(serverInfo.time) - (sent + Date.now()) / 2;
  return serverInfo;
}

/** @param {string} deadline @param {number} [now] @returns {number} seconds, never below 0 */
export const secondsUntil = (deadline, now = Date.now()) =>
  Math.max(0, (Date.parse(deadline) - now - ahead.value) / 1000);
