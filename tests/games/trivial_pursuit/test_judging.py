"""Answers, who rules on them, clocks, and what happens when somebody leaves; each test names the rule it proves."""

from random import Random

import pytest

from server.games.answers import LONGEST, Strictness, Verdict
from server.games.engine import BadOption, IllegalMove, Open, Outcome, Timer, replace
from server.games.rulings import Judging, Review, Ruling, Vote
from server.games.trivial_pursuit import rules
from server.games.trivial_pursuit.board import COLOURS, paths
from server.games.trivial_pursuit.records import (
    AnswerGiven,
    Answering,
    AnswerJudged,
    CategoryDecided,
    CategoryVoted,
    ChoosingCategory,
    GiveAnswer,
    Moved,
    Moving,
    Options,
    Over,
    Phase,
    QuestionAsked,
    QuestionDropped,
    Reviewing,
    Rolled,
    RolledForStart,
    Rolling,
    RollingForStart,
    Rule,
    State,
    Step,
    TurnBegan,
    VerdictVoted,
    VotingCategory,
)
from tests.games.trivial_pursuit.tables import ALL_WEDGES, DECK, NOBODY, answering, asked, judged, play, table, token
from tests.games.trivial_pursuit.test_turns import assert_refused

READER, TABLE, STRICT = (
    Options(judging=Judging.READER),
    Options(judging=Judging.TABLE),
    Options(strictness=Strictness.STRICT),
)

# Verdicts


def test_tp_6_an_answer_is_free_text_of_at_most_200_characters() -> None:
    assert rules.legal_moves(answering(), 0) == (Open(GiveAnswer(""), LONGEST),)
    assert LONGEST == 200
    assert_refused(answering(), GiveAnswer("a" * 201), "ANS-7", "An answer has at most 200 characters; yours has 201.")


@pytest.mark.parametrize(
    ("guess", "verdict"),
    [
        ("canberra", Verdict.WRONG),
        ("Lisbon", Verdict.EXACT),
        ("  LISBON! ", Verdict.EXACT),
        ("Lisbom", Verdict.NEAR),
        ("", Verdict.WRONG),
        ("🦜", Verdict.WRONG),
    ],
)
def test_tp_6_an_answer_is_judged_like_all_typed_answers(guess: str, verdict: Verdict) -> None:
    """ANS-3, ANS-7."""
    state, _ = play(answering("BLUE", "R8"), 0, GiveAnswer(guess))

    assert judged(state).ruling == Ruling(verdict, verdict is not Verdict.WRONG)


def test_tp_6_after_the_verdict_the_answer_is_open_to_all() -> None:
    _, events = play(answering("BLUE", "R8"), 0, GiveAnswer("Porto"))

    assert isinstance(events[1], AnswerJudged)
    assert (events[1].judged.asked.content.text, events[1].judged.guess) == ("Lisbon", "Porto")


def test_ans_8_strict_forgives_no_typing_errors_and_wants_full_names() -> None:
    def verdicts(options: Options) -> list[Verdict]:
        near = answering("BLUE", "R8", options=options)
        name = replace(near, phase=Answering(asked("GREEN", "R8", card=4)))
        states = [play(near, 0, GiveAnswer("Lisbom"))[0], play(name, 0, GiveAnswer("Lovelace"))[0]]
        return [judged(state).ruling.verdict for state in states]

    assert verdicts(Options()) == [Verdict.NEAR, Verdict.ALIAS]
    assert verdicts(STRICT) == [Verdict.WRONG, Verdict.WRONG]


# Judges


def test_ans_5_the_reader_on_the_right_rules_and_can_overrule() -> None:
    """ANS-6."""
    state, given = play(answering("BLUE", "R7", options=READER), 0, GiveAnswer("Porto"))

    assert given == (AnswerGiven(0, "Porto"),)
    assert state.phase == Reviewing(asked("BLUE", "R7"), Review("Porto", Verdict.WRONG, Judging.READER, (2,)))
    assert rules.to_move(state) == {2}
    assert rules.legal_moves(state, 2) == (Rule(True), Rule(False))

    state, events = play(state, 2, Rule(True))

    assert events[0] == VerdictVoted(2)
    assert judged(state).ruling == Ruling(Verdict.WRONG, True, Judging.READER, (Vote(2, True),))
    assert (state.tokens[0].wedges, state.phase, state.turn) == (("BLUE",), Rolling(), 0)


