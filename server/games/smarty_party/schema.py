"""Smarty Party! in GraphQL: what a viewer sees, what a seat can say, what has happened.

Only this file and `types` know Strawberry. A view is built up from what its viewer may know: the list enters it for the
Reader alone, a guess while it is on the table, earlier guesses only where the options list them (SP-7). Events never
carry a guess while its round runs: they stay in the log, where it could be read again.
"""

from typing import Any, assert_never

import strawberry

from server.games.engine import IllegalMove, Seat, replace
from server.games.judging_types import AnswerJudging, AnswerStrictness, AnswerVerdict
from server.games.smarty_party import records, rules
from server.games.smarty_party.guessing import found_items
from server.games.smarty_party.seats import guessers
from server.games.smarty_party.types import (
    SmartyPartyGuess,
    SmartyPartyGuessDropped,
    SmartyPartyGuessMade,
    SmartyPartyGuessNamed,
    SmartyPartyGuessResult,
    SmartyPartyItem,
    SmartyPartyListItem,
    SmartyPartyMove,
    SmartyPartyOnTable,
    SmartyPartyOptions,
    SmartyPartyOptionsInput,
    SmartyPartyRemembered,
    SmartyPartyReview,
    SmartyPartyRound,
    SmartyPartyRoundBegan,
    SmartyPartyRoundDropped,
    SmartyPartyRoundEnd,
    SmartyPartyRoundEnded,
    SmartyPartySeat,
    SmartyPartyStartChosen,
    SmartyPartyTieBreakBegan,
    SmartyPartyTimerStarted,
    SmartyPartyView,
    SmartyPartyWager,
    SmartyPartyWagered,
)
from server.games.wording import Say, Text

SUMMARY = Text(
    "Name the items of a list, and be the one who comes least far. "
    "Each round one player reads: they alone see the list, wager on whether the others will find enough of it, "
    "and say who begins. "
    "Name an item that is on the list and you wear the Smarty Pants; miss, and you take the highest penalty chip left. "
    "A guess that was made before costs nothing, but nobody keeps a record of them for you. "
    "When the list or the chips run out, the Pants throw out one chip and the others move pawns forward. "
    "As soon as a pawn is on Game Over, the one that has come least far wins."
)


View = SmartyPartyView
EVENTS = (
    SmartyPartyRoundBegan,
    SmartyPartyWagered,
    SmartyPartyStartChosen,
    SmartyPartyTimerStarted,
    SmartyPartyGuessNamed,
    SmartyPartyGuessMade,
    SmartyPartyGuessDropped,
    SmartyPartyRoundEnded,
    SmartyPartyRoundDropped,
    SmartyPartyTieBreakBegan,
)
MoveInput = SmartyPartyMove
OptionsInput = SmartyPartyOptionsInput
OptionsView = SmartyPartyOptions

SmartyPartyEvent = (
    SmartyPartyRoundBegan
    | SmartyPartyWagered
    | SmartyPartyStartChosen
    | SmartyPartyTimerStarted
    | SmartyPartyGuessNamed
    | SmartyPartyGuessMade
    | SmartyPartyGuessDropped
    | SmartyPartyRoundEnded
    | SmartyPartyRoundDropped
    | SmartyPartyTieBreakBegan
)


def view(state: rules.State, seat: Seat | None) -> SmartyPartyView:
    """Return what the player at `seat` may see, or a spectator when it is None."""
    round = state.round
    turn = turn_in(state.phase)
    return SmartyPartyView(
        track=state.options.track,
        number=round.number,
        reader=round.reader,
        topic=round.card.topic,
        item_count=len(round.card.items),
        wager_number=round.card.wager,
        wager=SmartyPartyWager(round.wager) if round.wager else None,
        is_tie_break=bool(state.contenders),
        turn=turn.guesser if turn else None,
        is_timed=turn.is_timed if turn else False,
        found_count=len(found_items(round)),
        chips_left=list(round.chips_left),
        on_table=on_table(round),
        review=review(state, seat),
        items=readers_list(round) if seat == round.reader else None,
        remembered=remembered(round) if state.options.memory_aid else None,
        seats=seats_seen(state),
        last_round=finished_round(state.finished) if state.finished else None,
    )


def bot_view(state: rules.State, seat: Seat) -> SmartyPartyView:
    """Return the view of a bot: it has heard the guesses of this round, as people at the table have (SP-7)."""
    return view(replace(state, options=replace(state.options, memory_aid=True)), seat)


