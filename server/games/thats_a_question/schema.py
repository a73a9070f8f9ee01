"""That's a Question! in GraphQL: what a viewer sees, what a seat can say, what has happened.

The only file of the game that knows Strawberry. A view is built up from what its viewer may know: of the choices on the
table it takes who has chosen and the viewer's own, of the hands the viewer's own, of the pile its size.
"""

from enum import Enum
from typing import Any, assert_never

import strawberry

from server.games.engine import IllegalMove, Seat, replace
from server.games.thats_a_question import records, rules
from server.games.thats_a_question.scoring import board_for
from server.games.wording import Say, Text

SUMMARY = Text(
    "How well do you know each other? "
    "On your turn you ask another player to choose between two things on your cards: "
    "which they would choose, which they would miss more, or who is worse. "
    "They answer in secret while everyone else guesses in secret; then all is revealed. "
    "Right guesses move your squirrel along the path, wrong ones move the asker's, "
    "and kickers used at the right moment make it jump. "
    "When the cards are drawn everyone asks once more, and the squirrel that has come farthest wins."
)


@strawberry.enum(description="The kind of a question, which is also the colour of the texts it is asked with.")
class ThatsAQuestionKind(Enum):
    BLUE = strawberry.enum_value("BLUE", description="Which of the two would you choose?")
    GREEN = strawberry.enum_value("GREEN", description="Which of the two would you miss more if it were gone?")
    RED = strawberry.enum_value("RED", description="Who is worse: someone who does the one, or who does the other?")


@strawberry.enum(description="One of the two answers to a question.")
class ThatsAQuestionSide(Enum):
    A = strawberry.enum_value("A", description="The answer on side A.")
    B = strawberry.enum_value("B", description="The answer on side B.")


@strawberry.enum(description="A token that a guesser can add to a guess, one at a time.")
class ThatsAQuestionKicker(Enum):
    TRIPLE = strawberry.enum_value("TRIPLE", description="A right guess is worth three steps instead of one.")
    TOUGH = strawberry.enum_value(
        "TOUGH",
        description="One step for every wrong guess of another guesser; two among four players. "
        "Among three it makes the asker guess too, and is worth two steps when the asker is wrong.",
    )


@strawberry.enum(description="Why kickers can be taken back from the board.")
class ThatsAQuestionTakeReason(Enum):
    PATH = strawberry.enum_value("PATH", description="Squirrels have reached or passed the lake or the meadow.")
    LAST_ROUND = strawberry.enum_value("LAST_ROUND", description="The last round begins: everyone may take one.")


@strawberry.type(description="An answer card in its owner's hand: one text for each kind of question.")
class ThatsAQuestionCard:
    id: strawberry.ID = strawberry.field(description="What `ask` takes, for example `food-07`.")
    blue: str = strawberry.field(description="The text for “Which would you choose?”.")
    green: str = strawberry.field(description="The text for “Which would you miss more if it were gone?”.")
    red: str = strawberry.field(description="The text for “Who is worse: someone who …?”.")


@strawberry.type(description="An answer card on the question board.")
class ThatsAQuestionPlayedCard:
    id: strawberry.ID = strawberry.field(description="The card's id.")
    text: str = strawberry.field(description="Its text of the question's colour.")


@strawberry.type(description="A question as it was asked.")
class ThatsAQuestionQuestion:
    number: int = strawberry.field(description="The turn it was asked in, 1 for the first of the match.")
    asker: int = strawberry.field(description="The seat that asked.")
    answerer: int = strawberry.field(description="The seat that was asked.")
    kind: ThatsAQuestionKind = strawberry.field(description="What was asked.")
    a: ThatsAQuestionPlayedCard = strawberry.field(description="The answer on side A.")
    b: ThatsAQuestionPlayedCard = strawberry.field(description="The answer on side B.")
    acorn_moved: bool = strawberry.field(
        description="Whether the asker took an acorn of the answerer's; false when nobody but the asker held one."
    )


