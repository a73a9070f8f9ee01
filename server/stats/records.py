"""The records of statistics: the ledger of endings, the facts of a match, and the rows that boards are made of.

No rules in here. Facts and rows hold whole numbers wherever they are added up, so that no sum depends on its order:
times are tenths of a second, kept as counts (`Counts`), from which every percentile follows exactly.
"""

from datetime import datetime
from enum import StrEnum

from server.games.engine import Record, Seat
from server.games.facts import QuestionFact, Series, Tallies
from server.matches.records import BotLevel, Status

Counts = tuple[tuple[int, int], ...]
"""How often each value came, by value: ((12, 3), (15, 1)) is three times 12 and once 15."""
TextCounts = tuple[tuple[str, int], ...]


# The ledger: part of the log. What ended, and what was corrected, in the one order in which everything is counted.


class CorrectionKind(StrEnum):
    """What an operator does to a result."""

    VOID = "VOID"
    """The match counts for nothing."""
    RERULE = "RERULE"
    """An answer counts as right or wrong after all; places and points can be set with it."""


class Correction(Record, frozen=True, omit_defaults=True, tag=False):
    """What an operator decided about an ended match, and why. The log itself stays as it is."""

    id: str
    """"cor_…"; the same id again is the same correction."""
    operator: str
    """The operator's player id."""
    reason: str
    kind: CorrectionKind
    answer: int | None = None
    """RERULE: the number of the answer (`AnswerFact.number`); None when places or points alone are set."""
    is_right: bool | None = None
    """RERULE: how the answer counts."""
    places: tuple[int, ...] | None = None
    """RERULE: the places of all seats; None leaves them."""
    points: tuple[int, ...] | None = None
    """RERULE: the points of all seats; None leaves them."""


class Entry(Record, frozen=True, omit_defaults=True, tag=False):
    """A line of the ledger: a match that ended after its start, or a correction of one."""

    seq: int
    """1, 2, 3 … without a gap; 0 before it is entered."""
    match: str
    event: str | None
    """The operator's event the match belongs to."""
    at: datetime
    """When the match ended or the correction was made."""
    correction: Correction | None = None
    """None for an ending."""

    @property
    def once(self) -> str:
        """What stands in the ledger once only: the match's ending, or the correction."""
        return self.match if self.correction is None else self.correction.id


class OperatorEvent(Record, frozen=True, omit_defaults=True, tag=False):
    """A tournament or a league night: matches created with its code belong to it."""

    id: str
    """"evt_…", stored in `Setup.event`."""
    name: str
    code: str
    """What creators of matches type."""
    operator: str
    """Who made it: a player id."""
    created_at: datetime


# Facts: what one match's log says


class SeatFacts(Record, frozen=True, omit_defaults=True, tag=False):
    """What is kept of one seat of an ended match."""

    seat: Seat
    players: tuple[str, ...]
    """Who held it: one player's id, several for a team, none for a bot."""
    name: str
    bot: BotLevel | None
    """The bot that held the seat for the whole match; None for people's seats, also those a bot minded."""
    minded: int
    """Moves that a bot made for the seat's player."""
    place: int | None
    """None when the match has no result."""
    points: int
    """As the game counts them; at the end, also of a match without a result."""
    has_resigned: bool
    decisions: Counts
    """Tenths of a second for each move the seat's people made, from when they could."""
    timeouts: int
    """Decisions that the clock ended."""
    first_decision: int | None
    """Tenths for the first of them."""
    tallies: Tallies = ()
    """The game's own numbers ("Facts kept"), which boards add up."""
    series: Series = ()
    """The game's own lists."""


