"""The games the server knows: one entry each in `GAMES`.

To add a game, write its folder here (rules.py, schema.py, bot.py, facts.py), its folder in decks/ and its file in the
client, then give it a line in `GAMES`. mypy checks the modules against the protocols below.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from server.games.answers import Answer
from server.games.engine import Deck, Rules, Seat
from server.games.facts import GameFacts, QuestionText
from server.games.smarty_party import bot as smarty_party_bot
from server.games.smarty_party import deck as smarty_party_deck
from server.games.smarty_party import facts as smarty_party_facts
from server.games.smarty_party import rules as smarty_party_rules
from server.games.smarty_party import schema as smarty_party_schema
from server.games.thats_a_question import bot as thats_a_question_bot
from server.games.thats_a_question import cards as thats_a_question_cards
from server.games.thats_a_question import facts as thats_a_question_facts
from server.games.thats_a_question import rules as thats_a_question_rules
from server.games.thats_a_question import schema as thats_a_question_schema
from server.games.trivial_pursuit import bot as trivial_pursuit_bot
from server.games.trivial_pursuit import deck as trivial_pursuit_deck
from server.games.trivial_pursuit import facts as trivial_pursuit_facts
from server.games.trivial_pursuit import rules as trivial_pursuit_rules
from server.games.trivial_pursuit import schema as trivial_pursuit_schema
from server.games.twenty import bot as twenty_bot
from server.games.twenty import facts as twenty_facts
from server.games.twenty import rules as twenty_rules
from server.games.twenty import schema as twenty_schema
from server.games.twenty_questions import bot as twenty_questions_bot
from server.games.twenty_questions import deck as twenty_questions_deck
from server.games.twenty_questions import facts as twenty_questions_facts
from server.games.twenty_questions import rules as twenty_questions_rules
from server.games.twenty_questions import schema as twenty_questions_schema
from server.games.wording import Say, Text


class GameSchema(Protocol):
    """What a game's `schema.py` provides: its GraphQL types, and the way between them and the rules."""

    SUMMARY: Text
    """How the game is played, for the lobby: 3 to 6 sentences."""
    View: Any
    EVENTS: Any
    """A tuple of the types that `event` returns."""
    MoveInput: Any
    """A @oneOf input."""
    OptionsInput: Any
    OptionsView: Any

    def view(self, state: Any, seat: Seat | None) -> Any:
        """Return the View of a seat, or of a spectator when `seat` is None (ALL-1)."""

    def move(self, said: Any) -> Any:
        """Return the move in a MoveInput. Raise IllegalMove when it says nothing (ALL-2)."""

    def said(self, move: Any) -> dict[str, Any]:
        """Return the move as the JSON of a MoveInput."""

    def label(self, move: Any, say: Say) -> str:
        """Return what a button for the move says."""

    def event(self, happened: Any) -> Any:
        """Return the event as one of EVENTS."""

    def options(self, given: Any) -> Any:
        """Return the options in an OptionsInput, not yet checked."""

    def options_view(self, options: Any, seats: int | None) -> Any:
        """Return the OptionsView; `seats` is None while the number of players is open."""


class Bot(Protocol):
    """What a game's `bot.py` provides."""

    def knowledge(self, decks: tuple[Deck, ...]) -> Any:
        """Return what a well-read player may know of the game's decks, worked out once; None where there is nothing."""

    def choose(self, view: Any, seat: Seat, legal: tuple[Any, ...], rng: Random, skill: float, knowledge: Any) -> Any:
        """Return a move, knowing only the seat's view and what `knowledge` gave.

        `legal` is not empty; `skill` goes from 0 to 1. None, possible only while others are to move as well, waits for
        them.
        """


