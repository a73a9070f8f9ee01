/** Talks to the API: queries and mutations by fetch, subscriptions over one socket. Knows no game and no page. */
import { signal } from '@preact/signals';
import { complete } from './fragments.js';
import { language, t } from './language.js';
import { isFinal, openSocket } from './socket.js';
import { backOff, sleep } from './time.js';

/** @import { Operation } from './operations.js' */
/** @import { Connection, GameKind, Unaliased } from './types.d.ts' */

/** The server could not be reached, or could not answer just now: the same request may be sent again. */
export class Unreachable extends Error {}

/** The server answered with errors: sending the same request again would not help. */
export class RequestFailed extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

const BUSY = new Set([408, 425, 429, 502, 503, 504]);
const PATIENCE = 8;

/** @typedef {ReturnType<typeof connect>} Api */

/**
 * @param {object} settings
 * @param {{ http: string, socket: string }} settings.endpoint
 * @param {() => string | null} settings.token
 * @param {typeof globalThis.fetch} [settings.fetch]
 * @param {any} [settings.webSocketImpl] instead of the browser's
 * @param {(milliseconds: number) => Promise<void>} [settings.pause]
 * @param {Partial<EventTarget>} [settings.network] says when it is gone
 */
export function connect({
  endpoint,
  token,
  fetch = globalThis.fetch.bind(globalThis),
  webSocketImpl = globalThis.WebSocket,
  pause = sleep,
  network = globalThis,
}) {
  const connection = signal(/** @type {Connection} */ ('idle'));
  /** @returns {Record<string, string>} */
  const authorization = () => (token() ? { authorization: `Bearer ${token()}` } : {});
  const introduction = () => ({ ...authorization(), acceptLanguage: language() });
  const makeSocket = () => openSocket(endpoint.socket, introduction, connection, webSocketImpl, pause);
  let socket = makeSocket();
  /** A socket whose network is gone is dead, though nobody tells it: a new one is sought at once. */
  network.addEventListener?.('offline', () => socket.terminate());

  /**
   * One attempt.
   * @template Result, Variables
   * @param {Operation<Result, Variables>} operation
   * @param {Variables} variables
   * @param {GameKind} [kind]
   * @returns {Promise<Unaliased<Result>>}
   */
  async function ask(operation, variables, kind) {
    const body = JSON.stringify({ query: complete(operation, kind), variables });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-language': language(),
      ...authorization(),
    };
    const answer = await fetch(endpoint.http, { method: 'POST', headers, body }).catch(() => null);
    if (!answer || BUSY.has(answer.status))
      throw new Unreachable(t('The server cannot be reached at the moment.'));
    const result = await answer.json().catch(() => null);
    if (!result) throw new Unreachable(t('The server gave no readable answer.'));
    if (result.errors) throw requestFailed(result.errors);
    return unalias(result.data);
  }

  /**
   * Asks until there is an answer. Only for what may safely arrive twice: reads, and mutations that carry an id.
   * @template Result, Variables
   * @param {Operation<Result, Variables>} operation
   * @param {Variables} variables
   * @param {GameKind} [kind]
   */
  async function insist(operation, variables, kind) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask(operation, variables, kind);
      } catch (problem) {
        if (!(problem instanceof Unreachable) || attempt === PATIENCE) throw problem;
        await pause(backOff(attempt));
      }
    }
  }

  /**
   * `variables` is read anew at each reconnection, so a getter in it may move on with what has arrived.
   * @template Result, Variables
   * @param {Operation<Result, Variables>} operation
   * @param {Variables} variables
   * @param {{ next: (result: Unaliased<Result>) => void, failed: (problem: Error) => void, ended?: () => void }} on
   * @param {GameKind} [kind]
   * @returns {() => void} stops it
   */
  function subscribe(operation, variables, on, kind) {
    return socket.subscribe(
      { query: complete(operation, kind), variables: /** @type {any} */ (variables) },
      {
        next: result =>
          result.errors
            ? on.failed(requestFailed(result.errors))
            : on.next(unalias(/** @type {any} */ (result.data))),
        error: problem => on.failed(Array.isArray(problem) ? requestFailed(problem) : closedBecause(problem)),
        complete: () => on.ended?.(),
      },
    );
  }

  /** After signing in or out: the next subscription opens a socket with the new name. */
  function reconnect() {
    socket.dispose();
    socket = makeSocket();
  }

  return { connection, ask, insist, subscribe, reconnect };
}

/** @param {any} problem */
const closedBecause = problem =>
  isFinal(problem)
    ? new RequestFailed(problem.reason || t('The server closed the connection.'), 'UNAUTHENTICATED')
    : new Unreachable(t('The connection to the server was lost.'));

/** @param {readonly any[]} errors */
const requestFailed = errors => new RequestFailed(errors[0].message, errors[0].extensions?.code ?? '');

/**
 * Takes the aliases of selections.js off again: `cards__TwentyCountMade` is `cards`.
 * @param {any} value
 * @returns {any}
 */
export function unalias(value) {
  if (Array.isArray(value)) return value.map(unalias);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [fieldName(key), unalias(part)]));
}

/** @param {string} key */
const fieldName = key => (key.indexOf('__') > 0 ? key.slice(0, key.indexOf('__')) : key);
