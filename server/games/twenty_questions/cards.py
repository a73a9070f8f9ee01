"""How a card begins and ends, and what comes after it: a turn, a Bonus Round, the next card or the end of the match."""

from collections.abc import Callable
from random import Random
from typing import Literal

from server.games.engine import Deck, Seat, replace, shuffled
from server.games.twenty_questions.board import (
    FINISH,
    active_seats,
    after,
    earn_bonus,
    first_from,
    guessers,
    has_winner,
    left_guesser,
    move_own_pawn,
    then,
    with_entry,
)
from server.games.twenty_questions.records import (
    LINES,
    Card,
    CardDrawn,
    CardEnd,
    CardEnded,
    CardInPlay,
    Choosing,
    DeckReshuffled,
    Guessing,
    OfferingFreeGuess,
    Over,
    Phase,
    Result,
    State,
    Step,
)

LINES_IN_BONUS = 5
BONUS_POINTS = (10, 8, 6, 4, 2)
"""For a right guess after 1 to 5 lines (TQ-15)."""


def wait_for(state: State, phase: Phase) -> State:
    return replace(state, phase=phase, waits=state.waits + 1)


def go_on(step: Step, following: Callable[[State], Step]) -> Step:
    """Go on after pawns have moved, unless one has reached FINISH, which ends the match at once (TQ-18)."""
    state, events = step
    return after(events, end_match(state, "FINISH_REACHED") if has_winner(state) else following(state))


def end_match(state: State, reason: Literal["FINISH_REACHED", "TOO_FEW_SEATS"]) -> Step:
    has_ended = bool(state.results) and state.results[-1].number == state.card.number
    state, events = (state, ()) if has_ended else end_card(state, "BROKEN_OFF")
    return wait_for(state, Over(reason)), events


# Cards


def draw_card(state: State, reader: Seat, bonus_player: Seat | None, deck: Deck, rng: Random) -> Step:
    """Put the top card into play; an empty pile is made anew of all the cards, which have all been used (TQ-19)."""
    reshuffled = () if state.draw_pile else (DeckReshuffled(len(deck.cards)),)
    pile = state.draw_pile or tuple(card.id for card in shuffled(deck, rng))
    card = card_of(deck, pile[0])
    number = state.card.number + 1
    state = replace(state, draw_pile=pile[1:], card=CardInPlay(number, card, reader, bonus_player))
    return state, (*reshuffled, CardDrawn(number, reader, card.category, bonus_player))


def card_of(deck: Deck, id: str) -> Card:
    found: Card = next(card for card in deck.cards if card.id == id)
    return found


def uncovered(card: CardInPlay) -> tuple[int, ...]:
    covered = {line.number for line in card.read}
    return tuple(number for number in range(1, LINES + 1) if number not in covered)


def begin_round(state: State, reader: Seat, deck: Deck, rng: Random) -> Step:
    """Let the Reader draw a card that all others may guess; the one on his left begins (TQ-1, TQ-2)."""
    state = replace(state, reader=reader, bonuses=(0,) * len(state.positions))
    return then(draw_card(state, reader, None, deck, rng), lambda state: begin_turn(state, left_guesser(state, reader)))


def next_card(state: State, deck: Deck, rng: Random) -> Step:
    """Play the Bonus Rounds that are owed, then let the next Reader, to the right of the old one, draw (TQ-4)."""
    if state.owed:
        return begin_bonus(state, deck, rng)
    return begin_round(state, first_from(state, state.reader - 1, active_seats(state)), deck, rng)


def end_card(
    state: State, end: CardEnd, solver: Seat | None = None, solver_points: int = 0, reader_points: int = 0
) -> Step:
    """Make the answer public, with what the solver and the Reader score."""
    card = state.card
    result = Result(
        number=card.number,
        card=card.card.id,
        category=card.card.category,
        answer=card.card.text,
        reader=card.reader,
        bonus_player=card.bonus_player,
        end=end,
        solver=solver,
        lines_read=len(card.read),
        solver_points=solver_points,
        reader_points=reader_points,
    )
    return replace(state, results=(*state.results, result)), (CardEnded(result),)


