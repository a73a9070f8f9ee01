"""Trivial Pursuit in GraphQL: what a viewer sees, what a seat can say, what has happened.

The only file of the game that knows Strawberry. A view is built up from what its viewer may know: the answer to the
question on the table enters it here, for the reader and for judges, or not at all; of the votes, the viewer's own.
"""

from enum import Enum
from functools import cache
from typing import Any, assert_never

import strawberry

from server.games.answers import Strictness
from server.games.engine import IllegalMove, Seat, replace
from server.games.judging_types import AnswerJudging, AnswerStrictness, AnswerVerdict
from server.games.rulings import Judging, to_rule
from server.games.trivial_pursuit import board, records, rules
from server.games.trivial_pursuit.moves import destinations
from server.games.trivial_pursuit.questions import still_voting
from server.games.trivial_pursuit.turns import reader_of, turn_number
from server.games.wording import Say, Text

SUMMARY = Text(
    "Questions and answers around a wheel. "
    "Roll, move, and answer a question of the colour you land on; as long as you are right, you go on. "
    "At each of the six headquarters a right answer wins you a wedge of its colour. "
    "Once you have all your wedges, return to the hub by exact count, "
    "where the other players choose the category of your final question. "
    "Answer it and you win; miss it and you have to leave the hub and come back."
)


@strawberry.enum(description="The colour of a category, of its spaces and of its wedge.")
class TrivialPursuitColour(Enum):
    BROWN = strawberry.enum_value("BROWN", description="The Written Word: books, magazines, comics.")
    BLUE = strawberry.enum_value("BLUE", description="Global View: geography, space, cultures.")
    ORANGE = strawberry.enum_value("ORANGE", description="Game Time: sports and games of all kinds.")
    YELLOW = strawberry.enum_value("YELLOW", description="News: headlines of the years 1982 to 2002.")
    PINK = strawberry.enum_value("PINK", description="Sound & Screen: films, television, music.")
    GREEN = strawberry.enum_value("GREEN", description="Innovations: inventions, medicine, science.")


@strawberry.enum(description="What a space of the board is.")
class TrivialPursuitSpaceKind(Enum):
    HUB = strawberry.enum_value("HUB", description="The centre, where all tokens start and the match is won.")
    HEADQUARTERS = strawberry.enum_value(
        "HEADQUARTERS", description="The end of a spoke; a right answer wins the wedge of its colour."
    )
    CATEGORY = strawberry.enum_value("CATEGORY", description="A question of its colour is asked.")
    ROLL_AGAIN = strawberry.enum_value("ROLL_AGAIN", description="No question: roll and move again.")


@strawberry.type(
    description="A space of the board. `HUB` is the centre. The ring of 42 is `R0` to `R41`, clockwise; the "
    "headquarters are `R0` brown, `R7` blue, `R14` orange, `R21` yellow, `R28` pink and `R35` green. Spoke `S0` leads "
    "from the hub to `R0`, `S1` to `R7` and so on; `S0-1` lies next to the hub, `S0-5` next to the headquarters."
)
class TrivialPursuitSpace:
    id: strawberry.ID = strawberry.field(description="What `moveTo` takes.")
    kind: TrivialPursuitSpaceKind = strawberry.field(description="What it is.")
    colour: TrivialPursuitColour | None = strawberry.field(
        description="The category asked here; null for the hub and for roll-again spaces."
    )
    called: strawberry.Private[Text]

    @strawberry.field(description="What to call it, different for every space.")
    def name(self, info: strawberry.Info[Any, Any]) -> str:
        say: Say = info.context.say
        return say.known(self.called)


@strawberry.type(description="How a token has done in one category.")
class TrivialPursuitTally:
    colour: TrivialPursuitColour = strawberry.field(description="The category.")
    asked: int = strawberry.field(description="How many questions it has been asked and has answered or let pass.")
    right: int = strawberry.field(description="How many of them it got right.")


