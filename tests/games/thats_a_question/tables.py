"""Sets tables of That's a Question! for the tests: seat 0 holds cards about food, seat 1 about nature, and so on."""

from random import Random

from server import decks
from server.games.engine import replace
from server.games.thats_a_question import records
from server.games.thats_a_question.records import (
    KICKERS,
    AllChosen,
    Answer,
    Ask,
    Asking,
    Card,
    Choosing,
    Event,
    Guess,
    Kicker,
    Move,
    Options,
    PlayedCard,
    Question,
    Side,
    State,
    Step,
)
from server.games.thats_a_question.rules import apply

DECK, KOREAN_DECK = decks.load()["thats-a-question"]
CARDS: dict[str, Card] = {card.id: card for card in DECK.cards}
THEMES = ("food", "nature", "home", "play", "road", "work")
PILE = "food-10 food-11 food-12 food-13"

ASK = Ask("BLUE", "food-01", "food-02", answerer=1)


def table(seats: int = 3, **more: object) -> State:
    """Return a state in which seat 0 is to ask and everyone holds an acorn."""
    state = State(
        Options(),
        Asking(),
        starter=0,
        asker=0,
        hands=tuple(hand(*(f"{theme}-{number:02}" for number in range(1, 6))) for theme in THEMES[:seats]),
        draw_pile=tuple(PILE.split()),
        acorns=(1,) * seats,
        positions=(0,) * seats,
        kickers=(KICKERS,) * seats,
        board_kickers=((),) * seats,
    )
    return replace(state, **more)


def hand(*ids: str) -> tuple[Card, ...]:
    return tuple(CARDS[id] for id in ids)


def ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.id for card in cards]


def play(state: State, seat: int, move: Move, seed: str = "chance") -> Step:
    return apply(state, seat, move, DECK, Random(seed))


def asked(state: State, question: Ask = ASK) -> State:
    """Return the state after its asker has asked."""
    state, _ = play(state, state.asker, question)
    return state


def question_on(state: State) -> Question:
    assert isinstance(state.phase, Choosing | records.AskerGuessing)
    return state.phase.question


def played_card(id: str) -> PlayedCard:
    """Return a card as it lies on the board after a blue question."""
    return PlayedCard(id, CARDS[id].blue)


def laid(state: State, *choices: str) -> Step:
    """Lay down choices in the order given, "1A" or "2B TRIPLE"; return the state, and what the last one brought."""
    events: tuple[Event, ...] = ()
    for choice in choices:
        state, events = lay(state, choice)
    return state, events


def lay(state: State, text: str) -> Step:
    said, _, kicker = text.partition(" ")
    seat, side = int(said[0]), SIDE[said[1]]
    if seat == question_on(state).answerer:
        return play(state, seat, Answer(side))
    return play(state, seat, Guess(side, KICKER[kicker]))


SIDE: dict[str, Side] = {"A": "A", "B": "B"}
KICKER: dict[str, Kicker | None] = {"": None, "TRIPLE": "TRIPLE", "TOUGH": "TOUGH"}


def steps(state: State, *choices: str) -> tuple[int, ...]:
    """Return the steps that the last of these choices brought everyone."""
    after, _ = laid(state, *choices)
    return after.results[-1].steps


def revealed(events: tuple[Event, ...]) -> records.Revealed:
    (event,) = (event for event in events if isinstance(event, records.Revealed))
    return event


def all_chosen(events: tuple[Event, ...]) -> AllChosen:
    (event,) = (event for event in events if isinstance(event, AllChosen))
    return event
