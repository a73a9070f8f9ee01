"""Twenty in GraphQL: what a viewer sees, what a seat can say, what has happened.

The only file of the game that knows Strawberry. A view is built up from what its viewer may know: hands and the draw
pile enter it here, by name, or not at all.
"""

from enum import Enum
from functools import cache
from typing import Any, assert_never

import strawberry

from server.games.engine import IllegalMove, Seat
from server.games.twenty import rules
from server.games.wording import Say, Text

SUMMARY = Text(
    "Count to twenty together, and try not to be the one left holding cards. "
    "On your turn you either draw a card or play cards that add up to exactly the current count, "
    "which then goes up by one for the next player. "
    "Tens, Jacks and Queens are worth 10, a pair of a kind 10 or 20 as you like, and a King is anything from 1 to 20. "
    "A hand is over when somebody makes 20 or runs out of cards; every card you still hold costs you points. "
    "When a total reaches the target, the player with the fewest points wins."
)


@strawberry.enum(description="The rank of a playing card.")
class Rank(Enum):
    ACE = strawberry.enum_value("A", description="Counts 1; costs 5 points when held.")
    TWO = strawberry.enum_value("2", description="Counts 2; costs 5 points when held.")
    THREE = strawberry.enum_value("3", description="Counts 3; costs 5 points when held.")
    FOUR = strawberry.enum_value("4", description="Counts 4; costs 5 points when held.")
    FIVE = strawberry.enum_value("5", description="Counts 5; costs 5 points when held.")
    SIX = strawberry.enum_value("6", description="Counts 6; costs 5 points when held.")
    SEVEN = strawberry.enum_value("7", description="Counts 7; costs 5 points when held.")
    EIGHT = strawberry.enum_value("8", description="Counts 8; costs 5 points when held.")
    NINE = strawberry.enum_value("9", description="Counts 9; costs 5 points when held.")
    TEN = strawberry.enum_value("10", description="Counts 10, a pair 10 or 20; costs 10 points when held.")
    JACK = strawberry.enum_value("J", description="Counts 10, a pair 10 or 20; costs 10 points when held.")
    QUEEN = strawberry.enum_value("Q", description="Counts 10, a pair 10 or 20; costs 10 points when held.")
    KING = strawberry.enum_value("K", description="Counts anything from 1 to 20; costs 20 points when held.")


@strawberry.enum(description="The suit of a playing card. Suits make no difference in Twenty.")
class Suit(Enum):
    CLUBS = strawberry.enum_value("C", description="Clubs, ♣.")
    DIAMONDS = strawberry.enum_value("D", description="Diamonds, ♦.")
    HEARTS = strawberry.enum_value("H", description="Hearts, ♥.")
    SPADES = strawberry.enum_value("S", description="Spades, ♠.")


@strawberry.enum(description="Why a hand of Twenty ended.")
class TwentyHandEnd(Enum):
    OUT_OF_CARDS = strawberry.enum_value("OUT_OF_CARDS", description="A seat played its last card.")
    COUNT_OF_20 = strawberry.enum_value("COUNT_OF_20", description="A seat made the count of 20.")
    ALL_PASSED = strawberry.enum_value(
        "ALL_PASSED", description="The draw pile was empty and every seat passed in a row."
    )
    NOBODY_LEFT = strawberry.enum_value(
        "NOBODY_LEFT", description="Fewer than two seats were left in the match; nobody paid for this hand."
    )


@strawberry.type(description="A card of a standard deck.")
class PlayingCard:
    id: strawberry.ID = strawberry.field(
        description="Rank and suit in short, for example `AC`, `10H` or `QS`; what `makeCount` takes."
    )
    rank: Rank = strawberry.field(description="The card's rank.")
    suit: Suit = strawberry.field(description="The card's suit.")


@strawberry.type(description="What everyone sees of one seat.")
class TwentySeat:
    seat: int = strawberry.field(description="The seat's index in `Match.seats`.")
    hand_size: int = strawberry.field(description="How many cards the seat holds; 0 once it has resigned.")
    total: int = strawberry.field(description="Penalty points of all finished hands.")


@strawberry.type(description="A finished hand.")
class TwentyHand:
    number: int = strawberry.field(description="1 for the first hand of the match.")
    reason: TwentyHandEnd = strawberry.field(description="Why the hand ended.")
    points: list[int] = strawberry.field(description="Penalty points of this hand, one entry per seat.")
    totals: list[int] = strawberry.field(description="Running totals after this hand, one entry per seat.")