@strawberry.type(description="What a seat has laid face down.")
class ThatsAQuestionLaidDown:
    choice: ThatsAQuestionSide = strawberry.field(description="The answer, or the guess.")
    kicker: ThatsAQuestionKicker | None = strawberry.field(description="The kicker added to a guess; null for none.")


@strawberry.type(description="A guess, turned over.")
class ThatsAQuestionGuessMade:
    seat: int = strawberry.field(description="The seat that guessed.")
    choice: ThatsAQuestionSide = strawberry.field(description="What it guessed.")
    kicker: ThatsAQuestionKicker | None = strawberry.field(description="The kicker it added; null for none.")


@strawberry.type(description="A question and what came of it.")
class ThatsAQuestionResult:
    question: ThatsAQuestionQuestion = strawberry.field(description="The question.")
    answer: ThatsAQuestionSide = strawberry.field(description="What the answerer chose.")
    guesses: list[ThatsAQuestionGuessMade] = strawberry.field(description="The guesses, by seat.")
    asker_guess: ThatsAQuestionSide | None = strawberry.field(
        description="What the asker guessed; null unless a tough kicker was played among three players."
    )
    steps: list[int] = strawberry.field(description="How far each squirrel went, one entry per seat.")


@strawberry.type(description="What everyone sees of one seat.")
class ThatsAQuestionSeat:
    seat: int = strawberry.field(description="The seat's index in `Match.seats`.")
    position: int = strawberry.field(description="Steps of its squirrel from the start; may go past the path's end.")
    acorns: int = strawberry.field(description="Acorns before it; with one or more it can be asked.")
    hand_size: int = strawberry.field(description="How many answer cards it holds; 0 once it has resigned.")
    kickers: list[ThatsAQuestionKicker] = strawberry.field(
        description="Kickers it can use. One laid face down still counts here until it is turned over."
    )
    board_kickers: list[ThatsAQuestionKicker] = strawberry.field(description="Used kickers that lie on the board.")
    has_chosen: bool = strawberry.field(
        description="Whether it has laid down its answer or guess for the question on the table. What, nobody sees."
    )
    kickers_to_take: int = strawberry.field(description="How many kickers it may take back now.")


@strawberry.type(description="A match of That's a Question! as one seat or a spectator may see it.")
class ThatsAQuestionView:
    starter: int = strawberry.field(description="The seat that asked first.")
    asker: int | None = strawberry.field(description="The seat whose turn it is; null when the match is over.")
    question: ThatsAQuestionQuestion | None = strawberry.field(
        description="The question on the table, until it is answered; null when there is none."
    )
    laid_down: ThatsAQuestionLaidDown | None = strawberry.field(
        description="What the viewer has laid down for the question on the table; null for nothing."
    )
    tough_kicker_of: int | None = strawberry.field(
        description="The seat whose tough kicker makes the asker guess now, among three players; null otherwise."
    )
    take_reason: ThatsAQuestionTakeReason | None = strawberry.field(
        description="Why kickers can be taken back now; null when they cannot."
    )
    is_last_round: bool = strawberry.field(
        description="Whether the pile has been drawn, so that everyone asks once more and draws no cards."
    )
    still_to_ask: list[int] = strawberry.field(
        description="In the last round the seats whose turn is yet to come, in order; empty before it."
    )
    draw_pile_size: int = strawberry.field(description="How many cards can still be drawn.")
    path: int = strawberry.field(description="The last step of the path; squirrels run on past it.")
    lake: int = strawberry.field(description="The step at which the lake lies.")
    meadow: int = strawberry.field(description="The step at which the meadow lies.")
    hand: list[ThatsAQuestionCard] | None = strawberry.field(
        description="The viewer's own cards in the order they came; null for a spectator."
    )
    seats: list[ThatsAQuestionSeat] = strawberry.field(description="One entry per seat, by index.")
    results: list[ThatsAQuestionResult] = strawberry.field(
        description="The questions answered so far, oldest first; the last one is what was revealed last."
    )


