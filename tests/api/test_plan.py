"""Plans answer as graphql-core's executor does, whatever is asked, and they cover what matters."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

import orjson
import pytest
from graphql import ExecutionResult, get_named_type, is_abstract_type, is_leaf_type, is_required_argument
from graphql.validation.rules import overlapping_fields_can_be_merged

from server import decks
from server.api.documents import Documents, Prepared
from server.api.guards import DocumentLimits
from server.api.match import follow_match
from server.api.schema import build, schema_hash
from server.api.viewer import Context, Services, Statistics
from server.games.registry import game
from server.matches.host import Host
from server.matches.lobby import Lobby, Wish
from server.matches.players import Players
from server.matches.records import Match
from server.settings import Settings
from server.stats.following import Following
from server.stats.operators import Operators
from server.stats.readings import Readings
from server.stats.texts import QuestionTexts
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.api import oddities
from tests.api.random_documents import Writer, Written

# A neighbour that is cancelled before it has begun leaves parts that were never awaited; nothing of an answer is lost.
pytestmark = [
    pytest.mark.filterwarnings("ignore:coroutine '.*' was never awaited:RuntimeWarning"),
    pytest.mark.filterwarnings(
        "ignore:Exception ignored in. <coroutine object:pytest.PytestUnraisableExceptionWarning"
    ),
]

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
GENEROUS = DocumentLimits(
    characters=10**6, tokens=10**6, fields=10**6, aliases=10**6, directives=10**6, depth=100, cost=10**9, list=1, page=1
)
ODD = Documents(oddities.schema, GENEROUS)
PARLOUR = Documents(build(), GENEROUS)

Outcome = tuple[bytes, list[Any]]


@pytest.fixture(autouse=True)
def _compares_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let documents be larger than a server lets them be: what is compared here is the answers."""
    monkeypatch.setattr(overlapping_fields_can_be_merged, "MAX_COMPLEXITY_BUDGET", 10**9)


@pytest.fixture(scope="module", autouse=True)
def _collected() -> Iterator[None]:
    """Let what was left unbegun go while it is still known why."""
    yield
    gc.collect()


def prepared(store: Documents, source: str) -> Prepared:
    found = store.prepare(source)
    assert isinstance(found, Prepared), (source, found)
    return found


def always(context: Any) -> Callable[[], Any]:
    return lambda: context


async def outcome(running: Awaitable[ExecutionResult] | ExecutionResult) -> Outcome:
    """Return the data as bytes, and of each error what is told of it and what is logged."""
    result = running if isinstance(running, ExecutionResult) else await running
    errors = [(error.formatted, repr(error.original_error)) for error in result.errors or ()]
    return orjson.dumps(result.data, default=repr), errors


async def compared(
    store: Documents,
    source: str,
    variables: dict[str, Any] | None = None,
    context: Callable[[], Any] = list,
    event: object = None,
) -> Outcome:
    """Execute a document by its plan and by graphql-core, and return what both have come to."""
    operation = prepared(store, source)
    assert operation.plan.is_covered
    outcomes = []
    for run in (operation.plan.run, lambda executor: executor.execute_operation()):
        executor = store.executor(operation, variables, context(), {"trace": 1})
        assert not isinstance(executor, list), (source, variables, executor)
        for_event = executor.build_per_event_executor(event)
        outcomes.append(await outcome(run(for_event)))
        while left_behind := {*executor.background_futures, *for_event.background_futures}:  # by failed neighbours
            await asyncio.gather(*left_behind)
            await asyncio.sleep(0)
    assert outcomes[0] == outcomes[1], (source, variables)
    return outcomes[0]


# A running match


class World:
    """A match of two that has been played for a while, on a host whose time stands still, and who looks at it."""

    def __init__(self, host: Host, match: Match, contexts: list[Context]) -> None:
        self.host = host
        self.match = match
        self.contexts = contexts

    @property
    def ids(self) -> tuple[str, ...]:
        players = (context.player.id for context in self.contexts if context.player)
        return (self.match.setup.id, *players, "twenty-standard-52")


