"""Trivial Pursuit: 20th Anniversary Edition: win a wedge of every colour, return to the hub, answer one last question.

The rules in brief. The highest roller begins. A turn is: roll, go exactly so many spaces without turning back, and
answer the question of the colour you reach, which the player on your right reads to you. A right answer lets you roll
again, at a headquarters it wins the wedge too; a wrong one passes play left, and a headquarters missed stays shut
until you have answered a question elsewhere. In the hub you choose your category, but with the wedges you need the
others choose it, and the right answer wins. When that happens in your first turn, everyone who has not had a turn gets
one to draw level.

Resignations (ALL-5): the token leaves the board, a question put to it is dropped, its vote no longer counts and a win
of its own is given up. When every token has let ten questions in a row run out of time, the match ends (TP-17).
"""

from random import Random

from server.games.answers import LONGEST
from server.games.engine import BadOption, Deck, IllegalMove, Open, Outcome, Seat, Timer, places_of, replace
from server.games.rulings import timed_out, to_rule, without_judge
from server.games.trivial_pursuit import records
from server.games.trivial_pursuit.board import COLOURS
from server.games.trivial_pursuit.moves import (
    destinations,
    move_to,
    roll,
    roll_for_start,
    still_to_roll,
    without_contender,
)
from server.games.trivial_pursuit.questions import (
    choose_category,
    give_answer,
    rule,
    run_out_of_time,
    settle,
    shuffled_pile,
    still_voting,
    vote_category,
    wait_or_decide,
    wait_or_settle,
)
from server.games.trivial_pursuit.records import (
    Answering,
    ChooseCategory,
    ChoosingCategory,
    GiveAnswer,
    MoveTo,
    Moving,
    Over,
    Phase,
    QuestionDropped,
    Reviewing,
    Roll,
    Rolling,
    RollingForStart,
    Rule,
    Step,
    Token,
    VoteCategory,
    VotingCategory,
)
from server.games.trivial_pursuit.turns import active_seats, after, end_turn, over

Options = records.Options
Card = records.Card
State = records.State
Move = records.Move
Event = records.Event

VERSION = 1
SEATS = range(2, 7)
PEOPLE = 24
"""How many can play in teams, one token each (TP-16)."""


def check_options(options: Options) -> None:
    if not 4 <= options.wedges <= 6:
        raise BadOption("wedges", "A match is played for 4, 5 or 6 wedges.")
    if options.answer_seconds != 0 and not 15 <= options.answer_seconds <= 120:
        raise BadOption("answer_seconds", "An answer may take between 15 and 120 seconds, or 0 for no clock.")
    for field in ("move_seconds", "judge_seconds"):
        seconds = getattr(options, field)
        if seconds != 0 and not 5 <= seconds <= 600:
            raise BadOption(field, "A clock runs between 5 and 600 seconds, or 0 for no clock.")


def setup(options: Options, seats: int, deck: Deck, rng: Random) -> Step:
    """Shuffle the cards, put all tokens in the hub and let everyone roll for the start (TP-1)."""
    start = RollingForStart(1, tuple(range(seats)), (None,) * seats)
    return State(options, start, (Token(),) * seats, shuffled_pile(deck, rng)), ()


def to_move(state: State) -> frozenset[Seat]:
    match state.phase:
        case RollingForStart() as phase:
            return still_to_roll(phase)
        case VotingCategory() as phase:
            return still_voting(state, phase)
        case Reviewing(_, review):
            return to_rule(review)
        case Rolling() | Moving() | ChoosingCategory() | Answering():
            return frozenset((state.turn,))
        case Over():
            return frozenset()


def legal_moves(state: State, seat: Seat) -> tuple[Move | Open, ...]:
    if seat not in to_move(state):
        return ()
    match state.phase:
        case RollingForStart() | Rolling():
            return (Roll(),)
        case Moving() as phase:
            return tuple(map(MoveTo, destinations(state, phase)))
        case ChoosingCategory():
            return tuple(map(ChooseCategory, COLOURS))
        case VotingCategory():
            return tuple(map(VoteCategory, COLOURS))
        case Answering():
            return (Open(GiveAnswer(""), LONGEST),)
        case Reviewing():
            return (Rule(True), Rule(False))
        case Over():
            return ()


def apply(state: State, seat: Seat, move: Move, deck: Deck, rng: Random) -> Step:
    match state.phase, move:
        case RollingForStart() as phase, Roll():
            return roll_for_start(state, phase, seat, rng)
        case Rolling(), Roll():
            return roll(state, rng)
        case Moving() as phase, MoveTo(space):
            return move_to(state, phase, space, deck, rng)
        case ChoosingCategory(), ChooseCategory(colour):
            return choose_category(state, colour, deck, rng)
        case VotingCategory() as phase, VoteCategory(colour):
            return vote_category(state, phase, seat, colour, deck, rng)
        case Answering(asked), GiveAnswer(text):
            return give_answer(state, asked, text, deck)
        case Reviewing() as phase, Rule(is_right):
            return rule(state, phase, seat, is_right)
        case phase, _:
            raise untimely(phase)


