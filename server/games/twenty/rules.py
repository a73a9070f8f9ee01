"""Twenty: get rid of your cards, or hold as few points as you can when somebody makes the count of 20.

The rules in brief. Seven cards each; the count starts at 1. On a turn a seat either draws a card or makes the count
with cards that can add up to exactly that number, which raises the count for the next seat. An Ace is 1, 2 to 9 count
their face, a Ten, Jack or Queen 10 (two of one rank together 10 or 20), a King anything from 1 to 20. The hand ends
when a seat has no cards left or 20 is made; cards still held cost 5, 10 or 20 points. The match ends after the hand in
which a total reaches the target; the lowest total wins.

A state holds card ids only: an id is the card's rank and suit ("10H"), so nothing else is needed to value a card.
"""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Literal

from server.games import engine
from server.games.engine import (
    BadOption,
    Deck,
    IllegalMove,
    Outcome,
    Record,
    Seat,
    Timer,
    left_of,
    places_of,
    replace,
    shuffled,
)

VERSION = 1
SEATS = range(2, 5)
HAND_SIZE = 7
LAST_COUNT = 20

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Suit = Literal["C", "D", "H", "S"]
TENS = ("10", "J", "Q")


class Options(Record, frozen=True):
    target: int | None = None
    """The total that ends the match, 50 to 300; None for 100 with two seats, 200 with more (TW-12)."""
    turn_seconds: int = 60
    """5 to 600, or 0 for no clock."""


class Card(engine.Card, frozen=True, forbid_unknown_fields=True):
    rank: Rank
    suit: Suit

    def __post_init__(self) -> None:
        if self.id != self.rank + self.suit:
            raise ValueError(f"The id of a card is its rank and suit, here {self.rank + self.suit}.")


class Playing(Record, frozen=True):
    turn: Seat


class Over(Record, frozen=True):
    reason: Literal["TARGET_REACHED", "TOO_FEW_SEATS"]


Phase = Playing | Over
HandEnd = Literal["OUT_OF_CARDS", "COUNT_OF_20", "ALL_PASSED", "NOBODY_LEFT"]


class FinishedHand(Record, frozen=True):
    """What a hand cost each seat, and the totals after it."""

    reason: HandEnd
    points: tuple[int, ...]
    totals: tuple[int, ...]


class State(Record, frozen=True):
    options: Options
    phase: Phase
    totals: tuple[int, ...]
    dealer: Seat
    hands: tuple[tuple[str, ...], ...]
    """One a seat, in the order the cards came; empty for a resigned seat."""
    draw_pile: tuple[str, ...] = ()
    """Top card first."""
    played: tuple[str, ...] = ()
    count: int = 1
    passed: tuple[Seat, ...] = ()
    """Who has passed since a count was last made."""
    turns: int = 0
    """Turns begun in the match."""
    is_tie_break: bool = False
    resigned: tuple[Seat, ...] = ()
    """In the order they left."""
    finished: tuple[FinishedHand, ...] = ()


class Draw(Record, frozen=True):
    pass


class MakeCount(Record, frozen=True):
    cards: tuple[str, ...]


class Pass(Record, frozen=True):
    pass


Move = Draw | MakeCount | Pass


class HandDealt(Record, frozen=True):
    number: int
    dealer: Seat
    starter: Seat
    is_tie_break: bool


class CardDrawn(Record, frozen=True):
    seat: Seat
    draw_pile_size: int


class CountMade(Record, frozen=True):
    seat: Seat
    count: int
    cards: tuple[str, ...]


class Passed(Record, frozen=True):
    seat: Seat


class HandEnded(Record, frozen=True):
    """Lists have one entry a seat; `held` are the cards that had to be paid for, now shown to all."""

    number: int
    reason: HandEnd
    held: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


Event = HandDealt | CardDrawn | CountMade | Passed | HandEnded
Step = tuple[State, tuple[Event, ...]]


def check_options(options: Options) -> None:
    if options.target is not None and not 50 <= options.target <= 300:
        raise BadOption("target", "The target must be between 50 and 300 points.")
    if options.turn_seconds != 0 and not 5 <= options.turn_seconds <= 600:
        raise BadOption("turn_seconds", "A turn lasts between 5 and 600 seconds, or 0 for no clock.")


