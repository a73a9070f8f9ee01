"""Reading and checking deck files, fingerprints, and decks stacked for tests."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server import decks
from server.decks import BadDeck
from server.games.engine import BadOption, shuffled
from server.games.registry import GAMES, game
from server.games.twenty.rules import Card

CARDS: list[dict[str, Any]] = json.loads((decks.FOLDER / "twenty" / "standard.json").read_text())["cards"]


@pytest.fixture
def twenty_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Twenty be the only game, so that a folder with its decks is whole."""
    monkeypatch.setattr(decks, "GAMES", (game("TWENTY"),))


def write(folder: Path, file_name: str = "a.json", **changes: Any) -> Path:
    file = folder / "twenty" / file_name
    file.parent.mkdir(exist_ok=True)
    content = {"id": "a-deck", "name": "A deck", "language": "zxx", "cards": CARDS} | changes
    file.write_text(json.dumps({key: value for key, value in content.items() if value is not None}))
    return file


def test_every_game_has_a_deck_and_every_deck_file_is_good() -> None:
    loaded = decks.load()

    assert set(loaded) == {game.key for game in GAMES}
    assert all(loaded.values())
    assert decks.report(decks.FOLDER)[1]


def test_the_standard_deck_has_the_52_cards() -> None:
    (standard,) = decks.load()["twenty"]

    assert (standard.id, standard.name, standard.language) == ("twenty-standard", "Standard 52 cards", "zxx")
    assert {card.id for card in standard.cards} == {
        rank + suit for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K") for suit in "CDHS"
    }
    assert len(standard.cards) == 52
    assert standard.cards[0] == Card("AC", "A", "C")
    assert not standard.stacked


@pytest.mark.usefixtures("twenty_alone")
def test_decks_come_in_the_order_of_their_file_names(tmp_path: Path) -> None:
    write(tmp_path, "b.json", id="second")
    write(tmp_path, "a.json", id="first")

    assert [deck.id for deck in decks.load(tmp_path)["twenty"]] == ["first", "second"]


@pytest.mark.usefixtures("twenty_alone")
def test_the_fingerprint_is_of_the_cards_alone(tmp_path: Path) -> None:
    write(tmp_path, "a.json", id="first")
    write(tmp_path, "b.json", id="second", name="Other")
    write(tmp_path, "c.json", id="third", cards=CARDS[:-1])

    first, second, third = (deck.fingerprint for deck in decks.load(tmp_path)["twenty"])

    assert first == second == "ccdf82384ca21566affc52aa5c72a24d268a9138dd1613a1e2fab6fe8ccc7634"
    assert third != first


@pytest.mark.usefixtures("twenty_alone")
def test_a_deck_may_have_names_in_other_languages(tmp_path: Path) -> None:
    write(tmp_path, "a.json", id="first")
    write(tmp_path, "b.json", id="second", names={"ko": "카드", "de": "Karten"})

    first, second = decks.load(tmp_path)["twenty"]

    assert (first.names, second.names) == ((), (("ko", "카드"), ("de", "Karten")))
    assert first.fingerprint == second.fingerprint


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"id": None}, "Object missing required field `id`"),
        ({"id": "A Deck"}, "Expected `str` matching regex '^[a-z0-9]+(-[a-z0-9]+)*$' - at `$.id`"),
        ({"name": ""}, "Expected `str` of length >= 1 - at `$.name`"),
        ({"names": {"ko": ""}}, "Expected `str` of length >= 1 - at `$.names[...]`"),
        ({"lang": "en"}, "Object contains unknown field `lang`"),
        ({"cards": []}, "Expected `array` of length >= 1 - at `$.cards`"),
        ({"cards": CARDS[:27]}, "4 seats need 28 cards, the deck has 27."),
        (
            {"cards": [*CARDS, CARDS[3]]},
            'Card 53: the id "4C" is taken by card 4.',
        ),
        (
            {"cards": [CARDS[0], {"id": "2C", "rank": "2", "suit": "X"}]},
            'Card 2 ({"id": "2C", "rank": "2", "suit": "X"}): Invalid enum value \'X\' - at `$.suit`',
        ),
        (
            {"cards": [{"id": "2C", "rank": "2"}]},
            'Card 1 ({"id": "2C", "rank": "2"}): Object missing required field `suit`',
        ),
        (
            {"cards": [{"id": "2C", "rank": "2", "suit": "C", "hue": 1}]},
            'Card 1 ({"id": "2C", "rank": "2", "suit": "C", "hue": 1}): Object contains unknown field `hue`',
        ),
        (
            {"cards": [{"id": "2H", "rank": "2", "suit": "C"}]},
            'Card 1 ({"id": "2H", "rank": "2", "suit": "C"}): The id of a card is its rank and suit, here 2C.',
        ),
    ],
)
def test_a_bad_deck_names_the_file_the_card_and_what_is_wrong(
    tmp_path: Path, changes: dict[str, Any], problem: str
) -> None:
    file = write(tmp_path, **changes)

    with pytest.raises(BadDeck) as bad:
        decks.load(tmp_path)

    assert str(bad.value) == f"{file}: {problem}"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"id": "\xff"}', b'{"cards": ["\xff"]}'])
