/** What a Relay client would write: fragments, pagination that can be refetched, a mutation's union, a subscription. */

export const seat = graphql`
  fragment table_seat on Seat {
    index
    name
    isToMove
    player {
      id
      name
    }
  }
`;

export const log = graphql`
  fragment table_log on Match
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
  @refetchable(queryName: "tableLogPaginationQuery") {
    log(first: $count, after: $cursor) @connection(key: "table_log") {
      edges {
        node {
          number
          at
          events {
            __typename
            ... on TwentyCountMade {
              seat
            }
          }
        }
      }
    }
  }
`;

export const matches = graphql`
  fragment table_matches on Query
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
  @refetchable(queryName: "tableMatchesPaginationQuery") {
    matches(first: $count, after: $cursor, filter: { game: TWENTY }) @connection(key: "table_matches") {
      edges {
        node {
          id
          status
          seats {
            ...table_seat
          }
        }
      }
    }
  }
`;

export const matchQuery = graphql`
  query tableMatchQuery($by: MatchBy!) {
    match(by: $by) {
      id
      code
      decision {
        id
        deadline
      }
      legalMoves {
        label
        input
      }
      view {
        __typename
        ... on TwentyView {
          count
          hand {
            id
          }
        }
      }
      ...table_log
    }
    ...table_matches
  }
`;

export const playMutation = graphql`
  mutation tablePlayMutation($input: PlayInput!) {
    play(input: $input) {
      __typename
      ... on MovePlayed {
        ply
        match {
          ply
          seats {
            ...table_seat
          }
        }
      }
      ... on UserError {
        code
        message
        path
      }
    }
  }
`;

export const updatesSubscription = graphql`
  subscription tableUpdatesSubscription($matchId: ID!, $after: Int) {
    matchUpdates(matchId: $matchId, after: $after) {
      ply
      match {
        ply
        ...table_log
      }
    }
  }
`;