def setup(options: Options, seats: int, deck: Deck, rng: Random) -> Step:
    """Draw the first dealer by lot (TW-4) and deal the first hand."""
    dealer = rng.randrange(seats)
    nobody = ((),) * seats
    state = State(options, phase=Playing(dealer), totals=(0,) * seats, dealer=dealer, hands=nobody)
    return deal(state, dealer, deck, rng)


def deal(state: State, dealer: Seat, deck: Deck, rng: Random) -> Step:
    """Start a hand (TW-1): lower seats get the upper cards of the shuffled deck, seven in a row each."""
    cards = tuple(card.id for card in shuffled(deck, rng))
    seats = active_seats(state)
    dealt = HAND_SIZE * len(seats)
    if len(cards) < dealt:
        raise ValueError(f"{len(seats)} seats need {dealt} cards, the deck has {len(cards)}.")

    hands = dict(zip(seats, (cards[at : at + HAND_SIZE] for at in range(0, dealt, HAND_SIZE)), strict=True))
    starter = left_of(dealer, seats, len(state.hands))
    state = replace(
        state,
        dealer=dealer,
        hands=tuple(hands.get(seat, ()) for seat in range(len(state.hands))),
        draw_pile=cards[dealt:],
        played=(),
        count=1,
        passed=(),
        phase=Playing(starter),
        turns=state.turns + 1,
    )
    return state, (HandDealt(hand_number(state), dealer, starter, state.is_tie_break),)


def to_move(state: State) -> frozenset[Seat]:
    match state.phase:
        case Playing(turn):
            return frozenset((turn,))
        case Over():
            return frozenset()


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Return the moves of `seat`: Draw first, then each set of ranks once, fewest cards first, or else Pass."""
    if seat not in to_move(state):
        return ()
    counts = tuple(MakeCount(cards) for cards in sets_making(state.count, state.hands[seat]))
    if state.draw_pile:
        return (Draw(), *counts)
    return counts or (Pass(),)


def apply(state: State, seat: Seat, move: Move, deck: Deck, rng: Random) -> Step:
    match state.phase, move:
        case Playing(), Draw():
            return draw(state, seat)
        case Playing(), MakeCount(cards):
            return make_count(state, seat, cards, deck, rng)
        case Playing(), Pass():
            return pass_turn(state, seat, deck, rng)
        case _:
            raise IllegalMove("ALL-2", "The match is over.")


def draw(state: State, seat: Seat) -> Step:
    if not state.draw_pile:
        raise IllegalMove("TW-14", "The draw pile is empty: make the count if you can, otherwise pass.")
    top, *rest = state.draw_pile
    hand = (*state.hands[seat], top)
    state = replace(state, hands=with_hand(state, seat, hand), draw_pile=tuple(rest))
    return pass_turn_on(state, seat), (CardDrawn(seat, len(rest)),)


def make_count(state: State, seat: Seat, cards: tuple[str, ...], deck: Deck, rng: Random) -> Step:
    check_play(state, seat, cards)
    made = CountMade(seat, state.count, cards)
    hand = tuple(card for card in state.hands[seat] if card not in cards)
    state = replace(state, hands=with_hand(state, seat, hand), played=state.played + cards, passed=())
    if not hand:
        return after(made, end_hand(state, "OUT_OF_CARDS", deck, rng))
    if state.count == LAST_COUNT:
        return after(made, end_hand(state, "COUNT_OF_20", deck, rng))
    return pass_turn_on(replace(state, count=state.count + 1), seat), (made,)


def check_play(state: State, seat: Seat, cards: tuple[str, ...]) -> None:
    """Raise IllegalMove unless `cards` are in the seat's hand and can add up to the count (TW-8, TW-9)."""
    if not cards:
        raise IllegalMove("TW-9", "Name at least one card to make the count with.")
    if len(set(cards)) < len(cards):
        raise IllegalMove("TW-9", "You named the same card twice.")
    if not set(cards) <= set(state.hands[seat]):
        raise IllegalMove("TW-9", "You do not hold all the cards you named.")
    if not can_add_up(cards, state.count):
        raise IllegalMove("TW-9", "These cards cannot add up to {count}.", count=state.count)


