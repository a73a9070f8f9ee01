"""Exports over HTTP and by the command line: whole, consistent, for operators, without secrets."""

import asyncio
import csv
import dataclasses
import gzip
import io
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from server import cli
from server.games.engine import replace
from server.matches.players import Players
from server.matches.records import Status
from server.matches.store import Store
from server.settings import Settings
from server.stats.exports import wish
from server.stats.records import MatchFacts
from server.stats.sheets import Format
from server.stats.store import StatsStore
from server.stats.tables import COLUMNS, Table
from server.stats.texts import QuestionTexts
from tests.api.counted import count, keep_up, operator
from tests.api.parlour import Person, Server
from tests.api.test_stats_events import correct
from tests.api.test_stats_questions import answer, asked, quiz
from tests.api.toy import eventually
from tests.stats.made import facts, seat

WALKED = 2000


async def got(person: Person, table: str, accept: str = "", **given: Any) -> httpx.Response:
    """Return the answer for a table."""
    headers = {"Accept": accept, "Accept-Encoding": "identity"} if accept else {"Accept-Encoding": "identity"}
    return await person.http.get(f"/exports/{table}", params=given, headers=person.headers | headers)


async def lines(person: Person, table: str, **given: Any) -> list[dict[str, Any]]:
    """Return a table's rows from NDJSON."""
    answered = await got(person, table, format="ndjson", **given)
    assert answered.status_code == 200, answered.text
    return [json.loads(line) for line in answered.text.splitlines()]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def some() -> list[MatchFacts]:
    """Return four matches: one of an event, one given up, one with questions, one test."""
    right, wrong = answer(1, 0, "=Rome", "EXACT", True, tenths=15), answer(2, 1, "Oslo", "WRONG", False, by_bot=True)
    return [
        facts(1, seat(0, "plr_a", 1, 5, decisions=((10, 1), (30, 2))), seat(1, "plr_b", 2, 60), event="evt_1"),
        facts(2, seat(0, "plr_a", None, 0), seat(1, "bot:HARD", None, 0), status=Status.ABANDONED, has_scored=False),
        quiz(3, "plr_b", "plr_c", asked("tp-1#blue", right, wrong), asked("tp-2#blue")),
        facts(4, is_test=True),
    ]


async def test_matches_have_a_row_each(server: Server) -> None:
    olga = await operator(server)
    await count(server, *some())

    found = await lines(olga, "matches")

    assert [row["seq"] for row in found] == [1, 2, 3]
    assert tuple(found[0]) == COLUMNS[Table.MATCHES]
    assert {name: found[0][name] for name in ("match", "game", "event", "counted_as", "ended_at", "options")} == {
        **{"match": "mat_1", "game": "TWENTY", "event": "evt_1", "counted_as": "FINISHED"},
        **{"ended_at": "2026-11-29T12:01:30.000Z", "options": {}},
    }
    assert [row["counted_as"] for row in found] == ["FINISHED", "ABANDONED", "FINISHED"]
    assert [row["has_bots"] for row in found] == [False, True, False]


async def test_results_have_a_row_a_seat(server: Server) -> None:
    olga = await operator(server)
    await count(server, *some())

    found = await lines(olga, "results")

    assert [(row["seq"], row["seat"], row["players"], row["bot"], row["place"], row["points"]) for row in found] == [
        (1, 0, ["plr_a"], None, 1, 5),
        (1, 1, ["plr_b"], None, 2, 60),
        (2, 0, ["plr_a"], None, None, 0),
        (2, 1, [], "HARD", None, 0),
        (3, 0, ["plr_b"], None, 1, 6),
        (3, 1, ["plr_c"], None, 2, 2),
    ]
    assert (found[0]["decisions"], found[0]["decision_seconds_p50"]) == (3, 3.0)


async def test_questions_have_a_row_an_answer_and_csv_starts_no_formula(server: Server) -> None:
    olga = await operator(server)
    await count(server, *some())

    answered = await got(olga, "questions", accept="text/csv")

    assert answered.headers["content-type"] == "text/csv; charset=utf-8"
    told = [
        (row["question"], row["answer"], row["text"], row["answer_is_right"], row["seconds"], row["by_bot"])
        for row in rows(answered.text)
    ]
    assert told == [
        ("tp-1#blue", "1", "'=Rome", "true", "1.5", "false"),
        ("tp-1#blue", "2", "Oslo", "false", "", "true"),
        ("tp-2#blue", "", "", "", "", ""),
    ]
    assert [row["text"] for row in await lines(olga, "questions")] == ["=Rome", "Oslo", None]


