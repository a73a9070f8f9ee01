"""That's a Question!: ask somebody to choose between two things, while everyone else guesses the choice.

The rules in brief. The asker picks one of three questions, two of his answer cards and a player who holds an acorn,
which he takes. That player answers in secret, everyone else but the asker guesses in secret, perhaps with a kicker.
When all have chosen, everything is turned over and the squirrels run: one step for the answerer, one for each right
guess, one for the asker for each wrong one. A triple kicker makes a right guess three steps, a tough kicker pays for
the misses of others. Lake and meadow give kickers back. When the pile has been drawn, everyone asks once more.

Resignations (ALL-5): a seat's cards, kickers and acorns leave with it. A question whose asker or answerer resigns is
dropped, its cards are discarded and the turn passes; without a guesser it goes on. AQ-9 and AQ-10 follow the number of
players still in the match, the board stays as it was.
"""

from random import Random

from server.games.engine import BadOption, Deck, IllegalMove, Outcome, Seat, Timer, places_of, replace, shuffled
from server.games.thats_a_question import records
from server.games.thats_a_question.questions import ask, choose, questions, reveal, still_choosing, without_seat
from server.games.thats_a_question.records import (
    KICKERS,
    SIDES,
    Answer,
    Ask,
    AskerGuess,
    AskerGuessing,
    Asking,
    Began,
    Choosing,
    Guess,
    Over,
    Phase,
    QuestionDropped,
    SkipKicker,
    Step,
    TakeKicker,
    TakingKickers,
)
from server.games.thats_a_question.turns import (
    active_seats,
    leave_kicker,
    offer_kickers,
    pass_turn_on,
    take_kicker,
    with_entry,
)

Options = records.Options
Card = records.Card
State = records.State
Move = records.Move
Event = records.Event

VERSION = 1
SEATS = range(3, 7)
HAND_SIZE = 5
PILE_SIZE = {3: 24, 4: 24, 5: 30, 6: 24}
FEWEST_CARDS = max(HAND_SIZE * seats + PILE_SIZE[seats] for seats in SEATS)


def check_options(options: Options) -> None:
    for field in ("ask_seconds", "answer_seconds", "kicker_seconds"):
        seconds = getattr(options, field)
        if seconds != 0 and not 5 <= seconds <= 600:
            raise BadOption(field, "A clock runs between 5 and 600 seconds, or 0 for no clock.")
    if options.first_seat is not None and options.first_seat not in range(SEATS[-1]):
        raise BadOption("first_seat", "The first seat is one of 0 to {last}, or null to draw lots.", last=SEATS[-1] - 1)


def setup(options: Options, seats: int, deck: Deck, rng: Random) -> Step:
    """Find who begins and deal (AQ-1): lower seats get the upper cards, the pile is what comes after the hands."""
    if len(deck.cards) < FEWEST_CARDS:
        raise ValueError(f"A match may need {FEWEST_CARDS} cards, the deck has {len(deck.cards)}.")
    starter = first_asker(options, seats, rng)
    cards = shuffled(deck, rng)
    dealt = HAND_SIZE * seats
    pile = tuple(card.id for card in cards[dealt : dealt + PILE_SIZE[seats]])
    state = State(
        options,
        phase=Asking(),
        starter=starter,
        asker=starter,
        hands=tuple(cards[at : at + HAND_SIZE] for at in range(0, dealt, HAND_SIZE)),
        draw_pile=pile,
        acorns=first_acorns(seats, starter),
        positions=(0,) * seats,
        kickers=(KICKERS,) * seats,
        board_kickers=((),) * seats,
    )
    return state, (Began(starter, state.acorns, len(pile)),)


def first_asker(options: Options, seats: int, rng: Random) -> Seat:
    if options.first_seat is not None and options.first_seat < seats:
        return options.first_seat
    return rng.randrange(seats)


def first_acorns(seats: int, starter: Seat) -> tuple[int, ...]:
    """Return the acorns each seat begins with (AQ-1)."""
    acorns = [1] * seats
    if seats == 3:
        acorns[starter - 1] += 1
    elif seats > 4:
        acorns[starter] = 0
    return tuple(acorns)


def to_move(state: State) -> frozenset[Seat]:
    match state.phase:
        case Asking() | AskerGuessing():
            return frozenset((state.asker,))
        case Choosing():
            return still_choosing(state, state.phase)
        case TakingKickers(due):
            return frozenset(seat for seat, number in enumerate(due) if number > 0)
        case Over():
            return frozenset()


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if seat not in to_move(state):
        return ()
    match state.phase:
        case Asking():
            return questions(state)
        case Choosing(question):
            if seat == question.answerer:
                return tuple(Answer(side) for side in SIDES)
            return tuple(Guess(side, kicker) for kicker in (None, *state.kickers[seat]) for side in SIDES)
        case AskerGuessing():
            return tuple(AskerGuess(side) for side in SIDES)
        case TakingKickers():
            return (*(TakeKicker(kicker) for kicker in state.board_kickers[seat]), SkipKicker())
        case Over():
            return ()