def test_ans_5_the_reader_can_turn_down_what_the_server_took_for_right() -> None:
    state, _ = play(answering("BLUE", "R7", options=READER), 0, GiveAnswer("Lisbom"))
    state, _ = play(state, 2, Rule(False))

    assert judged(state).ruling == Ruling(Verdict.NEAR, False, Judging.READER, (Vote(2, False),))
    assert (state.tokens[0].locked, state.turn) == ("BLUE", 1)


def test_ans_5_at_the_table_everyone_else_votes() -> None:
    state, _ = play(answering("BLUE", "R7", options=TABLE), 0, GiveAnswer("Porto"))
    assert rules.to_move(state) == {1, 2}

    state, first = play(state, 1, Rule(True))
    assert first == (VerdictVoted(1),)
    assert rules.to_move(state) == {2}

    state, _ = play(state, 2, Rule(True))
    assert judged(state).ruling == Ruling(Verdict.WRONG, True, Judging.TABLE, (Vote(1, True), Vote(2, True)))


def test_ans_5_on_a_tie_at_the_table_the_verdict_stands() -> None:
    state, _ = play(answering("BLUE", "R7", options=TABLE), 0, GiveAnswer("Lisbon"))
    state, _ = play(state, 1, Rule(True))
    state, _ = play(state, 2, Rule(False))

    assert judged(state).ruling == Ruling(Verdict.EXACT, True, None, (Vote(1, True), Vote(2, False)))


def test_ans_5_a_final_answer_is_ruled_on_like_any_other() -> None:
    state = answering("PINK", "HUB", is_final=True, own=token(wedges=ALL_WEDGES), options=READER)
    state, _ = play(state, 0, GiveAnswer("Vertigo"))

    state, _ = play(state, 2, Rule(True))

    assert state.phase == Over("WON")


def test_all_2_only_the_judges_rule() -> None:
    state, _ = play(answering("BLUE", "R7", options=READER), 0, GiveAnswer("Porto"))

    assert_refused(state, Rule(True), "ANS-5", "You do not judge this answer.", seat=1)
    assert_refused(state, GiveAnswer("Lisbon"), "ALL-2", "It is time to rule on the answer.", seat=2)


# Clocks


def time_up(state: State, seed: str = "chance") -> Step:
    return rules.time_up(state, DECK, Random(seed))


def review(options: Options) -> State:
    return play(answering("BLUE", "R7", options=options), 0, GiveAnswer("Lisbon"))[0]


@pytest.mark.parametrize(
    ("state", "timer"),
    [
        (table(phase=RollingForStart(2, (0, 1), NOBODY)), Timer("start 2", 60)),
        (table(rolls=4), Timer("roll 5", 60)),
        (table(phase=Moving(3), rolls=4), Timer("move 4", 60)),
        (table(phase=ChoosingCategory(), rolls=4), Timer("choose 4", 60)),
        (table(phase=VotingCategory(NOBODY), rolls=4), Timer("vote 4", 60)),
        (answering(), Timer("answer 1", 30)),
        (review(READER), Timer("judge 1", 30)),
        (table(phase=Over("WON")), None),
    ],
)
def test_tp_17_every_wait_has_its_clock(state: State, timer: Timer | None) -> None:
    off = replace(state.options, answer_seconds=0, move_seconds=0, judge_seconds=0)

    assert rules.timer(state) == timer
    assert rules.timer(replace(state, options=off)) is None


def test_tp_17_the_clocks_are_options() -> None:
    own = Options(answer_seconds=15, move_seconds=5, judge_seconds=600)

    rules.check_options(own)

    assert rules.timer(answering(options=own)) == Timer("answer 1", 15)
    assert rules.timer(table(options=own)) == Timer("roll 1", 5)
    assert rules.timer(review(replace(own, judging=Judging.READER))) == Timer("judge 1", 600)


