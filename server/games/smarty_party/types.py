"""The GraphQL types of Smarty Party!; `schema` says what goes into them."""

from enum import Enum

import strawberry

from server.games.judging_types import AnswerJudging, AnswerStrictness, AnswerVerdict


@strawberry.enum(description="What the Reader says to “will they find at least the wager number of items?”.")
class SmartyPartyWager(Enum):
    YES = strawberry.enum_value("YES", description="They will find at least so many.")
    NO = strawberry.enum_value("NO", description="They will find fewer.")


@strawberry.enum(description="What came of a guess, or of a turn without one.")
class SmartyPartyGuessResult(Enum):
    RIGHT = strawberry.enum_value("RIGHT", description="It found an item.")
    WRONG = strawberry.enum_value("WRONG", description="It is not on the list: a chip was taken.")
    REPEAT = strawberry.enum_value("REPEAT", description="It was guessed before: the same player guesses again.")
    NO_GUESS = strawberry.enum_value("NO_GUESS", description="Nothing was named, or time ran out: a chip was taken.")


@strawberry.enum(description="Why a round ended.")
class SmartyPartyRoundEnd(Enum):
    ALL_FOUND = strawberry.enum_value("ALL_FOUND", description="The last item was found.")
    LAST_CHIP = strawberry.enum_value("LAST_CHIP", description="The last penalty chip was taken.")


@strawberry.type(description="An item, as the Reader sees it while the round runs.")
class SmartyPartyListItem:
    text: str = strawberry.field(description="The item; what `rule` takes. Text in parentheses need not be said.")
    aliases: list[str] = strawberry.field(description="Other names that are right.")
    smiley: bool = strawberry.field(description="Whether its finder moves back 1 at once.")
    found_by: int | None = strawberry.field(description="The seat that found it; null while it is covered.")


@strawberry.type(description="The guess that everybody has just heard. The next one takes its place.")
class SmartyPartyOnTable:
    seat: int = strawberry.field(description="The seat that made it.")
    text: str = strawberry.field(description="What was said.")
    result: SmartyPartyGuessResult | None = strawberry.field(
        description="What came of it; null while people rule on it."
    )
    item: str | None = strawberry.field(description="The item it found; null for none.")
    smiley: bool = strawberry.field(description="Whether that item has a smiley.")


@strawberry.type(description="What those who rule on the guess on the table are told.")
class SmartyPartyReview:
    verdict: AnswerVerdict = strawberry.field(description="The server's verdict, which stands unless overruled.")
    item: str | None = strawberry.field(
        description="The item that the server takes the guess for; null for none, and for all but the Reader."
    )


@strawberry.type(description="A guess of this round, listed only in matches with `memoryAid`.")
class SmartyPartyRemembered:
    seat: int = strawberry.field(description="The seat that made it.")
    text: str = strawberry.field(description="What was said.")
    item: str | None = strawberry.field(description="The item it found; null when it was wrong.")


@strawberry.type(description="What everyone sees of one seat.")
class SmartyPartySeat:
    seat: int = strawberry.field(description="The seat's index in `Match.seats`.")
    position: int = strawberry.field(description="Steps of its pawn from Start, 0 to `track`.")
    chips: list[int] = strawberry.field(description="Penalty chips taken in this round, in the order they were taken.")
    has_pants: bool = strawberry.field(description="Whether it wears the Smarty Pants.")
    is_guessing: bool = strawberry.field(description="Whether it guesses in this round.")


@strawberry.type(description="An item of a list when its round is over.")
class SmartyPartyItem:
    text: str = strawberry.field(description="The item.")
    smiley: bool = strawberry.field(description="Whether its finder moved back 1.")
    found_by: int | None = strawberry.field(description="The seat that found it; null when nobody did.")


@strawberry.type(description="A guess of a round that is over.")
class SmartyPartyGuess:
    seat: int = strawberry.field(description="The seat that made it.")
    text: str = strawberry.field(description="What was said.")
    item: str | None = strawberry.field(description="The item it found; null when it was wrong.")
    verdict: AnswerVerdict = strawberry.field(description="The server's verdict.")
    overruled_by: AnswerJudging | None = strawberry.field(
        description="Who overruled the verdict: READER or TABLE; null when it stood."
    )
    accepted_by: list[int] = strawberry.field(description="The seats that ruled it right.")
    rejected_by: list[int] = strawberry.field(description="The seats that ruled it wrong.")