def pass_turn(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Pass, which needs an empty draw pile and nothing to play; everyone passing ends the hand (TW-14)."""
    if state.draw_pile:
        raise IllegalMove("TW-14", "You can pass only when the draw pile is empty: draw a card instead.")
    if has_set_making(state.count, state.hands[seat]):
        raise IllegalMove("TW-14", "The draw pile is empty and you can make {count}, so you must.", count=state.count)
    passed = Passed(seat)
    state = replace(state, passed=(*state.passed, seat))
    if everyone_has_passed(state):
        return after(passed, end_hand(state, "ALL_PASSED", deck, rng))
    return pass_turn_on(state, seat), (passed,)


def everyone_has_passed(state: State) -> bool:
    return set(active_seats(state)) <= set(state.passed)


def pass_turn_on(state: State, seat: Seat) -> State:
    """Give the turn to the left of `seat` (TW-3)."""
    turn = left_of(seat, active_seats(state), len(state.hands))
    return replace(state, phase=Playing(turn), turns=state.turns + 1)


def after(first: Event, step: Step) -> Step:
    state, events = step
    return state, (first, *events)


def end_hand(state: State, reason: HandEnd, deck: Deck, rng: Random) -> Step:
    """Make everyone pay (TW-11), then end the match or deal the next hand, the deal passing left (TW-4)."""
    state, ended = settle(state, reason, tuple(penalty(hand) for hand in state.hands))
    if is_decided(state):
        return replace(state, phase=Over("TARGET_REACHED")), (ended,)
    dealer = left_of(state.dealer, active_seats(state), len(state.hands))
    return after(ended, deal(replace(state, is_tie_break=is_target_reached(state)), dealer, deck, rng))


def settle(state: State, reason: HandEnd, points: tuple[int, ...]) -> tuple[State, HandEnded]:
    totals = tuple(map(sum, zip(state.totals, points, strict=True)))
    ended = HandEnded(hand_number(state), reason, state.hands, points, totals)
    finished = (*state.finished, FinishedHand(reason, points, totals))
    return replace(state, totals=totals, finished=finished), ended


def penalty(hand: Iterable[str]) -> int:
    """Return the points that the cards still held cost (TW-11)."""
    return sum(PENALTIES[rank_of(card)] for card in hand)


def is_decided(state: State) -> bool:
    """Tell whether the match ends here: target reached and one lowest total, or the extra hand played (TW-13)."""
    totals = [state.totals[seat] for seat in active_seats(state)]
    return is_target_reached(state) and (state.is_tie_break or totals.count(min(totals)) == 1)


def is_target_reached(state: State) -> bool:
    return any(state.totals[seat] >= target(state) for seat in active_seats(state))


def timer(state: State) -> Timer | None:
    if isinstance(state.phase, Over) or state.options.turn_seconds == 0:
        return None
    return Timer(f"turn {state.turns}", state.options.turn_seconds)


def time_up(state: State, deck: Deck, rng: Random) -> Step:
    """Draw, or with an empty pile play the first legal set, or else pass: always the first legal move (TW-15)."""
    (seat,) = to_move(state)
    return apply(state, seat, legal_moves(state, seat)[0], deck, rng)


def resign(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Take the seat and its cards out of the match; its total stays, its turn goes left (ALL-5)."""
    if isinstance(state.phase, Over):
        raise IllegalMove("ALL-5", "The match is over.")
    if seat in state.resigned:
        raise IllegalMove("ALL-5", "You have resigned already.")
    state = replace(
        state,
        hands=with_hand(state, seat, ()),
        passed=tuple(other for other in state.passed if other != seat),
        resigned=(*state.resigned, seat),
    )
    if len(active_seats(state)) < SEATS.start:
        return break_off(state)
    if seat not in to_move(state):
        return state, ()
    if everyone_has_passed(state):
        return end_hand(state, "ALL_PASSED", deck, rng)
    return pass_turn_on(state, seat), ()


def break_off(state: State) -> Step:
    """End hand and match when too few seats are left; nobody pays for the cards held."""
    state, ended = settle(state, "NOBODY_LEFT", (0,) * len(state.hands))
    return replace(state, phase=Over("TOO_FEW_SEATS")), (ended,)


def outcome(state: State) -> Outcome | None:
    """Return the places: lowest total first, then the resigned, who did so later before who did so earlier."""
    if not isinstance(state.phase, Over):
        return None
    left_at = {seat: order for order, seat in enumerate(state.resigned)}
    ranks = [(1, -left_at[seat]) if seat in left_at else (0, total) for seat, total in enumerate(state.totals)]
    return Outcome(places_of(ranks), state.totals, state.phase.reason)


def target(state: State) -> int:
    """Return the total that ends the match (TW-12)."""
    if state.options.target is not None:
        return state.options.target
    return default_target(len(state.hands))


def default_target(seats: int) -> int:
    return 100 if seats == 2 else 200


def hand_number(state: State) -> int:
    """Return the number of the present hand, or of the last one when the match is over."""
    return len(state.finished) + isinstance(state.phase, Playing)


def active_seats(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.hands)) if seat not in state.resigned)


