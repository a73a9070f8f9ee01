"""A turn of a guesser: what is named, how it is judged, what follows from it, and whose turn is next."""

from random import Random

from server.games.answers import Answer, Known, Strictness, Verdict, checked_text, find, judge
from server.games.engine import Deck, IllegalMove, Seat, left_of, replace
from server.games.rulings import Review, Ruling, review_of, ruled, stands, timed_out, without_judge
from server.games.smarty_party.records import (
    ChoosingStart,
    Guess,
    GuessDropped,
    Guessing,
    GuessMade,
    GuessNamed,
    OnTable,
    Result,
    Reviewing,
    Round,
    Rule,
    StartChosen,
    State,
    Step,
    TimerStarted,
    Wager,
    Wagered,
)
from server.games.smarty_party.rounds import end_round
from server.games.smarty_party.seats import active_seats, after, guessers, is_reader_gone, with_entry
from server.games.spelling import keys

# Before the first guess


def wagered(state: State, wager: Wager) -> Step:
    state = with_round(replace(state, phase=ChoosingStart()), wager=wager)
    return state, (Wagered(state.round.reader, wager),)


def begun_by(state: State, seat: Seat) -> Step:
    """Let the seat that the Reader has chosen begin (SP-2)."""
    if seat not in guessers(state):
        raise IllegalMove("SP-2", "Choose one of the players who guess in this round.")
    return turn_of(with_round(state, starter=seat), seat), (StartChosen(state.round.reader, seat),)


# Turns


def turn_of(state: State, seat: Seat) -> State:
    turns = state.turns + 1
    return with_timer_if_needed(replace(state, turns=turns, phase=Guessing(seat, turns)))


def with_timer_if_needed(state: State) -> State:
    """Let the timer run from the start when only a Reader could start it who has resigned (ALL-5)."""
    phase, options = state.phase, state.options
    is_nobodys = is_reader_gone(state) and options.guess_seconds == 0 and options.timer_seconds > 0
    if not is_nobodys or not isinstance(phase, Guessing):
        return state
    return replace(state, phase=replace(phase, is_timed=True))


def next_turn(state: State, seat: Seat) -> State:
    """Give the turn to the next guesser on the left of `seat`, past the Reader (SP-2)."""
    return turn_of(state, left_of(seat, guessers(state), len(state.positions)))


def can_be_hurried(state: State, turn: Guessing) -> bool:
    """Tell whether there is a timer that does not run yet (SP-6)."""
    return state.options.timer_seconds > 0 and not turn.is_timed


def seats_in_turn(state: State, turn: Guessing) -> frozenset[Seat]:
    """Return the guesser and, until the timer runs, the Reader: whether somebody dawdles is for him to say (SP-6)."""
    if can_be_hurried(state, turn) and not is_reader_gone(state):
        return frozenset((turn.guesser, state.round.reader))
    return frozenset((turn.guesser,))


def start_timer(state: State, turn: Guessing, by: Seat | None) -> Step:
    return replace(state, phase=replace(turn, is_timed=True)), (TimerStarted(turn.guesser, by),)


# A guess


def name(state: State, turn: Guessing, text: str, deck: Deck, rng: Random) -> Step:
    """Name an item: a repeat changes nothing, anything else is judged, by people where the options say so."""
    text = checked_text(text)
    if not text:
        return no_guess(state, turn, deck, rng)
    strictness = state.options.strictness
    matched, verdict = looked_up(text, state.round, deck.known, strictness)
    if is_repeat(text, state.round, matched, deck.known, strictness):
        return repeated(state, turn, text)
    others = [seat for seat in active_seats(state) if seat != turn.guesser]
    review = review_of(text, verdict, state.options.judging, state.round.reader, others)
    if isinstance(review, Ruling):
        return settle(state, turn, text, matched, review, deck, rng)
    state = with_round(state, on_table=OnTable(turn.guesser, text, result=None))
    return replace(state, phase=Reviewing(turn, review, matched)), (GuessNamed(turn.guesser),)


