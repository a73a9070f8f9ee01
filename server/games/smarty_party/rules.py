"""Smarty Party!: name the items of a list, and be the one who comes least far.

The rules in brief. The Reader alone sees a list; everyone knows its topic, its number of items and the wager number. He
wagers YES or NO on the others finding at least that many, and says who begins. In turn they name an item: found, they
wear the Smarty Pants and, for a smiley, move back 1; wrong or silent, they take the highest penalty chip. A repeat is
free. When the list or the chips are used up, the wearer of the Pants throws out his highest chip, chips move pawns
forward, and the Reader moves back or forward 1 for his wager. The most advanced reads next. A pawn on Game Over ends
the match, and the least advanced wins; those tied for it guess on.

Judging. What has been guessed before is a repeat by the server's word alone. All else goes to the Reader by default,
who is shown the server's verdict; a Reader who has resigned judges nothing.

Resignations (ALL-5). The pawn of a seat stays where it is, its chips stay out of the round, its Pants come back. The
turn of a guesser passes on, a guess not ruled on is forgotten. A Reader who leaves before the first turn takes his
list with him and the next one reads; later, the round goes on, and his wager moves nobody.
"""

from random import Random

from server.games.answers import LONGEST
from server.games.engine import BadOption, Deck, IllegalMove, Open, Outcome, Seat, Timer, left_of, places_of, shuffled
from server.games.rulings import to_rule
from server.games.smarty_party import records
from server.games.smarty_party.guessing import (
    begun_by,
    can_be_hurried,
    drop_guess,
    let_verdict_stand,
    name,
    next_turn,
    no_guess,
    rule,
    rulings_allowed,
    seats_in_turn,
    start_timer,
    wagered,
    with_timer_if_needed,
    without_ruling_of,
)
from server.games.smarty_party.records import (
    TRACKS,
    ChooseStart,
    ChoosingStart,
    Guessing,
    Name,
    Over,
    Pass,
    Phase,
    PlaceWager,
    Reviewing,
    Rule,
    StartTimer,
    Step,
    Wager,
    Wagering,
)
from server.games.smarty_party.rounds import begin_round, blank_round, break_off, card_of, drop_round, leave
from server.games.smarty_party.seats import active_seats, guessers

Options = records.Options
Card = records.Card
State = records.State
Move = records.Move
Event = records.Event

VERSION = 1
SEATS = range(3, 9)


def check_options(options: Options) -> None:
    if options.track not in TRACKS:
        raise BadOption("track", "Game Over is 15, 20 or 25 steps from Start.")
    if options.first_reader is not None and options.first_reader not in range(SEATS[-1]):
        raise BadOption(
            "first_reader", "The first Reader is one of 0 to {last}, or null to draw lots.", last=SEATS[-1] - 1
        )
    for field in ("wager_seconds", "guess_seconds", "timer_seconds", "rule_seconds"):
        seconds = getattr(options, field)
        if seconds != 0 and not 5 <= seconds <= 600:
            raise BadOption(field, "A clock runs between 5 and 600 seconds, or 0 for no clock.")


def setup(options: Options, seats: int, deck: Deck, rng: Random) -> Step:
    """Draw the first Reader by lot unless the options name him, and give him a list (SP-1)."""
    reader = first_reader(options, seats, rng)
    pile = tuple(card.id for card in shuffled(deck, rng))
    start = (0,) * seats
    nothing = blank_round(0, reader, card_of(deck, pile[0]), start)
    return begin_round(State(options, Wagering(), start, nothing, pile), reader, deck, rng)


def first_reader(options: Options, seats: int, rng: Random) -> Seat:
    if options.first_reader is not None and options.first_reader < seats:
        return options.first_reader
    return rng.randrange(seats)


def to_move(state: State) -> frozenset[Seat]:
    match state.phase:
        case Wagering() | ChoosingStart():
            return frozenset((state.round.reader,))
        case Guessing() as turn:
            return seats_in_turn(state, turn)
        case Reviewing() as phase:
            return to_rule(phase.review)
        case Over():
            return frozenset()


def legal_moves(state: State, seat: Seat) -> tuple[Move | Open, ...]:
    if seat not in to_move(state):
        return ()
    match state.phase:
        case Wagering():
            return tuple(PlaceWager(wager) for wager in Wager)
        case ChoosingStart():
            return tuple(ChooseStart(other) for other in guessers(state))
        case Guessing(guesser) if seat == guesser:
            return Open(Name(""), LONGEST), Pass()
        case Guessing():
            return (StartTimer(),)
        case Reviewing() as phase:
            return rulings_allowed(state, phase, seat)
        case Over():
            return ()


