"""What holds for every registered game, shown on matches of random moves with every number of seats."""

import json
from collections.abc import Callable
from enum import Enum
from functools import cache
from random import Random
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import bson
import msgspec
import pytest
import strawberry
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.games.engine import IllegalMove, Open, Seat
from server.games.registry import GAMES, Game
from server.games.simulation import Played, Ply
from server.games.wording import ENGLISH
from tests.games.hooks import MOST_PLIES, deck_of, filler, random_play, variants_of

TABLES = [(game, seats) for game in GAMES for seats in game.rules.SEATS]
over_all_tables = pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=[f"{game.key}-{seats}" for game, seats in TABLES]
)
over_all_games = pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])


def match_of(game: Game, seats: int) -> Played:
    return random_play(game.kind, seats, f"laws {seats}")


def some_plies(played: Played, number: int) -> list[Ply]:
    """Return plies spread evenly over the match, the last one not among them."""
    running = played.plies[:-1]
    return [running[at * len(running) // number] for at in range(number)]


def plain(value: Any) -> Any:
    """Return a record or a GraphQL object as data that can be compared byte by byte."""
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    return json.dumps(value, default=with_names)


def with_names(value: Any) -> Any:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else vars(value)


# Chance and replay


@over_all_tables
def test_all_3_one_seed_is_one_match(game: Game, seats: int) -> None:
    again = random_play.__wrapped__(game.kind, seats, f"laws {seats}")
    other = random_play(game.kind, seats, "another seed")

    assert again.plies == match_of(game, seats).plies
    assert other.plies[0].state != again.plies[0].state


@over_all_tables
def test_replaying_seed_and_log_gives_the_same_states_and_events(game: Game, seats: int) -> None:
    """Fault of peers 43: what is loaded is what was saved."""
    deck, seed = deck_of(game), f"laws {seats}"
    plies = match_of(game, seats).plies

    state, events = game.rules.setup(game.rules.Options(), seats, deck, Random(f"{seed}:0"))
    assert (state, events) == (plies[0].state, plies[0].events)
    for ply in plies[1:]:
        move = through_bson(ply.move, game.rules.Move)
        state = through_bson(state, game.rules.State)
        state, events = game.rules.apply(state, ply.seat, move, deck, Random(f"{seed}:{ply.number}"))  # type: ignore[arg-type]  # only ply 0 has no seat
        assert (state, events) == (ply.state, ply.events)


def through_bson(record: Any, kind: Any) -> Any:
    stored = bson.encode({"record": msgspec.to_builtins(record, str_keys=True)})
    return msgspec.convert(bson.decode(stored)["record"], kind)


@over_all_tables
def test_states_moves_and_events_survive_bson(game: Game, seats: int) -> None:
    """Fault of peers 43: what is loaded is what was saved."""
    for ply in match_of(game, seats).plies:
        assert through_bson(ply.state, game.rules.State) == ply.state
        for happened in ply.events:
            assert through_bson(happened, game.rules.Event) == happened
        for seat in game.rules.to_move(ply.state):
            for move in closed_moves(game, ply.state, seat):
                assert through_bson(move, game.rules.Move) == move


def closed_moves(game: Game, state: Any, seat: Seat) -> list[Any]:
    """Return the legal moves of a seat, open ones filled in."""
    rng = Random("open moves")
    moves = game.rules.legal_moves(state, seat)
    fill_in = filler(game)
    return [fill_in(state, move, rng) if isinstance(move, Open) else move for move in moves]


# Moves


@over_all_tables
def test_random_play_comes_to_an_end(game: Game, seats: int) -> None:
    played = match_of(game, seats)

    assert played.outcome == game.rules.outcome(played.state)
    assert len(played.plies) <= MOST_PLIES
    assert game.rules.to_move(played.state) == frozenset()


@over_all_tables
def test_all_2_seats_not_to_move_have_no_legal_moves_and_the_others_have_some(game: Game, seats: int) -> None:
    for ply in match_of(game, seats).plies:
        to_move = game.rules.to_move(ply.state)
        assert to_move <= set(range(seats))
        assert {seat for seat in range(seats) if game.rules.legal_moves(ply.state, seat)} == to_move


@over_all_tables
def test_every_legal_move_is_listed_once_and_accepted_and_leaves_the_state_as_it_was(game: Game, seats: int) -> None:
    deck = deck_of(game)
    for ply in match_of(game, seats).plies:
        before = msgspec.json.encode(ply.state)
        for seat in game.rules.to_move(ply.state):
            moves = closed_moves(game, ply.state, seat)
            assert len(set(moves)) == len(moves)
            for move in moves:
                after, events = game.rules.apply(ply.state, seat, move, deck, Random("law"))
                assert (after != ply.state, type(events)) == (True, tuple)
        assert msgspec.json.encode(ply.state) == before


def some(kind: Any, texts: list[str]) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a field's type; texts are card ids as often as nonsense."""
    if kind is str:
        return st.sampled_from(texts) | st.text(max_size=8)
    if get_origin(kind) is tuple:
        return st.lists(some(get_args(kind)[0], texts), max_size=6).map(tuple)
    return st.from_type(kind)


@cache
def any_move(game: Game) -> st.SearchStrategy[Any]:
    """Return a strategy for well-typed moves of every kind, most of them wrong."""
    texts = [card.id for card in deck_of(game).cards]
    return st.one_of([any_of_kind(kind, texts) for kind in kinds_of_move(game)])


def any_of_kind(kind: Any, texts: list[str]) -> st.SearchStrategy[Any]:
    return st.builds(kind, **{name: some(hint, texts) for name, hint in fields_of(kind).items()})


def kinds_of_move(game: Game) -> tuple[Any, ...]:
    return get_args(game.rules.Move) or (game.rules.Move,)


def fields_of(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def refusal(game: Game, state: Any, seat: Seat, move: Any) -> tuple[str, str] | None:
    try:
        game.rules.apply(state, seat, move, deck_of(game), Random("law"))
    except IllegalMove as refused:
        return refused.rule, refused.message
    return None


@over_all_games
@given(choice=st.data())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_all_2_any_move_is_accepted_or_refused_with_a_rule_and_a_sentence_and_changes_nothing(
    game: Game, choice: st.DataObject
) -> None:
    """Fault of peers 15: a refused move leaves the state as it was."""
    seats = choice.draw(st.sampled_from(game.rules.SEATS))
    state = choice.draw(st.sampled_from(match_of(game, seats).plies)).state
    seat = choice.draw(st.sampled_from(sorted(game.rules.to_move(state)) or range(seats)))
    move = choice.draw(any_move(game))
    before = msgspec.json.encode(state)

    refused = refusal(game, state, seat, move)

    assert msgspec.json.encode(state) == before
    if refused is not None:
        rule, message = refused
        letters, _, number = rule.partition("-")
        assert letters.isupper()
        assert number.isdigit()
        assert message[0].isupper()
        assert message.endswith(".")


@over_all_tables
def test_over_means_nobody_to_move_no_clock_an_outcome_and_every_move_refused(game: Game, seats: int) -> None:
    *running, last = match_of(game, seats).plies

    for ply in running:
        assert (bool(game.rules.to_move(ply.state)), game.rules.outcome(ply.state)) == (True, None)
    assert (game.rules.to_move(last.state), game.rules.timer(last.state)) == (frozenset(), None)
    outcome = game.rules.outcome(last.state)
    assert outcome is not None
    assert (len(outcome.places), len(outcome.scores), min(outcome.places)) == (seats, seats, 1)
    for ply in running[-5:]:
        for seat in game.rules.to_move(ply.state):
            for move in closed_moves(game, ply.state, seat):
                assert refusal(game, last.state, seat, move) is not None


# Clock and leaving


@over_all_tables
def test_all_4_time_can_run_out_wherever_there_is_a_clock(game: Game, seats: int) -> None:
    """Fault of peers 34: every wait with a clock has its move on time-out."""
    for ply in match_of(game, seats).plies[:-1]:
        assert game.rules.timer(ply.state) is not None
        before = msgspec.json.encode(ply.state)

        after, _ = game.rules.time_up(ply.state, deck_of(game), Random("law"))

        assert after != ply.state
        assert msgspec.json.encode(ply.state) == before


@over_all_tables
def test_all_4_a_match_in_which_nobody_moves_ends_by_the_clock(game: Game, seats: int) -> None:
    """Fault of peers 32: it ends with nobody there, and once."""
    state = match_of(game, seats).plies[0].state
    timed_out = 0
    while game.rules.timer(state) is not None and timed_out < MOST_PLIES:
        state, _ = game.rules.time_up(state, deck_of(game), Random(f"law {timed_out}"))
        timed_out += 1

    assert (game.rules.to_move(state), game.rules.outcome(state) is None) == (frozenset(), False)


@over_all_tables
def test_all_5_a_seat_can_resign_at_any_ply_and_is_never_to_move_again(game: Game, seats: int) -> None:
    deck = deck_of(game)
    for ply in some_plies(match_of(game, seats), 40):
        for seat in range(seats):
            state, _ = game.rules.resign(ply.state, seat, deck, Random("law"))
            assert through_bson(state, game.rules.State) == state
            rng = Random("law")
            for _ in range(25):
                to_move = sorted(game.rules.to_move(state))
                assert seat not in to_move
                assert game.rules.legal_moves(state, seat) == ()
                if not to_move:
                    break
                mover = rng.choice(to_move)
                state, _ = game.rules.apply(
                    state, mover, rng.choice(closed_moves(game, state, mover)), deck, Random("law")
                )


@over_all_tables
def test_all_5_too_few_seats_end_the_match_and_who_resigned_places_last(game: Game, seats: int) -> None:
    deck = deck_of(game)
    for ply in some_plies(match_of(game, seats), 40):
        state, order = ply.state, Random(ply.number).sample(range(seats), seats)
        left = []
        for seat in order[: seats - game.rules.SEATS.start + 1]:
            if game.rules.outcome(state) is None:
                state, _ = game.rules.resign(state, seat, deck, Random("law"))
                left.append(seat)

        outcome = game.rules.outcome(state)
        assert (game.rules.to_move(state), game.rules.timer(state)) == (frozenset(), None)
        assert outcome is not None
        assert [outcome.places[seat] for seat in left] == list(range(seats, seats - len(left), -1))


# Views


@over_all_tables
def test_every_viewer_has_a_view_at_every_ply_and_every_event_its_type(game: Game, seats: int) -> None:
    for ply in match_of(game, seats).plies:
        for viewer in (None, *range(seats)):
            assert isinstance(game.schema.view(ply.state, viewer), game.schema.View)
        for happened in ply.events:
            assert isinstance(game.schema.event(happened), game.schema.EVENTS)


@over_all_games
def test_every_legal_move_can_be_sent_back_as_it_is_offered(game: Game) -> None:
    said: list[Any] = []
    schema = strawberry.Schema(query_taking(game.schema.MoveInput, said.append))
    query = f"query($said: {game.schema.MoveInput.__name__}!) {{ say(said: $said) }}"
    moves: dict[Any, None] = {}
    for ply in some_plies(match_of(game, game.rules.SEATS.start), 60):
        for seat in game.rules.to_move(ply.state):
            moves |= dict.fromkeys(closed_moves(game, ply.state, seat))

    for move in moves:
        result = schema.execute_sync(query, {"said": game.schema.said(move)})
        assert result.errors is None
        assert game.schema.move(said[-1]) == move
        assert game.schema.label(move, ENGLISH).strip() != ""
    assert len(said) == len(moves)


def query_taking(move_input: Any, hear: Callable[[Any], None]) -> Any:
    def say(said: Any) -> bool:
        hear(said)
        return True

    say.__annotations__ = {"said": move_input, "return": bool}
    return strawberry.type(type("Query", (), {"say": strawberry.field(resolver=say)}))


@over_all_tables
def test_all_1_what_a_viewer_may_not_know_changes_nothing_it_gets(game: Game, seats: int) -> None:
    """Non-interference: the same view, legal moves, clock, refusals and events, whatever lies in hidden places.

    Faults of peers 1, 5 and 7: for every viewer, spectators too, in every phase; counts and lengths as well.
    """
    hidden_variants = variants_of(game).hidden_variants
    really_different = 0
    for ply in some_plies(match_of(game, seats), 40):
        for viewer in (None, *range(seats)):
            rng = Random(f"{ply.number} {viewer}")
            for variant in hidden_variants(ply.state, viewer, rng):
                really_different += variant != ply.state
                assert_looks_alike(game, ply.state, variant, viewer)
                assert_plays_alike(game, ply.state, variant, viewer)

    assert really_different > 40 * seats


def assert_looks_alike(game: Game, state: Any, variant: Any, viewer: Seat | None) -> None:
    rules, schema = game.rules, game.schema
    assert plain(schema.view(state, viewer)) == plain(schema.view(variant, viewer))
    assert rules.to_move(state) == rules.to_move(variant)
    assert rules.timer(state) == rules.timer(variant)
    assert rules.outcome(state) == rules.outcome(variant)
    if viewer is not None:
        assert rules.legal_moves(state, viewer) == rules.legal_moves(variant, viewer)


def assert_plays_alike(game: Game, state: Any, variant: Any, viewer: Seat | None) -> None:
    """The viewer's own moves, right or wrong, go alike; so do those of others that they can make in both states."""
    for mover in game.rules.to_move(state):
        here, there = (closed_moves(game, either, mover) for either in (state, variant))
        for move in here if mover == viewer else [move for move in here if move in there]:
            assert_goes_alike(game, state, variant, mover, move, viewer)
        if mover == viewer:
            for move in wrong_moves(game):
                assert refusal(game, state, mover, move) == refusal(game, variant, mover, move)


def wrong_moves(game: Game) -> list[Any]:
    """Return moves of every kind, most of them wrong: no text, a card each, two cards, nonsense."""
    rng = Random("wrong moves")
    texts = [card.id for card in deck_of(game).cards]
    moves = []
    for kind in kinds_of_move(game):
        for _ in range(6):
            moves.append(kind(**{name: wrong(hint, texts, rng) for name, hint in fields_of(kind).items()}))
    return moves


def wrong(kind: Any, texts: list[str], rng: Random) -> Any:
    if kind is str:
        return rng.choice([*texts, "nonsense"])
    if get_origin(kind) is tuple:
        return tuple(wrong(get_args(kind)[0], texts, rng) for _ in range(rng.randint(0, 2)))
    if kind is bool:
        return rng.random() < 0.5
    if isinstance(kind, type) and issubclass(kind, Enum):
        return rng.choice(list(kind))
    if get_origin(kind) is Literal:
        return rng.choice(get_args(kind))
    if NoneType in get_args(kind):
        return rng.choice([None, wrong(get_args(kind)[0], texts, rng)])
    return rng.randint(-1, 30)


def assert_goes_alike(game: Game, state: Any, variant: Any, mover: Seat, move: Any, viewer: Seat | None) -> None:
    deck = deck_of(game)
    here, happened_here = game.rules.apply(state, mover, move, deck, Random("law"))
    there, happened_there = game.rules.apply(variant, mover, move, deck, Random("law"))

    secret_here, secret_there = before_revealing(game, happened_here), before_revealing(game, happened_there)
    assert secret_here == secret_there
    if len(secret_here) < len(happened_here):
        assert type(happened_here[len(secret_here)]) is type(happened_there[len(secret_here)])
    elif mover != viewer:
        assert plain(game.schema.view(here, viewer)) == plain(game.schema.view(there, viewer))


def before_revealing(game: Game, events: tuple[Any, ...]) -> list[Any]:
    """Return the events, as shown, up to the first that makes secrets public."""
    revealing = variants_of(game).REVEALING
    reveals = [isinstance(happened, revealing) for happened in events]
    end = reveals.index(True) if True in reveals else len(events)
    return [plain(game.schema.event(happened)) for happened in events[:end]]
