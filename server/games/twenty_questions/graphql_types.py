"""The GraphQL types of 20 Questions, and nothing else."""

from enum import Enum

import strawberry

from server.games.judging_types import AnswerJudging, AnswerStrictness, AnswerVerdict


@strawberry.enum(description="What kind of thing a card is about.")
class TwentyQuestionsCategory(Enum):
    PERSON = strawberry.enum_value(
        "PERSON", description="Somebody living, dead or invented, an animal with a personality, or a group of people."
    )
    PLACE = strawberry.enum_value("PLACE", description="Somewhere on Earth or beyond, made by people or by nature.")
    THING = strawberry.enum_value("THING", description="An object, an animal, a work, a feast, an idea.")
    YEAR = strawberry.enum_value("YEAR", description="A year, by what happened in it. The guess must be exact.")


@strawberry.enum(description="What a line that is no clue makes the player who named its number do.")
class TwentyQuestionsInstruction(Enum):
    FREE_GUESS = strawberry.enum_value("FREE_GUESS", description="Guess now, then take a blue chip if one is left.")
    LOSE_A_TURN = strawberry.enum_value(
        "LOSE_A_TURN", description="No guess: the turn passes on. It ends a Bonus Round."
    )
    MOVE_AHEAD = strawberry.enum_value("MOVE_AHEAD", description="Move your pawn forward, then guess.")
    MOVE_BACK = strawberry.enum_value("MOVE_BACK", description="Move your pawn back, never past START, then guess.")
    NEXT_BONUS = strawberry.enum_value(
        "NEXT_BONUS", description="Move your pawn to the next Bonus Space ahead, if there is one, then guess."
    )
    MOVE_OTHER = strawberry.enum_value("MOVE_OTHER", description="Move somebody else's pawn, then guess.")
    GUESS_AND_PICK = strawberry.enum_value(
        "GUESS_AND_PICK", description="Guess now; if that is wrong, name another number and guess again."
    )


@strawberry.enum(description="Where a pawn is to be moved.")
class TwentyQuestionsDirection(Enum):
    FORWARD = strawberry.enum_value("FORWARD", description="Towards FINISH.")
    BACK = strawberry.enum_value("BACK", description="Towards START.")


@strawberry.enum(description="What gives the right to a guess.")
class TwentyQuestionsOccasion(Enum):
    TURN = strawberry.enum_value("TURN", description="A line read in one's own turn.")
    FREE_GUESS = strawberry.enum_value("FREE_GUESS", description="The instruction that also gives a blue chip.")
    GUESS_AND_PICK = strawberry.enum_value(
        "GUESS_AND_PICK", description="The instruction after which another number may be named."
    )
    CHIP = strawberry.enum_value("CHIP", description="A blue chip played before another player's turn.")
    BONUS = strawberry.enum_value("BONUS", description="A Bonus Round, in which there is one guess.")


@strawberry.enum(description="How a card ended.")
class TwentyQuestionsEnd(Enum):
    SOLVED = strawberry.enum_value("SOLVED", description="Somebody guessed it.")
    SPENT = strawberry.enum_value("SPENT", description="All twenty numbers were covered and nobody guessed it.")
    MISSED = strawberry.enum_value("MISSED", description="The Bonus Player did not guess it.")
    BROKEN_OFF = strawberry.enum_value("BROKEN_OFF", description="The match ended in the middle of it.")


@strawberry.enum(description="Why a pawn moved.")
class TwentyQuestionsMoveCause(Enum):
    SOLVER = strawberry.enum_value("SOLVER", description="Its player guessed the card: a space per uncovered number.")
    READER = strawberry.enum_value("READER", description="Its player read the card: a space per covered number.")
    INSTRUCTION = strawberry.enum_value("INSTRUCTION", description="A line that its player had chosen said so.")
    OTHER_PLAYER = strawberry.enum_value("OTHER_PLAYER", description="Another player chose to move it.")
    BONUS = strawberry.enum_value("BONUS", description="Its player guessed the card of a Bonus Round.")


@strawberry.type(description="One of a card's twenty lines: either a clue or an instruction.")
class TwentyQuestionsLine:
    number: int = strawberry.field(description="Its number on the card, 1 to 20.")
    clue: str | None = strawberry.field(description="The clue; null for an instruction.")
    instruction: TwentyQuestionsInstruction | None = strawberry.field(description="The instruction; null for a clue.")
    spaces: int | None = strawberry.field(description="How far a pawn is moved; null when the line does not say.")
    direction: TwentyQuestionsDirection | None = strawberry.field(
        description="Where somebody else's pawn is moved; null for all other lines."
    )


@strawberry.type(description="A line that has been read to all. Its number is covered with a red chip.")
class TwentyQuestionsReadLine:
    seat: int = strawberry.field(description="The seat that named the number.")
    line: TwentyQuestionsLine = strawberry.field(description="The line.")


