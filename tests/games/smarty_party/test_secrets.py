"""What nobody may learn before its time: the list, its smileys and aliases, the verdict, and past guesses (SP-7)."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from server.games.engine import IllegalMove, Seat, replace
from server.games.registry import game
from server.games.rulings import Judging
from server.games.smarty_party import rules, schema
from server.games.smarty_party.records import (
    ChooseStart,
    GuessMade,
    Name,
    Options,
    Pass,
    PlaceWager,
    RoundEnded,
    Rule,
    StartTimer,
    State,
    Wager,
)
from server.games.smarty_party.rules import Event, Move
from server.matches.host import Host
from server.matches.lobby import Lobby, Wish
from server.matches.records import Match
from server.matches.store import Player
from server.store.memory import MemoryStore
from tests.games.smarty_party.tables import AUTOMATIC, FRUIT, after, names, play, table
from tests.matches.tables import ANN, BOB, CAT, DECKS, Timepiece

BY_READER = Options()
VIEWERS = (None, 0, 1, 2)
SECRETS = [text for item in FRUIT.items for text in (item.text, *item.aliases)]


def seen(state: State, viewer: Seat | None) -> str:
    """Return all that a viewer gets of a state, as text."""
    view = json.dumps(schema.view(state, viewer), default=lambda value: getattr(value, "__dict__", str(value)))
    legal = () if viewer is None else rules.legal_moves(state, viewer)
    return view + repr(legal)


def secrets_in(text: str, secrets: Iterable[str] = SECRETS) -> list[str]:
    return [secret for secret in secrets if f'"{secret}"' in text or f"'{secret}'" in text]


def shown(events: tuple[Event, ...]) -> str:
    return json.dumps(
        [schema.event(event) for event in events], default=lambda value: getattr(value, "__dict__", str(value))
    )


def test_all_1_the_reader_sees_the_list_and_nobody_else_anything_of_it() -> None:
    state = table(5, 5, 5)

    assert {viewer: secrets_in(seen(state, viewer)) for viewer in VIEWERS} == {None: [], 0: SECRETS, 1: [], 2: []}


def test_sp_7_a_view_shows_the_guess_on_the_table_and_none_before_it() -> None:
    """Whoever named "Cherry" and "hammer" before, nothing of it is in anybody's view or legal moves."""
    state = after(table(5, 5, 5), *names("Cherry", "hammer", "Fig"))

    for viewer in (None, 1, 2):
        assert secrets_in(seen(state, viewer), ["Cherry", "hammer", "Fig"]) == ["Fig"]
    assert secrets_in(seen(state, 0), ["hammer"]) == []


def test_sp_7_the_next_turn_takes_the_guess_off_the_table() -> None:
    before = after(table(5, 5, 5), *names("Cherry"))

    repeated, _ = play(before, 2, Name("cherry!"))
    passed, _ = play(before, 2, Pass())

    assert [guess.text for guess in (before.round.on_table, repeated.round.on_table) if guess] == ["Cherry", "cherry!"]
    assert passed.round.on_table is None


def test_sp_7_no_event_of_a_running_round_carries_a_guess() -> None:
    """The log can be read again at any time; only the end of the round tells what was guessed."""
    state, happened = table(5, 5, 5, options=BY_READER), []
    moves: list[tuple[Seat, Move]] = [
        (1, Name("Cherry")),
        (0, Rule(True, "Cherry")),
        (2, Name("hammer")),
        (0, Rule(False)),
        (1, Name("cherry")),
        (1, Name("Pitaya")),
        (0, Rule(True)),
    ]
    for seat, move in moves:
        state, events = play(state, seat, move)
        happened.append(shown(events))

    assert secrets_in("".join(happened), [*SECRETS, "hammer", "cherry"]) == []
    assert "EXACT" not in "".join(happened)


def test_sp_7_the_end_of_a_round_shows_all_that_was_guessed() -> None:
    state = after(table(5, 5, 5), *names("Cherry", "hammer"), *[((1, 2)[at % 2], Pass()) for at in range(5)])

    _, events = play(state, 2, Pass())

    assert [type(event) for event in events[:2]] == [GuessMade, RoundEnded]
    assert secrets_in(shown(events), ["Cherry", "hammer", "Dragon fruit"]) == ["Cherry", "hammer", "Dragon fruit"]
    following, _ = play(state, 2, Pass())
    assert secrets_in(seen(following, None), ["Cherry", "hammer"]) == ["Cherry", "hammer"]


def test_sp_7_the_option_memory_aid_lists_the_guesses_of_the_round() -> None:
    moves = names("Cherry", "hammer", "Fig")
    aided = schema.view(after(table(5, 5, 5, options=replace(AUTOMATIC, memory_aid=True)), *moves), None)
    unaided = schema.view(after(table(5, 5, 5), *moves), None)

    assert unaided.remembered is None
    assert [(guess.seat, guess.text, guess.item) for guess in aided.remembered or []] == [
        (1, "Cherry", "Cherry"),
        (2, "hammer", None),
        (1, "Fig", "Fig"),
    ]


def test_sp_7_a_bot_has_heard_what_was_said_and_sees_no_more_than_its_seat() -> None:
    state = after(table(5, 5, 5), *names("Cherry", "hammer"))

    view = schema.bot_view(state, 1)

    assert [guess.text for guess in view.remembered or []] == ["Cherry", "hammer"]
    view.remembered = None
    assert view == schema.view(state, 1)


