"""The deck that comes with the game, and what the checker finds in a bad one."""

from collections import Counter

import msgspec
import pytest

from server.games.engine import replace
from server.games.spelling import normalised
from server.games.twenty_questions.deck import clues, faults_in
from server.games.twenty_questions.records import INSTRUCTIONS, Card, Line
from tests.games.twenty_questions.tables import PARIS
from tests.games.twenty_questions.variants import CARDS

LINES = [
    *({"instruction": name} for name in ("FREE_GUESS", "LOSE_A_TURN")),
    *({"clue": f"Clue {number}."} for number in range(3, 21)),
]
GOOD = {"id": "rome", "category": "PLACE", "answer": "Rome", "lines": LINES}


def decoded(**changes: object) -> Card:
    return msgspec.json.decode(msgspec.json.encode({**GOOD, **changes}), type=Card)


def test_the_deck_has_the_mix_of_categories_that_was_asked_for() -> None:
    assert Counter(card.category for card in CARDS) == {"PERSON": 47, "PLACE": 40, "THING": 47, "YEAR": 24}


def test_tq_1_every_card_has_16_to_18_clues_and_2_to_4_instructions() -> None:
    assert {len(card.lines) for card in CARDS} == {20}
    assert {len(clues(card)) for card in CARDS} == {16, 17, 18}


def test_every_card_accepts_other_ways_to_say_its_answer() -> None:
    assert [card.id for card in CARDS if not card.aliases] == []


def test_the_deck_has_every_instruction_in_about_the_mix_that_was_asked_for() -> None:
    mix = Counter(line.instruction for card in CARDS for line in card.lines if line.instruction)

    assert set(mix) == set(INSTRUCTIONS)
    assert [name for name, _ in mix.most_common()] == [
        "FREE_GUESS", "MOVE_AHEAD", "LOSE_A_TURN", "MOVE_BACK", "MOVE_OTHER", "GUESS_AND_PICK", "NEXT_BONUS",
    ]  # fmt: skip


def test_no_clue_of_the_deck_is_longer_than_140_characters_or_holds_the_answer() -> None:
    for card in CARDS:
        for clue in clues(card):
            assert len(clue) <= 140
            assert f" {normalised(card.text)} " not in f" {normalised(clue)} "


def test_the_checker_finds_nothing_in_the_deck() -> None:
    assert faults_in(CARDS) == []


def test_a_well_formed_card_is_read() -> None:
    card = decoded(aliases=["Roma"])

    assert (card.id, card.category, card.text, card.aliases) == ("rome", "PLACE", "Rome", ("Roma",))
    assert card.lines[:3] == (Line(instruction="FREE_GUESS"), Line(instruction="LOSE_A_TURN"), Line(clue="Clue 3."))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({}, "A line is either a clue or an instruction."),
        ({"clue": "x", "instruction": "FREE_GUESS"}, "A line is either a clue or an instruction."),
        ({"clue": ""}, "Expected `str` of length >= 1"),
        ({"clue": "x" * 141}, "Expected `str` of length <= 140"),
        ({"instruction": "DANCE"}, "Invalid enum value 'DANCE'"),
        ({"instruction": "MOVE_AHEAD"}, "MOVE_AHEAD, MOVE_BACK, MOVE_OTHER, and no other line, have spaces."),
        ({"clue": "x", "spaces": 2}, "MOVE_AHEAD, MOVE_BACK, MOVE_OTHER, and no other line, have spaces."),
        ({"instruction": "MOVE_AHEAD", "spaces": 6}, "Expected `int` <= 5"),
        ({"instruction": "MOVE_OTHER", "spaces": 2}, "MOVE_OTHER, and no other line, has a direction."),
        (
            {"instruction": "MOVE_BACK", "spaces": 2, "direction": "BACK"},
            "MOVE_OTHER, and no other line, has a direction.",
        ),
        ({"clue": "x", "note": "y"}, "Object contains unknown field `note`"),
    ],
)
def test_a_malformed_line_is_refused(line: dict[str, object], message: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        decoded(lines=[*LINES[:19], line])

    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lines": LINES[:19]}, "Expected `array` of length >= 20"),
        ({"lines": [*LINES, {"clue": "x"}]}, "Expected `array` of length <= 20"),
        ({"category": "ANIMAL"}, "Invalid enum value 'ANIMAL'"),
        ({"category": "YEAR"}, 'A card of the category YEAR, and no other, says "year": true.'),
        ({"answer": "1969", "year": True}, 'A card of the category YEAR, and no other, says "year": true.'),
        ({"answer": " "}, "An answer and its aliases have 1 to 200 characters."),
    ],
)
def test_a_malformed_card_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        decoded(**changes)

    assert message in str(refusal.value)


def with_line(card: Card, number: int, line: Line) -> Card:
    return replace(card, lines=(*card.lines[: number - 1], line, *card.lines[number:]))


SOUND = decoded(id="nyc", answer="New York (City)", aliases=("Big Apple",))


@pytest.mark.parametrize(
    ("clue", "told"),
    [
        ("I am new to this.", "new"),
        ("York's namesake.", "york"),
        ("They call me the big apple.", "Big Apple"),
    ],
)
def test_a_clue_that_gives_the_answer_away_is_found(clue: str, told: str) -> None:
    card = with_line(SOUND, 20, Line(clue=clue))

    assert faults_in((card,)) == [f'Card "nyc": the clue "{clue}" gives away "{told}".']


def test_a_space_too_many_is_found() -> None:
    card = with_line(SOUND, 20, Line(clue="Two  spaces."))

    assert faults_in((card,)) == ['Card "nyc": the clue "Two  spaces." has a space too many.']


def test_too_many_and_too_few_instructions_are_found() -> None:
    few = with_line(SOUND, 1, Line(clue="Another clue."))

    assert faults_in((few,)) == ['Card "nyc" has 1 instructions, not 2 to 4.']
    assert faults_in((PARIS,))[0] == 'Card "paris" has 8 instructions, not 2 to 4.'


def test_an_answer_or_a_clue_that_comes_twice_is_found() -> None:
    other_lines = [*LINES[:2], *({"clue": f"Hint {number}."} for number in range(3, 20)), {"clue": "clue 3"}]
    again = decoded(id="rome-2", answer="the ROME", lines=other_lines)
    echo = with_line(SOUND, 20, Line(clue="Clue 19."))

    assert faults_in((decoded(), again)) == [
        'Card "rome-2" has the same answer as "rome".',
        'Card "rome-2": the clue "clue 3" is also on "rome".',
    ]
    assert faults_in((echo,)) == ['Card "nyc": the clue "Clue 19." is also on "nyc".']
