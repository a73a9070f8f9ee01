"""Schemathesis says what the schema allows and what it does not: no server error, no answer against the schema.

Documents that only @oneOf makes invalid are dropped from those that are to be accepted: Schemathesis does not know it.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
import schemathesis
from graphql import DocumentNode, ValuesOfCorrectTypeRule, validate
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import positive_data_acceptance
from schemathesis.core.result import Ok
from schemathesis.graphql import nodes

from server.api.documents import Documents
from server.api.schema import build
from tests.api.fuzzing import Deadline
from tests.api.parlour import Person, Server
from tests.api.threaded import served

PARLOUR = Documents(build()).schema
SECONDS = 6.0
"""How long each of the searches takes in `make test`."""
AT_ONCE = 3
"""Documents of each field of queries and mutations in a round: a search stops between rounds."""

ROUND = settings(
    max_examples=AT_ONCE,
    deadline=None,
    database=None,
    derandomize=False,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

REVOKE = "Mutation.revokeToken"
"""Would take the token that everything else is said with."""

REFUSALS = {"UNAUTHENTICATED", "FORBIDDEN", "BAD_USER_INPUT", "COST_EXCEEDED"}
"""Codes of what a document may be refused for that the schema allows: "first and last", for example."""

IDS: list[str] = ["nothing-has-this"]
"""Of what there is on the server that is tested."""

schemathesis.graphql.scalar("ID", st.deferred(lambda: st.sampled_from(IDS)).map(nodes.String))

GAMES: tuple[tuple[dict[str, Any], int, int], ...] = (
    ({"twenty": {}}, 2, 1),
    ({"thatsAQuestion": {}}, 3, 1),
    ({"twentyQuestions": {}}, 3, 1),
    ({"smartyParty": {}}, 3, 1),
    ({"trivialPursuit": {}}, 2, 2),
)


class Standing:
    """The server that is tested, and the token of somebody who has a seat everywhere."""

    def __init__(self, port: int, token: str) -> None:
        self.url = f"http://127.0.0.1:{port}/graphql"
        self.token = token


async def furnished(server: Server) -> Standing:
    """Make a match of every game in every state."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    matches = [await match_in(status, ann, bob, *game) for game in GAMES for status in ("OPEN", "RUNNING", "OVER")]
    decks = [deck.id for of_game in server.parlour.running.host.decks.values() for deck in of_game]
    IDS[:0] = [*matches, ann.id, bob.id, *decks]  # first what there is: Hypothesis begins with the first
    return Standing(server.port, str(ann.token))


async def match_in(status: str, ann: Person, bob: Person, options: Any, seats: int, size: int) -> str:
    """Create a match of Ann, Bob and bots, and bring it to where it is to stand; return its id."""
    match = await ann.change("createMatch", options=options, seats=seats, teamSize=size)
    await bob.change("joinMatch", by={"id": match["id"]})
    for _ in range(seats - 2):
        await ann.change("addBot", matchId=match["id"])
    if status != "OPEN":
        await ann.change("startMatch", matchId=match["id"])
    if status == "OVER":
        for person in (ann, bob):
            await person.wish("resign", matchId=match["id"])
    return str(match["id"])


@pytest.fixture(scope="module")
def server() -> Iterator[Standing]:
    with served(furnished) as started:
        yield started


def keeps_to_one_of(context: Any, body: DocumentNode) -> bool:
    """Tell whether a document gives exactly one field wherever the schema says @oneOf."""
    return not any("OneOf" in error.message for error in validate(PARLOUR, body, [ValuesOfCorrectTypeRule]))


@pytest.mark.parametrize("has_token", [True, False], ids=["player", "stranger"])
@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_schemathesis_finds_no_server_error_and_no_answer_against_the_schema(
    server: Standing, mode: str, has_token: bool
) -> None:
    headers = {"Authorization": f"Bearer {server.token}"} if has_token else {}
    schema = schemathesis.graphql.from_url(server.url)
    if mode == "positive":
        schema.hook("filter_body")(keeps_to_one_of)
    answered: Counter[str] = Counter()

    def answer(case: Any) -> None:
        response = case.call(headers=headers)
        codes = {error["extensions"]["code"] for error in response.json().get("errors", ())}
        assert response.status_code < 500, (case.body, response.text)
        assert "INTERNAL_SERVER_ERROR" not in codes, (case.body, response.text)
        if not codes & {"UNAUTHENTICATED", "FORBIDDEN"}:  # which Schemathesis takes for the server's fault
            case.validate_response(response, excluded_checks=[positive_data_acceptance])
        if mode == "positive":
            assert codes <= REFUSALS, (case.body, response.text)
        answered.update(codes or {"DATA"})

    chosen = schemathesis.GenerationMode(mode)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    cases = [each.as_strategy(generation_mode=chosen) for each in operations if each.label != REVOKE]
    time = Deadline(SECONDS)
    for number in count():
        for each in cases:
            seed(number)(ROUND(given(case=each)(lambda case: answer(case))))()
        if time.is_over:
            break

    assert answered["DATA" if mode == "positive" else "GRAPHQL_VALIDATION_FAILED"] >= len(cases) // 3, answered
