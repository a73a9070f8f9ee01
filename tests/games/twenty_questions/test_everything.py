"""One more golden match: with every instruction, a chip played, a chained Bonus Round, and a Reader who rules.

`python -m tests.games.twenty_questions.test_everything` writes the file anew.
"""

from itertools import pairwise
from pathlib import Path

from server.games.registry import game
from server.games.rulings import Judging
from server.games.simulation import Played, play_match
from server.games.twenty_questions.records import INSTRUCTIONS, ChipPlayed, LineRead, Options, VoteCast
from tests.games.hooks import MOST_PLIES, deck_of
from tests.games.test_playthroughs import SKILLS, abridged, described, shown

FILE = Path(__file__).parent / "everything.txt"
SEED = "everything 14"
SEATS = 4
THE_GAME = game("TWENTY_QUESTIONS")


def match() -> Played:
    skills = [SKILLS[seat % len(SKILLS)] for seat in range(SEATS)]
    options = Options(judging=Judging.READER)
    return play_match(THE_GAME, options, SEATS, deck_of(THE_GAME), SEED, skills, MOST_PLIES)


def written(played: Played) -> str:
    lines = [line for ply in played.plies for line in described(THE_GAME, SEATS, ply)]
    return "\n".join([*abridged(lines), f"outcome {shown(played.outcome)}"]) + "\n"


def test_the_match_goes_as_the_file_says() -> None:
    assert written(match()) == FILE.read_text(encoding="utf-8")


def test_the_match_has_every_instruction_a_chip_a_ruling_and_a_chained_bonus_round() -> None:
    played = match()
    events = [event for ply in played.plies for event in ply.events]
    bonus_players = [result.bonus_player for result in played.state.results]

    assert {event.line.instruction for event in events if isinstance(event, LineRead)} == {None, *INSTRUCTIONS}
    assert {type(event) for event in events} >= {ChipPlayed, VoteCast}
    in_a_row = [this for this, following in pairwise(bonus_players) if this is not None and this == following]
    assert len(in_a_row) == 1


if __name__ == "__main__":
    FILE.write_text(written(match()), encoding="utf-8")
