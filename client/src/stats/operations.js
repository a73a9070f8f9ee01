/** What the pages of statistics read and follow, as text. How much is read at a time is written out. */

/** @import * as Types from '../generated/operations.d.ts' */
/** @import { Operation } from '../operations.js' */

/** @type {Operation<Types.WhoAsksQuery, {}>} */
export const WHO_ASKS = `query WhoAsks {
  viewer { isOperator player { id name } }
}`;

/** @type {Operation<Types.EventsQuery, Types.EventsQueryVariables>} */
export const EVENTS = `query Events {
  events(first: 100) { nodes { id name code createdAt } }
}`;

/** @type {Operation<Types.OverviewQuery, Types.OverviewQueryVariables>} */
export const OVERVIEW = `query Overview($filter: MatchStatsFilter!) {
  matchStats(filter: $filter, groupBy: [GAME]) {
    game matches finished abandoned void timeouts
    durationSeconds { p50 p95 }
    plies { p50 }
    decisionSeconds { p50 p95 }
    leadChanges { mean }
    largestLead { most }
  }
}`;

/** @type {Operation<Types.PaceQuery, Types.PaceQueryVariables>} */
export const PACE = `query Pace($filter: MatchStatsFilter!) {
  matchStats(filter: $filter, groupBy: [DAY]) {
    day matches finished abandoned timeouts
    durationSeconds { p50 p95 }
    decisionSeconds { p50 p95 }
  }
}`;

/** @type {Operation<Types.ScoresQuery, Types.ScoresQueryVariables>} */
export const SCORES = `query Scores($filter: MatchStatsFilter!) {
  matchStats(filter: $filter) {
    points { count mean p50 p95 least most histogram(buckets: 20) { least below count } }
  }
}`;

/** @type {Operation<Types.LeaderboardQuery, Types.LeaderboardQueryVariables>} */
export const LEADERBOARD = `query Leaderboard(
  $game: GameKind!, $event: ID, $orderBy: LeaderboardOrder!, $minMatches: Int!, $bots: Boolean!, $isTest: Boolean!
  $after: String
) {
  leaderboard(
    game: $game, event: $event, orderBy: $orderBy, minMatches: $minMatches, bots: $bots, isTest: $isTest
    first: 25, after: $after
  ) {
    nodes {
      rank bot player { id name }
      played won winRate averagePlace points averagePoints mostPoints leastPoints
      abandoned resigned timeouts streak longestStreak form
      rating { mu sigma ordinal }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** @type {Operation<Types.QuestionsQuery, Types.QuestionsQueryVariables>} */
export const QUESTIONS = `query Questions(
  $game: GameKind!, $deck: ID, $kind: QuestionKind, $event: ID, $orderBy: QuestionOrder!, $bots: Boolean!
  $isTest: Boolean!, $after: String
) {
  questionStats(
    game: $game, deck: $deck, kind: $kind, event: $event, orderBy: $orderBy, bots: $bots, isTest: $isTest
    first: 25, after: $after
  ) {
    nodes {
      rank kind question text rightAnswer category shown right rightRate answers answersRight
      nearAccepted overruledToRight overruledToWrong timeouts separation
      seconds { p50 }
      cluesNeeded { p50 }
      wrong(first: 3) { text count }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** @type {Operation<Types.DecksPlayedQuery, Types.DecksPlayedQueryVariables>} */
export const DECKS_PLAYED = `query DecksPlayed($filter: MatchStatsFilter!) {
  matchStats(filter: $filter, groupBy: [DECK]) { deck { id name } matches }
}`;

/** @type {Operation<Types.RatingsQuery, Types.RatingsQueryVariables>} */
export const RATINGS = `query Ratings($id: ID!, $game: GameKind!, $isTest: Boolean!) {
  player(id: $id) {
    id name
    stats(game: $game, isTest: $isTest) {
      ratingHistory(last: 100) { nodes { sequence at rating { mu sigma ordinal } } }
    }
  }
}`;

/** @type {Operation<Types.GamesPlayedQuery, Types.GamesPlayedQueryVariables>} */
export const GAMES_PLAYED = `query GamesPlayed($filter: MatchStatsFilter!) {
  matchStats(filter: $filter, groupBy: [GAME]) { game matches }
}`;

/** @type {Operation<Types.OwnStatsQuery, Types.OwnStatsQueryVariables>} */
export const OWN_STATS = `query OwnStats($id: ID!, $game: GameKind!, $isTest: Boolean!) {
  player(id: $id) {
    id name
    stats(game: $game, isTest: $isTest) {
      played won winRate abandoned resigned averagePlace averagePoints mostPoints leastPoints
      timeouts streak longestStreak form
      places { value count }
      decisionSeconds { p50 p95 }
      rating { mu sigma ordinal }
      accuracy { kind category answers right rate }
      bySeat { seat played won averagePlace }
      ratingHistory(last: 100) { nodes { sequence at rating { mu sigma ordinal } } }
    }
  }
}`;

/** @type {Operation<Types.PlayedWithQuery, {}>} */
export const PLAYED_WITH = `query PlayedWith {
  viewer { matches(first: 50) { nodes { seats { player { id name } } } } }
}`;

/** @type {Operation<Types.HeadToHeadQuery, Types.HeadToHeadQueryVariables>} */
export const HEAD_TO_HEAD = `query HeadToHead($players: [ID!]!, $isTest: Boolean!) {
  headToHead(players: $players, isTest: $isTest) {
    game played level sides { player { id name } ahead guesses guessedRight stats { won averagePoints } }
  }
}`;

/** @type {Operation<Types.CountedMatchQuery, Types.CountedMatchQueryVariables>} */
export const COUNTED_MATCH = `query CountedMatch($id: ID!) {
  match(by: { id: $id }) {
    id endedAt game { kind name } event { id name } outcome { standings { place score seat { index name } } }
    counted {
      countedAs durationSeconds
      seats { index name place points }
      answers {
        number kind question questionText rightAnswer category seat text verdict isRight isOverruled
      }
    }
    corrections { ...CorrectionFields }
  }
}`;

/** @type {Operation<Types.EventUpdatesSubscription, Types.EventUpdatesSubscriptionVariables>} */
export const EVENT_UPDATES = `subscription EventUpdates($event: ID!, $after: Int) {
  eventUpdates(event: $event, after: $after) {
    sequence at
    match { id game { kind name } seats { index name } outcome { standings { place score seat { index name } } } }
    counted { countedAs durationSeconds seats { index name place points } }
    correction { kind reason operator { id name } }
  }
}`;