def looked_up(text: str, round: Round, known: Known, strictness: Strictness) -> tuple[int | None, Verdict]:
    """Return the place on the list of the item that fits best, those not yet found first, and how well it fits."""
    found = found_items(round)
    places = sorted(range(len(round.card.items)), key=lambda place: place in found)
    best = find(text, [round.card.items[place] for place in places], known, strictness)
    return (None, Verdict.WRONG) if best is None else (places[best[0]], best[1])


def is_repeat(text: str, round: Round, matched: int | None, known: Known, strictness: Strictness) -> bool:
    """Tell whether it has been guessed: the same text, another name of an item found, a misspelt wrong one (SP-4)."""
    if any(keys(text) & keys(guess.text) for guess in round.guesses):
        return True
    if matched is not None:
        return matched in found_items(round)
    missed = (Answer(guess.text) for guess in round.guesses if guess.item is None)
    return any(judge(text, answer, known, strictness).is_right for answer in missed)


def found_items(round: Round) -> frozenset[int]:
    """Return the places on the list of what has been found."""
    return frozenset(guess.item for guess in round.guesses if guess.item is not None)


def repeated(state: State, turn: Guessing, text: str) -> Step:
    """Let the same player guess again; a running timer runs on (SP-4)."""
    on_table = OnTable(turn.guesser, text, Result.REPEAT)
    state = with_round(replace(state, phase=turn), repeats=state.round.repeats + 1, on_table=on_table)
    return with_timer_if_needed(state), (came_of(state, turn.guesser, Result.REPEAT),)


def no_guess(state: State, turn: Guessing, deck: Deck, rng: Random) -> Step:
    return take_chip(with_round(state, on_table=None), turn.guesser, Result.NO_GUESS, deck, rng)


# Judging


def rule(state: State, phase: Reviewing, seat: Seat, ruling: Rule, deck: Deck, rng: Random) -> Step:
    """Rule on the guess (SP-5, ANS-5); only the Reader can say which item it is."""
    named = named_item(state, phase, seat, ruling) or phase.named
    return reviewed(state, replace(phase, named=named), ruled(phase.review, seat, ruling.correct), deck, rng)


def named_item(state: State, phase: Reviewing, seat: Seat, ruling: Rule) -> str | None:
    """Return the text of the item that the Reader has named, None for anybody else and for a wrong guess."""
    is_readers = seat == state.round.reader
    items = [item.text for item in state.round.card.items]
    if ruling.item is None:
        if ruling.correct and is_readers and phase.matched is None:
            raise IllegalMove("SP-5", "Say which item of the list it is.")
        return None
    if not ruling.correct:
        raise IllegalMove("SP-5", "A wrong guess is no item of the list: rule it wrong without naming one.")
    if not is_readers:
        raise IllegalMove("SP-5", "Only the Reader sees the list: accept the guess without naming an item.")
    if ruling.item not in items:
        raise IllegalMove("SP-5", "That is not an item of the list.")
    return ruling.item


def reviewed(state: State, phase: Reviewing, review: Review | Ruling, deck: Deck, rng: Random) -> Step:
    if isinstance(review, Review):
        return replace(state, phase=replace(phase, review=review)), ()
    return settle(state, phase.turn, phase.review.guess, item_meant(state, phase), review, deck, rng)


def item_meant(state: State, phase: Reviewing) -> int | None:
    """Return the place on the list of what the guess counts for when it is accepted."""
    if phase.named is None:
        return phase.matched
    return next(place for place, item in enumerate(state.round.card.items) if item.text == phase.named)


def let_verdict_stand(state: State, phase: Reviewing, deck: Deck, rng: Random) -> Step:
    """Settle the guess when the time for ruling on it is up (SP-16, ANS-5)."""
    return settle(state, phase.turn, phase.review.guess, phase.matched, timed_out(phase.review), deck, rng)


