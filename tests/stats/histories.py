"""Random histories of ended matches and corrections, and what they must add up to whoever folds them how."""

from collections.abc import Sequence
from random import Random

from server.games.engine import places_of, replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind
from server.matches.records import Status
from server.stats.boards import decoded, folded, gathered
from server.stats.corrections import corrected
from server.stats.keeper import corrections_by_match
from server.stats.keys import RowId
from server.stats.ratings import rated
from server.stats.records import Correction, CorrectionKind, Entry, MatchFacts, Rating, Row, SeatFacts
from server.stats.store import StatsStore
from server.store.memory_stats import MemoryStats
from tests.stats.made import NOON, ending, facts, seat

PLAYERS = ("plr_ann", "plr_bob", "plr_cat", "plr_dan", "bot:HARD", "bot:EASY")
GAMES = ("TWENTY", "TRIVIAL_PURSUIT")


def random_facts(rng: Random, seq: int) -> MatchFacts:
    """Return the facts of a match of two to four seats, now and then abandoned, a test or of an event."""
    count = rng.randint(2, 4)
    held = rng.sample(PLAYERS[:4], count)
    held = [rng.choice(PLAYERS[4:]) if rng.random() < 0.2 else player for player in held]
    points = [rng.randint(0, 5) for _ in held]
    is_abandoned = rng.random() < 0.15
    places = (None,) * count if is_abandoned else places_of([-number for number in points])
    seats = tuple(
        seat(
            number,
            player,
            places[number],
            points[number],
            decisions=tuple(sorted({rng.randint(1, 30): rng.randint(1, 3) for _ in range(3)}.items())),
            timeouts=rng.randint(0, 1),
            tallies=(("rolls", rng.randint(1, 9)),),
        )
        for number, player in enumerate(held)
    )
    return facts(
        seq,
        *seats,
        game=rng.choice(GAMES),
        event=rng.choice((None, None, "evt_1", "evt_2")),
        is_test=rng.random() < 0.1,
        status=Status.ABANDONED if is_abandoned else Status.FINISHED,
        reason="IDLE" if is_abandoned else rng.choice(("WON", "TOO_FEW_SEATS")),
        has_scored=rng.random() < 0.8,
        questions=tuple(random_questions(rng, seats)),
    )


def random_questions(rng: Random, seats: Sequence[SeatFacts]) -> list[QuestionFact]:
    """Return a few questions, each answered by one seat."""
    found = []
    for number in range(1, rng.randint(1, 5)):
        answerer = rng.choice(seats)
        is_right = rng.random() < 0.5
        verdict = rng.choice(("EXACT", "NEAR")) if is_right else "WRONG"
        text = "Rome" if is_right else rng.choice(("Paris", "Oslo", "Bern"))
        by_bot = answerer.bot is not None
        answer = AnswerFact(
            number, answerer.seat, text, verdict, is_right, tenths=None if by_bot else rng.randint(5, 90), by_bot=by_bot
        )
        question = f"card-{rng.randint(1, 4)}"
        asked = (answerer.seat,)
        found.append(QuestionFact(QuestionKind.QUESTION, question, question, "BLUE", asked, (answer,), is_right))
    return found


class History:
    """So many matches, and corrections of some of them, in the ledger's order."""

    def __init__(self, seed: int, length: int) -> None:
        rng = Random(seed)
        self.entries: list[Entry] = []
        self.facts: dict[int, MatchFacts] = {}
        for seq in range(1, length + 1):
            if self.facts and rng.random() < 0.1:
                self.entries.append(self._correction(rng, seq))
            else:
                self.facts[seq] = random_facts(rng, seq)
                self.entries.append(ending(f"mat_{seq}", self.facts[seq].event, seq))

    def _correction(self, rng: Random, seq: int) -> Entry:
        wrong = rng.choice(list(self.facts.values()))
        numbers = [answer.number for question in wrong.questions for answer in question.answers]
        kind = CorrectionKind.RERULE if numbers and rng.random() < 0.6 else CorrectionKind.VOID
        correction = Correction(f"cor_{seq}", "plr_op", "A mistake.", kind)
        if kind is CorrectionKind.RERULE:
            correction = replace(correction, answer=rng.choice(numbers), is_right=rng.random() < 0.5)
        return Entry(seq, wrong.match, wrong.event, NOON, correction)

    async def write(self, store: StatsStore, start: int, end: int) -> None:
        """Enter the entries numbered above `start` up to `end`, with their facts."""
        for entry in self.entries[start:end]:
            assert (await store.enter(entry)).seq == entry.seq
            if entry.seq in self.facts:
                await store.keep_facts([self.facts[entry.seq]])

    def expected(self, length: int | None = None) -> dict[RowId, Row]:
        """Return the rows of everything up to a length, folded as one batch."""
        entries = self.entries[:length]
        made = corrections_by_match(entries, len(entries))
        batch = [
            corrected(self.facts[entry.seq], made.get(entry.match, ())) for entry in entries if entry.seq in self.facts
        ]
        ratings, results = rated(batch, {})
        return {id: plain(row) for id, row in (folded(gathered(results), {}) | ratings).items()}


def plain(row: Row) -> Row:
    """Return a row without what depends on how the ledger was cut into batches."""
    return replace(row, before=(25.0, 25 / 3, 0)) if isinstance(row, Rating) else row


def rows_in(store: MemoryStats, generation: int) -> dict[RowId, Row]:
    """Return all rows of a generation."""
    return {id: plain(decoded(row)) for id, row in store.every_row(generation).items()}