@strawberry.type(description="A seat's token, as everyone sees it.")
class TrivialPursuitToken:
    seat: int = strawberry.field(description="The seat's index in `Match.seats`.")
    space: TrivialPursuitSpace = strawberry.field(description="Where it stands; where it last stood once resigned.")
    wedges: list[TrivialPursuitColour] = strawberry.field(description="Its wedges, in the order they were won.")
    locked: TrivialPursuitColour | None = strawberry.field(
        description="The headquarters it cannot enter until it has answered a question elsewhere; null for none."
    )
    turns: int = strawberry.field(description="How many turns it has begun.")
    tallies: list[TrivialPursuitTally] = strawberry.field(description="Its answers, one entry per category.")


@strawberry.type(description="The roll for the start: the highest roller begins, those who tie roll again.")
class TrivialPursuitStart:
    round: int = strawberry.field(description="1, and one more for each tie.")
    contenders: list[int] = strawberry.field(description="The seats that roll in this round.")
    rolls: list[int | None] = strawberry.field(
        description="What was rolled in this round, one entry per seat; null where nothing was."
    )


@strawberry.type(description="A question as it was asked.")
class TrivialPursuitQuestion:
    number: int = strawberry.field(description="1 for the first question of the match.")
    card: strawberry.ID = strawberry.field(description="The id of the card it stands on.")
    colour: TrivialPursuitColour = strawberry.field(description="Its category.")
    space: TrivialPursuitSpace = strawberry.field(description="Where the token stands.")
    is_final: bool = strawberry.field(description="Whether a right answer wins the match.")
    text: str = strawberry.field(description="The question.")


@strawberry.type(description="The question on the table.")
class TrivialPursuitOpenQuestion:
    question: TrivialPursuitQuestion = strawberry.field(description="The question.")
    reader: int = strawberry.field(description="The seat that reads it: the player on the right.")
    answer: str | None = strawberry.field(
        description="What the card says: for the reader, and for judges once they are to rule; null for all others."
    )


@strawberry.type(description="An answer that people are ruling on.")
class TrivialPursuitReview:
    guess: str = strawberry.field(description="What was answered.")
    verdict: AnswerVerdict | None = strawberry.field(
        description="What the server makes of it, for those who rule; null for all others."
    )
    judges: list[int] = strawberry.field(description="The seats that rule on it.")
    still_to_rule: list[int] = strawberry.field(description="The judges who have not ruled yet.")
    own_ruling: bool | None = strawberry.field(
        description="How the viewer has ruled; null when they have not. How others have, shows with the verdict."
    )


@strawberry.type(description="The vote on the category of a final question.")
class TrivialPursuitCategoryVote:
    still_to_vote: list[int] = strawberry.field(description="The seats that have not voted yet.")
    own_vote: TrivialPursuitColour | None = strawberry.field(
        description="What the viewer has voted for; null for nothing. What others have, shows when all have."
    )


@strawberry.type(description="How one judge ruled on an answer.")
class TrivialPursuitRuling:
    seat: int = strawberry.field(description="The judge.")
    correct: bool = strawberry.field(description="Whether the answer was to count.")


@strawberry.type(description="A question and what came of it.")
class TrivialPursuitJudgedQuestion:
    seat: int = strawberry.field(description="The seat that was asked.")
    question: TrivialPursuitQuestion = strawberry.field(description="The question.")
    answer: str = strawberry.field(description="What the card says. What stands in parentheses need not be said.")
    guess: str | None = strawberry.field(description="What was answered; null when time ran out.")
    verdict: AnswerVerdict = strawberry.field(description="What the server made of it.")
    is_right: bool = strawberry.field(description="Whether it counted.")
    overruled_by: AnswerJudging | None = strawberry.field(
        description="Who overruled the server's verdict, `READER` or `TABLE`; null when it stood."
    )
    rulings: list[TrivialPursuitRuling] = strawberry.field(description="How people ruled, by seat; often nobody did.")