@pytest.mark.parametrize("text", ["fig", "hammer"])
def test_all_1_only_judges_are_told_the_verdict_and_only_the_reader_the_item(text: str) -> None:
    """ANS-5."""
    by_reader = after(table(5, 5, 5, options=BY_READER), (1, Name(text)))
    by_table = after(table(5, 5, 5, options=Options(judging=Judging.TABLE)), (1, Name(text)))

    def told(state: State) -> dict[Seat | None, Any]:
        reviews = {viewer: schema.view(state, viewer).review for viewer in VIEWERS}
        return {viewer: (review.verdict.name, review.item) for viewer, review in reviews.items() if review}

    verdict, item = ("EXACT", "Fig") if text == "fig" else ("WRONG", None)
    assert told(by_reader) == {0: (verdict, item)}
    assert told(by_table) == {0: (verdict, item), 2: (verdict, None)}


def test_all_1_a_guess_under_review_looks_the_same_whether_it_is_right_or_wrong() -> None:
    right, wrong = (
        replace(table(5, 5, 5, options=BY_READER), round=replace(table(5, 5, 5).round, card=card))
        for card in (FRUIT, replace(FRUIT, items=(*FRUIT.items[:5], *FRUIT.items[:2])))
    )
    (right, happened), (wrong, happened_there) = (play(state, 1, Name("fig")) for state in (right, wrong))

    assert happened == happened_there
    for viewer in (None, 1, 2):
        assert seen(right, viewer) == seen(wrong, viewer)


def test_all_1_refusals_say_the_same_whatever_is_on_the_list() -> None:
    other = replace(FRUIT, items=tuple(reversed(FRUIT.items)))
    moves: list[tuple[Seat, Move]] = [(1, Name("x" * 201)), (1, StartTimer()), (0, Name("fig")), (1, Rule(True, "Fig"))]
    for seat, move in moves:
        said = []
        for card in (FRUIT, other):
            with pytest.raises(IllegalMove) as refused:
                play(table(5, 5, 5, card=card), seat, move)
            said.append((refused.value.rule, refused.value.message))
        assert said[0] == said[1]


# In a match


class Sitting:
    """A match of three people on a host, the first of them reading."""

    def __init__(self, host: Host, match_id: str) -> None:
        self.host = host
        self.match_id = match_id

    @classmethod
    async def begun(cls, **options: Any) -> "Sitting":
        host = Host(MemoryStore(), DECKS, "one", Timepiece(), 0.0)
        lobby = Lobby(host, is_test=True)
        wish = Wish("SMARTY_PARTY", replace(AUTOMATIC, first_reader=0, **options), seed="seed", deck_order=("sp-001",))
        match = await lobby.create(ANN, wish)
        for player in (BOB, CAT):
            await lobby.join(match.setup.id, player)
        await lobby.start(match.setup.id, ANN)
        sitting = cls(host, match.setup.id)
        await sitting.play(ANN, PlaceWager(Wager.YES))
        await sitting.play(ANN, ChooseStart(1))
        return sitting

    async def match(self) -> Match:
        match = await self.host.match(self.match_id)
        assert match is not None
        return match

    async def play(self, player: Player, move: Move) -> None:
        await self.host.play(self.match_id, player.id, (await self.match()).decision, move, None)

    async def heard_again(self) -> list[str | None]:
        """Return what a subscriber who comes back sees on the table at each ply so far, the setting up left out."""
        match, tables = await self.match(), []
        async for update in self.host.updates(self.match_id, after=0):
            if update.match.state is not None:
                on_table = schema.view(update.match.state, None).on_table
                tables.append(on_table.text if on_table else None)
            if update.ply.number == match.ply:
                break
        return tables


async def test_sp_7_who_follows_the_updates_again_hears_no_guess_but_the_one_on_the_table() -> None:
    sitting = await Sitting.begun()
    for player, text in ((BOB, "Mars"), (CAT, "Pluto"), (BOB, "Venus")):
        await sitting.play(player, Name(text))

    assert await sitting.heard_again() == [None, None, None, None, None, "Venus"]


async def test_sp_7_it_is_the_same_when_the_updates_come_from_the_log() -> None:
    sitting = await Sitting.begun()
    for player, text in ((BOB, "Mars"), (CAT, "Pluto"), (BOB, "Venus")):
        await sitting.play(player, Name(text))
    fresh = Sitting(Host(sitting.host.store, DECKS, "two", Timepiece(), 0.0), sitting.match_id)

    assert await fresh.heard_again() == [None, None, None, None, None, "Venus"]


async def test_with_memory_aid_the_updates_may_be_heard_again() -> None:
    sitting = await Sitting.begun(memory_aid=True)
    for player, text in ((BOB, "Mars"), (CAT, "Pluto"), (BOB, "Venus")):
        await sitting.play(player, Name(text))

    assert await sitting.heard_again() == [None, None, None, "Mars", "Pluto", "Venus"]


def test_the_registry_knows_what_fades() -> None:
    assert game("SMARTY_PARTY").faded is schema.faded
    assert game("TWENTY").faded is None
