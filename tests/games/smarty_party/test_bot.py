"""How well the bots play, what they know, and that they go by what their seat may know."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from server.games.answers import Verdict
from server.games.engine import Seat, replace
from server.games.registry import game
from server.games.simulation import play_match
from server.games.smarty_party import bot, rules, schema
from server.games.smarty_party.records import (
    Card,
    ChooseStart,
    ChoosingStart,
    Guess,
    Name,
    Options,
    Pass,
    PlaceWager,
    Rule,
    State,
    Wager,
    Wagering,
)
from server.games.smarty_party.rules import Move
from tests.games.smarty_party.tables import BOWL, DECK, FRUIT, RIVERS, TREES, after, names, table

EASY, NORMAL, HARD = 0.2, 0.6, 1.0
SMARTY_PARTY = game("SMARTY_PARTY")
DECK_KNOWN = bot.knowledge((DECK,))
BOWL_KNOWN = bot.knowledge((BOWL,))


def wins(skill: float, against: float, matches: int) -> float:
    """Return how many matches one bot wins of three with two of the other skill; shared wins count in part."""
    won = 0.0
    for number in range(matches):
        mine = number % 3
        skills = [skill if seat == mine else against for seat in range(3)]
        played = play_match(SMARTY_PARTY, Options(track=15), 3, DECK, f"duel {number}", skills, 3000, DECK_KNOWN)
        assert played.outcome is not None
        places = played.outcome.places
        won += 1 / places.count(1) if places[mine] == 1 else 0
    return won


def test_hard_beats_easy_clearly() -> None:
    """Where a third would be even, one hard bot wins most matches against two easy ones."""
    assert wins(HARD, EASY, 24) >= 20


def test_easy_hardly_wins_against_hard() -> None:
    assert wins(EASY, HARD, 24) <= 4


def chosen(state: State, seat: Seat, skill: float = HARD, seed: Any = 0) -> Move | None:
    view = schema.bot_view(state, seat)
    return bot.choose(view, seat, rules.legal_moves(state, seat), Random(seed), skill, BOWL_KNOWN)


def named(state: State, seat: Seat, skill: float) -> Counter[str]:
    """Return what the bot names with 60 different seeds, "" for passing."""
    moves = [chosen(state, seat, skill, seed) for seed in range(60)]
    return Counter(move.text if isinstance(move, Name) else "" for move in moves)


def known_by(seat: Seat, skill: float, card: Card = FRUIT) -> list[str]:
    view = schema.bot_view(table(5, 5, 5, card=card), seat)
    topic = {**DECK_KNOWN, **BOWL_KNOWN}[card.topic]
    return [text for text in topic.items if bot.is_known(view, seat, text, topic, skill)]


def test_who_has_more_skill_knows_more() -> None:
    def share(skill: float) -> float:
        return sum(len(known_by(1, skill, card)) for card in DECK.cards) / sum(len(card.items) for card in DECK.cards)

    assert [round(share(skill), 2) for skill in (EASY, NORMAL, HARD)] == [0.29, 0.46, 0.62]


def test_a_bot_names_only_what_it_knows_and_an_item_with_a_smiley_first() -> None:
    found = after(table(5, 5, 5), *names("dragon fruit", "cherry"))

    assert known_by(1, HARD) == ["Banana", "Dragon fruit", "Elderberry", "Grape"]
    assert set(named(table(5, 5, 5), 1, HARD)) == {"Dragon fruit"}
    assert set(named(found, 1, HARD)) == {"Banana", "Elderberry", "Grape"}


def test_a_hard_bot_never_repeats_what_it_has_heard() -> None:
    """Not even what was called by another name: the table saw which item it was."""
    state = after(table(5, 5, 5), *names("pitaya", "hammer", "plantain", "grape"))

    assert set(named(state, 1, HARD)) == {"Elderberry"}


def test_a_bot_that_knows_nothing_more_guesses_from_related_lists_or_passes() -> None:
    found = tuple(Guess(2, item.text, place, Verdict.EXACT) for place, item in enumerate(FRUIT.items[:6]))
    state = table(5, 5, 5, guesses=found)
    related = replace(FRUIT, id="market", topic="On the market", items=(FRUIT.items[0], *RIVERS.items))
    view = schema.bot_view(state, 1)

    assert set(named(state, 1, EASY)) <= {"", "Grape"}
    assert bot.knowledge((replace(BOWL, cards=(FRUIT, related)),))[FRUIT.topic].related == ("Rhine", "Danube", "Volga")
    assert bot.choose(view, 1, rules.legal_moves(state, 1), Random(0), HARD, {}) == Pass()


def test_a_bot_that_has_repeated_a_guess_gives_up_in_the_end() -> None:
    state = after(table(5, 5, 5), (1, Name("cherry")), (2, Name("cherry")))

    assert named(state, 2, HARD) == {"Dragon fruit": 39, "": 21}


def test_a_reader_who_is_a_bot_lets_the_verdict_stand_and_hurries_nobody() -> None:
    """SP-5 for matches whose Reader is a bot: as good as AUTOMATIC."""
    guessing = table(5, 5, 5, options=Options())

    assert chosen(guessing, 0) is None
    assert chosen(after(guessing, (1, Name("pitaya"))), 0) == Rule(correct=True, item="Dragon fruit")
    assert chosen(after(guessing, (1, Name("hammer"))), 0) == Rule(correct=False)


@pytest.mark.parametrize(("wager_number", "wager"), [(1, Wager.YES), (7, Wager.NO)])
def test_a_reader_wagers_by_how_much_the_others_may_find(wager_number: int, wager: Wager) -> None:
    state = replace(table(5, 5, 5, card=replace(FRUIT, wager=wager_number)), phase=Wagering())

    assert chosen(state, 0) == PlaceWager(wager)


def test_more_players_are_expected_to_find_more() -> None:
    smileys = [item.smiley for item in FRUIT.items]

    def mean(guessers: int) -> float:
        rng = Random("rehearsal")
        return sum(bot.found_in_head(smileys, guessers, rng) for _ in range(400)) / 400

    assert [round(mean(guessers), 1) for guessers in (2, 4, 7)] == [3.7, 4.0, 4.3]


def test_a_hard_reader_lets_the_one_who_is_least_advanced_guess_last() -> None:
    state = replace(table(9, 4, 2, 6), phase=ChoosingStart())

    assert {chosen(state, 0, HARD, seed) for seed in range(20)} == {ChooseStart(3)}


def test_all_1_a_bot_chooses_alike_whatever_is_hidden_from_its_seat() -> None:
    """The list of the round is not the one that goes with the topic, yet the bot names what it knows of the topic."""
    here = table(5, 5, 5)
    there = table(5, 5, 5, card=replace(FRUIT, items=(*TREES.items, *RIVERS.items)))

    for seed in range(30):
        assert chosen(here, 1, NORMAL, seed) == chosen(there, 1, NORMAL, seed)


def test_hard_bots_do_not_repeat_a_guess() -> None:
    played = play_match(SMARTY_PARTY, Options(), 5, DECK, "repeats", [HARD] * 5, 3000, DECK_KNOWN)
    named = [ply for ply in played.plies if isinstance(ply.move, Name)]
    repeats = [event for ply in named for event in ply.events if getattr(event, "result", None) == "REPEAT"]

    assert (len(repeats), len(named)) == (0, 106)
