"""The match of ../match.js by the client that ariadne-codegen makes, in its environment: `python player.py PORT`."""

import asyncio
import json
import sys
from contextlib import aclosing

from made.parlour_client import Client
from made.parlour_client.create_match import CreateMatchCreateMatchMatchChanged
from made.parlour_client.create_player import CreatePlayerCreatePlayerPlayerCreated
from made.parlour_client.input_types import (
    CreateMatchInput,
    GameOptionsInput,
    PlayInput,
    TestSetupInput,
    TwentyOptionsInput,
)
from made.parlour_client.play import PlayPlayMoveRefused

ADDRESS = f"127.0.0.1:{sys.argv[1]}/graphql"
MATCH = CreateMatchInput(
    options=GameOptionsInput(twenty=TwentyOptionsInput(target=50)),
    seats=2,
    start_when_full=True,
    test=TestSetupInput(seed="clients"),
)


def connected(token: str | None = None) -> Client:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return Client(f"http://{ADDRESS}", headers, ws_url=f"ws://{ADDRESS}", ws_connection_init_payload=headers)


async def registered(name: str) -> str:
    async with connected() as stranger:
        made = (await stranger.create_player(name)).create_player
    assert isinstance(made, CreatePlayerCreatePlayerPlayerCreated), made
    token: str = made.token
    return token


async def play(me: Client) -> None:
    created = (await me.create_match(MATCH)).create_match
    assert isinstance(created, CreateMatchCreateMatchMatchChanged), created
    match_id = created.match.id
    await me.add_bot(match_id)
    plies = []
    async with aclosing(me.follow(match_id, after=0)) as updates:
        async for update in updates:
            plies.append(update.match_updates.ply)
            match = update.match_updates.match
            if match.outcome:
                rows = match.outcome.standings
                standings = [{"place": row.place, "score": row.score, "name": row.seat.name} for row in rows]
                print(json.dumps({"plies": plies, "standings": standings, "reason": match.outcome.reason}))
                return
            if match.legal_moves and match.decision:
                move = PlayInput(match_id=match_id, decision=match.decision.id, move=match.legal_moves[-1].input)
                answer = (await me.play(move)).play
                assert not isinstance(answer, PlayPlayMoveRefused) or answer.code == "STALE", answer


async def main() -> None:
    async with connected(await registered("Ada")) as me:
        await play(me)


asyncio.run(main())