async def test_questions_are_exported_in_words_and_their_words_start_no_formula(server: Server) -> None:
    """The last columns; a deck that is not loaded, or a card that is not in it, leaves them empty."""
    olga, services = await operator(server), server.parlour.running
    (deck,) = services.host.decks["trivial-pursuit"]
    card = deck.cards[0]
    blue = replace(card.questions.blue, question="=SUM(A1)?", text="-Amsterdam")
    changed = replace(deck, cards=(replace(card, questions=replace(card.questions, blue=blue)), *deck.cards[1:]))
    told_otherwise = services.statistics._replace(texts=QuestionTexts({"trivial-pursuit": (changed,)}))
    server.parlour._services = dataclasses.replace(services, statistics=told_otherwise)
    shown = [asked("tp-001#BLUE", answer(1, 0, "Rome", "WRONG", False)), asked("tp-001#GREEN"), asked("gone#GREEN")]
    await count(
        server,
        quiz(1, "plr_a", "plr_b", *shown, deck="trivial-pursuit-en"),
        quiz(2, "plr_a", "plr_b", asked("tp-001#GREEN"), deck="gone"),
    )

    table = rows((await got(olga, "questions", accept="text/csv")).text)
    told = await lines(olga, "questions")

    assert COLUMNS[Table.QUESTIONS][-2:] == ("question_text", "right_answer")
    formula = "Who gave the world the equation E = mc²?"
    assert [(row["question_text"], row["right_answer"]) for row in table] == [
        ("'=SUM(A1)?", "'-Amsterdam"),
        (formula, "Albert Einstein"),
        ("", ""),
        ("", ""),
    ]
    assert [(row["question_text"], row["right_answer"]) for row in told] == [
        ("=SUM(A1)?", "-Amsterdam"),
        (formula, "Albert Einstein"),
        (None, None),
        (None, None),
    ]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"game": "TRIVIAL_PURSUIT"}, [3]),
        ({"event": "evt_1"}, [1]),
        ({"player": "plr_a"}, [1, 2]),
        ({"player": "plr_a", "event": "evt_1"}, [1]),
        ({"deck": "trivia"}, [3]),
        ({"seats": "2"}, [1, 2, 3]),
        ({"status": "ABANDONED"}, [2]),
        ({"first_day": "2026-11-29", "last_day": "2026-11-29"}, [1, 2, 3]),
        ({"last_day": "2026-11-28"}, []),
        ({"has_bots": "true"}, [2]),
        ({"is_test": "true"}, [4]),
        ({"is_test": "any"}, [1, 2, 3, 4]),
        ({"at": "2"}, [1, 2]),
        ({"after": "1"}, [2, 3]),
        ({"after": "1", "at": "2"}, [2]),
        ({"player": "plr_b", "at": "2"}, [1]),
        ({"at": "0"}, []),
    ],
)
async def test_exports_are_filtered_like_the_queries(server: Server, given: dict[str, str], found: list[int]) -> None:
    olga = await operator(server)
    await count(server, *some())

    assert [row["seq"] for row in await lines(olga, "matches", **given)] == found


@pytest.mark.parametrize(
    "given",
    [
        {"at": "5"},
        {"at": "x"},
        {"game": "CHESS"},
        {"status": "DONE"},
        {"first_day": "yesterday"},
        {"is_test": "maybe"},
        {"seed": "1"},
        {"format": "xlsx"},
    ],
)
async def test_a_wish_that_cannot_be_is_refused_with_a_sentence(server: Server, given: dict[str, str]) -> None:
    olga = await operator(server)
    await count(server, *some())

    refused = await got(olga, "matches", **given)

    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["extensions"]["code"]) == (400, "BAD_USER_INPUT")
    assert error["message"].endswith(".")


async def test_exports_are_for_operators_by_bearer_token(server: Server) -> None:
    ann = await server.person("Ann")

    nobody, player = await got(server.stranger, "matches"), await got(ann, "matches")
    unknown = await server.http.get("/exports/matches", headers={"Authorization": "Bearer prl_nobody"})

    assert (nobody.status_code, nobody.headers["www-authenticate"]) == (401, "Bearer")
    assert (player.status_code, player.json()["errors"][0]["extensions"]["code"]) == (403, "FORBIDDEN")
    assert unknown.status_code == 401
    assert (await got(await operator(server), "players")).status_code == 400


