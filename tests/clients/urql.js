/** The match by urql: queries and mutations over HTTP, subscriptions by graphql-ws. `node urql.js PORT`. */
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { playAMatch } from './match.js';
import { valuesOf } from './values.js';

const address = `127.0.0.1:${process.argv[2]}/graphql`;

await playAMatch(token => {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const sockets = createClient({
    url: `ws://${address}`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
  });
  const client = new Client({
    url: `http://${address}`,
    preferGetMethod: false,
    fetchOptions: { headers },
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: sink => ({ unsubscribe: sockets.subscribe({ query, variables }, sink) }),
        }),
      }),
    ],
  });
  return {
    async ask(mutation, variables) {
      const { data, error } = await client.mutation(mutation, variables);
      if (error) throw error;
      return data;
    },
    async *follow(query, variables) {
      for await (const { data, error } of valuesOf(client.subscription(query, variables))) {
        if (error) throw error;
        yield data;
      }
    },
    close: () => sockets.dispose(),
  };
});
