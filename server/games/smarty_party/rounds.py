"""Rounds from the Reader's list to the last pawn moved: who reads, what a round costs, when and how a match ends."""

from collections.abc import Sequence
from random import Random

from server.games.engine import Deck, Seat, left_of, replace, shuffled
from server.games.smarty_party.records import (
    Card,
    FinishedRound,
    Guess,
    ListedItem,
    Over,
    Round,
    RoundBegan,
    RoundDropped,
    RoundEnded,
    State,
    Step,
    TieBreakBegan,
    Wager,
    Wagering,
)
from server.games.smarty_party.seats import active_seats, after, guessers

MOST_TIE_BREAKS = 3
"""Rounds after which a tie for the win is shared (SP-14)."""


def begin_round(state: State, reader: Seat, deck: Deck, rng: Random) -> Step:
    """Give the Reader the next list (SP-1); the used ones are shuffled when there is none (SP-15)."""
    pile, used = state.draw_pile, state.used
    if not pile:
        pile = tuple(card.id for card in shuffled(deck, rng) if card.id in used)
        used = ()
    card = card_of(deck, pile[0])
    round = blank_round(state.round.number + 1, reader, card, state.positions)
    state = replace(state, phase=Wagering(), round=round, draw_pile=pile[1:], used=(*used, card.id))
    return state, (
        RoundBegan(
            round.number,
            reader,
            card.topic,
            len(card.items),
            card.wager,
            guessers(state),
            is_tie_break=bool(state.contenders),
        ),
    )


def card_of(deck: Deck, id: str) -> Card:
    card: Card = next(card for card in deck.cards if card.id == id)
    return card


def blank_round(number: int, reader: Seat, card: Card, positions: tuple[int, ...]) -> Round:
    return Round(number, reader, card, chips=((),) * len(positions), positions_before=positions)


# The end of a round


def end_round(state: State, deck: Deck, rng: Random) -> Step:
    """Let the Pants, the chips and the wager move the pawns, in this order; then the match ends or goes on."""
    thrown_out = highest_chip(state)
    positions = settled_positions(state)
    finished = finished_round(state, thrown_out, positions)
    state = replace(state, positions=positions, finished=finished)
    ended = RoundEnded(finished)
    if state.contenders:
        return after(ended, go_on_with_tie_break(state, deck, rng))
    if any(positions[seat] == state.options.track for seat in active_seats(state)):
        return after(ended, finish(state, deck, rng))
    return after(ended, begin_round(state, next_reader(state), deck, rng))


def highest_chip(state: State) -> int | None:
    """Return the chip that the Pants throw out (SP-8), None when nobody wears them or their wearer has no chips."""
    pants = state.round.pants
    return None if pants is None else max(state.round.chips[pants], default=None)


def settled_positions(state: State) -> tuple[int, ...]:
    """Return where the pawns stand after Pants, chips and wager (SP-8 to SP-10), none off the track (SP-11)."""
    round, track = state.round, state.options.track
    positions = list(state.positions)
    if round.pants is not None and not round.chips[round.pants]:
        positions[round.pants] = on_track(positions[round.pants] - 1, track)
    for seat in active_seats(state):
        thrown_out = highest_chip(state) or 0 if seat == round.pants else 0
        positions[seat] = on_track(positions[seat] + sum(round.chips[seat]) - thrown_out, track)
    if round.reader in active_seats(state) and not state.contenders:
        positions[round.reader] = on_track(positions[round.reader] + (-1 if is_wager_won(round) else 1), track)
    return tuple(positions)


def on_track(position: int, track: int) -> int:
    return max(0, min(position, track))


def is_wager_won(round: Round) -> bool:
    """Tell whether the Reader was right about how many would be found (SP-10)."""
    enough = sum(guess.item is not None for guess in round.guesses) >= round.card.wager
    return (round.wager is Wager.YES) == enough


