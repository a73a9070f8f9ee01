/** The match by graphql-ws, everything over one socket: `node graphql_ws.js PORT`. */
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { playAMatch } from './match.js';

const url = `ws://127.0.0.1:${process.argv[2]}/graphql`;

await playAMatch(token => {
  const client = createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: token === null ? undefined : { authorization: `Bearer ${token}` },
  });
  return {
    async ask(query, variables) {
      for await (const answer of client.iterate({ query, variables })) return answer.data;
    },
    async *follow(query, variables) {
      for await (const answer of client.iterate({ query, variables })) yield answer.data;
    },
    close: () => client.dispose(),
  };
});
