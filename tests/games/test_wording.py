"""Texts for players: filled in, remembered, and written so that catalogues can be collected from the sources."""

import ast

import pytest

from server.games.engine import BadOption, IllegalMove
from server.games.wording import ENGLISH, Several, Text
from server.matches.match import Refusal, Refused
from tests.games.texts import PLACE_OF_TEXT, places_in, written


def test_a_text_is_the_english_filled_in_and_remembers_what_it_is_made_of() -> None:
    text = Text("{colour} space, {steps} on", colour=Text("Brown"), steps=3)

    assert text == "Brown space, 3 on"
    assert (text.english, text.values) == ("{colour} space, {steps} on", {"colour": "Brown", "steps": 3})


def test_a_text_made_of_a_text_is_that_text() -> None:
    text = Text("{count} cards", count=3)

    assert Text(text) is text


@pytest.mark.parametrize(("count", "text"), [(0, "0 steps to go"), (1, "1 step to go"), (2, "2 steps to go")])
def test_one_of_two_forms_is_chosen_by_the_count(count: int, text: str) -> None:
    assert Text(Several("{count} step to {where}", "{count} steps to {where}", count), where="go") == text


def test_what_is_filled_in_is_not_filled_in_again() -> None:
    assert Text("Guess “{text}”", text="{text} {0}") == "Guess “{text} {0}”"
    assert ENGLISH("Guess “{text}”", text="{text} {0}") == "Guess “{text} {0}”"


def test_english_needs_no_catalogue() -> None:
    assert ENGLISH.language == "en"
    assert ENGLISH("Move to: {space}", space=Text("{colour} headquarters", colour=Text("Blue"))) == (
        "Move to: Blue headquarters"
    )
    assert ENGLISH.known(Text("Number {number}", number=7)) == "Number 7"
    assert type(ENGLISH.known(Text("Hub"))) is str


@pytest.mark.parametrize(
    ("parts", "row"), [([], ""), (["Q♠"], "Q♠"), (["Q♠", "4♥"], "Q♠ and 4♥"), (["10♦", "Q♠", "A♣"], "10♦, Q♠ and A♣")]
)
def test_a_row_in_english(parts: list[str], row: str) -> None:
    assert ENGLISH.row(parts) == row


def test_refusals_keep_template_and_values() -> None:
    illegal = IllegalMove("TW-9", "These cards cannot add up to {count}.", count=12)
    option = BadOption("first_seat", "The first seat is one of 0 to {last}, or null to draw lots.", last=5)
    refused = Refused(Refusal.ILLEGAL_MOVE, illegal.message, illegal.rule)

    assert (illegal.rule, illegal.message, str(illegal)) == ("TW-9", *["These cards cannot add up to 12."] * 2)
    assert (illegal.message.english, illegal.message.values) == ("These cards cannot add up to {count}.", {"count": 12})
    assert option.message == "The first seat is one of 0 to 5, or null to draw lots."
    assert (refused.rule, refused.message, str(refused)) == ("TW-9", *["These cards cannot add up to 12."] * 2)
    assert refused.message is illegal.message


# How the sources are written

TEXTS = tuple(written())


def test_only_literals_are_given_to_what_speaks_to_players() -> None:
    """So that every text can be collected: no f-string, no variable, nothing put together."""
    assert [f"{each.where}: {ast.unparse(each.text)}" for each in TEXTS if each.literals is None] == []
    assert {each.speaker for each in TEXTS} == set(PLACE_OF_TEXT)


def test_every_text_is_given_the_values_of_its_places_and_no_others() -> None:
    """A form for a single thing may leave the count out."""
    assert [
        f"{each.where}: {form}"
        for each in TEXTS
        for form in each.literals or ()
        if each.values not in (places_in(form), places_in(form) | ({"count"} & each.values))
    ] == []