def faded(state: rules.State) -> rules.State:
    """Return a state as it may be shown again later: without the guess then on the table (SP-7)."""
    if state.options.memory_aid:
        return state
    return replace(state, round=replace(state.round, on_table=None))


def turn_in(phase: records.Phase) -> records.Guessing | None:
    match phase:
        case records.Guessing() as turn:
            return turn
        case records.Reviewing(turn):
            return turn
        case _:
            return None


def on_table(round: records.Round) -> SmartyPartyOnTable | None:
    guess = round.on_table
    if guess is None:
        return None
    item = None if guess.item is None else round.card.items[guess.item]
    return SmartyPartyOnTable(
        seat=guess.seat,
        text=guess.text,
        result=SmartyPartyGuessResult(guess.result) if guess.result else None,
        item=item.text if item else None,
        smiley=item.smiley if item else False,
    )


def review(state: rules.State, seat: Seat | None) -> SmartyPartyReview | None:
    """Return what a judge is told: the verdict, and the Reader also which item it is for (SP-5)."""
    phase = state.phase
    if not isinstance(phase, records.Reviewing) or seat not in phase.review.judges:
        return None
    is_shown = seat == state.round.reader and phase.matched is not None
    return SmartyPartyReview(
        verdict=AnswerVerdict(phase.review.verdict),
        item=text_of(state.round, phase.matched) if is_shown else None,
    )


def text_of(round: records.Round, place: int | None) -> str | None:
    return None if place is None else round.card.items[place].text


def readers_list(round: records.Round) -> list[SmartyPartyListItem]:
    found_by = {guess.item: guess.seat for guess in round.guesses}
    return [
        SmartyPartyListItem(
            text=item.text, aliases=list(item.aliases), smiley=item.smiley, found_by=found_by.get(place)
        )
        for place, item in enumerate(round.card.items)
    ]


def remembered(round: records.Round) -> list[SmartyPartyRemembered]:
    return [
        SmartyPartyRemembered(seat=guess.seat, text=guess.text, item=text_of(round, guess.item))
        for guess in round.guesses
    ]


def seats_seen(state: rules.State) -> list[SmartyPartySeat]:
    among = guessers(state)
    return [
        SmartyPartySeat(
            seat=seat,
            position=position,
            chips=list(chips),
            has_pants=state.round.pants == seat,
            is_guessing=seat in among,
        )
        for seat, (position, chips) in enumerate(zip(state.positions, state.round.chips, strict=True))
    ]


def finished_round(round: records.FinishedRound) -> SmartyPartyRound:
    return SmartyPartyRound(
        number=round.number,
        card=strawberry.ID(round.card),
        topic=round.topic,
        reader=round.reader,
        wager_number=round.wager_number,
        wager=SmartyPartyWager(round.wager),
        wager_won=round.wager_won,
        is_tie_break=round.is_tie_break,
        ended_by=SmartyPartyRoundEnd(round.ended_by),
        items=[SmartyPartyItem(text=item.text, smiley=item.smiley, found_by=item.found_by) for item in round.items],
        guesses=[guess_made(guess, round.items) for guess in round.guesses],
        repeats=round.repeats,
        chips=[list(chips) for chips in round.chips],
        pants=round.pants,
        thrown_out=round.thrown_out,
        steps=list(round.steps),
        positions=list(round.positions),
    )


def guess_made(guess: records.Guess, items: tuple[records.ListedItem, ...]) -> SmartyPartyGuess:
    return SmartyPartyGuess(
        seat=guess.seat,
        text=guess.text,
        item=None if guess.item is None else items[guess.item].text,
        verdict=AnswerVerdict(guess.verdict),
        overruled_by=AnswerJudging(guess.overruled_by) if guess.overruled_by else None,
        accepted_by=list(guess.accepted_by),
        rejected_by=list(guess.rejected_by),
    )


def move(said: SmartyPartyMove) -> rules.Move:
    """Return the move that was said. Raise IllegalMove for one that says nothing, like `pass: false` (ALL-2)."""
    if said.wager:
        return records.PlaceWager(WAGER_SAID[said.wager])
    if isinstance(said.choose_start, int):
        return records.ChooseStart(said.choose_start)
    if isinstance(said.name, str):
        return records.Name(said.name)
    if said.pass_:
        return records.Pass()
    if said.start_timer:
        return records.StartTimer()
    if said.rule:
        return records.Rule(said.rule.correct, said.rule.item)
    raise IllegalMove("ALL-2", "Say one move: wager, chooseStart, name, pass: true, startTimer: true, or rule.")


