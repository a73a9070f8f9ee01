"""20 Questions: find out whom, where, what or when a card is about, from as few of its twenty lines as you can.

The rules in brief. One player, the Reader, holds a card. In turn the others name a number, which is covered, hear its
line, and may guess. The twenty points of a card are shared: those of the covered numbers go to the Reader, the others
to whoever is right. Among the lines are instructions that move pawns, skip a turn, allow another guess or give a blue
chip, which buys a guess before somebody else's turn. Whoever ends a move on a Bonus Space plays a Bonus Round when the
card is over: up to five lines of a new card, one guess, the more points the fewer lines. First to FINISH wins.

Rulings besides those of the rules. A player is asked about one chip at a time: who has guessed for one, in vain, may
play another before the turn. The coming Guesser plays none: it is about to be his own turn. In a Bonus Round nobody may
move the Reader's pawn, so that with two players MOVE_OTHER does nothing there. A move that leaves the pawn where it was
earns no Bonus Round.

Resignations (ALL-5): chips go back to the board, Bonus Rounds that were owed are dropped, the pawn stays where it is
and is moved no more. The turn of a seat that leaves passes on and its guess counts for nothing; its Bonus Round is
missed. A card whose Reader leaves is read on by the server, and nobody scores the Reader's points.
"""

from random import Random

from server.games.answers import LONGEST
from server.games.engine import (
    BadOption,
    Deck,
    IllegalMove,
    Open,
    Outcome,
    Seat,
    Timer,
    places_of,
    shuffled,
)
from server.games.rulings import timed_out, to_rule
from server.games.twenty_questions import records
from server.games.twenty_questions.board import clockwise_from, movable_pawns
from server.games.twenty_questions.cards import begin_round, uncovered
from server.games.twenty_questions.free_guesses import (
    close_window,
    decline_free_guess,
    play_free_guess,
    undecided,
)
from server.games.twenty_questions.guesses import go_by, guess, guess_in_bonus, pass_guess, rule
from server.games.twenty_questions.leaving import leave
from server.games.twenty_questions.lines import choose_clue, move_others_pawn
from server.games.twenty_questions.records import (
    CardInPlay,
    ChooseClue,
    Choosing,
    ChoosingPawn,
    DeclineFreeGuess,
    Guess,
    Guessing,
    MovePawn,
    OfferingFreeGuess,
    Over,
    Pass,
    Phase,
    PlayFreeGuess,
    Reviewing,
    Rule,
    Step,
)

Options = records.Options
Card = records.Card
State = records.State
Move = records.Move
Event = records.Event

VERSION = 1
SEATS = range(2, 7)
CLOCKS = ("choose_seconds", "guess_seconds", "free_guess_seconds", "pawn_seconds", "ruling_seconds")


def check_options(options: Options) -> None:
    for field in CLOCKS:
        seconds = getattr(options, field)
        if seconds != 0 and not 5 <= seconds <= 600:
            raise BadOption(field, "A clock runs between 5 and 600 seconds, or 0 for no clock.")
    if options.first_reader is not None and options.first_reader not in range(SEATS[-1]):
        raise BadOption(
            "first_reader", "The first Reader is one of 0 to {last}, or null to draw lots.", last=SEATS[-1] - 1
        )


def setup(options: Options, seats: int, deck: Deck, rng: Random) -> Step:
    """Find the first Reader, shuffle, and draw the first card (TQ-1)."""
    reader = first_reader(options, seats, rng)
    state = State(
        options,
        phase=Choosing(reader),
        card=CardInPlay(0, deck.cards[0], reader),
        reader=reader,
        positions=(0,) * seats,
        chips=(0,) * seats,
        draw_pile=tuple(card.id for card in shuffled(deck, rng)),
    )
    return begin_round(state, reader, deck, rng)


def first_reader(options: Options, seats: int, rng: Random) -> Seat:
    if options.first_reader is not None and options.first_reader < seats:
        return options.first_reader
    return rng.randrange(seats)


def to_move(state: State) -> frozenset[Seat]:
    match state.phase:
        case OfferingFreeGuess() as phase:
            return undecided(phase)
        case Choosing(seat) | ChoosingPawn(seat) | Guessing(seat):
            return frozenset((seat,))
        case Reviewing(_, review):
            return to_rule(review)
        case Over():
            return frozenset()


def legal_moves(state: State, seat: Seat) -> tuple[Move | Open, ...]:
    if seat not in to_move(state):
        return ()
    match state.phase:
        case OfferingFreeGuess():
            return PlayFreeGuess(), DeclineFreeGuess()
        case Choosing():
            numbers = tuple(ChooseClue(number) for number in uncovered(state.card))
            return (*numbers, Open(Guess(""), LONGEST)) if may_guess_instead(state) else numbers
        case ChoosingPawn():
            return tuple(MovePawn(pawn) for pawn in movable_pawns(state, seat))
        case Guessing():
            return Open(Guess(""), LONGEST), Pass()
        case Reviewing():
            return Rule(True), Rule(False)
        case Over():
            return ()


