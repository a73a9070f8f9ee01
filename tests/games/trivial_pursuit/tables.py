"""Sets tables of Trivial Pursuit for the tests: a deck of four cards whose answers can be looked up by colour."""

from random import Random
from typing import Any

from server import decks
from server.games.answers import known_of
from server.games.engine import Deck, replace
from server.games.trivial_pursuit.board import COLOURS, Colour
from server.games.trivial_pursuit.deck import told
from server.games.trivial_pursuit.records import (
    Answering,
    Asked,
    Card,
    CardQuestion,
    Judged,
    Move,
    Options,
    Phase,
    Questions,
    Rolling,
    State,
    Step,
    Token,
    question_on,
)
from server.games.trivial_pursuit.rules import apply

REAL_DECK = decks.load()["trivial-pursuit"][0]
ANSWERS: dict[Colour, tuple[str, ...]] = {
    "BROWN": ("Hamlet", "Dracula", "Ulysses", "Emma"),
    "BLUE": ("Lisbon", "Canberra", "Nairobi", "Lima"),
    "ORANGE": ("Chess", "Hockey", "Marbles", "Judo"),
    "YELLOW": ("Chernobyl", "Dolly", "Maastricht", "Mir"),
    "PINK": ("Casablanca", "Bolero", "Thriller", "Jaws"),
    "GREEN": ("Penicillin", "Velcro", "Telescope", "Ada Lovelace"),
}
"""By category, one for each card c1 to c4."""


def question_of(colour: Colour, number: int) -> CardQuestion:
    answer = ANSWERS[colour][number - 1]
    return CardQuestion(answer, person=answer == "Ada Lovelace", question=f"{colour.capitalize()} question {number}?")


def four_cards() -> Deck:
    cards = tuple(
        Card(f"c{number}", Questions(**{colour.lower(): question_of(colour, number) for colour in COLOURS}))
        for number in range(1, 5)
    )
    known = known_of([answer for card in cards for answer in told(card)[0]])
    return Deck("test", "Four cards", "en", cards, "", stacked=True, known=known)


DECK = four_cards()
PILE = ("c1", "c2", "c3", "c4")
ALL_WEDGES = COLOURS
NOBODY = (None, None, None)


def table(*tokens: Token, phase: Phase | None = None, pile: tuple[str, ...] = PILE, **more: Any) -> State:
    """Return a state in which seat 0 is to roll, with three tokens that have had a turn unless others are given."""
    seats = tokens or (token(), token(), token())
    return replace(State(Options(), phase or Rolling(), seats, pile), **more)


def token(space: str = "HUB", wedges: tuple[Colour, ...] = (), turns: int = 1, **more: Any) -> Token:
    return replace(Token(space=space, wedges=wedges, turns=turns), **more)


def asked(colour: Colour = "BLUE", space: str = "R7", card: int = 1, is_final: bool = False) -> Asked:
    """Return a question of the deck as it lies on the table, the first of the match."""
    return Asked(1, f"c{card}", colour, space, is_final, question_on(DECK.cards[card - 1], colour))


def answering(colour: Colour = "BLUE", space: str = "R7", is_final: bool = False, **more: Any) -> State:
    """Return a state in which seat 0, on that space, is to answer card c1; its answer is `ANSWERS[colour][0]`."""
    own = more.pop("own", token(space))
    others = more.pop("others", (token(), token()))
    phase = Answering(asked(colour, space, is_final=is_final))
    return table(replace(own, space=space), *others, phase=phase, pile=PILE[1:], questions=1, **more)


def judged(state: State) -> Judged:
    """Return the question decided last."""
    assert state.last is not None
    return state.last


def play(state: State, seat: int, move: Move, seed: str = "chance") -> Step:
    return apply(state, seat, move, DECK, Random(seed))


def seed_rolling(*rolls: int) -> str:
    """Return a seed under which the die shows these rolls first."""
    wanted = list(rolls)
    for number in range(10_000):
        rng = Random(str(number))
        if [rng.choice(range(1, 7)) for _ in rolls] == wanted:
            return str(number)
    raise ValueError(f"No seed rolls {rolls}.")
