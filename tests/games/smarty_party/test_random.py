"""Random matches with every number of seats and every option, time-outs and resignations among the moves."""

from collections import Counter
from random import Random

import pytest

from server.games.smarty_party import rules
from tests.games.smarty_party.invariants import MOST_PLIES, anything_goes, random_options

MATCHES_A_TABLE = 33


@pytest.mark.parametrize("seats", rules.SEATS)
def test_random_matches_end_and_keep_to_the_rules_at_every_ply(seats: int) -> None:
    """SP-11, SP-13: `invariants.check` looks at every state; a tie-break has one to three rounds (SP-14)."""
    for number in range(MATCHES_A_TABLE):
        seed = f"random {seats} {number}"
        played = anything_goes(random_options(Random(seed)), seats, seed)

        assert played.outcome is not None
        assert len(played.plies) <= MOST_PLIES
        assert played.state.tie_breaks in range(4)


def test_sp_14_tie_breaks_happen_and_end() -> None:
    reasons = Counter(
        played.outcome.reason
        for played in (anything_goes(rules.Options(track=15), 4, f"ties {number}") for number in range(40))
        if played.outcome
    )

    assert reasons == {"GAME_OVER_REACHED": 32, "TIE_BROKEN": 3, "TIE_SHARED": 2, "TOO_FEW_SEATS": 3}