def may_guess_instead(state: State) -> bool:
    """Tell whether whoever is to name a number may guess instead: in a Bonus Round, after its first line (TQ-15)."""
    return state.card.bonus_player is not None and len(state.card.read) > 0


def apply(state: State, seat: Seat, move: Move, deck: Deck, rng: Random) -> Step:
    match state.phase, move:
        case OfferingFreeGuess() as phase, PlayFreeGuess():
            return play_free_guess(state, phase, seat)
        case OfferingFreeGuess() as phase, DeclineFreeGuess():
            return decline_free_guess(state, phase, seat)
        case Choosing(), ChooseClue(number):
            return choose_clue(state, seat, number, deck, rng)
        case Choosing(), Guess(text):
            return guess_in_bonus(state, seat, text, deck, rng)
        case ChoosingPawn() as phase, MovePawn(pawn):
            return move_others_pawn(state, phase, pawn)
        case Guessing() as phase, Guess(text):
            return guess(state, phase, text, deck, rng)
        case Guessing() as phase, Pass():
            return pass_guess(state, phase, deck, rng)
        case Reviewing() as phase, Rule(correct):
            return rule(state, phase, seat, correct, deck, rng)
        case phase, _:
            raise untimely(phase)


def untimely(phase: Phase) -> IllegalMove:
    """Return the refusal of a move of another phase, which says what is wanted in this one."""
    match phase:
        case OfferingFreeGuess():
            return IllegalMove("ALL-2", "It is time to play a blue chip, or to keep it.")
        case Choosing():
            return IllegalMove("ALL-2", "It is time to name a number.")
        case ChoosingPawn():
            return IllegalMove("ALL-2", "It is time to choose whose pawn moves.")
        case Guessing():
            return IllegalMove("ALL-2", "It is time to guess, or to pass.")
        case Reviewing():
            return IllegalMove("ALL-2", "It is time to rule on a guess.")
        case Over():
            return IllegalMove("ALL-2", "The match is over.")


def timer(state: State) -> Timer | None:
    """Return the clock of the present wait; one for all who are to move at once (TQ-20)."""
    seconds = seconds_for(state.options, state.phase)
    return Timer(f"wait {state.waits}", seconds) if seconds > 0 else None


def seconds_for(options: Options, phase: Phase) -> int:
    match phase:
        case OfferingFreeGuess():
            return options.free_guess_seconds
        case Choosing():
            return options.choose_seconds
        case ChoosingPawn():
            return options.pawn_seconds
        case Guessing():
            return options.guess_seconds
        case Reviewing():
            return options.ruling_seconds
        case Over():
            return 0


def time_up(state: State, deck: Deck, rng: Random) -> Step:
    """Name the lowest number, make no guess, play no chip, let the verdict stand, or move a pawn (TQ-20)."""
    match state.phase:
        case OfferingFreeGuess() as phase:
            return close_window(state, phase)
        case Choosing(seat):
            return choose_clue(state, seat, uncovered(state.card)[0], deck, rng)
        case ChoosingPawn() as phase:
            return move_others_pawn(state, phase, pawn_by_clock(state, phase))
        case Guessing() as phase:
            return pass_guess(state, phase, deck, rng)
        case Reviewing(_, review) as phase:
            return go_by(state, phase, timed_out(review), deck, rng)
        case Over():
            return state, ()


def pawn_by_clock(state: State, phase: ChoosingPawn) -> Seat:
    """Return the leader of those that can be moved back, or the last of those that can be moved forward.

    Of several it is the next on the left.
    """
    pawns = clockwise_from(state, phase.seat, movable_pawns(state, phase.seat))
    furthest = max if phase.spaces < 0 else min
    return furthest(pawns, key=lambda pawn: state.positions[pawn])


def resign(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Take the seat out of the match (ALL-5)."""
    if isinstance(state.phase, Over):
        raise IllegalMove("ALL-5", "The match is over.")
    if seat in state.resigned:
        raise IllegalMove("ALL-5", "You have resigned already.")
    return leave(state, seat, SEATS.start, deck, rng)


def outcome(state: State) -> Outcome | None:
    """Return the places: who stands furthest first (TQ-18), then the resigned, the later before the earlier."""
    if not isinstance(state.phase, Over):
        return None
    left_at = {seat: order for order, seat in enumerate(state.resigned)}
    ranks = [
        (1, -left_at[seat]) if seat in left_at else (0, -position) for seat, position in enumerate(state.positions)
    ]
    return Outcome(places_of(ranks), state.positions, state.phase.reason)
