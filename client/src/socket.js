/** The one WebSocket: it is opened for the first subscription, checked by pings and opened again when it drops. */
import { createClient } from 'graphql-ws';
import { backOff } from './time.js';

/** @import { Connection } from './types.d.ts' */

/**
 * @param {string} url
 * @param {() => Record<string, unknown>} connectionParams
 * @param {import('@preact/signals').Signal<Connection>} connection
 * @param {typeof WebSocket} webSocketImpl
 * @param {(milliseconds: number) => Promise<void>} pause
 */
export function openSocket(url, connectionParams, connection, webSocketImpl, pause) {
  const client = createClient({
    url,
    webSocketImpl: heldBack(webSocketImpl),
    connectionParams,
    keepAlive: 12_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: attempt => pause(backOff(attempt + 1)),
    shouldRetry: problem => !isFinal(problem),
  });
  let unanswered = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  client.on('connecting', isRetrying => {
    connection.value = isRetrying ? 'reconnecting' : 'connecting';
  });
  client.on('connected', () => {
    connection.value = 'connected';
  });
  client.on('closed', event => {
    clearTimeout(unanswered);
    connection.value = isClean(event) ? 'idle' : 'reconnecting';
  });
  client.on('ping', received => {
    if (!received) unanswered = setTimeout(() => client.terminate(), 6_000);
  });
  client.on('pong', () => clearTimeout(unanswered));
  return client;
}

/**
 * The library answers pings, and subscribes, also while a socket closes. Browsers drop that too, but complain.
 * @param {typeof WebSocket} Socket
 */
const heldBack = Socket =>
  class extends Socket {
    /** @param {Parameters<WebSocket['send']>[0]} data */
    send(data) {
      if (this.readyState <= Socket.OPEN) super.send(data);
    }
  };

/** @param {unknown} event */
const isClean = event => /** @type {CloseEvent} */ (event)?.code === 1000;

/** The server will not have this client: a wrong token, an operation it does not know. @param {any} event */
export const isFinal = event => [4400, 4401, 4403, 4406, 4409].includes(event?.code);