@strawberry.type(description="The match began: cards, acorns and kickers were dealt.")
class ThatsAQuestionBegan:
    starter: int = strawberry.field(description="The seat that asks first.")
    acorns: list[int] = strawberry.field(description="Acorns of each seat.")
    draw_pile_size: int = strawberry.field(description="How many cards can be drawn in the match.")


@strawberry.type(description="A question was asked.")
class ThatsAQuestionAsked:
    question: ThatsAQuestionQuestion = strawberry.field(description="The question.")


@strawberry.type(description="A seat laid down its answer or guess. What it is, nobody learns before all have chosen.")
class ThatsAQuestionChosen:
    seat: int = strawberry.field(description="The seat that has chosen.")


@strawberry.type(description="Everyone has chosen. What was chosen is revealed now, or after the asker's guess.")
class ThatsAQuestionAllChosen:
    tough_kicker_of: int | None = strawberry.field(
        description="The seat whose tough kicker makes the asker guess first, among three players; null otherwise."
    )


@strawberry.type(description="Answer, guesses and kickers were turned over and the squirrels ran.")
class ThatsAQuestionRevealed:
    result: ThatsAQuestionResult = strawberry.field(description="The question and what came of it.")
    positions: list[int] = strawberry.field(description="Where each squirrel is now, one entry per seat.")


@strawberry.type(description="A seat took a kicker back from the board.")
class ThatsAQuestionKickerTaken:
    seat: int = strawberry.field(description="The seat that took it.")
    kicker: ThatsAQuestionKicker = strawberry.field(description="The kicker it can use again.")


@strawberry.type(description="A seat could have taken back a kicker and left it on the board.")
class ThatsAQuestionKickerLeft:
    seat: int = strawberry.field(description="The seat that took none.")


@strawberry.type(description="The asker drew two cards. Which, only that seat's view shows.")
class ThatsAQuestionCardsDrawn:
    seat: int = strawberry.field(description="The seat that drew.")
    draw_pile_size: int = strawberry.field(description="How many cards are left to draw.")


@strawberry.type(description="The question on the table counts for nobody, because of a resignation.")
class ThatsAQuestionDropped:
    number: int = strawberry.field(description="The question's number.")


@strawberry.type(description="The last cards were drawn: everyone may take back a kicker, then asks once more.")
class ThatsAQuestionLastRoundBegan:
    starter: int = strawberry.field(description="The seat that asks first in it.")


@strawberry.input(description="A question.")
class ThatsAQuestionAsk:
    kind: ThatsAQuestionKind = strawberry.field(description="What to ask.")
    card_a: strawberry.ID = strawberry.field(description="The card of your hand for side A.")
    card_b: strawberry.ID = strawberry.field(description="Another card of your hand, for side B.")
    answerer: int = strawberry.field(
        description="The seat to ask: one that holds an acorn, or if no other does the next one on your right."
    )


@strawberry.input(description="A guess at somebody else's answer.")
class ThatsAQuestionGuess:
    choice: ThatsAQuestionSide = strawberry.field(description="The answer you expect.")
    kicker: ThatsAQuestionKicker | None = strawberry.field(default=None, description="A kicker to add; null for none.")


@strawberry.input(one_of=True, description="A move in That's a Question!: exactly one of the fields.")
class ThatsAQuestionMove:
    ask: ThatsAQuestionAsk | None = strawberry.field(
        default=strawberry.UNSET, description="Ask a question; it is your turn."
    )
    answer: ThatsAQuestionSide | None = strawberry.field(
        default=strawberry.UNSET, description="Answer honestly; you are the one who was asked."
    )
    guess: ThatsAQuestionGuess | None = strawberry.field(
        default=strawberry.UNSET, description="Guess what the answer will be; somebody else was asked."
    )
    asker_guess: ThatsAQuestionSide | None = strawberry.field(
        default=strawberry.UNSET,
        description="Guess as the asker, openly, because a tough kicker was played among three players.",
    )
    take_kicker: ThatsAQuestionKicker | None = strawberry.field(
        default=strawberry.UNSET, description="Take this kicker of yours back from the board."
    )
    skip_kicker: bool | None = strawberry.field(
        default=strawberry.UNSET, description="`true`: leave your kickers on the board."
    )


