/** The match that every client here plays, by these documents: Twenty against a bot, from one seed to the end. */

export const CREATE_PLAYER = `mutation CreatePlayer($name: String!) {
  createPlayer(input: { name: $name }) { __typename ... on PlayerCreated { token } ... on RequestRefused { message } }
}`;

export const CREATE_MATCH = `mutation CreateMatch($seed: String!) {
  createMatch(input: { options: { twenty: { target: 50 } }, seats: 2, startWhenFull: true, test: { seed: $seed } }) {
    __typename ... on MatchChanged { match { id } } ... on RequestRefused { message }
  }
}`;

export const ADD_BOT = `mutation AddBot($matchId: ID!) {
  addBot(input: { matchId: $matchId, level: EASY }) { __typename ... on RequestRefused { message } }
}`;

export const PLAY = `mutation Play($input: PlayInput!) {
  play(input: $input) { __typename ... on MovePlayed { ply } ... on MoveRefused { code message } }
}`;

export const FOLLOW = `subscription Follow($matchId: ID!, $after: Int) {
  matchUpdates(matchId: $matchId, after: $after) {
    ply events { __typename }
    match {
      id decision { id } legalMoves { label input }
      outcome { reason standings { place score seat { name } } }
    }
  }
}`;

/**
 * Plays to the end and prints what has been seen, as the tests compare it for every client.
 * `connect(token)` gives a client: `ask(document, variables)` and `follow(document, variables)` give data, `close()` ends it.
 */
export async function playAMatch(connect) {
  const stranger = await connect(null);
  const { createPlayer } = await stranger.ask(CREATE_PLAYER, { name: 'Ada' });
  await stranger.close();

  const me = await connect(createPlayer.token);
  const { createMatch } = await me.ask(CREATE_MATCH, { seed: 'clients' });
  const matchId = createMatch.match.id;
  await me.ask(ADD_BOT, { matchId });
  const plies = [];
  for await (const { matchUpdates } of me.follow(FOLLOW, { matchId, after: 0 })) {
    plies.push(matchUpdates.ply);
    const { decision, legalMoves, outcome } = matchUpdates.match;
    if (outcome) {
      const standings = outcome.standings.map(({ place, score, seat }) => ({
        place,
        score,
        name: seat.name,
      }));
      console.log(JSON.stringify({ plies, standings, reason: outcome.reason }));
      break;
    }
    if (legalMoves.length === 0) continue;
    const input = { matchId, decision: decision.id, move: legalMoves.at(-1).input };
    const { play } = await me.ask(PLAY, { input });
    if (play.__typename === 'MoveRefused' && play.code !== 'STALE') throw new Error(play.message);
  }
  await me.close();
}
