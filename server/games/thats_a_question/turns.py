"""What follows a question: kickers come back, cards are drawn, the turn passes on, the last round is played."""

from typing import TypeVar

from server.games.engine import Deck, IllegalMove, Seat, left_of, replace
from server.games.thats_a_question.records import (
    KICKERS,
    Asking,
    CardsDrawn,
    Event,
    Kicker,
    KickerLeft,
    KickerTaken,
    LastRoundBegan,
    Over,
    State,
    Step,
    TakingKickers,
)

CARDS_A_QUESTION = 2

T = TypeVar("T")


def after(first: Event, step: Step) -> Step:
    state, events = step
    return state, (first, *events)


def active_seats(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.positions)) if seat not in state.resigned)


def with_entry(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """Return the tuple of one entry a seat with that seat's changed."""
    return (*entries[:seat], entry, *entries[seat + 1 :])


# Kickers


def used_kicker(state: State, seat: Seat, kicker: Kicker) -> State:
    """Return the state with a kicker moved from the hand to the board."""
    return with_board_kickers(state, seat, frozenset((*state.board_kickers[seat], kicker)))


def regained_kicker(state: State, seat: Seat, kicker: Kicker) -> State:
    """Return the state with a kicker moved from the board to the hand."""
    return with_board_kickers(state, seat, frozenset(state.board_kickers[seat]) - {kicker})


def with_board_kickers(state: State, seat: Seat, lying: frozenset[Kicker]) -> State:
    """Return the state in which these kickers of the seat lie on the board and the other ones are in its hand."""
    in_hand = tuple(kicker for kicker in KICKERS if kicker not in lying)
    on_board = tuple(kicker for kicker in KICKERS if kicker in lying)
    return replace(
        state,
        kickers=with_entry(state.kickers, seat, in_hand),
        board_kickers=with_entry(state.board_kickers, seat, on_board),
    )


def offer_kickers(state: State, phase: TakingKickers, deck: Deck) -> Step:
    """Let those who are due a kicker take one that lies on the board; without any, it has no effect (AQ-7, AQ-11)."""
    lying = [len(kickers) for kickers in state.board_kickers]
    phase = replace(phase, due=tuple(map(min, phase.due, lying)))
    if any(phase.due):
        return replace(state, phase=phase), ()
    if phase.reason == "LAST_ROUND":
        return pass_turn_on(state)
    return draw_cards(state, deck)


def take_kicker(state: State, phase: TakingKickers, seat: Seat, kicker: Kicker, deck: Deck) -> Step:
    if kicker not in state.board_kickers[seat]:
        raise IllegalMove("AQ-7", "You have no such kicker on the board.")
    taken = KickerTaken(seat, kicker)
    return after(taken, offer_kickers(regained_kicker(state, seat, kicker), one_less_due(phase, seat), deck))


def leave_kicker(state: State, phase: TakingKickers, seat: Seat, deck: Deck) -> Step:
    return after(KickerLeft(seat), offer_kickers(state, one_less_due(phase, seat), deck))


def one_less_due(phase: TakingKickers, seat: Seat) -> TakingKickers:
    return replace(phase, due=with_entry(phase.due, seat, phase.due[seat] - 1))


# The pile and the turn


def draw_cards(state: State, deck: Deck) -> Step:
    """Let the asker draw two cards (AQ-8); when they are the last, the last round begins (AQ-11)."""
    if not state.draw_pile or state.asker in state.resigned:
        return pass_turn_on(state)
    card_of = {card.id: card for card in deck.cards}
    drawn = tuple(card_of[id] for id in state.draw_pile[:CARDS_A_QUESTION])
    hand = state.hands[state.asker] + drawn
    state = replace(
        state, hands=with_entry(state.hands, state.asker, hand), draw_pile=state.draw_pile[CARDS_A_QUESTION:]
    )
    happened = CardsDrawn(state.asker, len(state.draw_pile))
    return after(happened, pass_turn_on(state) if state.draw_pile else begin_last_round(state, deck))


def begin_last_round(state: State, deck: Deck) -> Step:
    """Let everyone take back one kicker, then ask once more, beginning on the asker's left (AQ-11)."""
    seats = len(state.positions)
    in_order = sorted(active_seats(state), key=lambda seat: (seat - state.asker - 1) % seats)
    state = replace(state, to_ask=tuple(in_order))
    everyone = TakingKickers((1,) * seats, "LAST_ROUND")
    return after(LastRoundBegan(in_order[0]), offer_kickers(state, everyone, deck))


def pass_turn_on(state: State) -> Step:
    """Give the turn to the next on the left; after the last round, end the match (AQ-2, AQ-12)."""
    if state.to_ask is None:
        asker = left_of(state.asker, active_seats(state), len(state.positions))
        return replace(state, phase=Asking(), asker=asker, turns=state.turns + 1), ()
    waiting = tuple(seat for seat in state.to_ask if seat not in state.resigned)
    if not waiting:
        return replace(state, phase=Over("LAST_ROUND_PLAYED"), to_ask=()), ()
    asker, *later = waiting
    return replace(state, phase=Asking(), asker=asker, turns=state.turns + 1, to_ask=tuple(later)), ()
