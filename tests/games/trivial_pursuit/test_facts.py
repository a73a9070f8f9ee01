"""What is kept of a match of Trivial Pursuit ("Facts kept"), worked out by hand."""

from random import Random

from server.games.engine import replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind, QuestionText, SeatNotes
from server.games.rulings import Judging
from server.games.trivial_pursuit import facts
from server.games.trivial_pursuit.records import GiveAnswer, Options, QuestionAsked, Roll, Rule
from server.games.trivial_pursuit.rules import resign, time_up
from tests.games.scenes import watched
from tests.games.trivial_pursuit.tables import DECK, answering, play, table

ASKED = QuestionAsked(0, 2, 1, "c1", "BLUE", "R7", False, "Blue question 1?")


def test_a_question_is_kept_with_card_colour_space_answer_verdict_and_seconds() -> None:
    """TP-8: a right answer at a headquarters wins the wedge."""
    scenes = watched(answering("BLUE", "R7"), play, [(0, GiveAnswer("Lisbon"), 42)], began=(ASKED,))

    assert facts.questions(scenes) == (
        QuestionFact(
            QuestionKind.QUESTION,
            "c1#BLUE",
            "c1",
            "BLUE",
            asked=(0,),
            answers=(AnswerFact(1, 0, "Lisbon", "EXACT", is_right=True, tenths=42),),
            is_right=True,
            by=2,
            tallies=(("wedge", 1),),
            series=(("space", ("R7",)), ("space_kind", ("HEADQUARTERS",))),
        ),
    )
    assert facts.points(scenes[-1].after) == (1, 0, 0)


def test_a_questions_id_is_told_in_words_with_its_answer() -> None:
    cards = {card.id: card for card in DECK.cards}

    assert facts.question_text(cards, "c1#BLUE") == QuestionText("Blue question 1?", "Lisbon")
    assert facts.question_text(cards, "c4#GREEN") == QuestionText("Green question 4?", "Ada Lovelace")
    assert [facts.question_text(cards, gone) for gone in ("c5#BLUE", "c1#RED", "c1#blue", "c1", "")] == [None] * 5


def test_an_answer_that_did_not_come_counts_as_wrong() -> None:
    """TP-17."""
    scenes = watched(answering(), play, [(None, lambda state: time_up(state, DECK, Random(0)), None)], began=(ASKED,))

    (question,) = facts.questions(scenes)
    assert question.answers == (AnswerFact(1, 0, "", "NONE", is_right=False),)
    assert (question.is_right, question.tallies) == (False, ())


def test_an_overruled_verdict_is_kept_with_the_time_of_the_answer() -> None:
    """ANS-6: the reader, seat 2, takes a wrong answer for right."""
    state = replace(answering("BLUE", "R7"), options=Options(judging=Judging.READER))

    scenes = watched(state, play, [(0, GiveAnswer("Porto"), 33), (2, Rule(True), 80)], began=(ASKED,))

    (question,) = facts.questions(scenes)
    assert question.answers == (AnswerFact(1, 0, "Porto", "WRONG", is_right=True, is_overruled=True, tenths=33),)


def test_a_bots_answer_is_known_for_a_bots() -> None:
    scenes = watched(answering(), play, [(0, GiveAnswer("Lisbon"), None)], began=(ASKED,))

    (question,) = facts.questions(scenes)
    assert question.answers == (AnswerFact(1, 0, "Lisbon", "EXACT", is_right=True, by_bot=True),)


def test_a_question_whose_seat_resigned_is_left_out() -> None:
    """ALL-5."""
    scenes = watched(answering(), play, [(None, lambda state: resign(state, 0, DECK, Random(0)), None)], began=(ASKED,))

    assert facts.questions(scenes) == ()


def test_a_token_is_kept_with_rolls_wedges_and_right_answers_by_category() -> None:
    scenes = watched(answering("BLUE", "R7"), play, [(0, GiveAnswer("Lisbon"), 42), (0, Roll(), 9)], began=(ASKED,))

    assert facts.notes(scenes) == (
        SeatNotes(
            (("asked_BLUE", 1), ("right_BLUE", 1), ("rolls", 1), ("turns", 1), ("wedges", 1)),
            (("wedge_turns", ("1",)), ("wedges", ("BLUE",))),
        ),
        SeatNotes((("turns", 1),), (("wedge_turns", ()), ("wedges", ()))),
        SeatNotes((("turns", 1),), (("wedge_turns", ()), ("wedges", ()))),
    )


def test_nothing_is_asked_while_dice_are_rolled() -> None:
    assert facts.questions(watched(table(), play, [(0, Roll(), 5)])) == ()
