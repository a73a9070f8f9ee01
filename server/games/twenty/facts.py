"""What statistics keep of a match of Twenty: hands played, counts made, draws, and what each hand cost. Pure."""

from collections import Counter
from collections.abc import Sequence

from server.games.facts import QuestionFact, Scene, SeatNotes, tallied
from server.games.twenty.rules import CardDrawn, CountMade, Passed, State

LOWEST_WINS = True


def points(state: State) -> tuple[int, ...]:
    """Return the totals: penalty points (TW-11)."""
    return state.totals


def questions(scenes: Sequence[Scene]) -> tuple[QuestionFact, ...]:
    """Return nothing: nothing is asked in this game."""
    return ()


def notes(scenes: Sequence[Scene]) -> tuple[SeatNotes, ...]:
    """Return the tallies `hands`, `counts_made`, `draws` and `passes`, and the series `points_by_hand`."""
    finished = scenes[-1].after.finished
    numbers: list[Counter[str]] = [Counter(hands=len(finished)) for _ in scenes[-1].after.totals]
    for scene in scenes:
        for event in scene.events:
            match event:
                case CountMade(seat):
                    numbers[seat]["counts_made"] += 1
                case CardDrawn(seat):
                    numbers[seat]["draws"] += 1
                case Passed(seat):
                    numbers[seat]["passes"] += 1
                case _:
                    pass
    return tuple(
        SeatNotes(tallied(counted), (("points_by_hand", tuple(str(hand.points[seat]) for hand in finished)),))
        for seat, counted in enumerate(numbers)
    )
