"""What is known of a deck's questions: `questionStats`."""

from typing import Annotated

import strawberry

from server.api.connections import After, Before, Connection, First, Last, page
from server.api.games import GameKind
from server.api.stats_access import operator
from server.api.stats_ranked import ranked_connection
from server.api.stats_words import TENTHS, SpreadType, Tally, checked_minimum, spread_type, tallies_of, text_or_none
from server.api.viewer import Info
from server.games.facts import QuestionKind, QuestionText
from server.games.registry import game as game_of
from server.stats.groups import spread_of
from server.stats.lists import QuestionOrder, Ranked, most_common_wrong, right_rate, separation
from server.stats.records import QuestionRow

MOST_WRONG = 50


@strawberry.type(description="A text, and how often it came.")
class TextCount:
    text: str = strawberry.field(description="The text.")
    count: int = strawberry.field(description="How often it came.")


@strawberry.type(
    name="QuestionStats", description="What came of a question, card, clue, list, item or dilemma over all matches."
)
class QuestionStatsType:
    rank: int = strawberry.field(description="Its place in the list; those that are equal share one: 1, 1, 3.")
    row: strawberry.Private[QuestionRow]
    words: strawberry.Private[QuestionText | None]

    @strawberry.field(description="What it is.")
    def kind(self) -> QuestionKind:
        return QuestionKind(self.row.kind)

    @strawberry.field(description="Its id: the card's, and for a part of a card `#` and the part.")
    def question(self) -> str:
        return self.row.question

    @strawberry.field(
        description="In words: the question; what a card is, or its clue; the topic of a list, with the item for one; "
        "the answers of a dilemma, or the one that is a choice. As the deck has it now; null when it no longer has it."
    )
    def text(self) -> str | None:
        return self.words.text if self.words else None

    @strawberry.field(
        description="The right answer; null for lists, dilemmas and choices, and with a `text` that is null."
    )
    def right_answer(self) -> str | None:
        return self.words.right_answer if self.words else None

    @strawberry.field(description='The card\'s id; "" for a dilemma, which has two.')
    def card(self) -> strawberry.ID:
        return strawberry.ID(self.row.card)

    @strawberry.field(description='Colour, category or kind; "" where the game has none.')
    def category(self) -> str:
        return self.row.category

    @strawberry.field(description="How often it was put to those who are counted here.")
    def shown(self) -> int:
        return self.row.shown

    @strawberry.field(
        description="How often one of them was right when it was shown; of a list, how often the wager was reached."
    )
    def right(self) -> int:
        return self.row.right

    @strawberry.field(description="The share of the times shown in which it was answered right, 0 to 1.")
    def right_rate(self) -> float:
        return right_rate(self.row)

    @strawberry.field(description="Answers, or guesses, that were given.")
    def answers(self) -> int:
        return self.row.answers

    @strawberry.field(description="How many of those counted as right.")
    def answers_right(self) -> int:
        return self.row.answers_right

    @strawberry.field(description="Answers taken as right though they were only near.")
    def near_accepted(self) -> int:
        return self.row.near_accepted

    @strawberry.field(description="Answers that the server took as wrong, and people as right.")
    def overruled_to_right(self) -> int:
        return self.row.overruled_to_right

    @strawberry.field(description="Answers that the server took as right, and people as wrong.")
    def overruled_to_wrong(self) -> int:
        return self.row.overruled_to_wrong

    @strawberry.field(description="Answers that the clock ended.")
    def timeouts(self) -> int:
        return self.row.timeouts

    @strawberry.field(description="Seconds that people took for an answer.")
    def seconds(self) -> SpreadType:
        return spread_type(spread_of([self.row.seconds]), TENTHS)

    @strawberry.field(description="The most common wrong answers, normalised, the most common first.")
    def wrong(
        self, first: Annotated[int, strawberry.argument(description="At most how many, 1 to 50.")] = 5
    ) -> list[TextCount]:
        most = max(1, min(first, MOST_WRONG))
        return [TextCount(text=text, count=count) for text, count in most_common_wrong(self.row, most)]

    @strawberry.field(description="Wrong answers beyond the 200 different ones that are counted one by one.")
    def wrong_others(self) -> int:
        return self.row.wrong_others

    @strawberry.field(
        description="How well it separates strong from weak players, -1 to 1: the correlation of an answer's being "
        "right with the rating of who gave it. Null when all answers are alike, or all ratings."
    )
    def separation(self) -> float | None:
        return separation(self.row)

    @strawberry.field(description="Clues that had been read when the card was solved (20 Questions); else of nothing.")
    def clues_needed(self) -> SpreadType:
        return spread_type(spread_of([self.row.needed]))

    @strawberry.field(
        description="How often the answerer chose what (That's a Question!): each card of a dilemma by its id, of a "
        "choice `CHOSEN` and `LEFT`. Empty in other games. How often it was guessed: `answersRight` of `answers`."
    )
    def chosen(self) -> list[TextCount]:
        return [TextCount(text=text, count=count) for text, count in self.row.chosen]

    @strawberry.field(
        description="What the game counts beside, summed up: `wedge` and `final` of Trivial Pursuit; `bonus`, "
        "`reader_points` and `solver_points` of 20 Questions; `found`, `items`, `no_guess`, `repeats`, `wager_yes` and "
        "`wager_won` of Smarty Party!"
    )
    def tallies(self) -> list[Tally]:
        return tallies_of(self.row.tallies)


@strawberry.type
class QuestionQueries:
    @strawberry.field(
        description="Every question, card, clue, list, item and dilemma of a deck that was shown in a match that has "
        "ended. For operators."
    )
    async def question_stats(
        self,
        info: Info,
        game: Annotated[GameKind, strawberry.argument(description="The game.")],
        deck: Annotated[
            strawberry.ID | None, strawberry.argument(description="The deck; the game's first by default.")
        ] = None,
        kind: Annotated[QuestionKind | None, strawberry.argument(description="Only what is of this kind.")] = None,
        event: Annotated[strawberry.ID | None, strawberry.argument(description="Only matches of this event.")] = None,
        order_by: Annotated[
            QuestionOrder, strawberry.argument(description="What it is sorted by.")
        ] = QuestionOrder.HARDEST,
        min_shown: Annotated[
            int,
            strawberry.argument(
                description="Leave out what was shown less often, to who chose in a dilemma too; 1 to 100."
            ),
        ] = 1,
        bots: Annotated[bool, strawberry.argument(description="Bots' answers instead of people's.")] = False,
        is_test: Annotated[bool, strawberry.argument(description="Test matches instead of all others.")] = False,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
    ) -> Connection[QuestionStatsType] | None:
        operator(info)
        deck_id = str(deck) if deck is not None else _first_deck(info, game)
        ranking = await info.context.services.statistics.readings.questions(
            game.name,
            deck_id,
            order_by,
            kind.value if kind else None,
            text_or_none(event),
            checked_minimum(min_shown, "minShown"),
            is_test,
            bots,
        )
        asked = page(first, after, last, before)
        texts = info.context.services.statistics.texts

        async def rows(found: tuple[Ranked[QuestionRow], ...]) -> list[QuestionStatsType]:
            return [
                QuestionStatsType(
                    rank=ranked.rank, row=ranked.row, words=texts.of(game.name, deck_id, ranked.row.question)
                )
                for ranked in found
            ]

        return await ranked_connection(ranking, asked, order_by.value, rows)


def _first_deck(info: Info, game: GameKind) -> str:
    return str(info.context.host.decks[game_of(game.name).key][0].id)