class Told(NamedTuple):
    """The answers on a card, and its other texts."""

    answers: tuple[Answer, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    kind: str
    """The name in GraphQL's GameKind."""
    key: str
    """The name of the game's folder in decks/ and of its file in the client."""
    name: Text
    summary: Text
    rules: Rules
    schema: GameSchema
    bot: Bot
    facts: GameFacts
    told_by: Callable[[Any], Told] | None = None
    """What a card tells the judge of typed answers; None for games without typed answers."""
    faults_in: Callable[[tuple[Any, ...]], list[str]] | None = None
    """What is wrong with the cards of a deck, a sentence each; None for games without checks of their own."""
    bot_view: Callable[[Any, Seat], Any] | None = None
    """What a bot sees where a person would remember what the view does not repeat; None for the seat's view."""
    faded: Callable[[Any], Any] | None = None
    """Takes out of a state what its views show only until the next ply; None where views show nothing of the kind."""
    question_text: Callable[[Mapping[str, Any], str], QuestionText | None] | None = None
    """What the id of a question fact stands for among the cards of a deck by id; None for games that ask nothing."""

    people_in_teams: int | None = None
    """How many people can play where each seat is held by a team; None for games of one player a seat."""

    @property
    def field(self) -> str:
        """Return the game's field in inputs that have one for each game, in snake_case: `trivial_pursuit`."""
        return self.kind.lower()

    @property
    def most_people(self) -> int:
        """Return how many people can play."""
        return self.people_in_teams or self.rules.SEATS[-1]

    def seen_by_bot(self, state: Any, seat: Seat) -> Any:
        """Return the view that the seat's bot chooses by."""
        return (self.bot_view or self.schema.view)(state, seat)


GAMES: tuple[Game, ...] = (
    Game(
        "TWENTY", "twenty", Text("Twenty"), twenty_schema.SUMMARY, twenty_rules, twenty_schema, twenty_bot, twenty_facts
    ),
    Game(
        "THATS_A_QUESTION",
        "thats-a-question",
        Text("That's a Question!"),
        thats_a_question_schema.SUMMARY,
        thats_a_question_rules,
        thats_a_question_schema,
        thats_a_question_bot,
        thats_a_question_facts,
        faults_in=thats_a_question_cards.faults_in,
        question_text=thats_a_question_facts.question_text,
    ),
    Game(
        "TWENTY_QUESTIONS",
        "twenty-questions",
        Text("20 Questions"),
        twenty_questions_schema.SUMMARY,
        twenty_questions_rules,
        twenty_questions_schema,
        twenty_questions_bot,
        twenty_questions_facts,
        told_by=lambda card: Told((card,), twenty_questions_deck.clues(card)),
        faults_in=twenty_questions_deck.faults_in,
        question_text=twenty_questions_facts.question_text,
    ),
    Game(
        "SMARTY_PARTY",
        "smarty-party",
        Text("Smarty Party!"),
        smarty_party_schema.SUMMARY,
        smarty_party_rules,
        smarty_party_schema,
        smarty_party_bot,
        smarty_party_facts,
        told_by=lambda card: Told(card.items, (card.topic,)),
        faults_in=smarty_party_deck.faults_in,
        question_text=smarty_party_facts.question_text,
        bot_view=smarty_party_schema.bot_view,
        faded=smarty_party_schema.faded,
    ),
    Game(
        "TRIVIAL_PURSUIT",
        "trivial-pursuit",
        Text("Trivial Pursuit: 20th Anniversary Edition"),
        trivial_pursuit_schema.SUMMARY,
        trivial_pursuit_rules,
        trivial_pursuit_schema,
        trivial_pursuit_bot,
        trivial_pursuit_facts,
        told_by=lambda card: Told(*trivial_pursuit_deck.told(card)),
        faults_in=trivial_pursuit_deck.faults_in,
        question_text=trivial_pursuit_facts.question_text,
        people_in_teams=trivial_pursuit_rules.PEOPLE,
    ),
)


def game(kind: str) -> Game:
    """Return the game of that kind. Raise KeyError when there is none."""
    return BY_KIND[kind]


BY_KIND = {game.kind: game for game in GAMES}