def solve(state: State, solver: Seat, deck: Deck, rng: Random) -> Step:
    """Score a card that was guessed: the solver moves first, and the Reader only if that has not won (TQ-4)."""
    reader, covered = state.card.reader, len(state.card.read)
    points = LINES - covered
    is_won = state.positions[solver] + points >= FINISH
    reader_points = 0 if is_won or reader in state.resigned else covered
    ended = end_card(state, "SOLVED", solver, points, reader_points)
    scored = then(ended, lambda state: move_own_pawn(state, solver, points, "SOLVER"))
    scored = then(scored, lambda state: move_own_pawn(state, reader, reader_points, "READER"))
    return go_on(scored, lambda state: next_card(state, deck, rng))


def spend(state: State, deck: Deck, rng: Random) -> Step:
    """Score a card that nobody guessed: all for the Reader, unless he has resigned (TQ-5)."""
    reader = state.card.reader
    points = 0 if reader in state.resigned else LINES
    ended = end_card(state, "SPENT", reader_points=points)
    scored = then(ended, lambda state: move_own_pawn(state, reader, points, "READER"))
    return go_on(scored, lambda state: next_card(state, deck, rng))


# Turns


def begin_turn(state: State, guesser: Seat) -> Step:
    """Begin a turn with the free guesses of others, where there are chips for them (TQ-8)."""
    return offer_free_guess(state, guesser, guessers(state))


def offer_free_guess(state: State, guesser: Seat, asked: tuple[Seat, ...]) -> Step:
    """Ask those who hold a chip; before his own turn, the Guesser needs none."""
    holders = tuple(seat for seat in asked if state.chips[seat] > 0 and seat != guesser)
    if not holders:
        return wait_for(state, Choosing(guesser)), ()
    return wait_for(state, OfferingFreeGuess(guesser, holders)), ()


def pass_turn_on(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Give the turn to the left (TQ-3); without an uncovered number the card is spent (TQ-5)."""
    if not uncovered(state.card):
        return spend(state, deck, rng)
    return begin_turn(state, left_guesser(state, seat))


# Bonus Rounds


def begin_bonus(state: State, deck: Deck, rng: Random) -> Step:
    """Draw a card for the first who is owed a Bonus Round, read by the Reader or else the next one (TQ-15)."""
    player, *later = state.owed
    readers = tuple(seat for seat in active_seats(state) if seat != player)
    reader = first_from(state, state.reader, readers)
    state = replace(state, owed=tuple(later), bonuses=with_entry(state.bonuses, player, state.bonuses[player] + 1))
    return then(draw_card(state, reader, player, deck, rng), lambda state: (wait_for(state, Choosing(player)), ()))


def go_on_with_bonus(state: State) -> Step:
    """Ask for the next number or a guess; after the last number only a guess is left (TQ-15)."""
    player = bonus_player(state)
    if len(state.card.read) == LINES_IN_BONUS:
        return wait_for(state, Guessing(player, "BONUS")), ()
    return wait_for(state, Choosing(player)), ()


def bonus_player(state: State) -> Seat:
    player = state.card.bonus_player
    assert player is not None  # asked only in a Bonus Round
    return player


def win_bonus(state: State, deck: Deck, rng: Random) -> Step:
    player = bonus_player(state)
    points = BONUS_POINTS[len(state.card.read) - 1]
    ended = end_card(state, "SOLVED", player, points)
    scored = then(ended, lambda state: move_own_pawn(state, player, points, "BONUS"))
    return go_on(scored, lambda state: leave_bonus(state, deck, rng))


def miss_bonus(state: State, deck: Deck, rng: Random) -> Step:
    return then(end_card(state, "MISSED"), lambda state: leave_bonus(state, deck, rng))


def leave_bonus(state: State, deck: Deck, rng: Random) -> Step:
    """Owe another Bonus Round when the player's moves in this one have ended on a Bonus Space (TQ-14)."""
    player = bonus_player(state)
    is_due = state.card.has_moved and player not in state.resigned
    return then(earn_bonus(state, player) if is_due else (state, ()), lambda state: next_card(state, deck, rng))
