"""Plays Twenty from a seat's view. Skill 1 finds what leaves the best hand, less skill overlooks and misjudges more.

A play is judged by the points still held after it, less what the rest of the hand could shed at the counts that are
likely when the turn comes round again, which keeps cards that go well together. A King in hand is an asset until late:
at a high count it takes half a hand with it. The numbers below were found by letting bots play each other.
"""

from collections import Counter
from heapq import nlargest
from math import pow
from random import Random
from statistics import fmean

from server.games.engine import Deck, Open, Seat
from server.games.twenty import rules
from server.games.twenty.schema import TwentyView

AVERAGE_PENALTY = 95 / 13
"""What an unknown card costs when held."""
FORESIGHT = 0.5
"""How much a point that can be shed next turn is worth, next to one shed now."""
KING_IN_HAND = 30
"""How much better than its penalty a King in hand is, up to the count named next, to a bot of skill 1."""
KEEP_KINGS_TO = 17
MISJUDGEMENT = 8.0
"""The spread in points of a judgement without any skill."""
SETS_WEIGHED = 8
"""How many sets are looked at closely, those that shed most: a large hand can have hundreds."""


def knowledge(decks: tuple[Deck, ...]) -> None:
    """Return nothing: there is nothing to know of playing cards."""


def choose(
    view: TwentyView,
    seat: Seat,
    legal: tuple[rules.Move | Open, ...],
    rng: Random,
    skill: float,
    knowledge: None = None,
) -> rules.Move:
    """Return the best of the moves that the bot notices, as far as its skill can tell."""
    moves = [move for move in legal if not isinstance(move, Open)]
    noticed = [move for move in moves if is_noticed(move, rng, skill)] or moves[:1]
    hand = tuple(card.id for card in view.hand or ())
    error = MISJUDGEMENT * (1 - skill)
    weighed = nlargest(SETS_WEIGHED, noticed, key=points_shed)
    return max(weighed, key=lambda move: judge(view, seat, hand, move, skill) + rng.gauss(0, error))


def is_noticed(move: rules.Move, rng: Random, skill: float) -> bool:
    """A single card is always seen; every further card makes a set easier to overlook."""
    if not isinstance(move, rules.MakeCount):
        return True
    return rng.random() < pow(skill, (len(move.cards) - 1) / 2)


def points_shed(move: rules.Move) -> int:
    """Return the points of the cards played, Kings aside: they are better kept."""
    if not isinstance(move, rules.MakeCount):
        return 0
    return rules.penalty(card for card in move.cards if rules.rank_of(card) != "K")


def judge(view: TwentyView, seat: Seat, hand: tuple[str, ...], move: rules.Move, skill: float) -> float:
    """Return how good the move is for the seat, in penalty points."""
    others = [other.hand_size for other in view.seats if other.seat != seat and other.hand_size > 0]
    match move:
        case rules.MakeCount(cards):
            rest = tuple(card for card in hand if card not in cards)
            if not rest or view.count == rules.LAST_COUNT:
                return AVERAGE_PENALTY * fmean(others) - rules.penalty(rest)
            return prospect(rest, view.count + 1, len(others), skill)
        case rules.Draw():
            return prospect(hand, view.count, len(others), skill) - AVERAGE_PENALTY
        case rules.Pass():
            return 0


def prospect(hand: tuple[str, ...], count: int, others: int, skill: float) -> float:
    """Return how good a hand is to have when the next seat is to make `count`, in penalty points."""
    sheds = most_shed(hand)
    likely = [min(count + made, rules.LAST_COUNT) for made in (others - 1, others)]
    worth = FORESIGHT * fmean(sheds[at] for at in likely) - rules.penalty(hand)
    if count <= KEEP_KINGS_TO:
        worth += KING_IN_HAND * skill * sum(rules.rank_of(card) == "K" for card in hand)
    return worth


def most_shed(hand: tuple[str, ...]) -> list[int]:
    """Return, for every count from 0 to 20, the most points one play from `hand` sheds; 0 where none makes it."""
    most = {0: 0}
    for rank, held in Counter(map(rules.rank_of, hand)).items():
        price = rules.PENALTIES[rank]
        reached = dict(most)
        for number in range(1, held + 1):
            for value in rules.SUMS[rank][number]:
                for total, shed in most.items():
                    at = total + value
                    if at <= rules.LAST_COUNT and reached.get(at, 0) < shed + number * price:
                        reached[at] = shed + number * price
        most = reached
    return [most.get(count, 0) for count in range(rules.LAST_COUNT + 1)]
