"""Questions through the API, against numbers worked out by hand."""

from typing import Any

import pytest

from server.games.facts import AnswerFact, QuestionFact, QuestionKind
from server.stats.records import MatchFacts
from tests.api.counted import count, operator
from tests.api.parlour import Person, Server
from tests.stats.made import facts, seat

QUESTIONS = """query($kind: QuestionKind, $order: QuestionOrder! = HARDEST, $game: GameKind! = TRIVIAL_PURSUIT,
  $deck: ID = "trivia", $first: Int, $after: String, $bots: Boolean! = false) {
  questionStats(game: $game, deck: $deck, kind: $kind, orderBy: $order, first: $first, after: $after, bots: $bots) {
    totalCount pageInfo { endCursor hasNextPage } nodes { rank kind question card category shown right rightRate answers
    answersRight nearAccepted overruledToRight overruledToWrong timeouts seconds { count p50 } wrong { text count }
    wrongOthers separation cluesNeeded { count p50 } chosen { text count } tallies { name value } } } }"""


def answer(number: int, seat: int, text: str, verdict: str, is_right: bool, **changes: Any) -> AnswerFact:
    return AnswerFact(number, seat, text, verdict, is_right, **changes)


def asked(question: str, *answers: AnswerFact, **changes: Any) -> QuestionFact:
    given: dict[str, Any] = {
        "kind": QuestionKind.QUESTION,
        "question": question,
        "card": question.partition("#")[0],
        "category": "BLUE",
        "asked": (0,),
        "answers": answers,
        "is_right": any(answer.is_right for answer in answers),
    }
    return QuestionFact(**(given | changes))


def quiz(seq: int, one: str, other: str, *questions: QuestionFact, **changes: Any) -> MatchFacts:
    seats = seat(0, one, 1, 6), seat(1, other, 2, 2)
    given: dict[str, Any] = {"game": "TRIVIAL_PURSUIT", "deck": "trivia", "questions": questions}
    return facts(seq, *seats, **(given | changes))


async def listed(person: Person, **given: Any) -> list[Any]:
    nodes: list[Any] = (await person.ask(QUESTIONS, **given))["questionStats"]["nodes"]
    return nodes


async def test_questions_are_counted_and_listed_hardest_first(server: Server) -> None:
    olga = await operator(server)
    await count(
        server,
        quiz(
            1,
            "plr_1",
            "plr_2",
            asked("tp-1#blue", answer(1, 0, "Rome", "EXACT", True, tenths=20), tallies=(("wedge", 1),)),
            asked("tp-2#blue", answer(2, 1, "Oslo!", "WRONG", False, tenths=50)),
        ),
        quiz(
            2,
            "plr_1",
            "plr_2",
            asked("tp-1#blue", answer(1, 1, "Rom", "NEAR", True, tenths=40), tallies=(("wedge", 1),)),
            asked("tp-2#blue", answer(2, 0, "oslo", "WRONG", False, tenths=30)),
            asked("tp-2#blue", answer(3, 1, "Bern", "WRONG", True, tenths=70, is_overruled=True)),
            asked("tp-2#blue", answer(4, 1, "", "NONE", False)),
        ),
    )

    hard, easy = await listed(olga)

    assert hard == {
        **{"rank": 1, "kind": "QUESTION", "question": "tp-2#blue", "card": "tp-2", "category": "BLUE"},
        **{"shown": 4, "right": 1, "rightRate": 0.25, "answers": 4, "answersRight": 1},
        **{"nearAccepted": 0, "overruledToRight": 1, "overruledToWrong": 0, "timeouts": 1, "wrongOthers": 0},
        "seconds": {"count": 3, "p50": 5.0},
        "wrong": [{"text": "oslo", "count": 2}],
        "separation": hard["separation"],
        **{"cluesNeeded": {"count": 0, "p50": None}, "chosen": [], "tallies": []},
    }
    assert (easy["rank"], easy["question"], easy["rightRate"], easy["nearAccepted"]) == (2, "tp-1#blue", 1.0, 1)
    assert (easy["separation"], easy["tallies"]) == (None, [{"name": "wedge", "value": 2}])
    assert [row["question"] for row in await listed(olga, order="EASIEST")] == ["tp-1#blue", "tp-2#blue"]
    assert [row["question"] for row in await listed(olga, order="MOST_SEPARATING")] == ["tp-2#blue"]


async def test_separation_is_the_correlation_of_being_right_and_being_strong(server: Server) -> None:
    """Ann, who has won before, is right twice; Bob, whom she beat, is wrong twice: they separate perfectly."""
    olga = await operator(server)
    first = quiz(1, "plr_a", "plr_b")
    answers = [answer(1, 0, "Rome", "EXACT", True), answer(2, 1, "Oslo", "WRONG", False)]
    await count(server, first, quiz(2, "plr_a", "plr_b", *(asked("q", one) for one in answers)))

    (row,) = await listed(olga)

    assert row["separation"] == pytest.approx(1.0)