def apply(state: State, seat: Seat, move: Move, deck: Deck, rng: Random) -> Step:
    match state.phase, move:
        case Asking(), Ask() as question:
            return ask(state, question)
        case Choosing() as phase, Answer() | Guess() as chosen:
            return choose(state, phase, seat, chosen, deck)
        case AskerGuessing() as phase, AskerGuess(choice):
            return reveal(state, phase, choice, deck)
        case TakingKickers() as phase, TakeKicker(kicker):
            return take_kicker(state, phase, seat, kicker, deck)
        case TakingKickers() as phase, SkipKicker():
            return leave_kicker(state, phase, seat, deck)
        case phase, _:
            raise untimely(phase)


def untimely(phase: Phase) -> IllegalMove:
    """Return the refusal of a move of another phase, which says what is wanted in this one."""
    match phase:
        case Asking():
            return IllegalMove("ALL-2", "It is time to ask a question.")
        case Choosing():
            return IllegalMove("ALL-2", "It is time to choose A or B.")
        case AskerGuessing():
            return IllegalMove("ALL-2", "It is time for the asker to guess A or B.")
        case TakingKickers():
            return IllegalMove("ALL-2", "It is time to take back a kicker, or to leave it.")
        case Over():
            return IllegalMove("ALL-2", "The match is over.")


def timer(state: State) -> Timer | None:
    """Return the clock of the present wait; one for all who are to move at once (AQ-13)."""
    options, turn = state.options, state.turns
    match state.phase:
        case Asking():
            return clock(f"ask {turn}", options.ask_seconds)
        case Choosing():
            return clock(f"choose {turn}", options.answer_seconds)
        case AskerGuessing():
            return clock(f"asker guesses {turn}", options.answer_seconds)
        case TakingKickers(_, reason):
            return clock(f"kickers {turn} {reason}", options.kicker_seconds)
        case Over():
            return None


def clock(key: str, seconds: int) -> Timer | None:
    return Timer(key, seconds) if seconds > 0 else None


def time_up(state: State, deck: Deck, rng: Random) -> Step:
    """Make the missing moves of all who are late (AQ-13)."""
    happened: tuple[Event, ...] = ()
    for seat, moves in sorted(moves_by_clock(state, rng).items()):
        for move in moves:
            state, events = apply(state, seat, move, deck, rng)
            happened += events
    return state, happened


def moves_by_clock(state: State, rng: Random) -> dict[Seat, list[Move]]:
    """Return what the clock plays for whom: a question, answer or guess drawn by lot, the triple kicker if it lies."""
    match state.phase:
        case Asking():
            return {state.asker: [rng.choice(questions(state))]}
        case Choosing(question):
            return {
                seat: [Answer(rng.choice(SIDES)) if seat == question.answerer else Guess(rng.choice(SIDES))]
                for seat in sorted(to_move(state))
            }
        case AskerGuessing():
            return {state.asker: [AskerGuess(rng.choice(SIDES))]}
        case TakingKickers(due):
            return {
                seat: [TakeKicker(kicker) for kicker in state.board_kickers[seat][:number]]
                for seat, number in enumerate(due)
            }
        case Over():
            return {}


def resign(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Take the seat out with its cards, acorns and kickers (ALL-5); its squirrel stays where it is."""
    if isinstance(state.phase, Over):
        raise IllegalMove("ALL-5", "The match is over.")
    if seat in state.resigned:
        raise IllegalMove("ALL-5", "You have resigned already.")
    state = without_belongings(state, seat)
    if len(active_seats(state)) < SEATS.start:
        return break_off(state)
    match state.phase:
        case Asking() if seat == state.asker:
            return pass_turn_on(state)
        case Choosing() as phase:
            return without_seat(state, phase, seat, deck)
        case TakingKickers() as phase:
            return offer_kickers(state, phase, deck)
        case _:
            return state, ()


def without_belongings(state: State, seat: Seat) -> State:
    return replace(
        state,
        hands=with_entry(state.hands, seat, ()),
        acorns=with_entry(state.acorns, seat, 0),
        kickers=with_entry(state.kickers, seat, ()),
        board_kickers=with_entry(state.board_kickers, seat, ()),
        resigned=(*state.resigned, seat),
    )


def break_off(state: State) -> Step:
    """End the match when fewer than three are left; a question on the table counts for nobody."""
    over = replace(state, phase=Over("TOO_FEW_SEATS"))
    if isinstance(state.phase, Choosing | AskerGuessing):
        return over, (QuestionDropped(state.phase.question.number),)
    return over, ()


def outcome(state: State) -> Outcome | None:
    """Return the places: farthest first (AQ-12), then the resigned, who did so later before who did so earlier."""
    if not isinstance(state.phase, Over):
        return None
    left_at = {seat: order for order, seat in enumerate(state.resigned)}
    ranks = [(1, -left_at[seat]) if seat in left_at else (0, -steps) for seat, steps in enumerate(state.positions)]
    return Outcome(places_of(ranks), state.positions, state.phase.reason)
