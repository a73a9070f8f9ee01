"""Plays whole matches in memory, without server, clock or store: for benches, laws, playthroughs and tuning bots.

The chance of ply n is `Random(f"{seed}:{n}")`; the set-up is ply 0 and the first move ply 1. Whoever chooses moves
draws from streams of their own, so that how a bot thinks never changes how the cards fall.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from server.games.engine import Deck, Open, Outcome, Seat
from server.games.registry import Game

Choice = tuple[Seat, Any]
"""A seat and the move it makes."""
Chooser = Callable[[Any, int], Choice]
"""Given a state with somebody to move and the coming ply, says who moves and how."""
FillIn = Callable[[Any, Open, Random], Any]
"""Given a state, writes the text of an open move."""


@dataclass(frozen=True)
class Ply:
    number: int
    seat: Seat | None
    """None for the set-up, which is ply 0."""
    move: Any
    events: tuple[Any, ...]
    state: Any
    """The state after it."""


@dataclass(frozen=True)
class Played:
    plies: tuple[Ply, ...]
    outcome: Outcome | None
    """None when the match was stopped at the bound on plies."""

    @property
    def state(self) -> Any:
        return self.plies[-1].state


def play_match(
    game: Game,
    options: Any,
    seats: int,
    deck: Deck,
    seed: str,
    skills: Sequence[float],
    max_plies: int,
    knowledge: Any = None,
) -> Played:
    """Play bots against each other; `skills` has one entry per seat. The lowest seat that does not wait goes first.

    `knowledge` is what the bot made of the deck, for those who play many matches; worked out here by default.
    """
    known = game.bot.knowledge((deck,)) if knowledge is None else knowledge

    def by_bots(state: Any, ply: int) -> Choice:
        choices = ((seat, choice_of(state, ply, seat)) for seat in sorted(game.rules.to_move(state)))
        return next(choice for choice in choices if choice[1] is not None)

    def choice_of(state: Any, ply: int, seat: Seat) -> Any:
        rng, view = Random(f"bot:{seed}:{ply}:{seat}"), game.seen_by_bot(state, seat)
        return game.bot.choose(view, seat, game.rules.legal_moves(state, seat), rng, skills[seat], known)

    return play(game, options, seats, deck, seed, by_bots, max_plies)


def random_match(
    game: Game, options: Any, seats: int, deck: Deck, seed: str, max_plies: int, fill_in: FillIn
) -> Played:
    """Play moves drawn evenly from the legal ones of a seat drawn from those to move."""

    def at_random(state: Any, ply: int) -> Choice:
        rng = Random(f"random:{seed}:{ply}")
        seat = rng.choice(sorted(game.rules.to_move(state)))
        move = rng.choice(game.rules.legal_moves(state, seat))
        return seat, fill_in(state, move, rng) if isinstance(move, Open) else move

    return play(game, options, seats, deck, seed, at_random, max_plies)


def play(game: Game, options: Any, seats: int, deck: Deck, seed: str, choose: Chooser, max_plies: int) -> Played:
    """Play until the match is over or `max_plies` moves have been made."""
    state, events = game.rules.setup(options, seats, deck, Random(f"{seed}:0"))
    plies = [Ply(0, None, None, events, state)]
    while game.rules.to_move(state) and len(plies) <= max_plies:
        seat, move = choose(state, len(plies))
        state, events = game.rules.apply(state, seat, move, deck, Random(f"{seed}:{len(plies)}"))
        plies.append(Ply(len(plies), seat, move, events, state))
    return Played(tuple(plies), game.rules.outcome(state))