def finished_round(state: State, thrown_out: int | None, positions: tuple[int, ...]) -> FinishedRound:
    round = state.round
    return FinishedRound(
        number=round.number,
        card=round.card.id,
        topic=round.card.topic,
        reader=round.reader,
        wager_number=round.card.wager,
        wager=round.wager or Wager.NO,
        wager_won=is_wager_won(round),
        is_tie_break=bool(state.contenders),
        ended_by="LAST_CHIP" if not round.chips_left else "ALL_FOUND",
        items=listed(round.card, round.guesses),
        guesses=round.guesses,
        repeats=round.repeats,
        chips=round.chips,
        pants=round.pants,
        thrown_out=thrown_out,
        steps=tuple(now - then for now, then in zip(positions, round.positions_before, strict=True)),
        positions=positions,
    )


def listed(card: Card, guesses: Sequence[Guess]) -> tuple[ListedItem, ...]:
    found_by = {guess.item: guess.seat for guess in guesses}
    return tuple(ListedItem(item.text, item.smiley, found_by.get(place)) for place, item in enumerate(card.items))


# The next Reader


def next_reader(state: State) -> Seat:
    """Return the most advanced player; of several the first on the Reader's left, himself last (SP-12)."""
    return most_advanced(state, active_seats(state))


def most_advanced(state: State, seats: Sequence[Seat]) -> Seat:
    farthest = max(state.positions[seat] for seat in seats)
    among = [seat for seat in seats if state.positions[seat] == farthest]
    return left_of(state.round.reader, among, len(state.positions))


# The end of the match


def finish(state: State, deck: Deck, rng: Random) -> Step:
    """End the match, a pawn being on Game Over, or let those who are tied for the win guess on (SP-13, SP-14).

    When everybody is on Game Over, nobody is left to read, and the win is shared.
    """
    tied = least_advanced(state, active_seats(state))
    if len(tied) == 1:
        return replace(state, phase=Over("GAME_OVER_REACHED")), ()
    if tied == active_seats(state):
        return replace(state, phase=Over("TIE_SHARED")), ()
    state = replace(state, contenders=tied)
    return after(TieBreakBegan(tied), begin_round(state, tie_break_reader(state), deck, rng))


def least_advanced(state: State, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    least = min(state.positions[seat] for seat in seats)
    return tuple(seat for seat in seats if state.positions[seat] == least)


def tie_break_reader(state: State) -> Seat:
    """Return the player on Game Over, or who is nearest to it when that one has resigned; never one of the tied."""
    return most_advanced(state, [seat for seat in active_seats(state) if seat not in state.contenders])


def go_on_with_tie_break(state: State, deck: Deck, rng: Random) -> Step:
    """Let those still tied guess on, for three rounds at most (SP-14)."""
    still_tied = least_advanced(state, guessers(state))
    behind = tuple(seat for seat in state.contenders if seat not in still_tied)
    state = replace(state, contenders=still_tied, tie_breaks=state.tie_breaks + 1, dropped=(*state.dropped, behind))
    if len(still_tied) == 1:
        return replace(state, phase=Over("TIE_BROKEN")), ()
    return next_tie_break(state, deck, rng)


def next_tie_break(state: State, deck: Deck, rng: Random) -> Step:
    """Begin another round of the tie-break, or share the win when there have been enough, or nobody is left to read."""
    if state.tie_breaks == MOST_TIE_BREAKS or set(active_seats(state)) <= set(state.contenders):
        return replace(state, phase=Over("TIE_SHARED")), ()
    return begin_round(state, tie_break_reader(state), deck, rng)


# Resignations


def leave(state: State, seat: Seat) -> State:
    """Take a seat out: its pawn stays where it is, the chips it took stay out of the round, the Pants come back."""
    round = state.round
    if round.pants == seat:
        round = replace(round, pants=None)
    contenders = tuple(other for other in state.contenders if other != seat)
    return replace(state, round=round, contenders=contenders, resigned=(*state.resigned, seat))


def drop_round(state: State, deck: Deck, rng: Random) -> Step:
    """Break off a round whose Reader resigned before the first turn, and begin another."""
    dropped = RoundDropped(state.round.number)
    if state.contenders:
        return after(dropped, next_tie_break(state, deck, rng))
    return after(dropped, begin_round(state, next_reader(state), deck, rng))


def break_off(state: State, over: Over) -> Step:
    """End the match in the middle of a round, which counts for nobody."""
    return replace(state, phase=over), (RoundDropped(state.round.number),)