@strawberry.type(description="A match of Trivial Pursuit as one seat or a spectator may see it.")
class TrivialPursuitView:
    turn: int | None = strawberry.field(
        description="The seat whose turn it is; null while the start is rolled for and when the match is over."
    )
    turn_number: int = strawberry.field(description="How many turns have begun in the match.")
    start: TrivialPursuitStart | None = strawberry.field(
        description="The roll for the start; null once the first turn has begun."
    )
    roll: int | None = strawberry.field(description="The die, until the token has been moved; null otherwise.")
    destinations: list[TrivialPursuitSpace] = strawberry.field(
        description="Where the token in turn can go with this roll; empty when nothing has been rolled."
    )
    question: TrivialPursuitOpenQuestion | None = strawberry.field(
        description="The question on the table, until it is decided; null when there is none."
    )
    review: TrivialPursuitReview | None = strawberry.field(
        description="The answer that people are ruling on; null when there is none."
    )
    is_choosing_category: bool = strawberry.field(
        description="Whether the seat in turn is in the hub, without the wedges it needs, and is to choose the "
        "category of its question."
    )
    category_vote: TrivialPursuitCategoryVote | None = strawberry.field(
        description="The vote on the category of a final question; null when there is none."
    )
    last_question: TrivialPursuitJudgedQuestion | None = strawberry.field(
        description="The question decided last; null before the first."
    )
    wedges_needed: int = strawberry.field(description="How many wedges of different colours are enough.")
    winners: list[int] = strawberry.field(
        description="The seats that have won, while others without a turn may still draw level, and in the end."
    )
    pile_size: int = strawberry.field(description="How many cards are unused; then all are shuffled anew.")
    tokens: list[TrivialPursuitToken] = strawberry.field(description="One entry per seat, by index.")


@strawberry.type(description="A seat rolled for the start.")
class TrivialPursuitRolledForStart:
    seat: int = strawberry.field(description="The seat that rolled.")
    roll: int = strawberry.field(description="1 to 6.")
    round: int = strawberry.field(description="1, and one more for each tie.")


@strawberry.type(description="Several seats rolled highest for the start and roll again.")
class TrivialPursuitStartTied:
    seats: list[int] = strawberry.field(description="Who rolls again.")


@strawberry.type(description="A turn began.")
class TrivialPursuitTurnBegan:
    seat: int = strawberry.field(description="Whose turn it is.")
    turn: int = strawberry.field(description="1 for the first turn of the match.")
    is_reply: bool = strawberry.field(
        description="Whether it is the one turn a seat gets to draw level with somebody who won on theirs."
    )


@strawberry.type(description="The die was rolled.")
class TrivialPursuitRolled:
    seat: int = strawberry.field(description="The seat that rolled.")
    roll: int = strawberry.field(description="1 to 6.")


@strawberry.type(description="A token was moved.")
class TrivialPursuitMoved:
    seat: int = strawberry.field(description="The token's seat.")
    origin: TrivialPursuitSpace = strawberry.field(description="Where it came from.")
    path: list[TrivialPursuitSpace] = strawberry.field(description="The spaces stepped on, the last where it stopped.")


@strawberry.type(description="A seat in the hub without the wedges it needs chose the category of its question.")
class TrivialPursuitCategoryChosen:
    seat: int = strawberry.field(description="The seat.")
    colour: TrivialPursuitColour = strawberry.field(description="The category.")


@strawberry.type(description="A seat voted on the category of a final question. What for, shows when all have voted.")
class TrivialPursuitCategoryVoted:
    seat: int = strawberry.field(description="The seat that voted.")


@strawberry.type(description="The category of a final question was decided.")
class TrivialPursuitCategoryDecided:
    seat: int = strawberry.field(description="The seat that will be asked.")
    colour: TrivialPursuitColour = strawberry.field(description="The category.")
    votes: list[TrivialPursuitColour | None] = strawberry.field(
        description="What each seat voted for; null for the seat that will be asked and those who have resigned."
    )


