"""A guess: it is judged, perhaps overruled, and scores or lets the card go on."""

from random import Random
from typing import assert_never

from server.games.answers import checked_text, judge
from server.games.engine import Deck, IllegalMove, Seat, replace
from server.games.rulings import Review, Ruling, review_of, ruled
from server.games.twenty_questions.board import active_seats, after, take_chip, then
from server.games.twenty_questions.cards import (
    miss_bonus,
    pass_turn_on,
    solve,
    spend,
    uncovered,
    wait_for,
    win_bonus,
)
from server.games.twenty_questions.free_guesses import next_free_guess
from server.games.twenty_questions.records import (
    Choosing,
    Guessing,
    GuessMade,
    GuessPassed,
    GuessRuled,
    JudgedGuess,
    Reviewing,
    State,
    Step,
    VoteCast,
)


def guess(state: State, guessing: Guessing, text: str, deck: Deck, rng: Random) -> Step:
    """Judge a guess; the verdict stands at once, or waits for people (ANS-5)."""
    said = checked_text(text)
    verdict = judge(said, state.card.card, deck.known, state.options.strictness)
    others = (seat for seat in active_seats(state) if seat != guessing.seat)
    asked = review_of(said, verdict, state.options.judging, state.card.reader, others)
    made = GuessMade(guessing.seat, said, guessing.occasion)
    if isinstance(asked, Review):
        return wait_for(state, Reviewing(guessing, asked)), (made,)
    return after((made,), go_by_ruling(state, guessing, said, asked, deck, rng))


def guess_in_bonus(state: State, seat: Seat, text: str, deck: Deck, rng: Random) -> Step:
    """Guess instead of naming a number, which only the Bonus Player may (TQ-2, TQ-15)."""
    if state.card.bonus_player is None:
        raise IllegalMove("TQ-2", "Name a number first: you guess when its line has been read.")
    if not state.card.read:
        raise IllegalMove("TQ-15", "Name a number first: you may guess after any of up to five lines.")
    return guess(state, Guessing(seat, "BONUS"), text, deck, rng)


def pass_guess(state: State, guessing: Guessing, deck: Deck, rng: Random) -> Step:
    return after((GuessPassed(guessing.seat),), go_on_unsolved(state, guessing, deck, rng))


def rule(state: State, phase: Reviewing, seat: Seat, correct: bool, deck: Deck, rng: Random) -> Step:
    return after((VoteCast(seat),), go_by(state, phase, ruled(phase.review, seat, correct), deck, rng))


def go_by(state: State, phase: Reviewing, judged: Review | Ruling, deck: Deck, rng: Random) -> Step:
    """Wait on for the judges that are left, or go by what they have ruled."""
    if isinstance(judged, Review):
        return replace(state, phase=replace(phase, review=judged)), ()
    return go_by_ruling(state, phase.guessing, phase.review.guess, judged, deck, rng)


def go_by_ruling(state: State, guessing: Guessing, text: str, ruling: Ruling, deck: Deck, rng: Random) -> Step:
    judged = JudgedGuess(guessing.seat, text, guessing.occasion, ruling)
    state = replace(state, card=replace(state.card, guesses=(*state.card.guesses, judged)))
    follow = score if ruling.is_right else go_on_unsolved
    return after((GuessRuled(judged),), follow(state, guessing, deck, rng))


def score(state: State, guessing: Guessing, deck: Deck, rng: Random) -> Step:
    match guessing.occasion:
        case "TURN" | "GUESS_AND_PICK" | "CHIP":
            return solve(state, guessing.seat, deck, rng)
        case "FREE_GUESS":
            return then(take_chip(state, guessing.seat), lambda state: solve(state, guessing.seat, deck, rng))
        case "BONUS":
            return win_bonus(state, deck, rng)
        case _:
            assert_never(guessing.occasion)


def go_on_unsolved(state: State, guessing: Guessing, deck: Deck, rng: Random) -> Step:
    """Go on after a wrong guess or none: there is no penalty (TQ-3)."""
    seat = guessing.seat
    match guessing.occasion:
        case "TURN":
            return pass_turn_on(state, seat, deck, rng)
        case "FREE_GUESS":
            return then(take_chip(state, seat), lambda state: pass_turn_on(state, seat, deck, rng))
        case "GUESS_AND_PICK":
            return pick_another(state, seat, deck, rng)
        case "CHIP":
            assert guessing.declared is not None  # set for this occasion
            return next_free_guess(state, guessing.declared)
        case "BONUS":
            return miss_bonus(state, deck, rng)
        case _:
            assert_never(guessing.occasion)


def pick_another(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Let the Guesser name one more number, unless all are covered (TQ-13, TQ-5)."""
    if not uncovered(state.card):
        return spend(state, deck, rng)
    return wait_for(state, Choosing(seat)), ()
