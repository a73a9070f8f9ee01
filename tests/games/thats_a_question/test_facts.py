"""What is kept of a match of That's a Question! ("Facts kept"), worked out by hand."""

from random import Random

from server.games.facts import AnswerFact, QuestionFact, QuestionKind, QuestionText, SeatNotes
from server.games.thats_a_question import facts
from server.games.thats_a_question.records import Answer, AskerGuess, Guess
from server.games.thats_a_question.rules import time_up
from tests.games.scenes import watched
from tests.games.thats_a_question.tables import ASK, DECK, KOREAN_DECK, play, table

FOUR = [
    (0, ASK, 90),
    (2, Guess("A", "TRIPLE"), 40),
    (1, Answer("A"), 55),
    (3, Guess("B"), None),
]


def test_a_dilemma_is_kept_with_choice_guesses_kickers_and_steps() -> None:
    """AQ-6: 3 steps for a right guess with the triple kicker, 1 for the answerer, 1 for the asker for the wrong one."""
    scenes = watched(table(4), play, FOUR)

    right = AnswerFact(1, 2, "food-01", "", is_right=True, tenths=40, note="TRIPLE")
    wrong = AnswerFact(2, 3, "food-02", "", is_right=False, by_bot=True)
    given = {"category": "BLUE", "asked": (2, 3), "answers": (right, wrong), "is_right": True, "by": 0, "about": 1}
    assert facts.questions(scenes) == (
        QuestionFact(
            QuestionKind.DILEMMA,
            "food-01+food-02#BLUE",
            "",
            chosen="food-01",
            series=(("a", ("food-01",)), ("b", ("food-02",)), ("steps", ("1", "1", "3", "0"))),
            **given,  # type: ignore[arg-type]  # as above
        ),
        QuestionFact(QuestionKind.CHOICE, "food-01#BLUE", "food-01", chosen="CHOSEN", **given),  # type: ignore[arg-type]
        QuestionFact(QuestionKind.CHOICE, "food-02#BLUE", "food-02", chosen="LEFT", **given),  # type: ignore[arg-type]
    )
    assert facts.points(scenes[-1].after) == (1, 1, 3, 0)


def test_dilemmas_and_choices_are_told_by_their_answers_in_the_language_of_the_deck() -> None:
    english, korean = ({card.id: card for card in deck.cards} for deck in (DECK, KOREAN_DECK))

    chef, coffee = "a private chef for one year", "free coffee for the rest of your life"
    assert facts.question_text(english, "food-01+food-02#BLUE") == QuestionText(f"{chef} / {coffee}")
    assert facts.question_text(korean, "food-01+food-02#BLUE") == QuestionText(
        "1년 동안 나만의 전속 요리사 / 평생 공짜 커피"
    )
    assert facts.question_text(english, "food-01#GREEN") == QuestionText("fresh bread")
    assert facts.question_text(korean, "food-02#GREEN") == QuestionText("커피")
    gone = ("food-99#BLUE", "food-01+food-99#BLUE", "food-01#PINK", "food-01+food-02", "food-01", "")
    assert [facts.question_text(english, question) for question in gone] == [None] * 6


def test_seats_are_kept_with_what_they_asked_answered_and_guessed() -> None:
    assert facts.notes(watched(table(4), play, FOUR)) == (
        SeatNotes((("asked", 1), ("steps", 1))),
        SeatNotes((("answered", 1), ("steps", 1))),
        SeatNotes((("guessed_right", 1), ("guesses", 1), ("steps", 3), ("triple_kickers", 1))),
        SeatNotes((("guesses", 1),)),
    )


def test_the_askers_guess_among_three_is_kept_as_his() -> None:
    """AQ-10."""
    scenes = watched(
        table(), play, [(0, ASK, 90), (2, Guess("B", "TOUGH"), 40), (1, Answer("A"), 55), (0, AskerGuess("A"), 21)]
    )

    dilemma, *_ = facts.questions(scenes)
    assert dilemma.answers == (
        AnswerFact(1, 2, "food-02", "", is_right=False, tenths=40, note="TOUGH"),
        AnswerFact(2, 0, "food-01", "", is_right=True, tenths=21, note="ASKER"),
    )


def test_what_the_clock_chose_is_nobodys_choice_and_nobodys_guess() -> None:
    """AQ-13: the answer and one guess are drawn by lot."""
    scenes = watched(
        table(4),
        play,
        [(0, ASK, 90), (2, Guess("A"), 40), (None, lambda state: time_up(state, DECK, Random(1)), None)],
    )

    dilemma, first, second = facts.questions(scenes)
    assert (dilemma.chosen, first.chosen, second.chosen) == ("", "", "")
    assert [(answer.seat, answer.text) for answer in dilemma.answers] == [(2, "food-01")]
    assert dilemma.asked == (2, 3)
