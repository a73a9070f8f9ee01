"""What the games' own GraphQL types add up to: one enum, unions and @oneOf inputs, folded from the registry.

The fold is opaque to type checkers, so it stands apart in here; nothing else in the API is dynamic.
"""

from enum import Enum
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from strawberry.utils.str_converters import to_camel_case

from server.api.node import Node
from server.games.engine import Deck as DeckRecord
from server.games.engine import IllegalMove
from server.games.registry import GAMES, Game, game
from server.games.wording import Say
from server.matches.match import Refusal, Refused

if TYPE_CHECKING:
    GameKind = Enum
    GameView = Any
    GameOptions = Any
    MoveInput = Any
    GameOptionsInput = Any
else:

    def _one_of(name: str, part: str, description: str) -> type:
        """Return a @oneOf input with a field a game, of the type that its schema calls `part`."""
        fields = {g.field: strawberry.field(default=strawberry.UNSET, description=f"For {g.name}.") for g in GAMES}
        annotations = {g.field: getattr(g.schema, part) | None for g in GAMES}
        made = type(name, (), {"__annotations__": annotations, "__module__": __name__, **fields})
        return strawberry.input(made, one_of=True, description=description)

    def _union(name: str, members: tuple[type, ...], description: str) -> Any:
        return Annotated[reduce(or_, members), strawberry.union(name, description=description)]

    GameKind = strawberry.enum(
        Enum("GameKind", {g.kind: strawberry.enum_value(g.kind, description=g.name) for g in GAMES}),
        description="The games this server knows.",
    )
    GameView = _union("GameView", tuple(g.schema.View for g in GAMES), "What one viewer may see of a match, by game.")
    GameOptions = _union("GameOptions", tuple(g.schema.OptionsView for g in GAMES), "A match's options, by game.")
    MoveInput = _one_of("MoveInput", "MoveInput", "A move: exactly one field, the match's game.")
    GameOptionsInput = _one_of(
        "GameOptionsInput",
        "OptionsInput",
        "The game to play and its options: exactly one field. `{twenty: {}}` plays Twenty with every default.",
    )

FIELDS = {g.kind: to_camel_case(g.field) for g in GAMES}
GAME_EVENTS: tuple[type, ...] = tuple(event for g in GAMES for event in g.schema.EVENTS)


def chosen(given: Any) -> tuple[Game, Any]:
    """Return the game of a @oneOf input, and what was given for it."""
    key, value = next((key, value) for key, value in vars(given).items() if value not in (None, strawberry.UNSET))
    return next(g for g in GAMES if g.field == key), value


def field_of(played: Game) -> str:
    """Return the game's field in `MoveInput` and `GameOptionsInput`: TRIVIAL_PURSUIT is trivialPursuit."""
    return FIELDS[played.kind]


def read_move(given: Any, kind: str) -> Any:
    """Return the rules' move in a MoveInput; raise `Refused` when it is another game's or says nothing."""
    played, said = chosen(given)
    if played.kind != kind:
        raise Refused(
            Refusal.WRONG_GAME, "This is a match of {game}, not of {other}.", game=game(kind).name, other=played.name
        )
    try:
        return played.schema.move(said)
    except IllegalMove as illegal:
        raise Refused(Refusal.ILLEGAL_MOVE, illegal.message, illegal.rule) from illegal


@strawberry.type(description="The cards a match can be played with.")
class Deck(Node):
    name: str = strawberry.field(description="The deck's name.")
    game: GameKind = strawberry.field(description="The game it is for.")
    language: str = strawberry.field(description="BCP 47 tag of its texts; `zxx` for cards without words.")
    card_count: int = strawberry.field(description="How many cards it has.")
    fingerprint: str = strawberry.field(description="Hex SHA-256 of its cards; changes when a card does.")


@strawberry.type(name="Game", description="A game that can be played here.")
class GameType:
    kind: GameKind = strawberry.field(description="Names the game.")
    name: str = strawberry.field(description="The game's name.")
    summary: str = strawberry.field(description="How it is played, in a few sentences.")
    min_seats: int = strawberry.field(description="The fewest seats.")
    max_seats: int = strawberry.field(description="The most seats.")
    max_people: int = strawberry.field(description="The most people: more than seats where teams can share one.")
    rules_version: int = strawberry.field(
        description="Raised when a change of the rules would replay a log differently."
    )
    default_options: GameOptions = strawberry.field(description="The options of a match that sets none.")
    decks: list[Deck] = strawberry.field(description="The decks it can be played with; the first is the default.")


def deck_type(deck: DeckRecord, played: Game, say: Say) -> Deck:
    """Return a deck for the API."""
    return Deck(
        id=strawberry.ID(deck.id),
        name=dict(deck.names).get(say.language, deck.name),
        game=GameKind.__members__[played.kind],
        language=deck.language,
        card_count=len(deck.cards),
        fingerprint=deck.fingerprint,
    )


def game_type(played: Game, decks: tuple[DeckRecord, ...], say: Say) -> GameType:
    """Return a game for the API."""
    return GameType(
        kind=GameKind.__members__[played.kind],
        name=say.known(played.name),
        summary=say.known(played.summary),
        min_seats=played.rules.SEATS.start,
        max_seats=played.rules.SEATS[-1],
        max_people=played.most_people,
        rules_version=played.rules.VERSION,
        default_options=played.schema.options_view(played.rules.Options(), None),
        decks=[deck_type(deck, played, say) for deck in decks],
    )