@strawberry.type(description="All cards had been used and were shuffled.")
class TrivialPursuitCardsShuffled:
    pile_size: int = strawberry.field(description="How many cards there are now.")


@strawberry.type(description="A question was asked.")
class TrivialPursuitQuestionAsked:
    seat: int = strawberry.field(description="The seat that is asked.")
    reader: int = strawberry.field(description="The seat that reads it: the player on the right.")
    question: TrivialPursuitQuestion = strawberry.field(description="The question.")


@strawberry.type(description="An answer was given, or time ran out.")
class TrivialPursuitAnswerGiven:
    seat: int = strawberry.field(description="The seat that was asked.")
    guess: str | None = strawberry.field(description="What it answered; null when time ran out.")


@strawberry.type(description="A judge ruled on an answer. How, shows with the verdict.")
class TrivialPursuitVerdictVoted:
    seat: int = strawberry.field(description="The judge.")


@strawberry.type(description="It was decided whether an answer is right.")
class TrivialPursuitAnswerJudged:
    result: TrivialPursuitJudgedQuestion = strawberry.field(description="The question and what came of it.")
    wedge: bool = strawberry.field(description="Whether it won the wedge of its colour.")


@strawberry.type(description="A seat answered its final question.")
class TrivialPursuitWon:
    seat: int = strawberry.field(description="The seat that won.")


@strawberry.type(description="The seat that was asked left the match, and its question with it.")
class TrivialPursuitQuestionDropped:
    number: int = strawberry.field(description="Which question, 1 for the first of the match.")


@strawberry.input(one_of=True, description="A move in Trivial Pursuit: exactly one of the fields.")
class TrivialPursuitMove:
    roll: bool | None = strawberry.field(default=strawberry.UNSET, description="`true`: roll the die.")
    move_to: str | None = strawberry.field(
        default=strawberry.UNSET, description="Move the token to the space with this id, for example `R7`."
    )
    answer: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="Answer the question, in at most 200 characters. An empty answer is wrong.",
    )
    choose_category: TrivialPursuitColour | None = strawberry.field(
        default=strawberry.UNSET, description="Choose the category of your question in the hub."
    )
    vote_category: TrivialPursuitColour | None = strawberry.field(
        default=strawberry.UNSET, description="Vote on the category of another player's final question."
    )
    rule: bool | None = strawberry.field(
        default=strawberry.UNSET, description="Rule on an answer: `true` when it is to count, `false` when not."
    )


@strawberry.input(description="The options of a new match of Trivial Pursuit.")
class TrivialPursuitOptionsInput:
    wedges: int | None = strawberry.field(
        default=None, description="How many wedges of different colours are enough: 4, 5 or 6; null for 6."
    )
    judging: AnswerJudging | None = strawberry.field(
        default=None, description="Who has the last word on an answer; null for `AUTOMATIC`."
    )
    strictness: AnswerStrictness | None = strawberry.field(
        default=None, description="How specific an answer must be; null for `LENIENT`."
    )
    answer_seconds: int | None = strawberry.field(
        default=None, description="Seconds for an answer, 15 to 120; 0 switches the clock off; null for 30."
    )
    move_seconds: int | None = strawberry.field(
        default=None,
        description="Seconds for rolling, moving, choosing and voting, 5 to 600; "
        "0 switches the clock off; null for 60.",
    )
    judge_seconds: int | None = strawberry.field(
        default=None, description="Seconds for ruling on an answer, 5 to 600; 0 switches the clock off; null for 30."
    )


@strawberry.type(description="The options a match of Trivial Pursuit is played with.")
class TrivialPursuitOptions:
    wedges: int = strawberry.field(description="How many wedges of different colours are enough.")
    judging: AnswerJudging = strawberry.field(description="Who has the last word on an answer.")
    strictness: AnswerStrictness = strawberry.field(description="How specific an answer must be.")
    answer_seconds: int = strawberry.field(description="Seconds for an answer; 0 when there is no clock.")
    move_seconds: int = strawberry.field(
        description="Seconds for rolling, moving, choosing and voting; 0 when there is no clock."
    )
    judge_seconds: int = strawberry.field(description="Seconds for ruling on an answer; 0 when there is no clock.")