@strawberry.type(description="The card in play as its Reader sees it.")
class TwentyQuestionsSecretCard:
    answer: str = strawberry.field(description="What the card is about; what stands in parentheses need not be said.")
    aliases: list[str] = strawberry.field(description="Other names that are right.")
    lines: list[TwentyQuestionsLine] = strawberry.field(description="All twenty lines, by number.")


@strawberry.type(description="How somebody ruled on a guess.")
class TwentyQuestionsVote:
    seat: int = strawberry.field(description="The seat that ruled.")
    correct: bool = strawberry.field(description="Whether it called the guess correct.")


@strawberry.type(description="A guess and what came of it.")
class TwentyQuestionsGuess:
    seat: int = strawberry.field(description="The seat that guessed.")
    text: str = strawberry.field(description="The guess as it was typed, without needless spaces.")
    occasion: TwentyQuestionsOccasion = strawberry.field(description="What gave the right to it.")
    verdict: AnswerVerdict = strawberry.field(description="The server's verdict.")
    is_right: bool = strawberry.field(description="Whether it counted as right in the end.")
    overruled_by: AnswerJudging | None = strawberry.field(description="Who overruled the verdict; null when it stood.")
    votes: list[TwentyQuestionsVote] = strawberry.field(description="What those who were asked said, by seat.")


@strawberry.type(description="A right to guess that is being used now.")
class TwentyQuestionsGuessing:
    seat: int = strawberry.field(description="The seat that may guess.")
    occasion: TwentyQuestionsOccasion = strawberry.field(description="What gives it the right to.")


@strawberry.type(description="A guess that people are ruling on.")
class TwentyQuestionsReview:
    seat: int = strawberry.field(description="The seat that guessed.")
    text: str = strawberry.field(description="The guess as it was typed, without needless spaces.")
    occasion: TwentyQuestionsOccasion = strawberry.field(description="What gave the right to it.")
    judges: list[int] = strawberry.field(description="The seats that rule on it.")
    ruled: list[int] = strawberry.field(description="Those of them that have spoken. How, the ruling will show.")
    verdict: AnswerVerdict | None = strawberry.field(
        description="The server's verdict, which stands unless it is overruled; null to all but the judges."
    )
    own_vote: bool | None = strawberry.field(
        description="Whether the viewer has called the guess correct; null before that, and for those who do not rule."
    )


@strawberry.type(description="The time before a turn in which blue chips can be played.")
class TwentyQuestionsFreeGuessWindow:
    asked: list[int] = strawberry.field(description="The seats that may play a chip.")
    answered: list[int] = strawberry.field(
        description="Those of them that have spoken, by seat. What they said, nobody learns before all have."
    )
    own_choice: bool | None = strawberry.field(
        description="Whether the viewer plays a chip; null before it has spoken, and for those who are not asked."
    )


@strawberry.type(description="A pawn of another player is to be moved.")
class TwentyQuestionsPawnChoice:
    seat: int = strawberry.field(description="The seat that chooses the pawn.")
    spaces: int = strawberry.field(description="How far the pawn goes.")
    direction: TwentyQuestionsDirection = strawberry.field(description="Where it goes.")


@strawberry.type(description="What everyone sees of one seat.")
class TwentyQuestionsSeat:
    seat: int = strawberry.field(description="The seat's index in `Match.seats`.")
    position: int = strawberry.field(description="Where its pawn stands, from 0 for START to `finish`.")
    chips: int = strawberry.field(description="Blue chips it holds.")


@strawberry.type(description="A card that is over.")
class TwentyQuestionsResult:
    number: int = strawberry.field(description="1 for the first card of the match.")
    card: strawberry.ID = strawberry.field(description="The card's id in the deck.")
    category: TwentyQuestionsCategory = strawberry.field(description="What kind of thing it was about.")
    answer: str = strawberry.field(description="What it was about.")
    reader: int = strawberry.field(description="The seat that read it.")
    bonus_player: int | None = strawberry.field(
        description="The seat whose Bonus Round it was; null for a card that all could guess."
    )
    end: TwentyQuestionsEnd = strawberry.field(description="How it ended.")
    solver: int | None = strawberry.field(description="The seat that guessed it; null for nobody.")
    lines_read: int = strawberry.field(description="How many numbers had been covered.")
    solver_points: int = strawberry.field(description="What the solver scored: spaces forward, less beyond FINISH.")
    reader_points: int = strawberry.field(
        description="What the Reader scored; 0 when the solver had won the match, or the Reader had resigned."
    )


