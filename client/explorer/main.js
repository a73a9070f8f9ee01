/** GraphiQL on the server's own endpoint, with a few tabs to start from. Everything is bundled. */
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import { createClient } from 'graphql-ws';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { loadEndpoint } from '../src/config.js';
import { EXAMPLES } from './examples.js';
import 'graphiql/graphiql.css';
import './style.css';

const endpoint = await loadEndpoint();

/** The token typed into the header editor also opens the socket; a new one opens a new socket.
 * @type {Map<string, import('graphql-ws').Client>} */
const sockets = new Map();

/** @param {string} authorization */
function socketFor(authorization) {
  const socket =
    sockets.get(authorization) ??
    createClient({ url: endpoint.socket, connectionParams: authorization ? { authorization } : {} });
  sockets.set(authorization, socket);
  return socket;
}

/** @type {import('@graphiql/toolkit').Fetcher} */
function fetcher(request, options) {
  const authorization = Object.entries(options?.headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'authorization',
  )?.[1];
  const send = createGraphiQLFetcher({
    url: endpoint.http,
    wsClient: /** @type {any} */ (socketFor(String(authorization ?? ''))),
  });
  return send(request, options);
}

const root = createRoot(/** @type {HTMLElement} */ (document.getElementById('explorer')));
root.render(
  createElement(
    GraphiQL,
    { fetcher, defaultTabs: EXAMPLES, defaultEditorToolsVisibility: 'headers', shouldPersistHeaders: true },
    createElement(
      GraphiQL.Logo,
      null,
      createElement('a', { href: '../', className: 'explorer-home' }, 'Parlour'),
    ),
  ),
);