@strawberry.type(description="A match of Twenty as one seat or a spectator may see it.")
class TwentyView:
    count: int = strawberry.field(
        description="The count to be made next, 1 to 20; the last one asked for when the match is over."
    )
    turn: int | None = strawberry.field(description="The seat whose turn it is; null when the match is over.")
    dealer: int = strawberry.field(description="The seat that dealt this hand; the seat to its left began.")
    hand_number: int = strawberry.field(description="1 for the first hand of the match.")
    target: int = strawberry.field(description="The match ends after the hand in which a total reaches this.")
    is_tie_break: bool = strawberry.field(
        description="Whether this is the one extra hand that is played when the lowest total is tied."
    )
    draw_pile_size: int = strawberry.field(description="How many cards can still be drawn in this hand.")
    played: list[PlayingCard] = strawberry.field(description="The cards played in this hand, oldest first.")
    hand: list[PlayingCard] | None = strawberry.field(
        description="The viewer's own cards in the order they came; null for a spectator."
    )
    seats: list[TwentySeat] = strawberry.field(description="One entry per seat, by index.")
    hands: list[TwentyHand] = strawberry.field(description="The finished hands, oldest first.")


@strawberry.type(description="A hand was dealt, seven cards to each seat still in the match.")
class TwentyHandDealt:
    number: int = strawberry.field(description="1 for the first hand of the match.")
    dealer: int = strawberry.field(description="The seat that dealt.")
    starter: int = strawberry.field(description="The seat that begins.")
    is_tie_break: bool = strawberry.field(description="Whether this is the extra hand after a tie.")


@strawberry.type(description="A seat drew a card. Which card it was, only that seat's view shows.")
class TwentyCardDrawn:
    seat: int = strawberry.field(description="The seat that drew.")
    draw_pile_size: int = strawberry.field(description="How many cards are left to draw.")


@strawberry.type(description="A seat made the count.")
class TwentyCountMade:
    seat: int = strawberry.field(description="The seat that made it.")
    count: int = strawberry.field(description="The count that was made.")
    cards: list[PlayingCard] = strawberry.field(description="The cards it was made with.")


@strawberry.type(description="A seat passed: the draw pile was empty and it could not make the count.")
class TwentyPassed:
    seat: int = strawberry.field(description="The seat that passed.")


@strawberry.type(description="A hand ended and every seat paid for the cards it still held.")
class TwentyHandEnded:
    number: int = strawberry.field(description="1 for the first hand of the match.")
    reason: TwentyHandEnd = strawberry.field(description="Why the hand ended.")
    held: list[list[PlayingCard]] = strawberry.field(
        description="The cards each seat still held, one list per seat, now shown to all."
    )
    points: list[int] = strawberry.field(description="Penalty points of this hand, one entry per seat.")
    totals: list[int] = strawberry.field(description="Running totals after this hand, one entry per seat.")


@strawberry.input(one_of=True, description="A move in Twenty: exactly one of the fields.")
class TwentyMove:
    draw: bool | None = strawberry.field(
        default=strawberry.UNSET, description="`true`: draw the top card of the draw pile."
    )
    make_count: list[str] | None = strawberry.field(
        default=strawberry.UNSET,
        description='Make the count with these cards of your hand, given by id, for example `["QS", "4H"]`.',
    )
    pass_: bool | None = strawberry.field(
        name="pass",
        default=strawberry.UNSET,
        description="`true`: pass, possible only when the draw pile is empty and you cannot make the count.",
    )


@strawberry.input(description="The options of a new match of Twenty.")
class TwentyOptionsInput:
    target: int | None = strawberry.field(
        default=None,
        description="The total that ends the match, 50 to 300; "
        "null for 100 with two players and 200 with three or four.",
    )
    turn_seconds: int | None = strawberry.field(
        default=None, description="Seconds for a turn, 5 to 600; 0 switches the clock off; null for 60."
    )


@strawberry.type(description="The options a match of Twenty is played with.")
class TwentyOptions:
    target: int | None = strawberry.field(
        description="The total that ends the match; null, until the number of players is known, "
        "for 100 with two and 200 with three or four."
    )
    turn_seconds: int = strawberry.field(description="Seconds for a turn; 0 when there is no clock.")