View = TrivialPursuitView
EVENTS = (
    TrivialPursuitRolledForStart,
    TrivialPursuitStartTied,
    TrivialPursuitTurnBegan,
    TrivialPursuitRolled,
    TrivialPursuitMoved,
    TrivialPursuitCategoryChosen,
    TrivialPursuitCategoryVoted,
    TrivialPursuitCategoryDecided,
    TrivialPursuitCardsShuffled,
    TrivialPursuitQuestionAsked,
    TrivialPursuitAnswerGiven,
    TrivialPursuitVerdictVoted,
    TrivialPursuitAnswerJudged,
    TrivialPursuitWon,
    TrivialPursuitQuestionDropped,
)
MoveInput = TrivialPursuitMove
OptionsInput = TrivialPursuitOptionsInput
OptionsView = TrivialPursuitOptions

TrivialPursuitEvent = (
    TrivialPursuitRolledForStart
    | TrivialPursuitStartTied
    | TrivialPursuitTurnBegan
    | TrivialPursuitRolled
    | TrivialPursuitMoved
    | TrivialPursuitCategoryChosen
    | TrivialPursuitCategoryVoted
    | TrivialPursuitCategoryDecided
    | TrivialPursuitCardsShuffled
    | TrivialPursuitQuestionAsked
    | TrivialPursuitAnswerGiven
    | TrivialPursuitVerdictVoted
    | TrivialPursuitAnswerJudged
    | TrivialPursuitWon
    | TrivialPursuitQuestionDropped
)


# The view


def view(state: rules.State, seat: Seat | None) -> TrivialPursuitView:
    """Return what the player at `seat` may see, or a spectator when it is None."""
    phase = state.phase
    return TrivialPursuitView(
        turn=None if isinstance(phase, records.RollingForStart | records.Over) else state.turn,
        turn_number=turn_number(state),
        start=start(phase) if isinstance(phase, records.RollingForStart) else None,
        roll=phase.roll if isinstance(phase, records.Moving) else None,
        destinations=[space(id) for id in destinations(state, phase)] if isinstance(phase, records.Moving) else [],
        question=open_question(state, seat),
        review=review(phase, seat) if isinstance(phase, records.Reviewing) else None,
        is_choosing_category=isinstance(phase, records.ChoosingCategory),
        category_vote=category_vote(state, phase, seat) if isinstance(phase, records.VotingCategory) else None,
        last_question=None if state.last is None else judged_question(state.last),
        wedges_needed=state.options.wedges,
        winners=list(state.winners),
        pile_size=len(state.pile),
        tokens=[token(index, record) for index, record in enumerate(state.tokens)],
    )


def start(phase: records.RollingForStart) -> TrivialPursuitStart:
    return TrivialPursuitStart(round=phase.round, contenders=list(phase.contenders), rolls=list(phase.rolls))


def open_question(state: rules.State, seat: Seat | None) -> TrivialPursuitOpenQuestion | None:
    phase = state.phase
    if not isinstance(phase, records.Answering | records.Reviewing):
        return None
    reader = reader_of(state)
    in_the_know = (reader, *phase.review.judges) if isinstance(phase, records.Reviewing) else (reader,)
    return TrivialPursuitOpenQuestion(
        question=question(phase.asked),
        reader=reader,
        answer=phase.asked.content.text if seat in in_the_know else None,
    )


def question(asked: records.Asked) -> TrivialPursuitQuestion:
    return TrivialPursuitQuestion(
        number=asked.number,
        card=strawberry.ID(asked.card),
        colour=TrivialPursuitColour(asked.colour),
        space=space(asked.space),
        is_final=asked.is_final,
        text=asked.content.question,
    )