@pytest.fixture
async def world() -> AsyncIterator[World]:
    store = MemoryStore()
    host, kept = Host(store, decks.load(), "test", now=lambda: NOON), MemoryStats(store)
    settings = Settings.model_validate({"store": "memory", "test_mode": True})
    players, lobby = Players(host.store, host.now), Lobby(host, True)
    statistics = Statistics(
        kept, Readings(kept), Following(kept), Operators(kept, host.now, lambda: None), QuestionTexts({})
    )
    services = Services(host, lobby, players, settings, schema_hash(), statistics)
    people = [await players.create(name) for name in ("Ann", "Bob")]
    options = game("TWENTY").rules.Options()
    wish = Wish("TWENTY", options, seats=2, seed="plan", starts_when_full=True)
    match = await lobby.create(people[0][0], wish)
    match = await lobby.join(match.setup.id, people[1][0])
    rng = Random("moves")
    for ply in range(12):
        (seat,) = game("TWENTY").rules.to_move(match.state)
        move = rng.choice(game("TWENTY").rules.legal_moves(match.state, seat))
        match = (await host.play(match.setup.id, people[seat][0].id, match.decision, move, f"move-{ply}")).match
    yield World(host, match, [*(Context(services, *person) for person in people), Context(services)])
    await host.stop()


@pytest.mark.parametrize("part", range(10))
async def test_random_queries_on_a_running_match_are_answered_alike(world: World, part: int) -> None:
    answered = 0
    for seed in range(part * 30, part * 30 + 30):
        rng = Random(f"match {seed}")
        document = Writer(PARLOUR.schema, rng, world.ids, depth=7).write("query")
        context = rng.choice(world.contexts)
        data, _ = await compared(PARLOUR, document.source, document.variables, always(context))
        answered += len(data) - len(b"null")
    assert answered > 1000, "documents that come to nothing prove nothing"


class Asker(NamedTuple):
    """As much of `info` as a subscription's source reads."""

    context: Context


def everything(kind: Any, depth: int) -> str:
    """Return a selection of all that a type has, down to a depth, without what needs arguments."""
    if is_abstract_type(kind):
        members = PARLOUR.schema.get_possible_types(kind)
        return f"{{ __typename {' '.join(f'... on {m.name} {prefixed(m, depth)}' for m in members)} }}"
    return prefixed(kind, depth, prefix="")


def prefixed(kind: Any, depth: int, prefix: str | None = None) -> str:
    parts = ["__typename"]
    for name, asked in kind.fields.items():
        inner = get_named_type(asked.type)
        if any(is_required_argument(argument) for argument in asked.args.values()) or name == "rematch":
            continue
        alias = name if prefix == "" else f"{kind.name}_{name}"
        if is_leaf_type(inner):
            parts.append(f"{alias}: {name}")
        elif depth > 0:
            parts.append(f"{alias}: {name} {everything(inner, depth - 1)}")
    return f"{{ {' '.join(parts)} }}"


async def test_all_there_is_to_see_of_a_match_is_answered_alike_through_every_pair_of_eyes(world: World) -> None:
    asked = everything(PARLOUR.schema.type_map["Match"], 4)
    source = f"query ($id: ID!) {{ match(by: {{id: $id}}) {asked} }}"
    lengths = []
    for context in world.contexts:
        data, errors = await compared(PARLOUR, source, {"id": world.match.setup.id}, always(context))
        assert errors == []
        lengths.append(len(data))
    assert min(lengths) > 5000


async def test_updates_of_a_match_are_alike(world: World) -> None:
    for ply in range(world.match.ply):
        rng = Random(f"update {ply}")
        asker: Any = Asker(world.contexts[ply % 3])
        async with aclosing(follow_match(asker, world.match.setup.id, ply, None)) as updates:
            event = await anext(updates)
        for _ in range(5):
            document = Writer(PARLOUR.schema, rng, world.ids, depth=6).write("subscription", ("matchUpdates",))
            data, _ = await compared(PARLOUR, document.source, document.variables, always(world.contexts[0]), event)
            assert data != b"null"