def apply(state: State, seat: Seat, move: Move, deck: Deck, rng: Random) -> Step:
    match state.phase, move:
        case Wagering(), PlaceWager(wager):
            return wagered(state, wager)
        case ChoosingStart(), ChooseStart(other):
            return begun_by(state, other)
        case Guessing(guesser) as turn, Name(text) if seat == guesser:
            return name(state, turn, text, deck, rng)
        case Guessing(guesser) as turn, Pass() if seat == guesser:
            return no_guess(state, turn, deck, rng)
        case Guessing(guesser) as turn, StartTimer() if seat != guesser:
            return start_timer(state, turn, by=seat)
        case Guessing(), _:
            raise not_in_turn(move)
        case Reviewing() as phase, Rule() as ruling:
            return rule(state, phase, seat, ruling, deck, rng)
        case phase, _:
            raise untimely(phase)


def not_in_turn(move: Move) -> IllegalMove:
    """Return the refusal of a move that the Reader or the guesser cannot make during a guess."""
    match move:
        case StartTimer():
            return IllegalMove("SP-6", "Only the Reader starts the timer.")
        case Name() | Pass():
            return IllegalMove("SP-2", "The Reader does not guess.")
        case _:
            return IllegalMove("ALL-2", "It is time for a guess.")


def untimely(phase: Phase) -> IllegalMove:
    """Return the refusal of a move of another phase, which says what is wanted in this one."""
    match phase:
        case Wagering():
            return IllegalMove("ALL-2", "It is time for the Reader to wager YES or NO.")
        case ChoosingStart():
            return IllegalMove("ALL-2", "It is time for the Reader to choose who begins.")
        case Guessing():
            return IllegalMove("ALL-2", "It is time for a guess.")
        case Reviewing():
            return IllegalMove("ALL-2", "It is time to rule on the guess on the table.")
        case Over():
            return IllegalMove("ALL-2", "The match is over.")


def timer(state: State) -> Timer | None:
    """Return the clock of the present wait; wager and start player share one, a guess has one before the timer runs."""
    options, round, turn = state.options, state.round, state.turns
    match state.phase:
        case Wagering() | ChoosingStart():
            return clock(f"wager {round.number}", options.wager_seconds)
        case Guessing(is_timed=True):
            return clock(f"timer {turn}", options.timer_seconds)
        case Guessing():
            return clock(f"guess {turn}", options.guess_seconds)
        case Reviewing():
            return clock(f"rule {turn} {round.repeats}", options.rule_seconds)
        case Over():
            return None


def clock(key: str, seconds: int) -> Timer | None:
    return Timer(key, seconds) if seconds > 0 else None


def time_up(state: State, deck: Deck, rng: Random) -> Step:
    """Wager NO and let the first player to the left begin; start the timer, or hand out a chip; let the verdict stand.

    (SP-16)
    """
    match state.phase:
        case Wagering():
            state, events = wagered(state, Wager.NO)
            state, more = begun_by(state, on_the_left(state))
            return state, events + more
        case ChoosingStart():
            return begun_by(state, on_the_left(state))
        case Guessing() as turn if can_be_hurried(state, turn):
            return start_timer(state, turn, by=None)
        case Guessing() as turn:
            return no_guess(state, turn, deck, rng)
        case Reviewing() as phase:
            return let_verdict_stand(state, phase, deck, rng)
        case Over():
            return state, ()


def on_the_left(state: State) -> Seat:
    return left_of(state.round.reader, guessers(state), len(state.positions))


def resign(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Take the seat out of the match (ALL-5)."""
    if isinstance(state.phase, Over):
        raise IllegalMove("ALL-5", "The match is over.")
    if seat in state.resigned:
        raise IllegalMove("ALL-5", "You have resigned already.")
    was_tied = seat in state.contenders
    state = leave(state, seat)
    if len(active_seats(state)) < SEATS.start:
        return break_off(state, Over("TOO_FEW_SEATS"))
    if was_tied and len(state.contenders) == 1:
        return break_off(state, Over("TIE_BROKEN"))
    match state.phase:
        case Wagering() | ChoosingStart() if seat == state.round.reader:
            return drop_round(state, deck, rng)
        case Guessing(guesser) if seat == guesser:
            return next_turn(state, seat), ()
        case Reviewing(turn) as phase if seat == turn.guesser:
            return drop_guess(state, phase)
        case Reviewing() as phase:
            return without_ruling_of(state, phase, seat, deck, rng)
        case _:
            return with_timer_if_needed(state), ()


def outcome(state: State) -> Outcome | None:
    """Return the places: least advanced first, those tied for it by how long they kept up; the resigned come last.

    Of those who resigned the later come before the earlier.
    """
    if not isinstance(state.phase, Over):
        return None
    ranks = [rank(state, seat) for seat in range(len(state.positions))]
    return Outcome(places_of(ranks), state.positions, state.phase.reason)


def rank(state: State, seat: Seat) -> tuple[int, int, int]:
    if seat in state.resigned:
        return 3, -state.resigned.index(seat), 0
    if seat in state.contenders:
        return 0, 0, 0
    for number, fell_behind in enumerate(state.dropped):
        if seat in fell_behind:
            return 1, -number, state.positions[seat]
    return 2, state.positions[seat], 0
