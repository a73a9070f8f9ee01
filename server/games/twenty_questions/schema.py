"""20 Questions in GraphQL: what a viewer sees, what a seat can say, what has happened.

A view is built up from what its viewer may know: of the card in play it takes the category and the lines read, and for
its Reader the card as well; of an open window for free guesses who has spoken, and the viewer's own choice; of a guess
under review the verdict for its judges, and the viewer's own vote; of the pile nothing.
"""

from typing import Any, assert_never, get_args

import strawberry

from server.games.engine import IllegalMove, Seat, replace
from server.games.judging_types import AnswerJudging, AnswerStrictness, AnswerVerdict
from server.games.twenty_questions import graphql_types as gql
from server.games.twenty_questions import records, rules
from server.games.twenty_questions.board import BONUS_SPACES, FINISH, chips_left
from server.games.twenty_questions.cards import uncovered
from server.games.wording import Say, Text

SUMMARY = Text(
    "A card knows twenty things about a person, a place, a thing or a year, and one player, the Reader, holds it. "
    "In turn the others name a number, hear the line behind it, and have ten seconds to guess what the card is about. "
    "Whoever is right moves forward by the lines not yet heard, the Reader by those that were. "
    "Some lines are no clues but move pawns, cost a turn or give a chip for a guess out of turn. "
    "Bonus Spaces on the track lead to Bonus Rounds: five lines, one guess, and the fewer lines the better. "
    "The first pawn at the end of the track wins."
)

View = gql.TwentyQuestionsView
EVENTS = get_args(gql.TwentyQuestionsEvent)
MoveInput = gql.TwentyQuestionsMove
OptionsInput = gql.TwentyQuestionsOptionsInput
OptionsView = gql.TwentyQuestionsOptions


# Views


def view(state: rules.State, seat: Seat | None) -> gql.TwentyQuestionsView:
    """Return what the player at `seat` may see, or a spectator when it is None."""
    card, phase = state.card, state.phase
    return gql.TwentyQuestionsView(
        card_number=card.number,
        category=gql.TwentyQuestionsCategory(card.card.category),
        reader=card.reader,
        bonus_player=card.bonus_player,
        turn=whose_turn(phase),
        guessing=guessing(phase) if isinstance(phase, records.Guessing) else None,
        free_guess_window=window(phase, seat) if isinstance(phase, records.OfferingFreeGuess) else None,
        pawn_choice=pawn_choice(phase) if isinstance(phase, records.ChoosingPawn) else None,
        review=review(phase, seat) if isinstance(phase, records.Reviewing) else None,
        lines=[
            gql.TwentyQuestionsReadLine(seat=read.seat, line=line(read.number, card.card.lines[read.number - 1]))
            for read in card.read
        ],
        uncovered=list(uncovered(card)),
        guesses=[guess(made) for made in card.guesses],
        secret_card=secret_card(card.card) if seat == card.reader else None,
        finish=FINISH,
        bonus_spaces=list(BONUS_SPACES),
        owed_bonuses=list(state.owed),
        chips_left=chips_left(state),
        seats=[
            gql.TwentyQuestionsSeat(seat=index, position=position, chips=chips)
            for index, (position, chips) in enumerate(zip(state.positions, state.chips, strict=True))
        ],
        results=[result(each) for each in state.results],
    )


def whose_turn(phase: records.Phase) -> Seat | None:
    match phase:
        case records.OfferingFreeGuess(guesser):
            return guesser
        case records.Guessing(_, _, records.Declared(guesser)):
            return guesser
        case records.Choosing(seat) | records.ChoosingPawn(seat) | records.Guessing(seat):
            return seat
        case records.Reviewing(asked):
            return whose_turn(asked)
        case records.Over():
            return None
        case _:
            assert_never(phase)


def guessing(phase: records.Guessing) -> gql.TwentyQuestionsGuessing:
    return gql.TwentyQuestionsGuessing(seat=phase.seat, occasion=gql.TwentyQuestionsOccasion(phase.occasion))


def window(phase: records.OfferingFreeGuess, viewer: Seat | None) -> gql.TwentyQuestionsFreeGuessWindow:
    answered = sorted((*phase.declared, *phase.declined))
    return gql.TwentyQuestionsFreeGuessWindow(
        asked=list(phase.asked),
        answered=answered,
        own_choice=viewer in phase.declared if viewer in answered else None,
    )


