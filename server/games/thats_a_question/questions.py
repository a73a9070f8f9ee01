"""A question from asking to reveal: whom and what one may ask, choices laid face down, everything turned over."""

from itertools import permutations
from typing import assert_never

from server.games.engine import Deck, IllegalMove, Seat, replace
from server.games.thats_a_question.cards import text_of
from server.games.thats_a_question.records import (
    KINDS,
    AllChosen,
    Answer,
    Ask,
    Asked,
    AskerGuessing,
    Choosing,
    Chosen,
    Guess,
    GuessMade,
    Kind,
    LaidDown,
    PlayedCard,
    Question,
    QuestionDropped,
    Result,
    Revealed,
    Side,
    State,
    Step,
    TakingKickers,
)
from server.games.thats_a_question.scoring import board_for, passed_places, steps_of
from server.games.thats_a_question.turns import (
    active_seats,
    after,
    draw_cards,
    offer_kickers,
    used_kicker,
    with_entry,
)

# Asking


def questions(state: State) -> tuple[Ask, ...]:
    """Return every question the asker can ask: of each kind, with each two of his cards, of each who may be asked."""
    pairs = tuple(permutations((card.id for card in state.hands[state.asker]), 2))
    answerers = who_may_be_asked(state)
    return tuple(
        Ask(kind, card_a, card_b, answerer) for kind in KINDS for card_a, card_b in pairs for answerer in answerers
    )


def who_may_be_asked(state: State) -> tuple[Seat, ...]:
    """Return the others who hold an acorn, or else the asker's right neighbour (AQ-2, AQ-3)."""
    others = [seat for seat in active_seats(state) if seat != state.asker]
    holders = tuple(seat for seat in others if state.acorns[seat] > 0)
    return holders or (right_neighbour(state.asker, others, len(state.positions)),)


def right_neighbour(seat: Seat, others: list[Seat], seats: int) -> Seat:
    """Return the first of the others counter-clockwise from `seat`."""
    return min(others, key=lambda other: (seat - other) % seats)


def ask(state: State, move: Ask) -> Step:
    """Lay the question on the table and take the answerer's acorn (AQ-2, AQ-3)."""
    check_question(state, move)
    acorn_moves = state.acorns[move.answerer] > 0
    question = Question(
        state.turns,
        state.asker,
        move.answerer,
        move.kind,
        played(state, move.card_a, move.kind),
        played(state, move.card_b, move.kind),
        acorn_moves,
    )
    rest = tuple(card for card in state.hands[state.asker] if card.id not in (move.card_a, move.card_b))
    state = replace(
        state,
        phase=Choosing(question, (None,) * len(state.positions)),
        hands=with_entry(state.hands, state.asker, rest),
        acorns=passed_acorn(state, move.answerer) if acorn_moves else state.acorns,
    )
    return state, (Asked(question),)


def check_question(state: State, move: Ask) -> None:
    """Raise IllegalMove unless the asker may ask this (AQ-2, AQ-3)."""
    if move.card_a == move.card_b:
        raise IllegalMove("AQ-2", "A and B must be two different cards.")
    if not {move.card_a, move.card_b} <= {card.id for card in state.hands[state.asker]}:
        raise IllegalMove("AQ-2", "You do not hold both of these cards.")
    if move.answerer == state.asker:
        raise IllegalMove("AQ-2", "You cannot ask yourself.")
    if move.answerer not in active_seats(state):
        raise IllegalMove("AQ-2", "There is no such player to ask.")
    allowed = who_may_be_asked(state)
    if move.answerer in allowed:
        return
    if state.acorns[allowed[0]] > 0:
        raise IllegalMove("AQ-2", "Ask a player who holds an acorn.")
    raise IllegalMove("AQ-3", "Nobody else holds an acorn, so ask the player on your right.")


def played(state: State, id: str, kind: Kind) -> PlayedCard:
    """Return a card of the asker's hand as it lies on the question board."""
    card = next(card for card in state.hands[state.asker] if card.id == id)
    return PlayedCard(id, text_of(card, kind))


def passed_acorn(state: State, giver: Seat) -> tuple[int, ...]:
    """Return the acorns after the asker has taken one of the giver's."""
    return tuple(number - (seat == giver) + (seat == state.asker) for seat, number in enumerate(state.acorns))