@strawberry.type(description="A round that is over, with all that was hidden while it ran.")
class SmartyPartyRound:
    number: int = strawberry.field(description="1 for the first round of the match.")
    card: strawberry.ID = strawberry.field(description="The list's id in the deck.")
    topic: str = strawberry.field(description="What it is a list of.")
    reader: int = strawberry.field(description="The seat that read.")
    wager_number: int = strawberry.field(description="The number of items the wager was about.")
    wager: SmartyPartyWager = strawberry.field(description="What the Reader wagered.")
    wager_won: bool = strawberry.field(description="Whether the Reader was right.")
    is_tie_break: bool = strawberry.field(
        description="Whether only those tied for the win guessed, and the wager moved nobody."
    )
    ended_by: SmartyPartyRoundEnd = strawberry.field(description="Why the round ended.")
    items: list[SmartyPartyItem] = strawberry.field(description="The list.")
    guesses: list[SmartyPartyGuess] = strawberry.field(
        description="The guesses that were right or wrong, oldest first; repeats are only counted."
    )
    repeats: int = strawberry.field(description="How many guesses were repeats.")
    chips: list[list[int]] = strawberry.field(
        description="The chips each seat took, one list per seat; `thrownOut` is still among them."
    )
    pants: int | None = strawberry.field(description="The seat that wore the Pants at the end; null for nobody.")
    thrown_out: int | None = strawberry.field(
        description="The chip the Pants threw out; null when they moved a pawn back instead, or nobody wore them."
    )
    steps: list[int] = strawberry.field(
        description="How far each pawn came in the round, one entry per seat, smileys included."
    )
    positions: list[int] = strawberry.field(description="Where each pawn stood after it, one entry per seat.")


@strawberry.type(description="A match of Smarty Party! as one seat or a spectator may see it.")
class SmartyPartyView:
    track: int = strawberry.field(description="The step that is Game Over.")
    number: int = strawberry.field(description="The number of the round, 1 for the first of the match.")
    reader: int = strawberry.field(description="The seat that reads in this round.")
    topic: str = strawberry.field(description="What the list is a list of.")
    item_count: int = strawberry.field(description="How many items it has.")
    wager_number: int = strawberry.field(description="The number of items the wager is about.")
    wager: SmartyPartyWager | None = strawberry.field(description="What the Reader has wagered; null before that.")
    is_tie_break: bool = strawberry.field(
        description="Whether only those tied for the win guess; the wager then moves nobody."
    )
    turn: int | None = strawberry.field(
        description="The seat whose guess is awaited or ruled on; null before the first turn and after the match."
    )
    is_timed: bool = strawberry.field(description="Whether the timer has been started in this turn.")
    found_count: int = strawberry.field(description="How many items have been found.")
    chips_left: list[int] = strawberry.field(description="The penalty chips still to be taken, the next one first.")
    on_table: SmartyPartyOnTable | None = strawberry.field(
        description="The guess everybody has just heard; null when there was none, and once a new round has begun."
    )
    review: SmartyPartyReview | None = strawberry.field(
        description="What the viewer is told to rule on the guess on the table; null for who does not judge it."
    )
    items: list[SmartyPartyListItem] | None = strawberry.field(description="The list; null for all but the Reader.")
    remembered: list[SmartyPartyRemembered] | None = strawberry.field(
        description="The right and wrong guesses of this round, oldest first; null unless `memoryAid` is on."
    )
    seats: list[SmartyPartySeat] = strawberry.field(description="One entry per seat, by index.")
    last_round: SmartyPartyRound | None = strawberry.field(
        description="The last round that was played to its end; null when there was none."
    )


@strawberry.type(description="A round began: the Reader drew a list and said what it is about.")
class SmartyPartyRoundBegan:
    number: int = strawberry.field(description="1 for the first round of the match.")
    reader: int = strawberry.field(description="The seat that reads.")
    topic: str = strawberry.field(description="What the list is a list of.")
    item_count: int = strawberry.field(description="How many items it has.")
    wager_number: int = strawberry.field(description="The number of items the wager is about.")
    guessers: list[int] = strawberry.field(description="The seats that guess.")
    is_tie_break: bool = strawberry.field(
        description="Whether only those tied for the win guess; the wager then moves nobody."
    )


@strawberry.type(description="The Reader wagered.")
class SmartyPartyWagered:
    reader: int = strawberry.field(description="The seat that reads.")
    wager: SmartyPartyWager = strawberry.field(description="What it wagered.")


@strawberry.type(description="The Reader chose who begins.")
class SmartyPartyStartChosen:
    reader: int = strawberry.field(description="The seat that reads.")
    starter: int = strawberry.field(description="The seat that begins.")


@strawberry.type(description="The timer was started.")
class SmartyPartyTimerStarted:
    seat: int = strawberry.field(description="The seat whose time is short now.")
    by: int | None = strawberry.field(description="The Reader; null when it started by itself.")


@strawberry.type(description="A seat named something and people are to rule on it. What it was, only views show.")
class SmartyPartyGuessNamed:
    seat: int = strawberry.field(description="The seat that named it.")


@strawberry.type(
    description="What came of a guess, or of a turn without one. What was guessed, only views show while it is on the "
    "table: `SmartyPartyRoundEnded` lists all guesses."
)
class SmartyPartyGuessMade:
    seat: int = strawberry.field(description="The seat whose turn it was.")
    result: SmartyPartyGuessResult = strawberry.field(description="What came of it.")
    smiley: bool = strawberry.field(description="Whether the item had a smiley, so that the pawn moved back 1.")
    chip: int | None = strawberry.field(description="The chip taken; null for none.")
    position: int = strawberry.field(description="Where the seat's pawn stands now.")
    found_count: int = strawberry.field(description="How many items have been found now.")
    chips_left: list[int] = strawberry.field(description="The chips left in the middle, the next one first.")