@pytest.mark.parametrize(
    ("options", "field", "message"),
    [
        (
            Options(answer_seconds=14),
            "answer_seconds",
            "An answer may take between 15 and 120 seconds, or 0 for no clock.",
        ),
        (
            Options(answer_seconds=121),
            "answer_seconds",
            "An answer may take between 15 and 120 seconds, or 0 for no clock.",
        ),
        (Options(move_seconds=4), "move_seconds", "A clock runs between 5 and 600 seconds, or 0 for no clock."),
        (Options(judge_seconds=601), "judge_seconds", "A clock runs between 5 and 600 seconds, or 0 for no clock."),
    ],
)
def test_tp_17_clocks_out_of_range_are_refused(options: Options, field: str, message: str) -> None:
    with pytest.raises(BadOption) as refusal:
        rules.check_options(options)

    assert (refusal.value.field, refusal.value.message) == (field, message)


def test_tp_17_a_roll_happens_by_itself() -> None:
    _, events = time_up(table())
    assert [type(event) for event in events] == [Rolled]

    _, events = time_up(table(phase=RollingForStart(1, (0, 1, 2), (None, 6, None))), "high")
    assert [type(event) for event in events[:2]] == [RolledForStart, RolledForStart]


def test_tp_17_a_destination_is_drawn_at_random() -> None:
    state = table(token("R0"), token(), token(), phase=Moving(3))

    reached = {time_up(state, str(seed))[0].tokens[0].space for seed in range(60)}

    assert reached == set(paths("R0", 3))
    assert isinstance(time_up(state)[1][0], Moved)


def test_tp_17_a_category_is_drawn_at_random() -> None:
    chosen, voted = set(), set()
    for seed in range(80):
        _, (_, asked_event) = time_up(table(phase=ChoosingCategory()), str(seed))
        assert isinstance(asked_event, QuestionAsked)
        chosen.add(asked_event.colour)
        _, events = time_up(table(phase=VotingCategory((None, "BLUE", None))), str(seed))
        assert events[0] == CategoryVoted(2)
        assert isinstance(events[1], CategoryDecided)
        voted.add(events[1].votes[2])

    assert chosen == voted == set(COLOURS)


@pytest.mark.parametrize("options", [Options(), READER, TABLE])
def test_tp_17_an_answer_that_does_not_come_counts_as_wrong_and_nobody_rules_on_it(options: Options) -> None:
    state, events = time_up(answering("BLUE", "R7", options=options))

    assert events[0] == AnswerGiven(0, None)
    assert (judged(state).guess, judged(state).ruling) == (None, Ruling(Verdict.WRONG, False))
    assert (state.tokens[0].locked, state.tokens[0].asked, state.turn) == ("BLUE", (0, 1, 0, 0, 0, 0), 1)


def test_ans_5_when_the_judges_time_is_up_the_verdict_stands() -> None:
    state, _ = time_up(review(READER))
    assert (judged(state).ruling, state.turn) == (Ruling(Verdict.EXACT, True), 0)

    state, _ = time_up(play(review(TABLE), 1, Rule(False))[0])
    assert judged(state).ruling == Ruling(Verdict.EXACT, True, None, (Vote(1, False),))


def test_tp_17_when_ten_rounds_of_questions_run_out_of_time_nobody_is_there_any_more() -> None:
    state, _ = time_up(answering(unanswered=28))
    assert (state.phase, state.unanswered) == (Rolling(), 29)

    state, _ = time_up(answering(unanswered=29, others=(token(wedges=("BLUE",)), token())))
    assert rules.outcome(state) == Outcome((2, 1, 2), (0, 1, 0), "NOBODY_ANSWERS")


def test_tp_17_any_answer_shows_that_somebody_is_there() -> None:
    state, _ = play(answering(unanswered=29), 0, GiveAnswer(""))

    assert (state.phase, state.unanswered) == (Rolling(), 0)


# Leaving


def leave(state: State, seat: int) -> Step:
    return rules.resign(state, seat, DECK, Random("leaving"))


@pytest.mark.parametrize("phase", [Rolling(), Moving(3), ChoosingCategory(), VotingCategory((None, "BLUE", None))])
def test_all_5_when_the_seat_in_turn_leaves_play_passes_left(phase: Phase) -> None:
    state, events = leave(table(phase=phase), 0)

    assert (state.phase, state.turn, state.resigned) == (Rolling(), 1, (0,))
    assert events == (TurnBegan(1, 4, is_reply=False),)


