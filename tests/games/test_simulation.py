"""Matches played in memory."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

from server.games.registry import game
from server.games.simulation import play_match
from server.games.twenty import rules
from server.games.twenty.rules import Options
from tests.games.hooks import deck_of

TWENTY = game("TWENTY")


def test_a_match_of_bots_is_the_same_every_time() -> None:
    first, second = (
        play_match(TWENTY, Options(), 3, deck_of(TWENTY), "seed", (1, 0.6, 0.2), max_plies=3000) for _ in range(2)
    )

    assert first == second
    assert first.outcome == rules.outcome(first.state)
    assert first.state == first.plies[-1].state
    assert [ply.number for ply in first.plies] == list(range(len(first.plies)))


def test_a_match_stops_at_the_bound_without_an_outcome() -> None:
    played = play_match(TWENTY, Options(), 2, deck_of(TWENTY), "seed", (1, 1), max_plies=10)

    assert (len(played.plies), played.outcome) == (11, None)


def test_all_3_the_chance_of_a_ply_comes_from_seed_and_ply_alone() -> None:
    deck = deck_of(TWENTY)

    played = play_match(TWENTY, Options(), 2, deck, "seed", (1, 1), max_plies=3000)

    assert played.plies[0].state == rules.setup(Options(), 2, deck, Random("seed:0"))[0]
    dealing = next(ply for ply in played.plies[1:] if any(isinstance(e, rules.HandDealt) for e in ply.events))
    before = played.plies[dealing.number - 1].state
    assert dealing.seat is not None
    redone, _ = rules.apply(before, dealing.seat, dealing.move, deck, Random(f"seed:{dealing.number}"))
    assert redone == dealing.state


def test_how_much_chance_a_bot_uses_never_changes_the_cards() -> None:
    def first_move(view: Any, seat: int, legal: tuple[Any, ...], *_: object) -> Any:
        return legal[0]

    def first_move_after_much_thought(view: Any, seat: int, legal: tuple[Any, ...], rng: Random, *_: object) -> Any:
        rng.random()
        return legal[0]

    calm, busy = (
        play_match(
            replace(TWENTY, bot=SimpleNamespace(choose=choose, knowledge=lambda _: None)),
            Options(),
            2,
            deck_of(TWENTY),
            "seed",
            (1, 1),
            max_plies=400,
        )
        for choose in (first_move, first_move_after_much_thought)
    )

    assert calm == busy
