/** The tabs the explorer opens with; a test holds them against the schema. */

const NO_NAME = JSON.stringify({ Authorization: 'Bearer the token that createPlayer gave you' }, null, 2);

export const EXAMPLES = [
  {
    query: `# 1. Take a name. Copy the token into the headers of the next tabs.
mutation TakeAName {
  createPlayer(input: { name: "Ada" }) {
    ... on PlayerCreated { token player { id name } }
    ... on RequestRefused { code message }
  }
}
`,
  },
  {
    query: `# 2. Lay a table: you take the first seat. Copy the match's id.
mutation LayATable {
  createMatch(input: { options: { twenty: { turnSeconds: 0 } }, seats: 3 }) {
    ... on MatchChanged { match { id code status seats { index name } } }
    ... on RequestRefused { code message }
  }
}
`,
    headers: NO_NAME,
  },
  {
    query: `# 3. Seat two bots and start. Mutations run one after the other.
mutation SeatBotsAndStart($match: ID!) {
  first: addBot(input: { matchId: $match, level: EASY }) { ...Answer }
  second: addBot(input: { matchId: $match, level: HARD }) { ...Answer }
  start: startMatch(input: { matchId: $match }) { ...Answer }
}

fragment Answer on MatchResult {
  ... on MatchChanged { match { status seats { name bot } decision { id seats { index } } } }
  ... on RequestRefused { code message }
}
`,
    variables: '{ "match": "mat_…" }',
    headers: NO_NAME,
  },
  {
    query: `# 4. Watch it: every ply from the first, then live.
subscription Watch($match: ID!) {
  matchUpdates(matchId: $match, after: 0) {
    ply
    at
    events {
      __typename
      ... on TwentyCountMade { seat count cards { id } }
      ... on TwentyCardDrawn { seat drawPileSize }
    }
    match { status decision { id seats { index } } }
  }
}
`,
    variables: '{ "match": "mat_…" }',
    headers: NO_NAME,
  },
  {
    query: `# 5. What may I do, and what do I see?
query MySeat($match: ID!) {
  match(by: { id: $match }) {
    decision { id deadline }
    legalMoves { label input }
    view { ... on TwentyView { count hand { id } seats { handSize total } } }
  }
}
`,
    variables: '{ "match": "mat_…" }',
    headers: NO_NAME,
  },
];
