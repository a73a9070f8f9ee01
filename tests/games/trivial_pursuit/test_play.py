"""Matches of random moves with every number of seats and every option: what always holds, and who may know what."""

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from server.games.answers import Strictness
from server.games.engine import Open
from server.games.registry import game
from server.games.rulings import Judging
from server.games.simulation import Ply, play
from server.games.trivial_pursuit import rules
from server.games.trivial_pursuit.board import DIE, SPACES, headquarters
from server.games.trivial_pursuit.records import (
    Answering,
    AnswerJudged,
    Moved,
    MoveTo,
    Moving,
    Options,
    Over,
    QuestionAsked,
    Reviewing,
    State,
    TurnBegan,
    Won,
)
from server.games.trivial_pursuit.turns import reader_of
from tests.games.test_laws import assert_looks_alike, assert_plays_alike
from tests.games.trivial_pursuit.tables import REAL_DECK
from tests.games.trivial_pursuit.variants import fill_in, hidden_variants

GAME = game("TRIVIAL_PURSUIT")
TABLES = list(product(rules.SEATS, (4, 5, 6), Judging))
MOST_PLIES = 12_000


def at_random(seed: str) -> Any:
    """Return a chooser of random moves: most answers are right, and what is worth going to is mostly gone to."""

    def choose(state: State, ply: int) -> tuple[int, rules.Move]:
        rng = Random(f"random:{seed}:{ply}")
        seat = rng.choice(sorted(rules.to_move(state)))
        legal = rules.legal_moves(state, seat)
        moves = [move for move in legal if is_goal(state, move)] if rng.random() < 0.7 else []
        move = rng.choice(moves or legal)
        return seat, fill_in(state, move, rng) if isinstance(move, Open) else move

    return choose


def is_goal(state: State, move: rules.Move | Open) -> bool:
    if not isinstance(move, MoveTo):
        return False
    space, wedges = SPACES[move.space], state.tokens[state.turn].wedges
    if len(wedges) >= state.options.wedges:
        return space.kind == "HUB"
    return space.kind == "HEADQUARTERS" and space.colour not in wedges


def random_plies(seats: int, options: Options, seed: str) -> tuple[Ply, ...]:
    return play(GAME, options, seats, REAL_DECK, seed, at_random(seed), MOST_PLIES).plies


def assert_sound(state: State) -> None:
    """What holds at every ply."""
    active = set(range(len(state.tokens))) - set(state.resigned)
    is_over = isinstance(state.phase, Over)
    asked = sum(sum(token.asked) for token in state.tokens)
    is_open = isinstance(state.phase, Answering | Reviewing)

    assert rules.to_move(state) <= active
    assert bool(rules.to_move(state)) != is_over
    assert (rules.outcome(state) is not None) == is_over
    assert asked + is_open <= state.questions
    assert len(state.pile) == -state.questions % len(REAL_DECK.cards) or state.questions == 0
    for token in state.tokens:
        assert token.space in SPACES
        assert len(set(token.wedges)) == len(token.wedges)
        assert token.locked is None or token.locked not in token.wedges
        assert all(right <= asked for right, asked in zip(token.right, token.asked, strict=True))
    if is_open:
        assert reader_of(state) in active - {state.turn}
    if isinstance(state.phase, Moving):
        assert_destinations_are_open(state)


def assert_destinations_are_open(state: State) -> None:
    offered = {move.space for move in rules.legal_moves(state, state.turn) if isinstance(move, MoveTo)}
    locked = state.tokens[state.turn].locked
    assert offered
    assert locked is None or headquarters(locked) not in offered


def assert_plies_follow(plies: tuple[Ply, ...]) -> None:
    """What holds from ply to ply: paths without a space twice, cards in turn, turns that pass on a wrong answer."""
    for before, ply in pairwise(plies):
        for happened in ply.events:
            match happened:
                case Moved(seat, origin, path):
                    assert origin == before.state.tokens[seat].space
                    assert len({origin, *path}) == len(path) + 1
                    assert len(path) in DIE
                case QuestionAsked(number=number):
                    assert number == before.state.questions + 1
                case AnswerJudged(judged, wedge):
                    assert wedge == (
                        len(ply.state.tokens[judged.seat].wedges) > len(before.state.tokens[judged.seat].wedges)
                    )
                    passes = any(isinstance(event, TurnBegan | Won) for event in ply.events)
                    assert passes != (judged.ruling.is_right and not judged.asked.is_final) or isinstance(
                        ply.state.phase, Over
                    )


def assert_well_won(state: State) -> None:
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.reason == "WON"
    assert {seat for seat, place in enumerate(outcome.places) if place == 1} == set(state.winners) != set()
    for seat in state.winners:
        assert len(state.tokens[seat].wedges) >= state.options.wedges


@pytest.mark.parametrize(("seats", "wedges", "judging"), TABLES)
def test_random_matches_of_every_kind_are_sound_and_end(seats: int, wedges: int, judging: Judging) -> None:
    options = Options(wedges=wedges, judging=judging, strictness=Strictness.STRICT if seats % 2 else Strictness.LENIENT)

    plies = random_plies(seats, options, f"{seats} {wedges} {judging}")

    for ply in plies:
        assert_sound(ply.state)
    assert_plies_follow(plies)
    assert_well_won(plies[-1].state)
    assert set(plies[-1].state.pile) < set(plies[0].state.pile) == {card.id for card in REAL_DECK.cards}


def eventful(seats: int, seed: str) -> Iterator[State]:
    """Yield the states of a match in which clocks run out and seats leave now and then."""
    rng = Random(seed)
    options = Options(wedges=4, judging=rng.choice(list(Judging)))
    state, _ = rules.setup(options, seats, REAL_DECK, rng)
    choose = at_random(seed)
    for ply in range(MOST_PLIES):
        yield state
        if isinstance(state.phase, Over):
            return
        if rng.random() < 0.1:
            state, _ = rules.time_up(state, REAL_DECK, rng)
        elif rng.random() < 0.002:
            active = sorted(set(range(seats)) - set(state.resigned))
            state, _ = rules.resign(state, rng.choice(active), REAL_DECK, rng)
        else:
            seat, move = choose(state, ply)
            state, _ = rules.apply(state, seat, move, REAL_DECK, rng)


@pytest.mark.parametrize("seats", rules.SEATS)
def test_matches_with_time_outs_and_leavers_are_sound_and_end(seats: int) -> None:
    for number in range(8):
        states = list(eventful(seats, f"eventful {seats} {number}"))
        for state in states:
            assert_sound(state)
        assert isinstance(states[-1].phase, Over)


@pytest.mark.parametrize("judging", list(Judging))
def test_all_1_whoever_judges_what_a_viewer_may_not_know_changes_nothing_it_gets(judging: Judging) -> None:
    plies = random_plies(3, Options(wedges=4, judging=judging), f"secrets {judging}")
    secretive = [
        ply.state for ply in plies if type(ply.state.phase).__name__ in ("Answering", "Reviewing", "VotingCategory")
    ]

    for state, viewer in product(secretive[:: max(1, len(secretive) // 40)], (None, 0, 1, 2)):
        for variant in hidden_variants(state, viewer, Random("secrets")):
            assert_looks_alike(GAME, state, variant, viewer)
            assert_plays_alike(GAME, state, variant, viewer)