def without_ruling_of(state: State, phase: Reviewing, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Go on without the ruling of somebody who has resigned (ALL-5)."""
    if seat not in phase.review.judges:
        return state, ()
    return reviewed(state, phase, without_judge(phase.review, seat), deck, rng)


def settle(state: State, turn: Guessing, text: str, item: int | None, ruling: Ruling, deck: Deck, rng: Random) -> Step:
    """Do what the ruling says; `item` is the place on the list of what the guess counts for when it is right.

    When the others accept what the server took for wrong, it stays wrong unless the Reader has said which item it is.
    """
    if ruling.is_right and item is None:
        ruling = stands(ruling.verdict, ruling.votes)
    found = item if ruling.is_right else None
    if found in found_items(state.round):
        return repeated(state, turn, text)
    guess = Guess(
        turn.guesser,
        text,
        found,
        ruling.verdict,
        ruling.overruled_by,
        accepted_by=tuple(vote.seat for vote in ruling.votes if vote.accept),
        rejected_by=tuple(vote.seat for vote in ruling.votes if not vote.accept),
    )
    result = Result.WRONG if found is None else Result.RIGHT
    on_table = OnTable(turn.guesser, text, result, found)
    state = with_round(state, guesses=(*state.round.guesses, guess), on_table=on_table)
    if found is None:
        return take_chip(state, turn.guesser, result, deck, rng)
    return take_pants(state, turn.guesser, found, deck, rng)


def take_pants(state: State, seat: Seat, found: int, deck: Deck, rng: Random) -> Step:
    """Put the Smarty Pants on, and move back 1 for a smiley, never below Start (SP-3, SP-11)."""
    smiley = state.round.card.items[found].smiley
    if smiley:
        back = max(0, state.positions[seat] - 1)
        state = replace(state, positions=with_entry(state.positions, seat, back))
    state = with_round(state, pants=seat)
    return after(came_of(state, seat, Result.RIGHT, smiley=smiley), go_on(state, seat, deck, rng))


def take_chip(state: State, seat: Seat, result: Result, deck: Deck, rng: Random) -> Step:
    """Take the highest chip that is left (SP-3)."""
    chip, *left = state.round.chips_left
    mine = (*state.round.chips[seat], chip)
    state = with_round(state, chips_left=tuple(left), chips=with_entry(state.round.chips, seat, mine))
    return after(came_of(state, seat, result, chip=chip), go_on(state, seat, deck, rng))


def go_on(state: State, seat: Seat, deck: Deck, rng: Random) -> Step:
    """Pass the turn on, unless that was the last item or the last chip."""
    if not state.round.chips_left or len(found_items(state.round)) == len(state.round.card.items):
        return end_round(state, deck, rng)
    return next_turn(state, seat), ()


def came_of(state: State, seat: Seat, result: Result, smiley: bool = False, chip: int | None = None) -> GuessMade:
    return GuessMade(
        seat,
        result,
        smiley,
        chip,
        position=state.positions[seat],
        found=len(found_items(state.round)),
        chips_left=state.round.chips_left,
    )


def drop_guess(state: State, phase: Reviewing) -> Step:
    """Forget a guess whose guesser has resigned (ALL-5)."""
    guesser = phase.turn.guesser
    return next_turn(with_round(state, on_table=None), guesser), (GuessDropped(guesser),)


def with_round(state: State, **changes: object) -> State:
    return replace(state, round=replace(state.round, **changes))


# What can be said


def rulings_allowed(state: State, phase: Reviewing, seat: Seat) -> tuple[Rule, ...]:
    """Return the rulings a judge can give; the first lets the verdict stand."""
    wrong = Rule(correct=False)
    if seat != state.round.reader:
        right = Rule(correct=True)
        return (wrong, right) if phase.matched is None else (right, wrong)
    right_for = [Rule(correct=True, item=item.text) for item in state.round.card.items]
    if phase.matched is None:
        return (wrong, *right_for)
    return (right_for.pop(phase.matched), wrong, *right_for)
