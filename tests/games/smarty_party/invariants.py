"""Random matches of Smarty Party! with all that can happen in them, and what must hold at every ply."""

from random import Random
from typing import Any

from server.games.answers import Strictness
from server.games.engine import Open, Seat
from server.games.rulings import Judging
from server.games.simulation import Played, Ply
from server.games.smarty_party import records, rules
from server.games.smarty_party.guessing import found_items
from tests.games.smarty_party.tables import DECK

MOST_PLIES = 4000


def random_options(rng: Random) -> rules.Options:
    """Return options with every value as likely as any other."""
    return rules.Options(
        track=rng.choice(records.TRACKS),
        judging=rng.choice(list(Judging)),
        strictness=rng.choice(list(Strictness)),
        memory_aid=rng.random() < 0.5,
        first_reader=rng.choice([None, 0, 2, 7]),
        wager_seconds=rng.choice([0, 45]),
        guess_seconds=rng.choice([0, 20]),
        timer_seconds=rng.choice([0, 15]),
        rule_seconds=rng.choice([0, 20]),
    )


def anything_goes(options: rules.Options, seats: int, seed: str) -> Played:
    """Play random moves, in some matches with time-outs and resignations between them."""
    rng = Random(seed)
    time_outs, resignations = rng.choice([0, 0.1]), rng.choice([0, 0, 0.01])
    state, events = rules.setup(options, seats, DECK, Random(f"{seed}:0"))
    plies = [Ply(0, None, None, events, state)]
    while rules.to_move(state) and len(plies) <= MOST_PLIES:
        chance = Random(f"{seed}:{len(plies)}")
        seat, move = None, None
        if rng.random() < resignations:
            seat = rng.choice([seat for seat in range(seats) if seat not in state.resigned])
            state, events = rules.resign(state, seat, DECK, chance)
        elif rules.timer(state) is not None and rng.random() < time_outs:
            state, events = rules.time_up(state, DECK, chance)
        else:
            seat, move = any_move(state, rng)
            state, events = rules.apply(state, seat, move, DECK, chance)
        plies.append(Ply(len(plies), seat, move, events, state))
        check(plies[-2].state, state)
    return Played(tuple(plies), rules.outcome(state))


def any_move(state: rules.State, rng: Random) -> tuple[Seat, Any]:
    seat = rng.choice(sorted(rules.to_move(state)))
    move = rng.choice(rules.legal_moves(state, seat))
    return seat, records.Name(any_guess(state, rng)) if isinstance(move, Open) else move


def any_guess(state: rules.State, rng: Random) -> str:
    """Return an item of the list, or of another one, or what has been said, or nonsense."""
    said = [guess.text for guess in state.round.guesses] or ["anything"]
    items = state.round.card.items
    texts: list[str] = [
        rng.choice(items).text,
        next(iter(rng.choice(items).aliases), "nobody"),
        rng.choice(rng.choice(DECK.cards).items).text,
        rng.choice(said).upper(),
        "".join(rng.choices("abc ", k=rng.randint(0, 12))),
    ]
    return rng.choice(texts)


def check(before: rules.State, state: rules.State) -> None:
    """Assert what holds for every state, and for what is between two of them."""
    round, active = state.round, [seat for seat in range(len(state.positions)) if seat not in state.resigned]
    taken = [chip for chips in round.chips for chip in chips]
    assert sorted([*taken, *round.chips_left]) == sorted(records.CHIPS)
    assert all(0 <= position <= state.options.track for position in state.positions)
    assert (round.chips[round.reader], round.pants in (None, *active)) == ((), True)
    assert len(found_items(round)) == sum(guess.item is not None for guess in round.guesses)
    assert len(set(state.draw_pile) | set(state.used)) == len(state.draw_pile) + len(state.used) == len(DECK.cards)
    assert state.round.number - before.round.number in (0, 1)
    assert (rules.outcome(state) is None) == bool(rules.to_move(state))
    assert rules.to_move(state) <= set(active)
    if not isinstance(state.phase, records.Over):
        assert round.reader not in state.contenders
        assert len(active) >= rules.SEATS.start