def untimely(phase: Phase) -> IllegalMove:
    """Return the refusal of a move of another phase, which says what is wanted in this one."""
    match phase:
        case RollingForStart() | Rolling():
            return IllegalMove("ALL-2", "It is time to roll the die.")
        case Moving():
            return IllegalMove("ALL-2", "It is time to move the token.")
        case ChoosingCategory():
            return IllegalMove("ALL-2", "It is time to choose a category.")
        case VotingCategory():
            return IllegalMove("ALL-2", "It is time to vote on the category of the final question.")
        case Answering():
            return IllegalMove("ALL-2", "It is time to answer the question.")
        case Reviewing():
            return IllegalMove("ALL-2", "It is time to rule on the answer.")
        case Over():
            return IllegalMove("ALL-2", "The match is over.")


def timer(state: State) -> Timer | None:
    """Return the clock of the present wait; one for all who are to move at once (TP-17)."""
    options, number = state.options, state.rolls
    match state.phase:
        case RollingForStart(round):
            return clock(f"start {round}", options.move_seconds)
        case Rolling():
            return clock(f"roll {number + 1}", options.move_seconds)
        case Moving():
            return clock(f"move {number}", options.move_seconds)
        case ChoosingCategory():
            return clock(f"choose {number}", options.move_seconds)
        case VotingCategory():
            return clock(f"vote {number}", options.move_seconds)
        case Answering(asked):
            return clock(f"answer {asked.number}", options.answer_seconds)
        case Reviewing(asked):
            return clock(f"judge {asked.number}", options.judge_seconds)
        case Over():
            return None


def clock(key: str, seconds: int) -> Timer | None:
    return Timer(key, seconds) if seconds > 0 else None


def time_up(state: State, deck: Deck, rng: Random) -> Step:
    """Roll, draw a destination or a category by lot, count an answer as wrong, or let the verdict stand (TP-17)."""
    match state.phase:
        case Answering(asked):
            return run_out_of_time(state, asked)
        case Reviewing(asked, review):
            return settle(state, asked, review.guess, timed_out(review))
        case _:
            return move_by_lot(state, deck, rng)


def move_by_lot(state: State, deck: Deck, rng: Random) -> Step:
    """Let each seat that is late make any of its moves."""
    happened: tuple[Event, ...] = ()
    for seat in sorted(to_move(state)):
        closed = [move for move in legal_moves(state, seat) if not isinstance(move, Open)]
        state, events = apply(state, seat, rng.choice(closed), deck, rng)
        happened += events
    return state, happened


def resign(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Take the seat and its token out of the match (ALL-5)."""
    if isinstance(state.phase, Over):
        raise IllegalMove("ALL-5", "The match is over.")
    if seat in state.resigned:
        raise IllegalMove("ALL-5", "You have resigned already.")
    winners = tuple(winner for winner in state.winners if winner != seat)
    state = replace(state, resigned=(*state.resigned, seat), winners=winners)
    if len(active_seats(state)) < SEATS.start:
        return break_off(state)
    match state.phase:
        case RollingForStart() as phase:
            return without_contender(state, phase, seat)
        case Answering(asked) | Reviewing(asked) if seat == state.turn:
            return after(QuestionDropped(asked.number), end_turn(state))
        case _ if seat == state.turn:
            return end_turn(state)
        case VotingCategory(votes):
            without = VotingCategory((*votes[:seat], None, *votes[seat + 1 :]))
            return wait_or_decide(state, without, deck, rng)
        case Reviewing(asked, review):
            return wait_or_settle(state, asked, review.guess, without_judge(review, seat))
        case _:
            return state, ()


def break_off(state: State) -> Step:
    """End the match when one token is left, which has won it if it had hit the hub before (TP-14)."""
    step = over(state, "WON" if state.winners else "TOO_FEW_SEATS")
    if isinstance(state.phase, Answering | Reviewing):
        return after(QuestionDropped(state.phase.asked.number), step)
    return step


def outcome(state: State) -> Outcome | None:
    """Return the places: winners, then by wedges and right answers (TP-18), then the resigned, the last to go first."""
    if not isinstance(state.phase, Over):
        return None
    ranks = [rank(state, seat, token) for seat, token in enumerate(state.tokens)]
    return Outcome(places_of(ranks), tuple(len(token.wedges) for token in state.tokens), state.phase.reason)


def rank(state: State, seat: Seat, token: Token) -> tuple[int, ...]:
    """Return what sorts the seats from first to last."""
    if seat in state.resigned:
        return (2, -state.resigned.index(seat))
    if seat in state.winners:
        return (0,)
    return (1, -len(token.wedges), -sum(token.right))
