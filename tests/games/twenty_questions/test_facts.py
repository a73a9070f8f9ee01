"""What is kept of a match of 20 Questions ("Facts kept"), worked out by hand."""

from random import Random

from server.games.engine import replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind, QuestionText, SeatNotes
from server.games.rulings import Judging
from server.games.twenty_questions import facts
from server.games.twenty_questions.records import CardDrawn, ChooseClue, Options, Pass, Rule
from server.games.twenty_questions.rules import resign
from tests.games.scenes import watched
from tests.games.twenty_questions.tables import DECK, NEARLY_RIGHT, RIGHT, WRONG, bonus_table, play, table

DRAWN = CardDrawn(1, 0, "PLACE", None)


def test_a_card_is_kept_with_its_lines_guesses_and_solver() -> None:
    """TQ-4: solved by seat 2 after two lines: 18 for the Guesser, 2 for the Reader."""
    scenes = watched(
        table(), play, [(1, ChooseClue(9), 10), (1, WRONG, 20), (2, ChooseClue(12), 15), (2, RIGHT, 31)], began=(DRAWN,)
    )

    london = AnswerFact(1, 1, "London", "WRONG", is_right=False, tenths=20, note="TURN")
    paris = AnswerFact(2, 2, "Paris", "EXACT", is_right=True, tenths=31, note="TURN")
    assert facts.questions(scenes) == (
        QuestionFact(
            QuestionKind.CARD,
            "paris",
            "paris",
            "PLACE",
            asked=(1, 2),
            answers=(london, paris),
            is_right=True,
            needed=2,
            by=0,
            tallies=(("reader_points", 2), ("solver_points", 18)),
            series=(("lines", ("9", "12")),),
        ),
        QuestionFact(QuestionKind.CLUE, "paris#09", "paris", "PLACE", (1, 2), (london,), is_right=False, by=0),
        QuestionFact(QuestionKind.CLUE, "paris#12", "paris", "PLACE", (1, 2), (paris,), is_right=True, by=0),
    )
    assert facts.points(scenes[-1].after) == (2, 0, 18)


def test_cards_and_clues_are_told_in_words_with_the_answer() -> None:
    """Line 2 is an instruction; there are 20."""
    cards = {card.id: card for card in DECK.cards}

    assert facts.question_text(cards, "paris") == QuestionText("Paris", "Paris")
    assert facts.question_text(cards, "paris#09") == QuestionText("Clue 9 of paris.", "Paris")
    assert facts.question_text(cards, "ada#20") == QuestionText("Clue 20 of ada.", "Ada Lovelace")
    gone = ("london", "london#09", "paris#02", "paris#00", "paris#21", "paris#-1", "paris#x", "")
    assert [facts.question_text(cards, question) for question in gone] == [None] * 8


def test_an_instruction_is_no_clue() -> None:
    """TQ-9: losing a turn covers a line."""
    scenes = watched(table(), play, [(1, ChooseClue(2), 10), (2, ChooseClue(9), 5), (2, RIGHT, 8)], began=(DRAWN,))

    assert [(fact.question, fact.needed) for fact in facts.questions(scenes)] == [("paris", 2), ("paris#09", None)]


def test_an_overruled_guess_is_kept_with_the_servers_verdict() -> None:
    """ANS-6: the Reader does not accept a misspelt answer, which the server took for right."""
    state = table(options=Options(judging=Judging.READER))

    scenes = watched(
        state,
        play,
        [
            (1, ChooseClue(9), 10),
            (1, NEARLY_RIGHT, 20),
            (0, Rule(False), 9),
            (2, ChooseClue(10), 5),
            (2, RIGHT, 7),
            (0, Rule(True), 3),
        ],
        began=(DRAWN,),
    )

    card, *_ = facts.questions(scenes)
    assert card.answers[0] == AnswerFact(
        1, 1, "Parris", "NEAR", is_right=False, is_overruled=True, tenths=20, note="TURN"
    )


def test_a_bonus_round_is_kept_with_its_points() -> None:
    """TQ-15: right after two lines is worth 8, and the Reader gets nothing."""
    scenes = watched(
        bonus_table(read=()),
        play,
        [(1, ChooseClue(9), 10), (1, ChooseClue(10), 10), (1, RIGHT, 12)],
        began=(replace(DRAWN, bonus_player=1),),
    )

    card, *clues = facts.questions(scenes)
    assert (card.asked, card.tallies) == ((1,), (("bonus", 1), ("solver_points", 8)))
    assert [clue.is_right for clue in clues] == [False, True]
    assert facts.notes(scenes)[1] == SeatNotes((("bonus_points", 8), ("bonus_rounds", 1)), (("bonus_results", ("8",)),))


def test_seats_are_kept_with_what_they_read_and_solved() -> None:
    scenes = watched(table(), play, [(1, ChooseClue(9), 10), (1, RIGHT, 20)], began=(DRAWN,))

    assert facts.notes(scenes) == (
        SeatNotes((("cards_read", 1), ("reader_points", 1)), (("bonus_results", ()),)),
        SeatNotes((("cards_solved", 1), ("guesser_points", 19)), (("bonus_results", ()),)),
        SeatNotes((), (("bonus_results", ()),)),
    )


def test_a_card_broken_off_counts_for_nobody() -> None:
    """ALL-5: too few seats are left."""
    scenes = watched(
        table(2),
        play,
        [(1, ChooseClue(9), 10), (1, Pass(), 20), (None, lambda state: resign(state, 0, DECK, Random(0)), None)],
        began=(DRAWN,),
    )

    assert facts.questions(scenes) == ()
    assert facts.notes(scenes)[0].tallies == ()
