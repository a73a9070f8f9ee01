"""Reads decks/<game>/*.json and checks them; decks/README.md describes the format.

`python -m server.decks` reports on every deck file and exits with 1 when one is bad.
"""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec

from server.games.answers import Known, known_of
from server.games.engine import BadOption, Deck
from server.games.registry import GAMES, Game

FOLDER = Path(__file__).parent.parent / "decks"

Name = Annotated[str, msgspec.Meta(min_length=1)]


class BadDeck(Exception):
    """A deck file that cannot be played with; the message names the file, the card and what is wrong."""

    def __init__(self, file: Path, problem: str) -> None:
        super().__init__(f"{file}: {problem}")
        self.file = file
        self.problem = problem


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
    name: Name
    language: Name
    cards: Annotated[list[msgspec.Raw], msgspec.Meta(min_length=1)]
    names: dict[str, Name] = {}


def load(folder: Path = FOLDER) -> dict[str, tuple[Deck, ...]]:
    """Return each game's decks by game key, in the order of their file names. Raise BadDeck for the first bad one."""
    found: list[tuple[Game, Deck]] = []
    for game, _, deck in checked(folder):
        if isinstance(deck, BadDeck):
            raise deck
        found.append((game, deck))
    decks: dict[str, tuple[Deck, ...]] = {game.key: () for game in GAMES}
    for game, deck in with_known(found):
        decks[game.key] += (deck,)
    return decks


def with_known(found: Sequence[tuple[Game, Deck]]) -> list[tuple[Game, Deck]]:
    """Give every deck whose answers are judged the answers of all decks, which near misses are judged by (ANS-3)."""
    told = [game.told_by(card) for game, deck in found if game.told_by for card in deck.cards]
    if not told:
        return list(found)
    answers = [answer for each in told for answer in each.answers]
    known = known_of(answers, [text for each in told for text in each.texts])
    everything = fingerprint(tuple(answers))
    return [(game, _judged(deck, known, everything) if game.told_by else deck) for game, deck in found]


def _judged(deck: Deck, known: Known, everything: str) -> Deck:
    joint = hashlib.sha256(f"{deck.fingerprint}:{everything}".encode()).hexdigest()
    return msgspec.structs.replace(deck, known=known, fingerprint=joint)


def checked(folder: Path) -> Iterator[tuple[Game, Path, Deck | BadDeck]]:
    """Yield what each deck file of each game holds, or what is wrong with it."""
    file_of: dict[str, Path] = {}
    for game in GAMES:
        files = sorted((folder / game.key).glob("*.json"))
        if not files:
            yield game, folder / game.key, BadDeck(folder / game.key, f"{game.name} has no deck file here.")
        for file in files:
            try:
                deck = read(file, game)
                if deck.id in file_of:
                    raise BadDeck(file, f'The deck id "{deck.id}" is taken by {file_of[deck.id]}.')
            except BadDeck as problem:
                yield game, file, problem
            else:
                file_of[deck.id] = file
                yield game, file, deck


def read(file: Path, game: Game) -> Deck:
    """Return the deck in a file of the game's folder. Raise BadDeck when it is not one."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=DeckFile)
    except (OSError, UnicodeDecodeError, msgspec.DecodeError) as problem:
        raise BadDeck(file, str(problem)) from problem

    cards = tuple(read_card(file, game, at, raw) for at, raw in enumerate(found.cards, start=1))
    first_with: dict[str, int] = {}
    for at, card in enumerate(cards, start=1):
        if first_with.setdefault(card.id, at) < at:
            raise BadDeck(file, f'Card {at}: the id "{card.id}" is taken by card {first_with[card.id]}.')

    names = tuple(found.names.items())
    deck = Deck(found.id, found.name, found.language, cards, fingerprint(cards), names=names)
    check_playable(file, game, deck)
    if game.faults_in and (faults := game.faults_in(cards)):
        raise BadDeck(file, "\n".join(faults))
    return deck


def read_card(file: Path, game: Game, at: int, raw: msgspec.Raw) -> Any:
    try:
        return msgspec.json.decode(raw, type=game.rules.Card)
    except msgspec.DecodeError as problem:
        raise BadDeck(file, f"Card {at} ({bytes(raw).decode()[:60]}): {problem}") from problem


def check_playable(file: Path, game: Game, deck: Deck) -> None:
    """Raise BadDeck when the fullest match cannot be set up with the deck."""
    try:
        game.rules.setup(game.rules.Options(), game.rules.SEATS[-1], deck, Random(0))
    except ValueError as problem:
        raise BadDeck(file, str(problem)) from problem


def fingerprint(cards: tuple[Any, ...]) -> str:
    """Return the hex SHA-256 of the cards as JSON with sorted keys."""
    return hashlib.sha256(msgspec.json.encode(cards, order="sorted")).hexdigest()


def stacked(deck: Deck, order: Sequence[str]) -> Deck:
    """Return the deck with the cards of these ids on top, in this order, never to be shuffled (test mode).

    The other cards follow in the deck's own order. Raise BadOption for an unknown or doubled id.
    """
    card_of = {card.id: card for card in deck.cards}
    for at, id in enumerate(order):
        if id not in card_of:
            raise BadOption("deckOrder", 'The deck {deck} has no card "{card}".', deck=deck.id, card=id)
        if id in order[:at]:
            raise BadOption("deckOrder", 'The card "{card}" is given twice.', card=id)
    first = tuple(card_of[id] for id in order)
    rest = tuple(card for card in deck.cards if card.id not in set(order))
    return msgspec.structs.replace(deck, cards=first + rest, stacked=True)


def report(folder: Path) -> tuple[list[str], bool]:
    """Return a line per deck file, and whether all are good."""
    lines = []
    good = True
    for game, _, deck in checked(folder):
        if isinstance(deck, BadDeck):
            lines.append(f"BAD  {deck}")
            good = False
        else:
            lines.append(f"ok   {game.key}: {deck.id}, {len(deck.cards)} cards, {deck.fingerprint[:12]}")
    return lines, good


if __name__ == "__main__":
    lines, good = report(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit(0 if good else 1)