async def test_a_snapshot_is_named_and_compressed_for_those_who_take_it(server: Server) -> None:
    olga = await operator(server)
    await count(server, *some())

    plain = await got(olga, "results", accept="application/x-ndjson")
    async with server.http.stream(
        "GET",
        "/exports/results",
        headers=olga.headers | {"Accept": "application/x-ndjson", "Accept-Encoding": "br, gzip"},
    ) as squeezed:
        raw = b"".join([piece async for piece in squeezed.aiter_raw()])

    assert plain.headers["x-snapshot-at"] == "4"
    assert plain.headers["content-disposition"] == 'attachment; filename="parlour-results-at-4.ndjson"'
    assert plain.headers["content-type"] == "application/x-ndjson; charset=utf-8"
    assert "content-encoding" not in plain.headers
    assert squeezed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == plain.content
    assert (await got(olga, "results", accept="image/png")).status_code == 400


async def test_a_correction_is_in_a_snapshot_before_the_boards_have_it_and_a_header_says_when_they_do(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga, store = await operator(server), server.parlour.running.statistics.store
    await count(server, *some())
    write_rows, is_building, may_go_on = store.write_rows, asyncio.Event(), asyncio.Event()

    async def held_back(generation: int, *given: Any, **named: Any) -> None:
        if generation > 1:
            is_building.set()
            await may_go_on.wait()
        await write_rows(generation, *given, **named)

    async def counted() -> tuple[str, str]:
        answered = await olga.http.head("/exports/matches", headers=olga.headers)
        return answered.headers["x-snapshot-at"], answered.headers["x-boards-corrected-to"]

    monkeypatch.setattr(store, "write_rows", held_back)
    assert await counted() == ("4", "0")
    correction = (await correct(olga, "mat_1", {"void": True}))["correction"]
    keeping = asyncio.create_task(keep_up(server))
    await is_building.wait()

    assert (correction["sequence"], await counted()) == (5, ("5", "0"))

    may_go_on.set()
    await keeping
    assert await counted() == ("5", "5")


async def test_a_snapshot_is_the_same_whatever_ends_and_is_corrected_later(server: Server) -> None:
    olga = await operator(server)
    await count(server, *some())
    before = [(await got(olga, table.value, at="4")).content for table in Table]

    await count(server, facts(5))
    await correct(olga, "mat_1", {"void": True})
    await keep_up(server)

    assert [(await got(olga, table.value, at="4")).content for table in Table] == before
    now = await lines(olga, "matches")
    assert [(row["seq"], row["counted_as"]) for row in now] == [
        (1, "VOID"),
        (2, "ABANDONED"),
        (3, "FINISHED"),
        (5, "FINISHED"),
    ]


@pytest.mark.parametrize("by", ["token", "everywhere", "another server"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
async def test_an_export_ends_when_its_token_is_revoked(
    server: Server, monkeypatch: pytest.MonkeyPatch, by: str, encoding: str
) -> None:
    monkeypatch.setattr("server.stats.exports.MATCHES_AT_ONCE", 1)
    monkeypatch.setattr("server.api.exports.PIECE", 1)
    olga, running = await operator(server), server.parlour.running
    await count(server, *some())
    store = running.statistics.store
    read, gate, asked = store.facts, asyncio.Event(), list[int]()

    async def held_up(numbers: Sequence[int]) -> list[MatchFacts]:
        asked.extend(numbers)
        if 3 in numbers:
            await gate.wait()
        return await read(numbers)

    monkeypatch.setattr(store, "facts", held_up)
    token, came = olga.token or "", b""

    async def export() -> None:
        nonlocal came
        headers = olga.headers | {"Accept-Encoding": encoding}
        async with server.http.stream("GET", "/exports/matches?format=ndjson", headers=headers) as answer:
            await eventually(lambda: 3 in asked)
            players = running.players if by != "another server" else Players(running.host.store, running.host.now)
            await players.revoke(await players.recognise(token), token, by == "everywhere")
            await running.players.look_again()
            gate.set()
            async for piece in answer.aiter_bytes():
                came += piece

    with pytest.raises(httpx.RemoteProtocolError):
        await export()
    assert [json.loads(line)["seq"] for line in came.splitlines()] == ([1, 2] if encoding == "identity" else [])
    assert asked == [1, 2, 3]


async def test_plies_are_those_of_ended_matches_without_codes_and_seeds(server: Server) -> None:
    olga, ann, bob = await operator(server), await server.person("Ann"), await server.person("Bob")
    over = await server.match(ann, bob, test={"seed": "over-seed"})
    running = await server.match(ann, bob, test={"seed": "running-seed"})
    mover = (ann, bob)[over["decision"]["seats"][0]["index"]]
    over = (await mover.play(over, {"twenty": {"draw": True}}))["match"]
    ended = await ann.change("resign", matchId=over["id"])
    await keep_up(server)
    await server.stranger.ask("{ serverInfo { version } }")

    found = await lines(olga, "plies", is_test="true")
    whole = "".join([(await got(olga, table.value, is_test="true")).text for table in Table])

    assert {row["match"] for row in found} == {over["id"]}
    assert [row["ply"] for row in found] == list(range(1, ended["ply"] + 1))
    assert [row["change"] for row in found] == ["Join", "Start", "Play", "Resign"]
    assert [row["seat"] for row in found] == [None, None, (ann, bob).index(mover), 0]
    assert found[2]["said"]["move"] == {"type": "Draw"}
    for secret in ("seed", over["code"], running["code"], running["id"], ann.token or "", olga.token or ""):
        assert secret not in whole


async def test_the_command_line_writes_the_same_bytes(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga, running = await operator(server), server.parlour.running
    await count(server, *some())

    @asynccontextmanager
    async def same_store(_: Settings, shares: bool = False) -> AsyncIterator[Store]:
        yield running.host.store

    async def same_statistics(_: Store) -> StatsStore:
        return running.statistics.store

    monkeypatch.setattr("server.app.opened_store", same_store)
    monkeypatch.setattr("server.app.statistics_of", same_statistics)
    monkeypatch.chdir(tmp_path)
    for table in Table:
        asked = wish(table, Format.CSV, {"is_test": "any"})
        told = await cli._exported(running.settings, asked, None)
        await cli._exported(running.settings, asked, tmp_path / "some.csv.gz")
        served = (await got(olga, table.value, is_test="any")).content
        assert told == f"parlour-{table}-at-4.csv: {table} as counted up to 4"
        assert (tmp_path / f"parlour-{table}-at-4.csv").read_bytes() == served
        assert gzip.decompress((tmp_path / "some.csv.gz").read_bytes()) == served


def test_export_is_a_command(tmp_path: Path) -> None:
    whole, parts = tmp_path / "results.csv", {"STORE": "memory"}
    done = CliRunner().invoke(cli.app, ["export", "results", "--output", str(whole)], env=parts)
    wrong = CliRunner().invoke(cli.app, ["export", "results", "--seats", "many"], env=parts)

    assert (done.exit_code, whole.read_text()) == (0, ",".join(COLUMNS[Table.RESULTS]) + "\n")
    assert (wrong.exit_code, wrong.stderr) == (1, "seats is a whole number, not 'many'.\n")
    assert [file.name for file in tmp_path.iterdir()] == ["results.csv"]


async def test_walking_results_while_new_ones_arrive_gives_each_old_row_once(server: Server) -> None:
    """Page by page over the API, and in one export at the number at which the walk began."""
    olga = await operator(server)
    await fill(server, 1, WALKED)
    query = """query($after: String) { leaderboard(game: TWENTY, orderBy: WINS, first: 100, after: $after) {
      nodes { player { id } } pageInfo { endCursor hasNextPage } } }"""
    exported: list[int] = []
    seen: list[str] = []
    after, arrived = None, WALKED

    async def export() -> None:
        exported.extend(row["seq"] for row in await lines(olga, "results", at=str(WALKED)))

    running = asyncio.ensure_future(export())
    while True:
        page = (await olga.ask(query, after=after))["leaderboard"]
        seen += [row["player"]["id"] for row in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
        await fill(server, arrived + 1, arrived + 40)
        arrived += 40
    await running

    assert sorted(exported) == sorted([*range(1, WALKED + 1)] * 2)
    old = [player for player in seen if int(player.rpartition("_")[2]) <= WALKED]
    assert sorted(old) == sorted(f"plr_{kind}_{number}" for number in range(1, WALKED + 1) for kind in ("won", "lost"))
    assert arrived > WALKED


async def fill(server: Server, first: int, last: int) -> None:
    """Count matches between people who play once, one winning and one losing."""
    await count(
        server,
        *(
            replace(facts(number, seat(0, f"plr_won_{number}", 1, 5), seat(1, f"plr_lost_{number}", 2, 60)), seq=0)
            for number in range(first, last + 1)
        ),
    )