WAGER_SAID = {SmartyPartyWager(wager): wager for wager in records.Wager}


def said(move: rules.Move) -> dict[str, Any]:
    """Return the move as the JSON of a SmartyPartyMove, ready to be sent back."""
    match move:
        case records.PlaceWager(wager):
            return {"wager": wager.value}
        case records.ChooseStart(seat):
            return {"chooseStart": seat}
        case records.Name(text):
            return {"name": text}
        case records.Pass():
            return {"pass": True}
        case records.StartTimer():
            return {"startTimer": True}
        case records.Rule(correct, item):
            return {"rule": {"correct": correct, "item": item}}
        case _:
            assert_never(move)


def label(move: rules.Move, say: Say) -> str:
    """Return what a button for the move says."""
    match move:
        case records.PlaceWager(records.Wager.YES):
            return say("Wager YES: they will find enough")
        case records.PlaceWager():
            return say("Wager NO: they will find fewer")
        case records.ChooseStart(seat):
            return say("Let seat {seat} begin", seat=seat)
        case records.Name(text):
            return say("Name “{text}”", text=text) if text else say("Name an item")
        case records.Pass():
            return say("Pass and take a chip")
        case records.StartTimer():
            return say("Start the timer")
        case records.Rule(correct, item):
            return label_of_ruling(correct, item, say)
        case _:
            assert_never(move)


def label_of_ruling(correct: bool, item: str | None, say: Say) -> str:
    if not correct:
        return say("Wrong")
    return say("Right: {item}", item=item) if item else say("Right")


def event(happened: rules.Event) -> SmartyPartyEvent:
    match happened:
        case records.RoundBegan(number, reader, topic, items, wager_number, seats, is_tie_break):
            return SmartyPartyRoundBegan(
                number=number,
                reader=reader,
                topic=topic,
                item_count=items,
                wager_number=wager_number,
                guessers=list(seats),
                is_tie_break=is_tie_break,
            )
        case records.Wagered(reader, wager):
            return SmartyPartyWagered(reader=reader, wager=SmartyPartyWager(wager))
        case records.StartChosen(reader, starter):
            return SmartyPartyStartChosen(reader=reader, starter=starter)
        case records.TimerStarted(seat, by):
            return SmartyPartyTimerStarted(seat=seat, by=by)
        case records.GuessNamed(seat):
            return SmartyPartyGuessNamed(seat=seat)
        case records.GuessMade(seat, result, smiley, chip, position, found, chips_left):
            return SmartyPartyGuessMade(
                seat=seat,
                result=SmartyPartyGuessResult(result),
                smiley=smiley,
                chip=chip,
                position=position,
                found_count=found,
                chips_left=list(chips_left),
            )
        case records.GuessDropped(seat):
            return SmartyPartyGuessDropped(seat=seat)
        case records.RoundEnded(finished):
            return SmartyPartyRoundEnded(round=finished_round(finished))
        case records.RoundDropped(number):
            return SmartyPartyRoundDropped(number=number)
        case records.TieBreakBegan(contenders):
            return SmartyPartyTieBreakBegan(contenders=list(contenders))
        case _:
            assert_never(happened)


def options(given: SmartyPartyOptionsInput) -> rules.Options:
    """Return the options asked for, unchecked: `rules.check_options` judges them."""
    plain = ("track", "memory_aid", "first_reader", "wager_seconds", "guess_seconds", "timer_seconds", "rule_seconds")
    chosen: dict[str, object] = {name: getattr(given, name) for name in plain}
    chosen["judging"] = given.judging.value if given.judging else None
    chosen["strictness"] = given.strictness.value if given.strictness else None
    return replace(rules.Options(), **{name: value for name, value in chosen.items() if value is not None})


def options_view(options: rules.Options, seats: int | None) -> SmartyPartyOptions:
    """Return the options as shown."""
    return SmartyPartyOptions(
        track=options.track,
        judging=AnswerJudging(options.judging),
        strictness=AnswerStrictness(options.strictness),
        memory_aid=options.memory_aid,
        first_reader=options.first_reader,
        wager_seconds=options.wager_seconds,
        guess_seconds=options.guess_seconds,
        timer_seconds=options.timer_seconds,
        rule_seconds=options.rule_seconds,
    )