@pytest.mark.parametrize(
    "sent", [{"decision": 1, "moveId": "move-3"}, {"decision": 1}, {"matchId": "mat_none"}, {"moveId": ""}]
)
async def test_a_repeated_and_a_refused_move_are_answered_alike(world: World, sent: dict[str, Any]) -> None:
    given = {"matchId": world.match.setup.id, "decision": world.match.decision, "move": {"twenty": {"draw": True}}}
    asked = everything(PARLOUR.schema.type_map["PlayResult"], 4)
    source = f"mutation ($input: PlayInput!) {{ play(input: $input) {asked} }}"
    for context in world.contexts:
        await compared(PARLOUR, source, {"input": given | sent}, always(context))


# A schema of oddities


def odd(operation: str, seed: int) -> Written:
    return Writer(ODD.schema, Random(f"{operation} {seed}")).write(operation)


@pytest.mark.parametrize("seed", range(300))
async def test_random_queries_are_answered_alike(seed: int) -> None:
    document = odd("query", seed)
    await compared(ODD, document.source, document.variables, always(["context"]))


@pytest.mark.parametrize("seed", range(100))
async def test_random_mutations_have_the_same_effects_in_the_same_order(seed: int) -> None:
    document = odd("mutation", seed)
    contexts: list[list[str]] = []

    def context() -> list[str]:
        contexts.append([])
        return contexts[-1]

    await compared(ODD, document.source, document.variables, context)
    assert contexts[0] == contexts[1]


@pytest.mark.parametrize("seed", range(50))
async def test_random_payloads_of_subscriptions_are_alike(seed: int) -> None:
    document = odd("subscription", seed)
    await compared(ODD, document.source, document.variables, event=oddities.Box(label="event"))


@pytest.mark.parametrize("name", list(ODD.schema.type_map["Box"].fields))  # type: ignore[attr-defined]  # an object type
async def test_every_oddity_is_answered_alike_alone_and_among_others(name: str) -> None:
    writer = Writer(ODD.schema, Random(name), depth=2)
    box: Any = ODD.schema.type_map["Box"]
    asked = " ".join(writer.field(name, box.fields[name], box, 2, True) for _ in range(3))
    declared = f"({', '.join(writer.declared)})" if writer.declared else ""
    source = f"""query {declared} {{
      box {{ {asked} }}
      a: box {{ boxes {{ label {asked} }} slowBoxes {{ slowBox {{ {asked} raisesSoon }} }} }}
      b: box {{ strictBoxes {{ {asked} awaitedItems }} raises }}
      c: box {{ label slowBox {{ raisesLaterWhereItMustNot {asked} void }} }}
    }} {" ".join(writer.fragments)}"""
    await compared(ODD, source, writer.variables, always(["context"]))


async def test_an_error_nulls_what_it_must_and_is_told_with_its_place() -> None:
    data, errors = await compared(ODD, "{ box { label strictBoxes { n: label missing } } }")
    assert data == b'{"box":null}'
    assert [error["path"] for error, _ in errors] == [["box", "strictBoxes", 0, "missing"]]
    assert errors[0][0]["message"] == "Cannot return null for non-nullable field Box.missing."
    assert errors[0][0]["locations"] == [{"line": 1, "column": 38}]


async def test_a_faulty_item_nulls_itself_alone_where_it_may_be_null() -> None:
    data, errors = await compared(ODD, "{ box { nulls noNulls } }")
    assert data == b'{"box":{"nulls":[1,null,null,2,null,null],"noNulls":null}}'
    assert [error["path"][1:] for error, _ in errors] == [["nulls", 2], ["nulls", 4], ["nulls", 5], ["noNulls", 1]]


async def test_mutations_wait_for_each_other() -> None:
    source = '{ a: note(word: "slow", turns: 9) b: noteNow(word: "now") { label } c: note(word: "last") }'
    data, _ = await compared(ODD, f"mutation {source}")
    assert data == b'{"a":["slow"],"b":{"label":"slow now"},"c":["slow","now","last"]}'


async def test_a_mutation_that_fails_keeps_the_later_ones_from_running_only_where_null_may_not_stand() -> None:
    data, _ = await compared(ODD, 'mutation { fail note(word: "after") }')
    assert data == b'{"fail":null,"note":["failed","after"]}'
    context: list[str] = []
    data, _ = await compared(ODD, 'mutation { failHard note(word: "after") }', context=always(context))
    assert data == b"null"
    assert context == ["failed hard", "failed hard"]


