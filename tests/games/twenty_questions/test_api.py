"""Bots play a whole match over the real API, followed by somebody who only watches (ALL-1)."""

import json
from typing import Any

from server import decks
from server.games.twenty_questions.deck import clues
from tests.api.parlour import running

CARDS = {card.text: card for card in decks.load()["twenty-questions"][0].cards}
WATCH = """subscription($id: ID!) { matchUpdates(matchId: $id, after: 0) { ply events { __typename }
  match { status outcome { reason } view { ... on TwentyQuestionsView { cardNumber secretCard { answer }
    lines { line { number clue } } results { answer } seats { position } } } } } }"""


async def test_a_match_of_bots_ends_through_the_api_and_a_spectator_never_sees_more_than_was_read() -> None:
    async with running() as server:
        ann = await server.person("Ann")
        match = await ann.change("createMatch", options={"twentyQuestions": {}}, spectators="OPEN")
        for level in ("HARD", "NORMAL"):
            await ann.change("addBot", matchId=match["id"], level=level)
        await ann.change("startMatch", matchId=match["id"])
        await ann.change("handToBot", matchId=match["id"], level="EASY")

        seen: list[Any] = []
        async with server.stranger.following(WATCH, id=match["id"]) as updates:
            async for update in updates:
                seen.append(update)
                if update["match"]["status"] == "FINISHED":
                    break

    views = [update["match"]["view"] for update in seen if update["match"]["view"]]
    assert [update["ply"] for update in seen] == list(range(1, len(seen) + 1))
    assert seen[-1]["match"]["outcome"] == {"reason": "FINISH_REACHED"}
    assert max(seat["position"] for seat in views[-1]["seats"]) == 75
    assert {view["secretCard"] is None for view in views} == {True}
    answer_of = [result["answer"] for result in views[-1]["results"]]
    for view in views[:-1]:
        card = CARDS[answer_of[view["cardNumber"] - 1]]
        read = {line["line"]["clue"] for line in view["lines"]}
        told = json.dumps(view, ensure_ascii=False)
        assert [clue for clue in clues(card) if clue not in read and json.dumps(clue, ensure_ascii=False) in told] == []
