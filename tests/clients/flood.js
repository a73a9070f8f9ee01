/** What graphql-ws makes of a flood's end: `node flood.js PORT` prints the close code, and what it did then. */
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const PINGS = 2_100;

const codes = [];
let socket;
let isFollowing = () => {};
const client = createClient({
  url: `ws://127.0.0.1:${process.argv[2]}/graphql`,
  webSocketImpl: WebSocket,
  retryWait: () => Promise.resolve(),
  on: {
    connected: opened => {
      socket = opened;
      isFollowing();
    },
    closed: ({ code }) => codes.push(code),
  },
});

/** Follow the lobby, and wait until the socket is (again) there. */
const connected = () => new Promise(resolve => (isFollowing = resolve));
const first = connected();
const following = client.iterate({ query: 'subscription { openMatches { isOpen } }' }).next();
await first;
const again = connected();
for (let sent = 0; sent < PINGS; sent++) socket.send('{"type":"ping"}');
await Promise.race([again, following]);
const answer = await client.iterate({ query: '{ __typename }' }).next();
console.log(JSON.stringify({ codes: [...codes], answer: answer.value.data }));
await client.dispose();