def review(phase: records.Reviewing, seat: Seat | None) -> TrivialPursuitReview:
    held = phase.review
    own = next((vote.accept for vote in held.votes if vote.seat == seat), None)
    return TrivialPursuitReview(
        guess=held.guess,
        verdict=AnswerVerdict(held.verdict) if seat in held.judges else None,
        judges=list(held.judges),
        still_to_rule=sorted(to_rule(held)),
        own_ruling=own,
    )


def category_vote(state: rules.State, phase: records.VotingCategory, seat: Seat | None) -> TrivialPursuitCategoryVote:
    own = None if seat is None else phase.votes[seat]
    return TrivialPursuitCategoryVote(
        still_to_vote=sorted(still_voting(state, phase)),
        own_vote=TrivialPursuitColour(own) if own else None,
    )


def judged_question(judged: records.Judged) -> TrivialPursuitJudgedQuestion:
    ruling = judged.ruling
    return TrivialPursuitJudgedQuestion(
        seat=judged.seat,
        question=question(judged.asked),
        answer=judged.asked.content.text,
        guess=judged.guess,
        verdict=AnswerVerdict(ruling.verdict),
        is_right=ruling.is_right,
        overruled_by=AnswerJudging(ruling.overruled_by) if ruling.overruled_by else None,
        rulings=[TrivialPursuitRuling(seat=vote.seat, correct=vote.accept) for vote in ruling.votes],
    )


def token(seat: Seat, record: records.Token) -> TrivialPursuitToken:
    return TrivialPursuitToken(
        seat=seat,
        space=space(record.space),
        wedges=[TrivialPursuitColour(colour) for colour in record.wedges],
        locked=TrivialPursuitColour(record.locked) if record.locked else None,
        turns=record.turns,
        tallies=[
            TrivialPursuitTally(colour=TrivialPursuitColour(colour), asked=asked, right=right)
            for colour, asked, right in zip(board.COLOURS, record.asked, record.right, strict=True)
        ],
    )


@cache
def space(id: str) -> TrivialPursuitSpace:
    found = board.SPACES[id]
    return TrivialPursuitSpace(
        id=strawberry.ID(id),
        kind=TrivialPursuitSpaceKind(found.kind),
        colour=TrivialPursuitColour(found.colour) if found.colour else None,
        called=found.name,
    )


# Moves


def move(said: TrivialPursuitMove) -> rules.Move:
    """Return the move that was said. Raise IllegalMove for one that says nothing, like `roll: false` (ALL-2)."""
    if said.roll:
        return records.Roll()
    if isinstance(said.move_to, str):
        return records.MoveTo(said.move_to)
    if isinstance(said.answer, str):
        return records.GiveAnswer(said.answer)
    if said.choose_category:
        return records.ChooseCategory(COLOUR_SAID[said.choose_category])
    if said.vote_category:
        return records.VoteCategory(COLOUR_SAID[said.vote_category])
    if isinstance(said.rule, bool):
        return records.Rule(said.rule)
    raise IllegalMove("ALL-2", "Say one move: roll: true, moveTo, answer, chooseCategory, voteCategory or rule.")


COLOUR_SAID = {TrivialPursuitColour(colour): colour for colour in board.COLOURS}


def said(move: rules.Move) -> dict[str, Any]:
    """Return the move as the JSON of a TrivialPursuitMove, ready to be sent back."""
    match move:
        case records.Roll():
            return {"roll": True}
        case records.MoveTo(id):
            return {"moveTo": id}
        case records.GiveAnswer(text):
            return {"answer": text}
        case records.ChooseCategory(colour):
            return {"chooseCategory": colour}
        case records.VoteCategory(colour):
            return {"voteCategory": colour}
        case records.Rule(is_right):
            return {"rule": is_right}
        case _:
            assert_never(move)