class MatchFacts(Record, frozen=True, omit_defaults=True, tag=False):
    """Everything that statistics know of an ended match: derived from its log and from nothing else."""

    match: str
    seq: int
    """The number of its ending in the ledger."""
    game: str
    event: str | None
    deck: str
    options: str
    """As JSON with sorted keys."""
    rules_version: int
    is_test: bool
    rematch_of: str | None
    created_at: datetime
    started_at: datetime
    ended_at: datetime
    duration: int
    """Whole seconds from start to end, without time that no server ran."""
    plies: int
    """Plies of the log from the start to the end."""
    status: Status
    """FINISHED or ABANDONED, as the log has it."""
    reason: str
    """Of the outcome, or of the closing."""
    has_scored: bool
    """Anybody's points changed between the start and the end."""
    lead_changes: int
    """How often the seat that led alone was another one than the seat that led alone before."""
    largest_lead: int
    """The most points that the first was ever ahead of the second, the resigned left out."""
    seats: tuple[SeatFacts, ...]
    questions: tuple[QuestionFact, ...]
    is_void: bool = False
    """An operator has voided the match. Never set in stored facts: see `corrections`."""

    @property
    def has_bots(self) -> bool:
        """A bot held a seat for the whole match."""
        return any(seat.bot is not None for seat in self.seats)

    @property
    def counted_as(self) -> str:
        """FINISHED, ABANDONED or VOID: how boards count it.

        A match that too few seats were left to play on counts as abandoned when nobody had scored. What is abandoned
        gives no places, wins or ratings.
        """
        if self.is_void:
            return "VOID"
        has_result = self.status is Status.FINISHED and (self.has_scored or self.reason != "TOO_FEW_SEATS")
        return "FINISHED" if has_result else "ABANDONED"


# Rows: what boards are made of. Each is folded over corrected facts in the ledger's order.


class Cell(Record, frozen=True, omit_defaults=True, tag=False):
    """All matches that agree in everything one can group or filter by."""

    day: str
    """The day the matches ended, UTC, "2026-11-29"; "" where all days are together."""
    game: str
    event: str | None
    deck: str
    seats: int
    status: str
    """FINISHED, ABANDONED or VOID (`MatchFacts.counted_as`)."""
    has_bots: bool
    is_test: bool
    months: tuple[str, ...] = ()
    """In which months they ended, "2026-11": where the cells of their days are found."""
    matches: int = 0
    durations: Counts = ()
    """Seconds."""
    plies: Counts = ()
    decisions: Counts = ()
    """Tenths of a second."""
    timeouts: int = 0
    points: Counts = ()
    """Of every seat."""
    places: Counts = ()
    lead_changes: Counts = ()
    largest_leads: Counts = ()


class Accuracy(Record, frozen=True, omit_defaults=True, tag=False):
    """A player's answers of one kind and category."""

    kind: str
    category: str
    answers: int
    right: int


class AtSeat(Record, frozen=True, omit_defaults=True, tag=False):
    """A player's results at one seat."""

    seat: Seat
    played: int
    won: int
    places: int
    """The sum of the places."""


class Standing(Record, frozen=True, omit_defaults=True, tag=False):
    """A player on one board: a game, an event or all, a window of time."""

    player: str
    """A player's id, or "bot:HARD" on the boards of bots."""
    played: int = 0
    """Matches with a result."""
    won: int = 0
    """First places, shared ones too."""
    abandoned: int = 0
    resigned: int = 0
    places: Counts = ()
    place_sum: int = 0
    points: int = 0
    """Their sum."""
    most: int | None = None
    """The most points in a match..."""
    least: int | None = None
    """...and the fewest."""
    decisions: Counts = ()
    timeouts: int = 0
    accuracy: tuple[Accuracy, ...] = ()
    """By kind and category."""
    by_seat: tuple[AtSeat, ...] = ()
    streak: int = 0
    """Matches won in a row up to now; below 0: not won."""
    longest_streak: int = 0
    form: tuple[int, ...] = ()
    """The last ten places, newest last."""
    tallies: Tallies = ()
    mu: float = 25.0
    sigma: float = 25 / 3
    """The rating of the game after the player's last match counted here."""
    last: int = 0
    """The `seq` of that match."""


class Shared(Record, frozen=True, omit_defaults=True, tag=False):
    """What one player of a pair did in the matches that both played."""

    ahead: int = 0
    """Matches placed better than the other."""
    standing: Standing = Standing("")
    guesses: int = 0
    """Guesses at what the other chose (That's a Question!)..."""
    guessed_right: int = 0
    """...and how many of them were right."""