async def test_clues_needed_and_choices_are_told(server: Server) -> None:
    olga = await operator(server)
    right, wrong = answer(1, 0, "Cleopatra", "EXACT", True), answer(2, 1, "Nero", "WRONG", False)
    card = asked("p-1", wrong, right, kind=QuestionKind.CARD, needed=7, tallies=(("solver_points", 14),))
    clue = asked("p-1#03", wrong, kind=QuestionKind.CLUE, card="p-1")
    guess = answer(1, 0, "a", "", True)
    dilemma = asked("a+b#FUNNIER", guess, kind=QuestionKind.DILEMMA, card="", chosen="a", about=1)
    await count(
        server,
        quiz(1, "plr_1", "plr_2", card, clue, game="TWENTY_QUESTIONS"),
        quiz(2, "plr_1", "plr_2", dilemma, game="THATS_A_QUESTION"),
        quiz(3, "plr_1", "plr_2", dilemma, game="THATS_A_QUESTION"),
    )

    cards = await listed(olga, game="TWENTY_QUESTIONS", kind="CARD")
    clues = await listed(olga, game="TWENTY_QUESTIONS", kind="CLUE")
    (choice,) = await listed(olga, game="THATS_A_QUESTION")

    assert [(row["question"], row["cluesNeeded"]) for row in cards] == [("p-1", {"count": 1, "p50": 7.0})]
    assert [(row["question"], row["shown"], row["right"]) for row in clues] == [("p-1#03", 1, 0)]
    assert (choice["chosen"], choice["answers"], choice["answersRight"]) == ([{"text": "a", "count": 2}], 2, 2)


async def test_questions_are_read_page_by_page(server: Server) -> None:
    olga = await operator(server)
    questions = [asked(f"q-{number}", answer(number, 0, "x", "WRONG", False)) for number in range(1, 6)]
    await count(server, quiz(1, "plr_1", "plr_2", *questions))

    seen, after = [], None
    for _ in range(3):
        page = (await olga.ask(QUESTIONS, first=2, after=after))["questionStats"]
        seen += [(row["rank"], row["question"]) for row in page["nodes"]]
        after = page["pageInfo"]["endCursor"]

    assert seen == [(1, f"q-{number}") for number in range(1, 6)]
    assert (page["totalCount"], page["pageInfo"]["hasNextPage"]) == (5, False)


async def test_bots_answers_are_counted_apart(server: Server) -> None:
    olga = await operator(server)
    by_bot, by_person = answer(1, 1, "Rome", "EXACT", True, by_bot=True), answer(2, 0, "Oslo", "WRONG", False)
    await count(server, quiz(1, "plr_1", "bot:HARD", asked("q", by_bot, asked=(1,)), asked("q", by_person)))

    (people,), (bots,) = await listed(olga), await listed(olga, bots=True)

    assert (people["shown"], people["answersRight"]) == (1, 0)
    assert (bots["shown"], bots["answersRight"]) == (1, 1)


WORDS = """query($game: GameKind!, $deck: ID) { questionStats(game: $game, deck: $deck) {
  nodes { kind question text rightAnswer } } }"""
TOPIC = "Planets of the solar system"
LIVES = "In which city can you visit the house where Anne Frank hid?"
CLUE = "My family came from Macedonia, though I reigned on another continent."
CHEF, COFFEE = "a private chef for one year", "free coffee for the rest of your life"


@pytest.mark.parametrize(
    ("game", "deck", "told"),
    [
        (
            "TRIVIAL_PURSUIT",
            "trivial-pursuit-en",
            [("QUESTION", "tp-001#BLUE", LIVES, "Amsterdam"), ("QUESTION", "tp-000#BLUE", None, None)],
        ),
        (
            "TWENTY_QUESTIONS",
            "twenty-questions-en",
            [
                ("CARD", "tq-person-01", "Cleopatra", "Cleopatra"),
                ("CLUE", "tq-person-01#02", CLUE, "Cleopatra"),
                ("CLUE", "tq-person-01#05", None, None),
            ],
        ),
        (
            "SMARTY_PARTY",
            "smarty-party-en",
            [
                ("LIST", "sp-001", TOPIC, None),
                ("ITEM", "sp-001#04", f"{TOPIC}: Mars", "Mars"),
                ("ITEM", "sp-001#09", None, None),
            ],
        ),
        (
            "THATS_A_QUESTION",
            "thats-a-question-en",
            [
                ("DILEMMA", "food-01+food-02#BLUE", f"{CHEF} / {COFFEE}", None),
                ("CHOICE", "food-01#GREEN", "fresh bread", None),
            ],
        ),
        (
            "THATS_A_QUESTION",
            "thats-a-question-ko",
            [
                ("DILEMMA", "food-01+food-02#BLUE", "1년 동안 나만의 전속 요리사 / 평생 공짜 커피", None),
                ("CHOICE", "food-01#GREEN", "갓 구운 빵", None),
            ],
        ),
        ("TRIVIAL_PURSUIT", "gone", [("QUESTION", "tp-001#BLUE", None, None)]),
        ("TRIVIAL_PURSUIT", "twenty-questions-en", [("CARD", "tq-person-01", None, None)]),
        ("TWENTY", "twenty-standard", [("QUESTION", "AC", None, None)]),
    ],
)
async def test_questions_are_told_in_the_words_of_their_deck(
    server: Server, game: str, deck: str, told: list[tuple[str, str, str | None, str | None]]
) -> None:
    """Of what is no longer in the decks, or never was, only the id is known."""
    olga = await operator(server)
    shown = [asked(question, kind=QuestionKind(kind)) for kind, question, _, _ in told]
    await count(server, quiz(1, "plr_1", "plr_2", *shown, game=game, deck=deck))

    rows = (await olga.ask(WORDS, game=game, deck=deck))["questionStats"]["nodes"]

    assert sorted(tuple(row.values()) for row in rows) == sorted(told)


async def test_the_words_of_the_default_deck_are_told_without_naming_it(server: Server) -> None:
    olga = await operator(server)
    await count(server, quiz(1, "plr_1", "plr_2", asked("tp-001#BLUE"), deck="trivial-pursuit-en"))

    (row,) = (await olga.ask(WORDS, game="TRIVIAL_PURSUIT"))["questionStats"]["nodes"]

    assert (row["text"], row["rightAnswer"]) == (LIVES, "Amsterdam")