# Choosing


def choose(state: State, phase: Choosing, seat: Seat, move: Answer | Guess, deck: Deck) -> Step:
    """Lay down an answer or a guess (AQ-4); the last one to do so has everything turned over."""
    laid = with_entry(phase.laid, seat, checked(state, phase.question, seat, move))
    return after(Chosen(seat), wait_or_turn_over(state, replace(phase, laid=laid), deck))


def checked(state: State, question: Question, seat: Seat, move: Answer | Guess) -> LaidDown:
    """Return what is laid down; raise IllegalMove for the wrong part or a kicker not at hand (AQ-4, AQ-5)."""
    match move:
        case Answer(choice):
            if seat != question.answerer:
                raise IllegalMove("AQ-4", "Somebody else is asked: guess what the answer will be.")
            return LaidDown(choice)
        case Guess(choice, kicker):
            if seat == question.answerer:
                raise IllegalMove("AQ-4", "You are the one who is asked: give your answer.")
            if kicker is not None and kicker not in state.kickers[seat]:
                raise IllegalMove("AQ-5", "That kicker lies on the board: you have to take it back first.")
            return LaidDown(choice, kicker)
        case _:
            assert_never(move)


def still_choosing(state: State, phase: Choosing) -> frozenset[Seat]:
    return frozenset(s for s in active_seats(state) if s != phase.question.asker and phase.laid[s] is None)


def wait_or_turn_over(state: State, phase: Choosing, deck: Deck) -> Step:
    """Wait for those who have not chosen; with all choices down let the asker guess (AQ-10), or reveal."""
    if still_choosing(state, phase):
        return replace(state, phase=phase), ()
    kicker_of = tough_kicker_to_show(state, phase)
    if kicker_of is None:
        return after(AllChosen(None), reveal(state, phase, None, deck))
    guessing = AskerGuessing(phase.question, phase.laid, kicker_of)
    return replace(state, phase=guessing), (AllChosen(kicker_of),)


def tough_kicker_to_show(state: State, phase: Choosing) -> Seat | None:
    """Return whose tough kicker makes the asker guess, which happens among three only (AQ-10)."""
    if len(active_seats(state)) > 3:
        return None
    tough = (seat for seat, laid in enumerate(phase.laid) if laid is not None and laid.kicker == "TOUGH")
    return next(tough, None)


def without_seat(state: State, phase: Choosing, seat: Seat, deck: Deck) -> Step:
    """Go on with a question without a seat that has just resigned (ALL-5)."""
    if seat in (phase.question.asker, phase.question.answerer):
        return after(QuestionDropped(phase.question.number), draw_cards(state, deck))
    return wait_or_turn_over(state, replace(phase, laid=with_entry(phase.laid, seat, None)), deck)


# The reveal


def reveal(state: State, phase: Choosing | AskerGuessing, asker_guess: Side | None, deck: Deck) -> Step:
    """Turn everything over, work out all steps, then move all squirrels and lay used kickers on the board (AQ-7)."""
    result = result_of(state, phase, asker_guess)
    positions = tuple(map(sum, zip(state.positions, result.steps, strict=True)))
    board = board_for(len(positions))
    due = tuple(passed_places(board, *path) for path in zip(state.positions, positions, strict=True))
    state = replace(state, positions=positions, results=(*state.results, result))
    for guess in result.guesses:
        if guess.kicker is not None:
            state = used_kicker(state, guess.seat, guess.kicker)
    return after(Revealed(result, positions), offer_kickers(state, TakingKickers(due, "PATH"), deck))


def result_of(state: State, phase: Choosing | AskerGuessing, asker_guess: Side | None) -> Result:
    question = phase.question
    laid = {seat: laid for seat, laid in enumerate(phase.laid) if laid is not None}
    answer = laid.pop(question.answerer).choice
    guesses = tuple(GuessMade(seat, guess.choice, guess.kicker) for seat, guess in laid.items())
    steps = steps_of(question, answer, guesses, asker_guess, len(state.positions), len(active_seats(state)))
    return Result(question, answer, guesses, asker_guess, steps)
