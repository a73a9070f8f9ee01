"""The match of match.js by gql, subscriptions over WebSocket and all else over HTTP: `python gql_player.py PORT`."""

import asyncio
import json
import sys
from contextlib import aclosing
from typing import Any

from gql import Client, gql
from gql.transport.httpx import HTTPXAsyncTransport
from gql.transport.websockets import WebsocketsTransport

ADDRESS = f"127.0.0.1:{sys.argv[1]}/graphql"
CREATE_PLAYER = """mutation { createPlayer(input: { name: "Ada" }) { ... on PlayerCreated { token } } }"""
CREATE_MATCH = """mutation($input: CreateMatchInput!) {
  createMatch(input: $input) { ... on MatchChanged { match { id } } ... on RequestRefused { message } }
}"""
ADD_BOT = """mutation($id: ID!) { addBot(input: { matchId: $id, level: EASY }) { __typename } }"""
PLAY = """mutation($input: PlayInput!) {
  play(input: $input) { __typename ... on MoveRefused { code message } }
}"""
FOLLOW = """subscription($id: ID!) {
  matchUpdates(matchId: $id, after: 0) {
    ply match { decision { id } legalMoves { input } outcome { reason standings { place score seat { name } } } }
  }
}"""
MATCH = {"options": {"twenty": {"target": 50}}, "seats": 2, "startWhenFull": True, "test": {"seed": "clients"}}


async def ask(session: Any, document: str, **variables: Any) -> Any:
    return next(iter((await session.execute(gql(document), variable_values=variables)).values()))


async def main() -> None:
    """Ask with the schema fetched from the server, so that gql checks every document and variable itself."""
    stranger = Client(transport=HTTPXAsyncTransport(f"http://{ADDRESS}"), fetch_schema_from_transport=True)
    async with stranger as session:
        token = (await ask(session, CREATE_PLAYER))["token"]
    headers = {"Authorization": f"Bearer {token}"}
    asking = Client(transport=HTTPXAsyncTransport(f"http://{ADDRESS}", headers=headers), schema=stranger.schema)
    following = Client(transport=WebsocketsTransport(f"ws://{ADDRESS}", init_payload=headers), schema=stranger.schema)
    async with asking as me, following as table:
        await play(me, table)


async def play(me: Any, table: Any) -> None:
    match_id = (await ask(me, CREATE_MATCH, input=MATCH))["match"]["id"]
    await ask(me, ADD_BOT, id=match_id)
    plies = []
    async with aclosing(table.subscribe(gql(FOLLOW), variable_values={"id": match_id})) as updates:
        async for update in updates:
            plies.append(update["matchUpdates"]["ply"])
            match = update["matchUpdates"]["match"]
            if match["outcome"]:
                rows = match["outcome"]["standings"]
                standings = [{"name": row.pop("seat")["name"], **row} for row in rows]
                print(json.dumps({"plies": plies, "standings": standings, "reason": match["outcome"]["reason"]}))
                return
            if match["legalMoves"]:
                move = match["legalMoves"][-1]["input"]
                sent = {"matchId": match_id, "decision": match["decision"]["id"], "move": move}
                answer = await ask(me, PLAY, input=sent)
                assert answer["__typename"] == "MovePlayed" or answer["code"] == "STALE", answer


asyncio.run(main())