@strawberry.input(description="The options of a new match of That's a Question!.")
class ThatsAQuestionOptionsInput:
    ask_seconds: int | None = strawberry.field(
        default=None, description="Seconds for asking, 5 to 600; 0 switches this clock off; null for 90."
    )
    answer_seconds: int | None = strawberry.field(
        default=None,
        description="Seconds for answering and guessing, 5 to 600; 0 switches this clock off; null for 45.",
    )
    kicker_seconds: int | None = strawberry.field(
        default=None, description="Seconds for taking back a kicker, 5 to 600; 0 switches this clock off; null for 20."
    )
    first_seat: int | None = strawberry.field(
        default=None,
        description="The seat that asks first, 0 to 5; null, or a seat that nobody has taken, for one drawn by lot.",
    )


@strawberry.type(description="The options a match of That's a Question! is played with.")
class ThatsAQuestionOptions:
    ask_seconds: int = strawberry.field(description="Seconds for asking; 0 when there is no clock.")
    answer_seconds: int = strawberry.field(description="Seconds for answering and guessing; 0 for no clock.")
    kicker_seconds: int = strawberry.field(description="Seconds for taking back a kicker; 0 for no clock.")
    first_seat: int | None = strawberry.field(description="The seat that asks first; null for one drawn by lot.")


View = ThatsAQuestionView
EVENTS = (
    ThatsAQuestionBegan,
    ThatsAQuestionAsked,
    ThatsAQuestionChosen,
    ThatsAQuestionAllChosen,
    ThatsAQuestionRevealed,
    ThatsAQuestionKickerTaken,
    ThatsAQuestionKickerLeft,
    ThatsAQuestionCardsDrawn,
    ThatsAQuestionDropped,
    ThatsAQuestionLastRoundBegan,
)
MoveInput = ThatsAQuestionMove
OptionsInput = ThatsAQuestionOptionsInput
OptionsView = ThatsAQuestionOptions

ThatsAQuestionEvent = (
    ThatsAQuestionBegan
    | ThatsAQuestionAsked
    | ThatsAQuestionChosen
    | ThatsAQuestionAllChosen
    | ThatsAQuestionRevealed
    | ThatsAQuestionKickerTaken
    | ThatsAQuestionKickerLeft
    | ThatsAQuestionCardsDrawn
    | ThatsAQuestionDropped
    | ThatsAQuestionLastRoundBegan
)


def view(state: rules.State, seat: Seat | None) -> ThatsAQuestionView:
    """Return what the player at `seat` may see, or a spectator when it is None."""
    board = board_for(len(state.positions))
    phase = state.phase
    return ThatsAQuestionView(
        starter=state.starter,
        asker=None if isinstance(phase, records.Over) else state.asker,
        question=question(phase.question) if isinstance(phase, records.Choosing | records.AskerGuessing) else None,
        laid_down=own_choice(phase, seat),
        tough_kicker_of=phase.kicker_of if isinstance(phase, records.AskerGuessing) else None,
        take_reason=ThatsAQuestionTakeReason(phase.reason) if isinstance(phase, records.TakingKickers) else None,
        is_last_round=state.to_ask is not None,
        still_to_ask=list(state.to_ask or ()),
        draw_pile_size=len(state.draw_pile),
        path=board.path,
        lake=board.lake,
        meadow=board.meadow,
        hand=None if seat is None else [own_card(card) for card in state.hands[seat]],
        seats=[public_seat(state, index) for index in range(len(state.positions))],
        results=[result(happened) for happened in state.results],
    )


def own_card(card: rules.Card) -> ThatsAQuestionCard:
    return ThatsAQuestionCard(id=strawberry.ID(card.id), blue=card.blue, green=card.green, red=card.red)


