"""What the laws and the playthroughs need to know about Twenty."""

from collections.abc import Iterator
from random import Random

from server.games.engine import Seat, replace
from server.games.twenty import rules
from tests.games.hooks import Playthrough

REVEALING = (rules.HandEnded,)
"""Events that make secrets public: after one, two states that differed in secrets may differ openly."""

PLAYTHROUGHS = {"twenty": Playthrough(rules.Options(target=50), 2)}
"""By file name."""


def hidden_variants(state: rules.State, seat: Seat | None, rng: Random) -> Iterator[rules.State]:
    """Yield states that `seat` cannot tell from `state`: the cards it does not see lie elsewhere, sizes as before."""
    for _ in range(2):
        unseen = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
        unseen += state.draw_pile
        rng.shuffle(unseen)
        hands = []
        for other, hand in enumerate(state.hands):
            hands.append(hand if other == seat else tuple(unseen.pop() for _ in hand))
        yield replace(state, hands=tuple(hands), draw_pile=tuple(unseen))