@strawberry.type(description="A match of 20 Questions as one seat or a spectator may see it.")
class TwentyQuestionsView:
    card_number: int = strawberry.field(
        description="1 for the first card of the match. Once the match is over, this and all about the card in play "
        "is about the last one."
    )
    category: TwentyQuestionsCategory = strawberry.field(description="What kind of thing the card is about.")
    reader: int = strawberry.field(description="The seat that reads the card in play.")
    bonus_player: int | None = strawberry.field(
        description="The seat whose Bonus Round is being played; null while all may guess."
    )
    turn: int | None = strawberry.field(
        description="The seat whose turn it is, or comes after the free guesses; null when the match is over."
    )
    guessing: TwentyQuestionsGuessing | None = strawberry.field(
        description="Who is to guess or pass; null when nobody is. In a Bonus Round only after the last number."
    )
    free_guess_window: TwentyQuestionsFreeGuessWindow | None = strawberry.field(
        description="Who may play a blue chip before the turn; null when that is not being asked."
    )
    pawn_choice: TwentyQuestionsPawnChoice | None = strawberry.field(
        description="Who is to choose whose pawn moves; null when nobody is."
    )
    review: TwentyQuestionsReview | None = strawberry.field(
        description="The guess that is being ruled on; null when there is none."
    )
    lines: list[TwentyQuestionsReadLine] = strawberry.field(
        description="The lines of the card read so far, oldest first."
    )
    uncovered: list[int] = strawberry.field(description="The numbers that can still be named.")
    guesses: list[TwentyQuestionsGuess] = strawberry.field(description="The guesses at the card, oldest first.")
    secret_card: TwentyQuestionsSecretCard | None = strawberry.field(
        description="The card itself, for its Reader; null for everyone else."
    )
    finish: int = strawberry.field(description="The space that wins the match.")
    bonus_spaces: list[int] = strawberry.field(
        description="The spaces on which a move of one's own earns a Bonus Round."
    )
    owed_bonuses: list[int] = strawberry.field(
        description="The seats whose Bonus Rounds will be played when the card is over, in order."
    )
    chips_left: int = strawberry.field(description="Blue chips that can still be taken.")
    seats: list[TwentyQuestionsSeat] = strawberry.field(description="One entry per seat, by index.")
    results: list[TwentyQuestionsResult] = strawberry.field(description="The cards that are over, oldest first.")


@strawberry.type(description="All cards had been used and were shuffled again.")
class TwentyQuestionsDeckReshuffled:
    cards: int = strawberry.field(description="How many cards lie in the pile now.")


@strawberry.type(description="The Reader drew a card and said what kind of thing it is about.")
class TwentyQuestionsCardDrawn:
    number: int = strawberry.field(description="1 for the first card of the match.")
    reader: int = strawberry.field(description="The seat that reads it.")
    category: TwentyQuestionsCategory = strawberry.field(description="What kind of thing it is about.")
    bonus_player: int | None = strawberry.field(
        description="The seat whose Bonus Round begins; null for a card that all may guess."
    )


@strawberry.type(description="A number was named and covered, and its line was read to all.")
class TwentyQuestionsLineRead:
    seat: int = strawberry.field(description="The seat that named the number.")
    line: TwentyQuestionsLine = strawberry.field(description="The line.")


@strawberry.type(description="A holder of blue chips has spoken. Whether it plays one, nobody learns before all have.")
class TwentyQuestionsFreeGuessConsidered:
    seat: int = strawberry.field(description="The seat that has spoken.")


@strawberry.type(description="All holders of blue chips have spoken, or their time is up.")
class TwentyQuestionsFreeGuessesDeclared:
    seats: list[int] = strawberry.field(description="Those that play a chip, in the order in which they guess.")


@strawberry.type(description="A blue chip went back to the board and gave its player a guess.")
class TwentyQuestionsChipPlayed:
    seat: int = strawberry.field(description="The seat that played it.")


@strawberry.type(description="A seat took a blue chip.")
class TwentyQuestionsChipTaken:
    seat: int = strawberry.field(description="The seat that took it.")


@strawberry.type(description="A seat made a guess.")
class TwentyQuestionsGuessMade:
    seat: int = strawberry.field(description="The seat that guessed.")
    text: str = strawberry.field(description="The guess as it was typed, without needless spaces.")
    occasion: TwentyQuestionsOccasion = strawberry.field(description="What gave the right to it.")


@strawberry.type(description="A seat could have guessed and did not.")
class TwentyQuestionsGuessPassed:
    seat: int = strawberry.field(description="The seat that passed.")


@strawberry.type(description="A judge ruled on a guess. How, nobody learns before all have.")
class TwentyQuestionsVoteCast:
    seat: int = strawberry.field(description="The seat that ruled.")


@strawberry.type(description="It was settled whether a guess is right.")
class TwentyQuestionsGuessRuled:
    guess: TwentyQuestionsGuess = strawberry.field(description="The guess.")


