/** The match by Apollo Client: queries and mutations over HTTP, subscriptions by its graphql-ws link. `node apollo.js PORT`. */
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { getMainDefinition } from '@apollo/client/utilities';
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
  const isSubscription = ({ query }) => getMainDefinition(query).operation === 'subscription';
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(
      isSubscription,
      new GraphQLWsLink(sockets),
      new HttpLink({ uri: `http://${address}`, headers }),
    ),
  });
  return {
    ask: async (mutation, variables) => (await client.mutate({ mutation: gql(mutation), variables })).data,
    async *follow(query, variables) {
      for await (const { data, error } of valuesOf(client.subscribe({ query: gql(query), variables }))) {
        if (error) throw error;
        yield data;
      }
    },
    async close() {
      client.stop();
      await sockets.dispose();
    },
  };
});
