"""One of the golden matches has every instruction, a chip played, a chained Bonus Round, and a Reader who rules.

When a change of the deck or of the bots makes it one that has not, look for another seed for it in `variants.py`.
"""

from itertools import pairwise

from server.games.registry import game
from server.games.twenty_questions.records import INSTRUCTIONS, ChipPlayed, LineRead, VoteCast
from tests.games.test_playthroughs import match_of
from tests.games.twenty_questions.variants import PLAYTHROUGHS


def test_the_match_has_every_instruction_a_chip_a_ruling_and_a_chained_bonus_round() -> None:
    played = match_of(game("TWENTY_QUESTIONS"), PLAYTHROUGHS["twenty-questions-everything"])
    events = [event for ply in played.plies for event in ply.events]
    bonus_players = [result.bonus_player for result in played.state.results]

    assert {event.line.instruction for event in events if isinstance(event, LineRead)} == {None, *INSTRUCTIONS}
    assert {type(event) for event in events} >= {ChipPlayed, VoteCast}
    in_a_row = [this for this, following in pairwise(bonus_players) if this is not None and this == following]
    assert len(in_a_row) == 1