def own_choice(phase: records.Phase, seat: Seat | None) -> ThatsAQuestionLaidDown | None:
    """Return what the viewer has laid down, and nobody else."""
    if seat is None or not isinstance(phase, records.Choosing | records.AskerGuessing):
        return None
    laid = phase.laid[seat]
    if laid is None:
        return None
    return ThatsAQuestionLaidDown(choice=ThatsAQuestionSide(laid.choice), kicker=kicker(laid.kicker))


def public_seat(state: rules.State, seat: Seat) -> ThatsAQuestionSeat:
    return ThatsAQuestionSeat(
        seat=seat,
        position=state.positions[seat],
        acorns=state.acorns[seat],
        hand_size=len(state.hands[seat]),
        kickers=[ThatsAQuestionKicker(k) for k in state.kickers[seat]],
        board_kickers=[ThatsAQuestionKicker(k) for k in state.board_kickers[seat]],
        has_chosen=has_chosen(state.phase, seat),
        kickers_to_take=state.phase.due[seat] if isinstance(state.phase, records.TakingKickers) else 0,
    )


def has_chosen(phase: records.Phase, seat: Seat) -> bool:
    return isinstance(phase, records.Choosing | records.AskerGuessing) and phase.laid[seat] is not None


def kicker(name: records.Kicker | None) -> ThatsAQuestionKicker | None:
    return None if name is None else ThatsAQuestionKicker(name)


def question(asked: records.Question) -> ThatsAQuestionQuestion:
    return ThatsAQuestionQuestion(
        number=asked.number,
        asker=asked.asker,
        answerer=asked.answerer,
        kind=ThatsAQuestionKind(asked.kind),
        a=played_card(asked.a),
        b=played_card(asked.b),
        acorn_moved=asked.acorn_moved,
    )


def played_card(card: records.PlayedCard) -> ThatsAQuestionPlayedCard:
    return ThatsAQuestionPlayedCard(id=strawberry.ID(card.card), text=card.text)


def result(happened: records.Result) -> ThatsAQuestionResult:
    return ThatsAQuestionResult(
        question=question(happened.question),
        answer=ThatsAQuestionSide(happened.answer),
        guesses=[
            ThatsAQuestionGuessMade(
                seat=guess.seat, choice=ThatsAQuestionSide(guess.choice), kicker=kicker(guess.kicker)
            )
            for guess in happened.guesses
        ],
        asker_guess=None if happened.asker_guess is None else ThatsAQuestionSide(happened.asker_guess),
        steps=list(happened.steps),
    )


def move(said: ThatsAQuestionMove) -> rules.Move:
    """Return the move that was said. Raise IllegalMove for one that says nothing, like `skipKicker: false` (ALL-2)."""
    if said.ask:
        asked = said.ask
        return records.Ask(KIND_SAID[asked.kind], str(asked.card_a), str(asked.card_b), asked.answerer)
    if said.answer:
        return records.Answer(SIDE_SAID[said.answer])
    if said.guess:
        kicker = said.guess.kicker
        return records.Guess(SIDE_SAID[said.guess.choice], KICKER_SAID[kicker] if kicker else None)
    if said.asker_guess:
        return records.AskerGuess(SIDE_SAID[said.asker_guess])
    if said.take_kicker:
        return records.TakeKicker(KICKER_SAID[said.take_kicker])
    if said.skip_kicker:
        return records.SkipKicker()
    raise IllegalMove("ALL-2", "Say one move: ask, answer, guess, askerGuess, takeKicker, or skipKicker: true.")


KIND_SAID = {ThatsAQuestionKind(kind): kind for kind in records.KINDS}
SIDE_SAID = {ThatsAQuestionSide(side): side for side in records.SIDES}
KICKER_SAID = {ThatsAQuestionKicker(kicker): kicker for kicker in records.KICKERS}