@strawberry.type(description="A pawn moved.")
class TwentyQuestionsPawnMoved:
    seat: int = strawberry.field(description="The seat whose pawn it is.")
    origin: int = strawberry.field(description="Where it stood.")
    position: int = strawberry.field(description="Where it stands now.")
    cause: TwentyQuestionsMoveCause = strawberry.field(description="Why it moved.")


@strawberry.type(description="A move ended on a Bonus Space: a Bonus Round will be played when the card is over.")
class TwentyQuestionsBonusEarned:
    seat: int = strawberry.field(description="The seat that will play it.")


@strawberry.type(description="A card is over and its answer known to all.")
class TwentyQuestionsCardEnded:
    result: TwentyQuestionsResult = strawberry.field(description="What came of it.")


@strawberry.input(one_of=True, description="A move in 20 Questions: exactly one of the fields.")
class TwentyQuestionsMove:
    choose_clue: int | None = strawberry.field(
        default=strawberry.UNSET, description="Name an uncovered number, 1 to 20, to have its line read."
    )
    guess: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="Say what the card is about, in at most 200 characters; an empty guess is wrong.",
    )
    pass_: bool | None = strawberry.field(
        name="pass", default=strawberry.UNSET, description="`true`: make no guess where you may make one."
    )
    play_free_guess: bool | None = strawberry.field(
        default=strawberry.UNSET, description="`true`: play a blue chip, to guess before another player's turn."
    )
    decline_free_guess: bool | None = strawberry.field(
        default=strawberry.UNSET, description="`true`: keep your blue chips for now."
    )
    move_pawn: int | None = strawberry.field(
        default=strawberry.UNSET, description="The seat whose pawn an instruction lets you move."
    )
    rule: bool | None = strawberry.field(
        default=strawberry.UNSET, description="Rule on somebody's guess: `true` for correct, `false` for wrong."
    )


@strawberry.input(description="The options of a new match of 20 Questions.")
class TwentyQuestionsOptionsInput:
    first_reader: int | None = strawberry.field(
        default=None,
        description="The seat that reads first, by custom the youngest player; null, or a seat that nobody has "
        "taken, draws lots.",
    )
    judging: AnswerJudging | None = strawberry.field(
        default=None, description="Who has the last word on a guess; null for AUTOMATIC."
    )
    strictness: AnswerStrictness | None = strawberry.field(
        default=None, description="How specific a guess must be; null for LENIENT."
    )
    choose_seconds: int | None = strawberry.field(
        default=None, description="Seconds to name a number, 5 to 600; 0 switches the clock off; null for 60."
    )
    guess_seconds: int | None = strawberry.field(
        default=None, description="Seconds to guess, 5 to 600; 0 switches the clock off; null for 10."
    )
    free_guess_seconds: int | None = strawberry.field(
        default=None,
        description="Seconds to play a blue chip before a turn, 5 to 600; 0 switches the clock off; null for 5.",
    )
    pawn_seconds: int | None = strawberry.field(
        default=None,
        description="Seconds to choose whose pawn moves, 5 to 600; 0 switches the clock off; null for 30.",
    )
    ruling_seconds: int | None = strawberry.field(
        default=None, description="Seconds to rule on a guess, 5 to 600; 0 switches the clock off; null for 20."
    )


@strawberry.type(description="The options a match of 20 Questions is played with.")
class TwentyQuestionsOptions:
    first_reader: int | None = strawberry.field(
        description="The seat that reads first; null, or a seat that nobody has taken, when lots are drawn."
    )
    judging: AnswerJudging = strawberry.field(description="Who has the last word on a guess.")
    strictness: AnswerStrictness = strawberry.field(description="How specific a guess must be.")
    choose_seconds: int = strawberry.field(description="Seconds to name a number; 0 when there is no clock.")
    guess_seconds: int = strawberry.field(description="Seconds to guess; 0 when there is no clock.")
    free_guess_seconds: int = strawberry.field(
        description="Seconds to play a blue chip before a turn; 0 when there is no clock."
    )
    pawn_seconds: int = strawberry.field(description="Seconds to choose whose pawn moves; 0 when there is no clock.")
    ruling_seconds: int = strawberry.field(description="Seconds to rule on a guess; 0 when there is no clock.")


TwentyQuestionsEvent = (
    TwentyQuestionsDeckReshuffled
    | TwentyQuestionsCardDrawn
    | TwentyQuestionsLineRead
    | TwentyQuestionsFreeGuessConsidered
    | TwentyQuestionsFreeGuessesDeclared
    | TwentyQuestionsChipPlayed
    | TwentyQuestionsChipTaken
    | TwentyQuestionsGuessMade
    | TwentyQuestionsGuessPassed
    | TwentyQuestionsVoteCast
    | TwentyQuestionsGuessRuled
    | TwentyQuestionsPawnMoved
    | TwentyQuestionsBonusEarned
    | TwentyQuestionsCardEnded
)
