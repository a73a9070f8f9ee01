"""What is kept of a match of Smarty Party! ("Facts kept"), worked out by hand."""

from server.games.facts import AnswerFact, QuestionFact, QuestionKind, QuestionText, SeatNotes
from server.games.smarty_party import facts
from server.games.smarty_party.records import Name, Pass, RoundBegan
from tests.games.scenes import watched
from tests.games.smarty_party.tables import BOWL, RIVERS, play, table

BEGAN = RoundBegan(1, 0, RIVERS.topic, 3, 2, (1, 2), is_tie_break=False)

ROUND = [
    (1, Name("Rhine"), 21),
    (2, Name("rhine"), 5),  # a repeat: guess again (SP-4)
    (2, Name("Seine"), 30),  # wrong: the 3
    (1, Pass(), 12),  # no guess: a 2
    (2, Name("Volga"), None),  # a smiley, at Start already; by a bot
    (1, Name("Danube"), 44),  # the last one
]


def test_a_list_is_kept_with_what_was_found_by_whom_and_the_wager() -> None:
    """SP-10: YES wins, three were found and two wagered."""
    scenes = watched(table(0, 0, 0, card=RIVERS), play, ROUND, began=(BEGAN,))

    rhine = AnswerFact(1, 1, "Rhine", "EXACT", is_right=True, tenths=21)
    seine = AnswerFact(2, 2, "Seine", "WRONG", is_right=False, tenths=30)
    volga = AnswerFact(3, 2, "Volga", "EXACT", is_right=True, by_bot=True)
    danube = AnswerFact(4, 1, "Danube", "EXACT", is_right=True, tenths=44)
    item = QuestionKind.ITEM
    assert facts.questions(scenes) == (
        QuestionFact(
            QuestionKind.LIST,
            "rivers",
            "rivers",
            "",
            asked=(1, 2),
            answers=(rhine, seine, volga, danube),
            is_right=True,
            by=0,
            tallies=(
                ("found", 3),
                ("items", 3),
                ("no_guess", 1),
                ("repeats", 1),
                ("wager_won", 1),
                ("wager_yes", 1),
            ),
            series=(
                ("found", ("Rhine", "Volga", "Danube")),
                ("found_by", ("1", "2", "1")),
                ("smileys", ("Volga",)),
            ),
        ),
        QuestionFact(item, "rivers#01", "rivers", "", (1, 2), (rhine,), is_right=True, by=0),
        QuestionFact(item, "rivers#02", "rivers", "", (1, 2), (danube,), is_right=True, by=0),
        QuestionFact(item, "rivers#03", "rivers", "", (1, 2), (volga,), is_right=True, by=0),
    )


def test_lists_are_told_by_their_topic_and_items_with_it() -> None:
    cards = {card.id: card for card in BOWL.cards}

    assert facts.question_text(cards, "rivers") == QuestionText("Rivers on the map")
    assert facts.question_text(cards, "rivers#02") == QuestionText("Rivers on the map: Danube", "Danube")
    assert facts.question_text(cards, "fruit#07") == QuestionText("Fruit in the bowl: Grape", "Grape")
    gone = ("hills", "hills#01", "rivers#00", "rivers#04", "rivers#x", "")
    assert [facts.question_text(cards, question) for question in gone] == [None] * 6


def test_seats_are_kept_with_chips_pants_and_steps() -> None:
    """SP-8: seat 1 has the Pants and throws out its 2. SP-9: seat 2 pays its 3. SP-11: the Reader stays on Start."""
    scenes = watched(table(0, 0, 0, card=RIVERS), play, ROUND, began=(BEGAN,))

    assert facts.points(scenes[-1].after) == (0, 0, 3)
    assert facts.notes(scenes) == (
        SeatNotes((("lists_read", 1), ("wagers_won", 1)), (("steps_by_round", ("0",)),)),
        SeatNotes((("chips_2", 1), ("found", 2), ("pants", 1)), (("steps_by_round", ("0",)),)),
        SeatNotes((("chips_3", 1), ("found", 1), ("steps", 3)), (("steps_by_round", ("3",)),)),
    )


def test_a_round_that_goes_on_counts_for_nobody() -> None:
    scenes = watched(table(0, 0, 0, card=RIVERS), play, ROUND[:4], began=(BEGAN,))

    assert facts.questions(scenes) == ()
    assert [notes.tallies for notes in facts.notes(scenes)] == [(), (), ()]


def test_an_item_that_nobody_found_was_shown_and_missed() -> None:
    """Seven wrong answers use up the chips; only the Rhine was found."""
    wrong = [(seat, Name(text), 10) for seat, text in zip((2, 1) * 4, "abcdefg", strict=False)]

    scenes = watched(table(0, 0, 0, card=RIVERS), play, [(1, Name("Rhine"), 21), *wrong], began=(BEGAN,))

    listed, *items = facts.questions(scenes)
    assert (listed.is_right, dict(listed.tallies)) == (False, {"found": 1, "items": 3, "wager_yes": 1})
    assert [(item.question, item.is_right, len(item.answers)) for item in items] == [
        ("rivers#01", True, 1),
        ("rivers#02", False, 0),
        ("rivers#03", False, 0),
    ]