@pytest.mark.parametrize("state", [answering(), review(READER), review(TABLE)])
def test_all_5_a_question_put_to_a_seat_that_leaves_is_dropped(state: State) -> None:
    state, events = leave(state, 0)

    assert (state.phase, state.turn, state.last) == (Rolling(), 1, None)
    assert events == (QuestionDropped(1), TurnBegan(1, 4, is_reply=False))


def test_all_5_another_seat_that_leaves_changes_nothing_for_the_one_in_turn() -> None:
    state, events = leave(answering(), 2)

    assert (state.phase, state.turn, events) == (answering().phase, 0, ())


def test_all_5_the_roll_for_the_start_goes_on_without_who_has_left() -> None:
    fresh = [token(turns=0)] * 3

    state, events = leave(table(*fresh, phase=RollingForStart(1, (0, 1, 2), (2, 5, None))), 2)
    assert events == (TurnBegan(1, 1, is_reply=False),)

    state, events = leave(table(*fresh, phase=RollingForStart(2, (0, 1), NOBODY)), 0)
    assert events == (TurnBegan(1, 1, is_reply=False),)

    state, events = leave(table(*fresh, phase=RollingForStart(2, (0, 1), NOBODY)), 2)
    assert (state.phase, events) == (RollingForStart(2, (0, 1), NOBODY), ())


def test_all_5_a_vote_leaves_with_its_seat() -> None:
    tokens = (token("HUB", ALL_WEDGES), token(), token(), token())
    state = table(*tokens, phase=VotingCategory((None, "BLUE", "PINK", None)))

    waiting, events = leave(state, 1)
    assert (waiting.phase, events) == (VotingCategory((None, None, "PINK", None)), ())
    assert rules.to_move(waiting) == {3}

    _, events = leave(state, 3)
    assert events[0] == CategoryDecided(0, "BLUE", (None, "BLUE", "PINK", None))


def test_all_5_a_judge_who_leaves_is_not_waited_for() -> None:
    state, _ = leave(review(READER), 2)
    assert judged(state).ruling == Ruling(Verdict.EXACT, True)

    state, _ = play(review(TABLE), 1, Rule(False))
    state, _ = leave(state, 2)
    assert judged(state).ruling == Ruling(Verdict.EXACT, False, Judging.TABLE, (Vote(1, False),))

    state, events = leave(review(READER), 1)
    assert rules.to_move(state) == {2}
    assert events == ()


def test_all_5_with_one_seat_left_the_match_ends_and_who_left_later_places_before_who_left_earlier() -> None:
    state, _ = leave(table(token(wedges=("BLUE",)), token(wedges=("PINK", "BLUE")), token()), 1)
    assert rules.outcome(state) is None

    state, events = leave(state, 0)

    assert (state.phase, events) == (Over("TOO_FEW_SEATS"), ())
    assert rules.outcome(state) == Outcome((2, 3, 1), (1, 2, 0), "TOO_FEW_SEATS")


def test_all_5_a_question_on_the_table_is_dropped_when_the_match_ends() -> None:
    _, events = leave(answering(resigned=(1,)), 2)

    assert events == (QuestionDropped(1),)


def test_all_5_a_winner_who_leaves_before_the_end_gives_up_the_win() -> None:
    """TP-14."""
    reply = table(token(wedges=ALL_WEDGES), token(), token(turns=0), turn=1, winners=(0,))

    state, _ = leave(reply, 0)
    assert (state.phase, state.turn, state.winners) == (Rolling(), 1, ())

    state, _ = play(replace(state, phase=Answering(asked("YELLOW", "R1"))), 1, GiveAnswer("?"))
    assert (state.phase, state.turn) == (Rolling(), 2)


def test_all_5_a_winner_who_is_left_alone_has_won() -> None:
    """TP-14."""
    reply = table(token(wedges=ALL_WEDGES), token(turns=1), turn=1, winners=(0,))

    state, _ = leave(reply, 1)

    assert rules.outcome(state) == Outcome((1, 2), (6, 0), "WON")


def test_all_5_nobody_leaves_twice_or_after_the_end() -> None:
    for state, message in (
        (table(resigned=(0,), turn=1), "You have resigned already."),
        (table(phase=Over("WON")), "The match is over."),
    ):
        with pytest.raises(IllegalMove) as refusal:
            leave(state, 0)
        assert (refusal.value.rule, refusal.value.message) == ("ALL-5", message)