def test_a_file_that_is_no_deck_at_all_is_a_bad_deck(tmp_path: Path, content: bytes) -> None:
    file = write(tmp_path)
    file.write_bytes(content)

    with pytest.raises(BadDeck) as bad:
        decks.load(tmp_path)

    assert bad.value.file == file


def test_two_decks_with_one_id_are_refused(tmp_path: Path) -> None:
    first, second = write(tmp_path, "a.json"), write(tmp_path, "b.json")

    with pytest.raises(BadDeck) as bad:
        decks.load(tmp_path)

    assert str(bad.value) == f'{second}: The deck id "a-deck" is taken by {first}.'


def test_a_game_without_a_deck_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDeck) as bad:
        decks.load(tmp_path)

    assert str(bad.value) == f"{tmp_path / 'twenty'}: Twenty has no deck file here."


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_cards_of_every_game_refuse_unknown_fields(game: Any) -> None:
    assert game.rules.Card.__struct_config__.forbid_unknown_fields


def test_a_stacked_deck_begins_with_the_cards_named_and_is_never_shuffled() -> None:
    (standard,) = decks.load()["twenty"]

    deck = decks.stacked(standard, ["QS", "10H"])

    ids = [card.id for card in deck.cards]
    assert ids[:4] == ["QS", "10H", "AC", "2C"]
    assert ids[2:] == [card.id for card in standard.cards if card.id not in ("QS", "10H")]
    assert shuffled(deck, Random(1)) == deck.cards
    assert (deck.id, deck.fingerprint) == (standard.id, standard.fingerprint)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (["QS", "1H"], 'The deck twenty-standard has no card "1H".'),
        (["QS", "2H", "QS"], 'The card "QS" is given twice.'),
    ],
)
def test_a_deck_cannot_be_stacked_with_unknown_or_doubled_cards(order: list[str], message: str) -> None:
    (standard,) = decks.load()["twenty"]

    with pytest.raises(BadOption, match=f"^{message}$"):
        decks.stacked(standard, order)


def test_the_report_lists_every_file_and_its_exit_code_tells_whether_all_are_good(tmp_path: Path) -> None:
    write(tmp_path, "a.json")
    bad = write(tmp_path, "b.json", id="other", cards=CARDS[:3])

    good_run = subprocess.run([sys.executable, "-m", "server.decks"], capture_output=True, text=True, check=False)
    bad_run = subprocess.run(
        [sys.executable, "-m", "server.decks", str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert good_run.returncode == 0
    assert "ok   twenty: twenty-standard, 52 cards, ccdf82384ca2\n" in good_run.stdout
    assert bad_run.returncode == 1
    assert bad_run.stdout.splitlines()[:2] == [
        "ok   twenty: a-deck, 52 cards, ccdf82384ca2",
        f"BAD  {bad}: 4 seats need 28 cards, the deck has 3.",
    ]