View = TwentyView
EVENTS = (TwentyHandDealt, TwentyCardDrawn, TwentyCountMade, TwentyPassed, TwentyHandEnded)
MoveInput = TwentyMove
OptionsInput = TwentyOptionsInput
OptionsView = TwentyOptions

TwentyEvent = TwentyHandDealt | TwentyCardDrawn | TwentyCountMade | TwentyPassed | TwentyHandEnded


def view(state: rules.State, seat: Seat | None) -> TwentyView:
    """Return what the player at `seat` may see, or a spectator when it is None."""
    return TwentyView(
        count=state.count,
        turn=state.phase.turn if isinstance(state.phase, rules.Playing) else None,
        dealer=state.dealer,
        hand_number=rules.hand_number(state),
        target=rules.target(state),
        is_tie_break=state.is_tie_break,
        draw_pile_size=len(state.draw_pile),
        played=playing_cards(state.played),
        hand=None if seat is None else playing_cards(state.hands[seat]),
        seats=[
            TwentySeat(seat=index, hand_size=len(hand), total=total)
            for index, (hand, total) in enumerate(zip(state.hands, state.totals, strict=True))
        ],
        hands=[
            TwentyHand(
                number=number,
                reason=TwentyHandEnd(hand.reason),
                points=list(hand.points),
                totals=list(hand.totals),
            )
            for number, hand in enumerate(state.finished, start=1)
        ],
    )


def playing_cards(ids: tuple[str, ...]) -> list[PlayingCard]:
    return [playing_card(id) for id in ids]


@cache
def playing_card(id: str) -> PlayingCard:
    return PlayingCard(id=strawberry.ID(id), rank=Rank(rules.rank_of(id)), suit=Suit(rules.suit_of(id)))


def move(said: TwentyMove) -> rules.Move:
    """Return the move that was said. Raise IllegalMove for one that says nothing, like `draw: false` (ALL-2)."""
    if said.draw:
        return rules.Draw()
    if said.pass_:
        return rules.Pass()
    if isinstance(said.make_count, list):
        return rules.MakeCount(tuple(said.make_count))
    raise IllegalMove("ALL-2", "Say one move: draw: true, makeCount with your cards, or pass: true.")


def said(move: rules.Move) -> dict[str, Any]:
    """Return the move as the JSON of a TwentyMove, ready to be sent back."""
    match move:
        case rules.Draw():
            return {"draw": True}
        case rules.MakeCount(cards):
            return {"makeCount": list(cards)}
        case rules.Pass():
            return {"pass": True}
        case _:
            assert_never(move)


def label(move: rules.Move, say: Say) -> str:
    """Return what a button for the move says."""
    match move:
        case rules.Draw():
            return say("Draw a card")
        case rules.MakeCount(cards):
            return say("Play {cards}", cards=say.row([card_name(id) for id in cards]))
        case rules.Pass():
            return say("Pass")
        case _:
            assert_never(move)


def card_name(id: str) -> str:
    return rules.rank_of(id) + SYMBOLS[rules.suit_of(id)]


SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def event(happened: rules.Event) -> TwentyEvent:
    match happened:
        case rules.HandDealt(number, dealer, starter, is_tie_break):
            return TwentyHandDealt(number=number, dealer=dealer, starter=starter, is_tie_break=is_tie_break)
        case rules.CardDrawn(seat, size):
            return TwentyCardDrawn(seat=seat, draw_pile_size=size)
        case rules.CountMade(seat, count, cards):
            return TwentyCountMade(seat=seat, count=count, cards=playing_cards(cards))
        case rules.Passed(seat):
            return TwentyPassed(seat=seat)
        case rules.HandEnded(number, reason, held, points, totals):
            return TwentyHandEnded(
                number=number,
                reason=TwentyHandEnd(reason),
                held=[playing_cards(hand) for hand in held],
                points=list(points),
                totals=list(totals),
            )
        case _:
            assert_never(happened)


def options(given: TwentyOptionsInput) -> rules.Options:
    """Return the options asked for, unchecked: `rules.check_options` judges them."""
    if given.turn_seconds is None:
        return rules.Options(target=given.target)
    return rules.Options(target=given.target, turn_seconds=given.turn_seconds)


def options_view(options: rules.Options, seats: int | None) -> TwentyOptions:
    """Return the options as shown; `seats` is None while the number of players is still open."""
    target = options.target
    if target is None and seats is not None:
        target = rules.default_target(seats)
    return TwentyOptions(target=target, turn_seconds=options.turn_seconds)