def pawn_choice(phase: records.ChoosingPawn) -> gql.TwentyQuestionsPawnChoice:
    direction = gql.TwentyQuestionsDirection.BACK if phase.spaces < 0 else gql.TwentyQuestionsDirection.FORWARD
    return gql.TwentyQuestionsPawnChoice(seat=phase.seat, spaces=abs(phase.spaces), direction=direction)


def review(phase: records.Reviewing, viewer: Seat | None) -> gql.TwentyQuestionsReview:
    asked, made = phase.review, phase.guessing
    is_judge = viewer in asked.judges
    return gql.TwentyQuestionsReview(
        seat=made.seat,
        text=asked.guess,
        occasion=gql.TwentyQuestionsOccasion(made.occasion),
        judges=list(asked.judges),
        ruled=[vote.seat for vote in asked.votes],
        verdict=AnswerVerdict(asked.verdict) if is_judge else None,
        own_vote=next((vote.accept for vote in asked.votes if vote.seat == viewer), None),
    )


def line(number: int, written: records.Line) -> gql.TwentyQuestionsLine:
    return gql.TwentyQuestionsLine(
        number=number,
        clue=written.clue,
        instruction=written.instruction and gql.TwentyQuestionsInstruction(written.instruction),
        spaces=written.spaces,
        direction=written.direction and gql.TwentyQuestionsDirection(written.direction),
    )


def secret_card(card: records.Card) -> gql.TwentyQuestionsSecretCard:
    return gql.TwentyQuestionsSecretCard(
        answer=card.text,
        aliases=list(card.aliases),
        lines=[line(number, written) for number, written in enumerate(card.lines, start=1)],
    )


def guess(made: records.JudgedGuess) -> gql.TwentyQuestionsGuess:
    ruling = made.ruling
    return gql.TwentyQuestionsGuess(
        seat=made.seat,
        text=made.text,
        occasion=gql.TwentyQuestionsOccasion(made.occasion),
        verdict=AnswerVerdict(ruling.verdict),
        is_right=ruling.is_right,
        overruled_by=None if ruling.overruled_by is None else AnswerJudging(ruling.overruled_by),
        votes=[gql.TwentyQuestionsVote(seat=vote.seat, correct=vote.accept) for vote in ruling.votes],
    )


def result(ended: records.Result) -> gql.TwentyQuestionsResult:
    return gql.TwentyQuestionsResult(
        number=ended.number,
        card=strawberry.ID(ended.card),
        category=gql.TwentyQuestionsCategory(ended.category),
        answer=ended.answer,
        reader=ended.reader,
        bonus_player=ended.bonus_player,
        end=gql.TwentyQuestionsEnd(ended.end),
        solver=ended.solver,
        lines_read=ended.lines_read,
        solver_points=ended.solver_points,
        reader_points=ended.reader_points,
    )


# Moves


def move(said: gql.TwentyQuestionsMove) -> rules.Move:
    """Return the move that was said. Raise IllegalMove for one that says nothing, like `pass: false` (ALL-2)."""
    if isinstance(said.choose_clue, int):
        return records.ChooseClue(said.choose_clue)
    if isinstance(said.guess, str):
        return records.Guess(said.guess)
    if said.pass_:
        return records.Pass()
    if said.play_free_guess:
        return records.PlayFreeGuess()
    if said.decline_free_guess:
        return records.DeclineFreeGuess()
    if isinstance(said.move_pawn, int):
        return records.MovePawn(said.move_pawn)
    if isinstance(said.rule, bool):
        return records.Rule(said.rule)
    raise IllegalMove(
        "ALL-2",
        "Say one move: chooseClue, guess, pass: true, playFreeGuess: true, declineFreeGuess: true, movePawn or rule.",
    )


