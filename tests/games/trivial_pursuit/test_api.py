"""A whole match against a bot through the real API, every field of the view read again and again."""

from typing import Any

from tests.api.parlour import Person, running

SPACE = "{ id kind colour name }"
QUESTION = f"{{ number card colour space {SPACE} isFinal text }}"
VIEW = f"""... on TrivialPursuitView {{
  turn turnNumber roll wedgesNeeded winners pileSize destinations {SPACE}
  start {{ round contenders rolls }}
  question {{ question {QUESTION} reader answer }}
  review {{ guess verdict judges stillToRule ownRuling }}
  categoryVote {{ stillToVote ownVote }}
  lastQuestion {{ seat question {QUESTION} answer guess verdict isRight overruledBy rulings {{ seat correct }} }}
  tokens {{ seat space {SPACE} wedges locked turns tallies {{ colour asked right }} }} }}"""
MATCH = f"""query($id: ID!) {{ match(by: {{id: $id}}) {{
  id status ply decision {{ id kind seats {{ index }} }} view {{ {VIEW} }}
  legalMoves {{ freeText maxLength textPath input }} outcome {{ reason }} }} }}"""
LOG = """query($id: ID!, $after: String) { match(by: {id: $id}) { log(first: 100, after: $after) {
  pageInfo { hasNextPage endCursor } nodes { events { __typename } } } } }"""
OPTIONS = {"trivialPursuit": {"wedges": 4, "judging": "READER", "answerSeconds": 120}}


def move_of(match: Any) -> Any:
    """Return the first move that is offered: an answer as "No idea", and to the bot's answers always a yes."""
    offered = match["legalMoves"][0]
    if not offered["freeText"]:
        return offered["input"]
    assert (offered["maxLength"], offered["textPath"]) == (200, ["trivialPursuit", "answer"])
    return {"trivialPursuit": {"answer": "No idea"}}


async def play_on(ann: Person, id: str) -> list[Any]:
    """Play for Ann until the match is over, and return the match as she saw it each time that she looked."""
    seen: list[Any] = []
    while not seen or seen[-1]["status"] == "RUNNING":
        match = (await ann.ask(MATCH, id=id))["match"]
        seen.append(match)
        if match["legalMoves"]:
            await ann.play(match, move_of(match))
    return seen


async def all_events(ann: Person, id: str) -> set[str]:
    happened: set[str] = set()
    page: Any = {"hasNextPage": True, "endCursor": None}
    while page["hasNextPage"]:
        log = (await ann.ask(LOG, id=id, after=page["endCursor"]))["match"]["log"]
        happened |= {event["__typename"] for ply in log["nodes"] for event in ply["events"]}
        page = log["pageInfo"]
    return happened


async def test_a_match_against_a_bot_is_played_to_its_end() -> None:
    async with running(bot_pause=0.0) as server:
        ann = await server.person("Ann")
        match = await ann.change("createMatch", options=OPTIONS, seats=2, test={"seed": "a whole match"})
        await ann.change("addBot", matchId=match["id"], level="HARD")
        await ann.change("startMatch", matchId=match["id"])
        seen = await play_on(ann, match["id"])
        happened = await all_events(ann, match["id"])

    views = [match["view"] for match in seen]
    asked = [view["question"] for view in views if view["question"] and not view["review"]]
    assert seen[-1]["outcome"]["reason"] == "WON"
    assert {"TrivialPursuitAnswerJudged", "TrivialPursuitVerdictVoted", "TrivialPursuitWon"} <= happened
    assert {(question["reader"] == 0) == (question["answer"] is not None) for question in asked} == {True}
