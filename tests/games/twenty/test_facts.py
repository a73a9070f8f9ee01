"""What is kept of a match of Twenty ("Facts kept"), worked out by hand."""

from random import Random

from server.games.facts import SeatNotes
from server.games.twenty import facts
from server.games.twenty.rules import Draw, MakeCount, Options, resign
from tests.games.scenes import watched
from tests.games.twenty.tables import DECK, play, table


def test_counts_and_draws_are_counted_by_seat() -> None:
    state = table("5C 9H", "KS 4H 2D", turn=1, count=2, pile="2C 3C 4C 6C")

    scenes = watched(
        state,
        play,
        [
            (1, MakeCount(("2D",)), 20),
            (0, Draw(), 10),
            (1, MakeCount(("KS",)), 5),
            (0, Draw(), 9),
            (1, Draw(), 3),
        ],
    )

    assert facts.notes(scenes) == (
        SeatNotes((("draws", 2),), (("points_by_hand", ()),)),
        SeatNotes((("counts_made", 2), ("draws", 1)), (("points_by_hand", ()),)),
    )


def test_each_hand_costs_what_its_end_says() -> None:
    """The hand ends when seat 0 is out of cards; seat 1 pays for a King and a Four: 25 (TW-11)."""
    state = table("5C", "KS 4H", turn=0, count=5, options=Options(target=50), totals=(0, 30))

    scenes = watched(state, play, [(0, MakeCount(("5C",)), 12)])

    assert facts.points(scenes[-1].after) == (0, 55)
    assert facts.notes(scenes) == (
        SeatNotes((("counts_made", 1), ("hands", 1)), (("points_by_hand", ("0",)),)),
        SeatNotes((("hands", 1),), (("points_by_hand", ("25",)),)),
    )
    assert facts.questions(scenes) == ()


def test_a_hand_broken_off_costs_nothing() -> None:
    """ALL-5: nobody pays when too few seats are left."""
    state = table("5C 6C", "KS 4H", turn=0, count=5)

    scenes = watched(state, play, [(None, lambda state: resign(state, 1, DECK, Random(0)), None)])

    assert [notes.series for notes in facts.notes(scenes)] == [(("points_by_hand", ("0",)),)] * 2