def label(move: rules.Move, say: Say) -> str:
    """Return what a button for the move says."""
    match move:
        case records.Roll():
            return say("Roll the die")
        case records.MoveTo(id):
            return say("Move to: {space}", space=board.SPACES[id].name)
        case records.GiveAnswer(""):
            return say("Answer")
        case records.GiveAnswer(text):
            return say("Answer “{text}”", text=text)
        case records.ChooseCategory(colour) | records.VoteCategory(colour):
            return say("{colour}: {category}", colour=board.NAMES[colour], category=board.CATEGORIES[colour])
        case records.Rule(is_right):
            return say("It counts") if is_right else say("It does not count")
        case _:
            assert_never(move)


# Events


def event(happened: rules.Event) -> TrivialPursuitEvent:
    match happened:
        case records.RolledForStart(seat, roll, round):
            return TrivialPursuitRolledForStart(seat=seat, roll=roll, round=round)
        case records.StartTied(seats):
            return TrivialPursuitStartTied(seats=list(seats))
        case records.TurnBegan(seat, turn, is_reply):
            return TrivialPursuitTurnBegan(seat=seat, turn=turn, is_reply=is_reply)
        case records.Rolled(seat, roll):
            return TrivialPursuitRolled(seat=seat, roll=roll)
        case records.Moved(seat, origin, path):
            return TrivialPursuitMoved(seat=seat, origin=space(origin), path=[space(id) for id in path])
        case records.CategoryChosen(seat, colour):
            return TrivialPursuitCategoryChosen(seat=seat, colour=TrivialPursuitColour(colour))
        case records.CategoryVoted(seat):
            return TrivialPursuitCategoryVoted(seat=seat)
        case records.CategoryDecided() as decided:
            return category_decided(decided)
        case records.CardsShuffled(size):
            return TrivialPursuitCardsShuffled(pile_size=size)
        case records.QuestionAsked() as asked:
            return question_asked(asked)
        case records.AnswerGiven(seat, guess):
            return TrivialPursuitAnswerGiven(seat=seat, guess=guess)
        case records.VerdictVoted(seat):
            return TrivialPursuitVerdictVoted(seat=seat)
        case records.AnswerJudged(judged, wedge):
            return TrivialPursuitAnswerJudged(result=judged_question(judged), wedge=wedge)
        case records.Won(seat):
            return TrivialPursuitWon(seat=seat)
        case records.QuestionDropped(number):
            return TrivialPursuitQuestionDropped(number=number)
        case _:
            assert_never(happened)


def category_decided(decided: records.CategoryDecided) -> TrivialPursuitCategoryDecided:
    return TrivialPursuitCategoryDecided(
        seat=decided.seat,
        colour=TrivialPursuitColour(decided.colour),
        votes=[TrivialPursuitColour(vote) if vote else None for vote in decided.votes],
    )


def question_asked(asked: records.QuestionAsked) -> TrivialPursuitQuestionAsked:
    return TrivialPursuitQuestionAsked(
        seat=asked.seat,
        reader=asked.reader,
        question=TrivialPursuitQuestion(
            number=asked.number,
            card=strawberry.ID(asked.card),
            colour=TrivialPursuitColour(asked.colour),
            space=space(asked.space),
            is_final=asked.is_final,
            text=asked.question,
        ),
    )


# Options


def options(given: TrivialPursuitOptionsInput) -> rules.Options:
    """Return the options asked for, unchecked: `rules.check_options` judges them."""
    numbers = {name: getattr(given, name) for name in ("wedges", "answer_seconds", "move_seconds", "judge_seconds")}
    chosen = {name: number for name, number in numbers.items() if number is not None}
    return replace(
        rules.Options(),
        **chosen,
        judging=given.judging.value if given.judging else Judging.AUTOMATIC,
        strictness=given.strictness.value if given.strictness else Strictness.LENIENT,
    )


def options_view(options: rules.Options, seats: int | None) -> TrivialPursuitOptions:
    """Return the options as shown."""
    return TrivialPursuitOptions(
        wedges=options.wedges,
        judging=AnswerJudging(options.judging),
        strictness=AnswerStrictness(options.strictness),
        answer_seconds=options.answer_seconds,
        move_seconds=options.move_seconds,
        judge_seconds=options.judge_seconds,
    )