def said(move: rules.Move) -> dict[str, Any]:
    """Return the move as the JSON of a ThatsAQuestionMove, ready to be sent back."""
    match move:
        case records.Ask(kind, card_a, card_b, answerer):
            return {"ask": {"kind": kind, "cardA": card_a, "cardB": card_b, "answerer": answerer}}
        case records.Answer(choice):
            return {"answer": choice}
        case records.Guess(choice, kicker):
            return {"guess": {"choice": choice, "kicker": kicker}}
        case records.AskerGuess(choice):
            return {"askerGuess": choice}
        case records.TakeKicker(kicker):
            return {"takeKicker": kicker}
        case records.SkipKicker():
            return {"skipKicker": True}
        case _:
            assert_never(move)


def label(move: rules.Move, say: Say) -> str:
    """Return what a button for the move says."""
    match move:
        case records.Ask() as question:
            return label_of_question(question, say)
        case records.Answer(choice):
            return say("Answer {choice}", choice=choice)
        case records.Guess(choice, "TRIPLE"):
            return say("Guess {choice} with the triple kicker", choice=choice)
        case records.Guess(choice, "TOUGH"):
            return say("Guess {choice} with the tough question kicker", choice=choice)
        case records.Guess(choice) | records.AskerGuess(choice):
            return say("Guess {choice}", choice=choice)
        case records.TakeKicker("TRIPLE"):
            return say("Take back the triple kicker")
        case records.TakeKicker():
            return say("Take back the tough question kicker")
        case records.SkipKicker():
            return say("Leave the kickers on the board")
        case _:
            assert_never(move)


def label_of_question(question: records.Ask, say: Say) -> str:
    a, b, seat = question.card_a, question.card_b, question.answerer
    match question.kind:
        case "BLUE":
            return say("Ask seat {seat} which they would choose: A {a}, B {b}", seat=seat, a=a, b=b)
        case "GREEN":
            return say("Ask seat {seat} which they would miss more: A {a}, B {b}", seat=seat, a=a, b=b)
        case "RED":
            return say("Ask seat {seat} who is worse: A {a}, B {b}", seat=seat, a=a, b=b)
        case _:
            assert_never(question.kind)


def event(happened: rules.Event) -> ThatsAQuestionEvent:
    match happened:
        case records.Began(starter, acorns, size):
            return ThatsAQuestionBegan(starter=starter, acorns=list(acorns), draw_pile_size=size)
        case records.Asked(asked):
            return ThatsAQuestionAsked(question=question(asked))
        case records.Chosen(seat):
            return ThatsAQuestionChosen(seat=seat)
        case records.AllChosen(kicker_of):
            return ThatsAQuestionAllChosen(tough_kicker_of=kicker_of)
        case records.Revealed(revealed, positions):
            return ThatsAQuestionRevealed(result=result(revealed), positions=list(positions))
        case records.KickerTaken(seat, name):
            return ThatsAQuestionKickerTaken(seat=seat, kicker=ThatsAQuestionKicker(name))
        case records.KickerLeft(seat):
            return ThatsAQuestionKickerLeft(seat=seat)
        case records.CardsDrawn(seat, size):
            return ThatsAQuestionCardsDrawn(seat=seat, draw_pile_size=size)
        case records.QuestionDropped(number):
            return ThatsAQuestionDropped(number=number)
        case records.LastRoundBegan(starter):
            return ThatsAQuestionLastRoundBegan(starter=starter)
        case _:
            assert_never(happened)


def options(given: ThatsAQuestionOptionsInput) -> rules.Options:
    """Return the options asked for, unchecked: `rules.check_options` judges them."""
    clocks = {name: getattr(given, name) for name in ("ask_seconds", "answer_seconds", "kicker_seconds")}
    chosen = {name: seconds for name, seconds in clocks.items() if seconds is not None}
    return replace(rules.Options(first_seat=given.first_seat), **chosen)


def options_view(options: rules.Options, seats: int | None) -> ThatsAQuestionOptions:
    """Return the options as shown."""
    return ThatsAQuestionOptions(
        ask_seconds=options.ask_seconds,
        answer_seconds=options.answer_seconds,
        kicker_seconds=options.kicker_seconds,
        first_seat=options.first_seat,
    )