def said(move: rules.Move) -> dict[str, Any]:
    """Return the move as the JSON of a TwentyQuestionsMove, ready to be sent back."""
    match move:
        case records.ChooseClue(number):
            return {"chooseClue": number}
        case records.Guess(text):
            return {"guess": text}
        case records.Pass():
            return {"pass": True}
        case records.PlayFreeGuess():
            return {"playFreeGuess": True}
        case records.DeclineFreeGuess():
            return {"declineFreeGuess": True}
        case records.MovePawn(seat):
            return {"movePawn": seat}
        case records.Rule(correct):
            return {"rule": correct}
        case _:
            assert_never(move)


def label(move: rules.Move, say: Say) -> str:
    """Return what a button for the move says."""
    match move:
        case records.ChooseClue(number):
            return say("Number {number}", number=number)
        case records.Guess(text):
            return say("Guess “{text}”", text=text) if text else say("Guess")
        case records.Pass():
            return say("No guess")
        case records.PlayFreeGuess():
            return say("Play a blue chip")
        case records.DeclineFreeGuess():
            return say("Keep the chip")
        case records.MovePawn(seat):
            return say("Move the pawn of seat {seat}", seat=seat)
        case records.Rule(correct):
            return say("Correct") if correct else say("Wrong")
        case _:
            assert_never(move)


# Events


def event(happened: rules.Event) -> gql.TwentyQuestionsEvent:
    match happened:
        case records.DeckReshuffled(cards):
            return gql.TwentyQuestionsDeckReshuffled(cards=cards)
        case records.CardDrawn(number, reader, category, bonus_player):
            return gql.TwentyQuestionsCardDrawn(
                number=number,
                reader=reader,
                category=gql.TwentyQuestionsCategory(category),
                bonus_player=bonus_player,
            )
        case records.LineRead(seat, number, written):
            return gql.TwentyQuestionsLineRead(seat=seat, line=line(number, written))
        case records.FreeGuessConsidered(seat):
            return gql.TwentyQuestionsFreeGuessConsidered(seat=seat)
        case records.FreeGuessesDeclared(seats):
            return gql.TwentyQuestionsFreeGuessesDeclared(seats=list(seats))
        case records.ChipPlayed(seat):
            return gql.TwentyQuestionsChipPlayed(seat=seat)
        case records.ChipTaken(seat):
            return gql.TwentyQuestionsChipTaken(seat=seat)
        case records.GuessMade(seat, text, occasion):
            return gql.TwentyQuestionsGuessMade(seat=seat, text=text, occasion=gql.TwentyQuestionsOccasion(occasion))
        case records.GuessPassed(seat):
            return gql.TwentyQuestionsGuessPassed(seat=seat)
        case records.VoteCast(seat):
            return gql.TwentyQuestionsVoteCast(seat=seat)
        case records.GuessRuled(made):
            return gql.TwentyQuestionsGuessRuled(guess=guess(made))
        case records.PawnMoved(seat, origin, position, cause):
            return gql.TwentyQuestionsPawnMoved(
                seat=seat, origin=origin, position=position, cause=gql.TwentyQuestionsMoveCause(cause)
            )
        case records.BonusEarned(seat):
            return gql.TwentyQuestionsBonusEarned(seat=seat)
        case records.CardEnded(ended):
            return gql.TwentyQuestionsCardEnded(result=result(ended))
        case _:
            assert_never(happened)


# Options


def options(given: gql.TwentyQuestionsOptionsInput) -> rules.Options:
    """Return the options asked for, unchecked: `rules.check_options` judges them."""
    chosen: dict[str, Any] = {name: getattr(given, name) for name in rules.CLOCKS}
    chosen["judging"] = given.judging.value if given.judging else None
    chosen["strictness"] = given.strictness.value if given.strictness else None
    stated = {name: value for name, value in chosen.items() if value is not None}
    return replace(rules.Options(first_reader=given.first_reader), **stated)


def options_view(options: rules.Options, seats: int | None) -> gql.TwentyQuestionsOptions:
    """Return the options as shown."""
    return gql.TwentyQuestionsOptions(
        first_reader=options.first_reader,
        judging=AnswerJudging(options.judging),
        strictness=AnswerStrictness(options.strictness),
        choose_seconds=options.choose_seconds,
        guess_seconds=options.guess_seconds,
        free_guess_seconds=options.free_guess_seconds,
        pawn_seconds=options.pawn_seconds,
        ruling_seconds=options.ruling_seconds,
    )
