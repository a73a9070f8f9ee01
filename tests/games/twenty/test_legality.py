"""The judgement of plays, compared with a second one that tries every valuation card by card (TW-5 to TW-9)."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from server.games.engine import IllegalMove
from server.games.twenty import rules
from server.games.twenty.rules import CountMade, Draw, MakeCount
from tests.games.twenty.tables import DECK, play, table

ALL_CARDS = [card.id for card in DECK.cards]
VALUES = {
    "A": [1],
    **{str(face): [face] for face in range(2, 10)},
    "10": [10],
    "J": [10],
    "Q": [10],
    "K": list(range(1, 21)),
}


def valuations(ranks: list[str]) -> Iterator[int]:
    """Yield every sum the ranks can have, as a player would try them: one card, or one pair, after another."""
    if not ranks:
        yield 0
        return
    first, *rest = ranks
    for more in valuations(rest):
        yield from (value + more for value in VALUES[first])
    if first in ("10", "J", "Q") and first in rest:
        partner = rest.index(first)
        yield from (10 + more for more in valuations(rest[:partner] + rest[partner + 1 :]))


def subsets(hand: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for size in range(1, len(hand) + 1):
        yield from combinations(hand, size)


def test_every_subset_of_random_hands_is_judged_as_by_trying_all_valuations() -> None:
    rng = Random("legality")
    judged = accepted = 0
    for _ in range(200):
        hand = tuple(rng.sample(ALL_CARDS, rng.randint(1, 7)))
        sums_of = {cards: set(valuations([card[:-1] for card in cards])) for cards in subsets(hand)}
        for count in rng.sample(range(1, 21), 6):
            for cards, sums in sums_of.items():
                assert rules.can_add_up(cards, count) == (count in sums), (cards, count)
                judged += 1
                accepted += count in sums

    assert (judged, accepted) == (42636, 3574)


@pytest.mark.parametrize("few_ranks", [["K", "Q", "A"], ["10", "J", "Q", "2"], ["K", "9", "A", "10"]])
def test_hands_of_few_ranks_with_three_and_four_of_a_kind_are_judged_alike(few_ranks: list[str]) -> None:
    rng = Random("few ranks")
    pack = [rank + suit for rank in few_ranks for suit in "CDHS"]
    for _ in range(6):
        hand = tuple(rng.sample(pack, 6))
        for cards in subsets(hand):
            sums = set(valuations([card[:-1] for card in cards]))
            assert [rules.can_add_up(cards, count) for count in range(1, 21)] == [n in sums for n in range(1, 21)]


def test_the_legal_moves_are_each_rank_set_that_fits_once_and_nothing_else() -> None:
    rng = Random("legal moves")
    for _ in range(200):
        hand = tuple(rng.sample(ALL_CARDS, rng.randint(1, 8)))
        count = rng.randint(1, 20)
        fitting = {
            ranks_of(cards) for cards in subsets(hand) if count in set(valuations([card[:-1] for card in cards]))
        }

        draw, *counts = rules.legal_moves(table(" ".join(hand), "9S", count=count), 0)

        offered = [ranks_of(move.cards) for move in counts if isinstance(move, MakeCount)]
        assert draw == Draw()
        assert sorted(offered) == sorted(fitting)
        assert rules.has_set_making(count, hand) == bool(fitting)


def ranks_of(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(card[:-1] for card in cards))


def test_what_fits_is_accepted_and_what_does_not_is_refused() -> None:
    rng = Random("plays")
    for _ in range(12):
        hand = tuple(rng.sample(ALL_CARDS, 6))
        count = rng.randint(1, 20)
        state = table(" ".join(hand), "9S", count=count)
        for cards in subsets(hand):
            if count in set(valuations([card[:-1] for card in cards])):
                _, events = play(state, 0, MakeCount(cards))
                assert events[0] == CountMade(0, count, cards)
            else:
                with pytest.raises(IllegalMove, match=f"^These cards cannot add up to {count}.$"):
                    play(state, 0, MakeCount(cards))


def test_a_hand_of_26_cards_lists_its_sets_without_trying_its_67_million_subsets() -> None:
    hand = tuple(Random("large").sample(ALL_CARDS, 26))

    sets = rules.sets_making(20, hand)

    assert len(sets) == len({ranks_of(cards) for cards in sets}) == 2001
    assert all(rules.can_add_up(cards, 20) and set(cards) <= set(hand) for cards in sets)