@strawberry.type(description="A guess was forgotten, because its guesser resigned before it was ruled on.")
class SmartyPartyGuessDropped:
    seat: int = strawberry.field(description="The seat that had made it.")


@strawberry.type(description="A round ended: everything is shown, and Pants, chips and wager moved the pawns.")
class SmartyPartyRoundEnded:
    round: SmartyPartyRound = strawberry.field(description="The round.")


@strawberry.type(description="A round was broken off because of a resignation: it counts for nobody.")
class SmartyPartyRoundDropped:
    number: int = strawberry.field(description="The round's number.")


@strawberry.type(description="A pawn is on Game Over, but several share the last place: they guess on for the win.")
class SmartyPartyTieBreakBegan:
    contenders: list[int] = strawberry.field(description="The seats that are tied.")


@strawberry.input(description="A ruling on the guess on the table.")
class SmartyPartyRuling:
    correct: bool = strawberry.field(description="Whether it is right.")
    item: str | None = strawberry.field(
        default=None,
        description="For the Reader: the text of the item it is right for, as in `items`. Null takes the item in "
        "`review`. One that has been found makes the guess a repeat.",
    )


@strawberry.input(one_of=True, description="A move in Smarty Party!: exactly one of the fields.")
class SmartyPartyMove:
    wager: SmartyPartyWager | None = strawberry.field(
        default=strawberry.UNSET, description="As Reader, wager on the others finding the wager number of items."
    )
    choose_start: int | None = strawberry.field(default=strawberry.UNSET, description="As Reader, let this seat begin.")
    name: str | None = strawberry.field(
        default=strawberry.UNSET, description="Name an item, in at most 200 characters; a blank text passes."
    )
    pass_: bool | None = strawberry.field(
        name="pass", default=strawberry.UNSET, description="`true`: name nothing and take a chip."
    )
    start_timer: bool | None = strawberry.field(
        default=strawberry.UNSET, description="`true`: as Reader, start the timer for the player in turn."
    )
    rule: SmartyPartyRuling | None = strawberry.field(
        default=strawberry.UNSET, description="Rule on the guess on the table."
    )


@strawberry.input(description="The options of a new match of Smarty Party!. Null takes the default.")
class SmartyPartyOptionsInput:
    track: int | None = strawberry.field(
        default=None, description="How many steps Game Over is from Start: 15, 20 or 25; 20 by default."
    )
    judging: AnswerJudging | None = strawberry.field(
        default=None, description="Who has the last word on a guess; READER by default."
    )
    strictness: AnswerStrictness | None = strawberry.field(
        default=None, description="How specific a guess must be; LENIENT by default."
    )
    memory_aid: bool | None = strawberry.field(
        default=None, description="Whether views list the guesses of the running round; false by default."
    )
    first_reader: int | None = strawberry.field(
        default=None, description="The seat that reads first; null, or a seat that nobody has taken, draws lots."
    )
    wager_seconds: int | None = strawberry.field(
        default=None,
        description="Seconds to wager and to choose who begins, 5 to 600; 0 switches the clock off; 45 by default.",
    )
    guess_seconds: int | None = strawberry.field(
        default=None,
        description="Seconds after which the timer starts by itself, 5 to 600; 0 leaves it to the Reader; "
        "20 by default.",
    )
    timer_seconds: int | None = strawberry.field(
        default=None,
        description="Seconds of the timer, 5 to 600; 0 for no timer, so that `guessSeconds` are all a player has; "
        "15 by default.",
    )
    rule_seconds: int | None = strawberry.field(
        default=None, description="Seconds to rule on a guess, 5 to 600; 0 switches the clock off; 20 by default."
    )


@strawberry.type(description="The options a match of Smarty Party! is played with.")
class SmartyPartyOptions:
    track: int = strawberry.field(description="How many steps Game Over is from Start.")
    judging: AnswerJudging = strawberry.field(description="Who has the last word on a guess.")
    strictness: AnswerStrictness = strawberry.field(description="How specific a guess must be.")
    memory_aid: bool = strawberry.field(description="Whether views list the guesses of the running round.")
    first_reader: int | None = strawberry.field(
        description="The seat that reads first; null, or a seat that nobody has taken, when lots are drawn."
    )
    wager_seconds: int = strawberry.field(
        description="Seconds to wager and to choose who begins; 0 when there is no clock."
    )
    guess_seconds: int = strawberry.field(
        description="Seconds after which the timer starts by itself; 0 when only the Reader starts it."
    )
    timer_seconds: int = strawberry.field(description="Seconds of the timer; 0 when there is none.")
    rule_seconds: int = strawberry.field(description="Seconds to rule on a guess; 0 when there is no clock.")