def with_hand(state: State, seat: Seat, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str:
    return card[-1]


def sums_of(rank: str, number: int) -> tuple[int, ...]:
    """Return every sum that `number` cards of one rank can count as (TW-5, TW-6, TW-7)."""
    if rank == "K":
        return tuple(range(number, LAST_COUNT * number + 1))
    if rank in TENS:
        return tuple(10 * (number - pairs) for pairs in range(number // 2 + 1))
    return ((1 if rank == "A" else int(rank)) * number,)


# The Kings come first: they alone have many sums, and few partial sets exist while they are tried.
RANKS = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")
SUMS = {rank: tuple(sums_of(rank, number) for number in range(5)) for rank in RANKS}
PENALTIES = {rank: 20 if rank == "K" else 10 if rank in TENS else 5 for rank in RANKS}

SumSet = int
"""A set of sums as bits: bit 12 is set when 12 is among them."""


def can_add_up(cards: Iterable[str], count: int) -> bool:
    """Tell whether some valuation of the cards adds up to exactly `count` (TW-8)."""
    reached: SumSet = 1
    for rank, number in Counter(map(rank_of, cards)).items():
        reached = raised(reached, SUMS[rank][number])
    return reached >> count & 1 == 1


def raised(reached: SumSet, sums: tuple[int, ...]) -> SumSet:
    result = 0
    for more in sums:
        result |= reached << more
    return result


def lowered(wanted: SumSet, sums: tuple[int, ...]) -> SumSet:
    result = 0
    for less in sums:
        result |= wanted >> less
    return result


def has_set_making(count: int, hand: tuple[str, ...]) -> bool:
    return wanted_before(cards_by_rank(hand), count)[0] & 1 == 1


def sets_making(count: int, hand: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return every set of ranks in `hand` that makes the count once, with cards to show for it, smallest sets first.

    Rank by rank it keeps the partial sets from which the later ranks can still reach the count, so that none is
    carried in vain and the work grows with the number of sets found.
    """
    by_rank = cards_by_rank(hand)
    wanted = wanted_before(by_rank, count)
    partial: list[tuple[SumSet, tuple[str, ...]]] = [(1, ())] if wanted[0] & 1 else []
    for (rank, held), still_wanted in zip(by_rank, wanted[1:], strict=True):
        choices = [(SUMS[rank][number], held[:number]) for number in range(len(held) + 1)]
        partial = [
            (sums, cards + more)
            for reached, cards in partial
            for values, more in choices
            if (sums := raised(reached, values)) & still_wanted
        ]
    return sorted((cards for _, cards in partial), key=len)


def cards_by_rank(hand: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the ranks held with their cards, in the order of RANKS."""
    held: dict[str, tuple[str, ...]] = {}
    for card in hand:
        rank = rank_of(card)
        held[rank] = (*held.get(rank, ()), card)
    return [(rank, held[rank]) for rank in RANKS if rank in held]


def wanted_before(by_rank: list[tuple[str, tuple[str, ...]]], count: int) -> list[SumSet]:
    """Return, for each rank and the end, the sums from which this and the later ranks can reach the count."""
    wanted: list[SumSet] = [1 << count]
    for rank, held in reversed(by_rank):
        every_sum = tuple({value for sums in SUMS[rank][: len(held) + 1] for value in sums})
        wanted.append(lowered(wanted[-1], every_sum))
    return wanted[::-1]
