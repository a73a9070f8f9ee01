/** The one WebSocket: it is opened for the first subscription, checked by pings and opened again when it drops. */
import { createClient, MessageType, stringifyMessage } from 'graphql-ws';
import { backOff } from './time.js';

/** @import { Connection } from './types.d.ts' */

/** Of `WebSocket.readyState`. */
const OPEN = 1;

/**
 * @param {string} url
 * @param {() => Record<string, unknown>} connectionParams
 * @param {import('@preact/signals').Signal<Connection>} connection
 * @param {unknown} webSocketImpl
 * @param {(milliseconds: number) => Promise<void>} pause
 */
export function openSocket(url, connectionParams, connection, webSocketImpl, pause) {
  const client = createClient({
    url,
    webSocketImpl,
    connectionParams,
    keepAlive: 12_000,
    disablePong: true,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: attempt => pause(backOff(attempt + 1)),
    shouldRetry: problem => !isFinal(problem),
  });
  let opened = /** @type {WebSocket | undefined} */ (undefined);
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
  client.on('opened', socket => {
    opened = /** @type {WebSocket} */ (socket);
  });
  client.on('ping', (received, payload) => {
    if (!received) unanswered = setTimeout(() => client.terminate(), 6_000);
    // The library would also answer while the socket closes, of which browsers complain.
    else if (opened?.readyState === OPEN) opened.send(stringifyMessage({ type: MessageType.Pong, payload }));
  });
  client.on('pong', () => clearTimeout(unanswered));
  return client;
}

/** @param {unknown} event */
const isClean = event => /** @type {CloseEvent} */ (event)?.code === 1000;

/** The server will not have this client: a wrong token, an operation it does not know. @param {any} event */
export const isFinal = event => [4400, 4401, 4403, 4406, 4409].includes(event?.code);