class Pair(Record, frozen=True, omit_defaults=True, tag=False):
    """Two players over the matches that both played, at different seats, in one game."""

    players: tuple[str, str]
    """By id."""
    game: str
    event: str | None
    """None for all matches, with or without an event."""
    played: int = 0
    """With a result."""
    level: int = 0
    """Matches in which they shared a place."""
    sides: tuple[Shared, Shared] = (Shared(), Shared())


class QuestionRow(Record, frozen=True, omit_defaults=True, tag=False):
    """One question, card, clue, list, item, dilemma or choice over all matches, for people's answers or bots'."""

    kind: str
    question: str
    card: str
    category: str
    shown: int = 0
    right: int = 0
    """How often it was shown and answered right."""
    answers: int = 0
    answers_right: int = 0
    near_accepted: int = 0
    """Answers taken as right with the verdict NEAR."""
    overruled_to_right: int = 0
    overruled_to_wrong: int = 0
    timeouts: int = 0
    """Answers that the clock ended; among the wrong ones."""
    seconds: Counts = ()
    """Tenths of a second of each answer given."""
    wrong: TextCounts = ()
    """Wrong answers, normalised, in the order in which they first came; the first 200 different ones."""
    wrong_others: int = 0
    """Wrong answers beyond those."""
    needed: Counts = ()
    """Clues read when it was solved."""
    chosen: TextCounts = ()
    """How often each was chosen, by name."""
    tallies: Tallies = ()
    strength_right: int = 0
    """Thousandths of rating points (mu before the match), summed over the seats that answered right..."""
    strength_wrong: int = 0
    strength_squares: int = 0
    """...and their squares over all answers."""


class Rating(Record, frozen=True, omit_defaults=True, tag=False):
    """A player's rating in one game (OpenSkill, Plackett-Luce), "bot:HARD" for bots of a level."""

    player: str
    mu: float = 25.0
    sigma: float = 25 / 3
    rated: int = 0
    """Matches rated."""
    before: tuple[float, float, int] = (25.0, 25 / 3, 0)
    """mu, sigma and rated before the batch that wrote this row: what a batch done again begins with."""


class RatingPoint(Record, frozen=True, omit_defaults=True, tag=False):
    """A rating as it stood after a match."""

    seq: int
    match: str
    at: datetime
    mu: float
    sigma: float


class RatingHistory(Record, frozen=True, omit_defaults=True, tag=False):
    """A stretch of a player's rating history: matches rated `HISTORY_LENGTH` at a time."""

    points: tuple[RatingPoint, ...] = ()


Row = Cell | Standing | Pair | QuestionRow | Rating | RatingHistory


class StoredRow(Record, frozen=True, omit_defaults=True, tag=False):
    """A row as the store keeps it."""

    board: str
    """What is read together: "standings|TWENTY|*|all"; see `server/stats/keys.py`."""
    key: str
    """The row's name on its board."""
    seq: int
    """The end of the batch that wrote it."""
    body: str
    """The row as JSON."""


class Build(Record, frozen=True, omit_defaults=True, tag=False):
    """One generation of rows, and how far it has come."""

    generation: int
    corrected: int
    """Corrections up to this `seq` are in it, later ones are not."""
    folded: int = 0
    """Everything up to this `seq` is in it."""
    batch: int = 0
    """The end of the batch that is being written; 0 when none is."""
    derives: bool = False
    """Facts are derived from the logs anew on the way."""


class Progress(Record, frozen=True, omit_defaults=True, tag=False):
    """Where statistics stand: one document, changed by compare-and-set on `version`."""

    version: int = 0
    current: Build = Build(1, 0)
    """What readers read."""
    next: Build | None = None
    """What is being built to take its place."""
    newest: int = 1
    """The highest number a generation has had: numbers are not used again."""
    dropped: tuple[int, ...] = ()
    """Generations whose rows are to be deleted."""
    cleared: int = 0
    """Up to which match the rows of the first of them have been deleted."""
