"""The checker of decks, and the deck that comes with the game."""

import pytest

from server.games.answers import Verdict, judge
from server.games.engine import replace
from server.games.trivial_pursuit.board import COLOURS, Colour
from server.games.trivial_pursuit.deck import faults_in, told
from server.games.trivial_pursuit.records import Card, CardQuestion, question_on
from tests.games.trivial_pursuit.tables import DECK, REAL_DECK


def with_question(card: Card, colour: Colour, question: CardQuestion) -> Card:
    return replace(card, questions=replace(card.questions, **{colour.lower(): question}))


FIRST, SECOND = DECK.cards[:2]


def test_the_deck_has_200_cards_and_more_and_no_faults() -> None:
    assert len(REAL_DECK.cards) >= 200
    assert faults_in(REAL_DECK.cards) == []


def test_every_answer_of_the_deck_is_exactly_right_for_its_own_question() -> None:
    for card in REAL_DECK.cards:
        for answer in told(card)[0]:
            assert judge(answer.text, answer, REAL_DECK.known) is Verdict.EXACT, (card.id, answer.text)
            assert all(judge(alias, answer, REAL_DECK.known).is_right for alias in answer.aliases), card.id


def test_a_card_tells_its_six_answers_and_questions_by_colour() -> None:
    answers, texts = told(FIRST)

    assert [answer.text for answer in answers] == ["Hamlet", "Lisbon", "Chess", "Chernobyl", "Casablanca", "Penicillin"]
    assert texts == tuple(f"{colour.capitalize()} question 1?" for colour in COLOURS)
    assert question_on(FIRST, "PINK").text == "Casablanca"


def test_four_plain_cards_have_no_faults() -> None:
    assert faults_in(DECK.cards) == []


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        (
            CardQuestion("Oslo", question="W" * 160 + "?"),
            "c1 blue: a question has 1 to 160 characters, this one has 161.",
        ),
        (CardQuestion("Oslo", question=" "), "c1 blue: a question has 1 to 160 characters, this one has 1."),
        (CardQuestion("O" * 61, question="Where?"), "c1 blue: the answer has 61 characters, more than 60."),
        (
            CardQuestion("(Lake) Ladoga", question="Where is Ladoga?"),
            "c1 blue: the answer stands in the question of c1 blue.",
        ),
        (
            CardQuestion("Oslo", question="What did Hamlet ponder?"),
            "c1 brown: the answer stands in the question of c1 blue.",
        ),
    ],
)
def test_a_bad_question_is_named(question: CardQuestion, fault: str) -> None:
    assert faults_in((with_question(FIRST, "BLUE", question), SECOND)) == [fault]


def test_a_question_may_hold_part_of_a_word_of_its_answer() -> None:
    fine = CardQuestion("Rio", question="Which city has a period of carnival?")

    assert faults_in((with_question(FIRST, "BLUE", fine), SECOND)) == []


def test_a_question_asked_twice_is_named_also_when_put_a_little_differently() -> None:
    once = with_question(FIRST, "BLUE", CardQuestion("The Nile", question="What is the longest river in Africa?"))
    again = with_question(SECOND, "BLUE", CardQuestion("Nile", question="Which is the longest river in all Africa?"))
    other = with_question(SECOND, "BLUE", CardQuestion("Nile", question="On what river does Cairo lie?"))

    assert faults_in((once, again)) == ["c2 blue: asks the same as c1 blue."]
    assert faults_in((once, other)) == []