async def test_objects_are_told_by_class_by_cast_and_by_their_own_rule() -> None:
    data, _ = await compared(ODD, "{ box { things { __typename name } ghost { name } stoneByCast { kind } } }")
    box = orjson.loads(data)["box"]
    names = [thing and (thing["__typename"], thing["name"]) for thing in box["things"]]
    assert names[:5] == [("Stone", "rock"), ("Stone", "pearl"), ("Leaf", "oak"), ("Leaf", "stuck"), ("Pebble", "grit")]
    assert names[5:] == [None, None, ("Ghost", "boo"), ("Stone", "cast"), None, None, None]
    assert (box["ghost"], box["stoneByCast"]) == ({"name": "boo"}, {"kind": "row"})


async def test_info_is_complete() -> None:
    source = "query ($n: Int) { box { boxes { t: told(n: $n) toldLess } slowBox { told } } } "
    data, errors = await compared(ODD, source, {"n": 5}, always("the context"))
    boxes = orjson.loads(data)["box"]["boxes"]
    assert boxes[1]["t"].startswith("['told', 'told', ['box', 'boxes', 1, 't'], 'Box', {'n': 5}")
    assert "'the context', {'trace': 1}, 5] NoneType [] query" in boxes[1]["t"]
    assert errors == []


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("second", [True, False])
async def test_conditions_choose_what_is_compiled(first: bool, second: bool) -> None:
    source = """query ($a: Boolean!, $b: Boolean = true) {
      box { label @skip(if: $a) ... @include(if: $b) { text size @skip(if: $a) } ...F @include(if: $a) whole }
    } fragment F on Box { whole word @skip(if: $b) }"""
    data, _ = await compared(ODD, source, {"a": first, "b": second})
    keys = list(orjson.loads(data)["box"])
    chosen = {
        (True, True): ["text", "whole"],
        (True, False): ["whole", "word"],
        (False, True): ["label", "text", "size", "whole"],
        (False, False): ["label", "whole"],
    }
    assert keys == chosen[first, second]


async def test_a_condition_that_is_null_is_an_error_as_ever() -> None:
    source = "query ($a: Boolean = true) { box { label @skip(if: $a) } }"
    assert (await compared(ODD, source))[0] == b'{"box":{}}'
    data, errors = await compared(ODD, source, {"a": None})
    assert data == b'{"box":null}'
    assert len(errors) == 1


async def test_constant_arguments_are_not_shared_between_requests_when_they_can_be_changed() -> None:
    source = "{ box { given(flat: {must: 1}, numbers: [1, 2]) givenInner(inner: {sizes: [BIG], deep: {}}) } }"
    first = await compared(ODD, source)
    assert await compared(ODD, source) == first
    assert b"words=[['a']]" in first[0]


@pytest.mark.parametrize(
    "source",
    [
        "{ __schema { queryType { name } } }",
        '{ box { label } __type(name: "Box") { name } }',
        "query A { box { label } } query B { ...F } fragment F on Query { __schema { description } }",
        "query ($a: Boolean!, $b: Boolean!, $c: Boolean!, $d: Boolean!, $e: Boolean!) { box { label @skip(if: $a)"
        " text @skip(if: $b) whole @skip(if: $c) truth @skip(if: $d) word @skip(if: $e) } }",
    ],
)
async def test_what_plans_do_not_cover_is_left_to_graphql_core(source: str) -> None:
    name = "B" if "query B" in source else None
    operation = ODD.prepare(source, name)
    assert isinstance(operation, Prepared)
    assert not operation.plan.is_covered
    flags = dict.fromkeys("abcde", False)
    result = await ODD.execute(operation, flags if "$a" in source else None, [])
    assert isinstance(result, ExecutionResult)
    assert (result.errors, len(result.data or ())) == (None, 2 if "__type(" in source else 1)
    assert operation.plan.compiled == {}


async def test_a_plan_is_compiled_once_for_all_requests() -> None:
    operation = prepared(ODD, "{ box { label } }")
    for _ in range(2):
        await ODD.execute(operation, None, [])
        compiled = operation.plan.compiled
    assert list(compiled) == [()]
    assert operation.plan.compiled[()] is compiled[()]
