"""Records survive the way through BSON unchanged, and what cannot be read is refused with a reason."""

from datetime import UTC, datetime, timedelta
from typing import Any

import bson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.engine import replace
from server.games.registry import GAMES, game
from server.matches.match import opened
from server.matches.records import Join, Match, Play, Ply, Status, TakeBack, Visibility
from server.matches.store import Key, Unreadable
from server.store.codec import Codec, creation_id, instant, key_text, ply_id
from tests.store import toy

CODEC = Codec(toy.rules_of)
KEPT: bson.CodecOptions[dict[str, Any]] = bson.CodecOptions(tz_aware=True, tzinfo=UTC)


def kept(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document as the database gives it back."""
    return bson.decode(bson.encode(document), KEPT)


@pytest.mark.parametrize("match", [toy.new_match(), toy.running_match(), toy.running_match(status=Status.FINISHED)])
def test_a_match_survives_bson(match: Match) -> None:
    assert CODEC.match(kept(CODEC.match_document(match))) == match


@pytest.mark.parametrize("ply", tuple(toy.all_plies()), ids=lambda ply: type(ply.change).__name__)
def test_every_kind_of_ply_survives_bson(ply: Ply) -> None:
    assert CODEC.ply(kept(CODEC.ply_document(ply, "TOY"))) == ply


def test_tp_16_a_suggestion_survives_bson() -> None:
    suggestion = toy.suggestion("서울?")

    assert CODEC.suggestion(kept(CODEC.suggestion_document(suggestion))) == suggestion


def test_tp_16_a_suggestion_with_a_field_that_is_not_known_is_not_read() -> None:
    with pytest.raises(Unreadable):
        CODEC.suggestion(CODEC.suggestion_document(toy.suggestion("Seoul?")) | {"mood": "sure"})


def test_tp_16_matches_and_plies_from_before_there_were_teams_are_read() -> None:
    match = replace(toy.running_match(), seats=toy.running_match().seats[:3])
    document = kept(CODEC.match_document(match))
    del document["setup"]["team_size"]
    for seated in document["seats"]:
        del seated["members"]
    join, back = (replace(toy.play(2), change=change) for change in (Join("plr_bob", "Bob"), TakeBack(1)))
    joined, taken_back = (kept(CODEC.ply_document(ply, "TOY")) for ply in (join, back))
    del joined["change"]["seat"], taken_back["change"]["member"]

    assert CODEC.match(document) == match
    assert (CODEC.ply(joined), CODEC.ply(taken_back)) == (join, back)


def test_tuples_sets_and_keys_come_back_as_they_were() -> None:
    state = CODEC.match(kept(CODEC.match_document(toy.running_match()))).state

    assert state.piles == ((toy.WORDS[0], toy.WORDS[1]), (), (toy.WORDS[2],))
    assert state.held == {0: (1, 2), 3: ()}
    assert type(state.seen) is frozenset
    assert type(state.piles[0]) is tuple


@given(
    text=st.text(st.characters(exclude_categories=["Cs"])),
    share=st.floats(allow_nan=False),
    scores=st.lists(st.integers(-(2**63), 2**63 - 1)),
    held=st.dictionaries(st.integers(0, 9), st.lists(st.integers(0, 99)).map(tuple)),
    milliseconds=st.integers(-(10**12), 10**12),
)
def test_any_state_survives_bson(
    text: str, share: float, scores: list[int], held: dict[int, tuple[int, ...]], milliseconds: int
) -> None:
    state = replace(toy.STATE, note=text, share=share, scores=tuple(scores), held=held)
    match = replace(toy.running_match(), state=state, deadline=toy.NOON + timedelta(milliseconds=milliseconds))

    assert CODEC.match(kept(CODEC.match_document(match))) == match


@pytest.mark.parametrize("kind", [game.kind for game in GAMES])
def test_the_default_options_of_every_game_survive_bson(kind: str) -> None:
    rules = game(kind).rules
    match = toy.new_match(game=kind, options=rules.Options(), rules_version=rules.VERSION)
    codec = Codec(lambda kind: game(kind).rules)

    assert codec.match(kept(codec.match_document(match))) == match


def test_instants_are_cut_to_the_millisecond() -> None:
    ply = replace(toy.play(1), at=datetime(2026, 1, 2, 3, 4, 5, 678_999, tzinfo=UTC))

    assert CODEC.ply(kept(CODEC.ply_document(ply, "TOY"))).at == datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)


def test_a_ply_reads_well_in_a_shell() -> None:
    assert kept(CODEC.ply_document(toy.play(12), "TOY")) == {
        "_id": "mat_0001:000012",
        "format": 1,
        "game": "TOY",
        "match": "mat_0001",
        "number": 12,
        "at": toy.NOON,
        "change": {
            "type": "Play",
            "seat": 0,
            "decision": 11,
            "move": {"type": "Guess", "text": "a cat"},
            "move_id": "id-1",
            "by_bot": False,
        },
        "events": [
            {
                "type": "Guessed",
                "seat": 0,
                "text": "a cat",
                "cards": [
                    {"type": "Word", "id": "w1", "text": "ten"},
                    {"type": "Word", "id": "w2", "text": "스무고개"},
                ],
            },
            {"type": "Passed", "seat": 1},
        ],
        "origin": "srv_one",
        "digest": "",
    }


def test_a_match_document_begins_with_what_lists_are_made_by() -> None:
    document = CODEC.match_document(toy.running_match())

    assert list(document)[:5] == ["_id", "format", "key", "lobby", "players"]
    assert document["_id"] == "mat_0001"
    assert document["key"] == "2026-11-29T12:00:00.123Z|mat_0001"
    assert document["lobby"] == ["ANY ANY", "ANY RUNNING", "TOY ANY", "TOY RUNNING"]
    assert document["players"] == ["plr_ann", "plr_bob", "plr_cat", "plr_dan"]


def test_a_private_match_stands_in_no_public_list() -> None:
    assert CODEC.match_document(toy.new_match(visibility=Visibility.PRIVATE))["lobby"] == []


def test_an_unknown_field_makes_a_match_unreadable() -> None:
    document = kept(CODEC.match_document(toy.running_match()))
    document["state"]["phase"]["hurry"] = True

    with pytest.raises(Unreadable) as refused:
        CODEC.match(document)

    assert refused.value.match == "mat_0001"
    assert refused.value.reason == "it has fields that this server does not know: Guessing.hurry."


def test_an_unknown_field_makes_a_ply_unreadable() -> None:
    document = kept(CODEC.ply_document(toy.play(1), "TOY")) | {"shuffled": 1}

    with pytest.raises(Unreadable, match=r"fields that this server does not know: Ply\.shuffled"):
        CODEC.ply(document)


def test_a_later_format_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="it has format 2, this server reads format 1"):
        CODEC.match(kept(CODEC.match_document(toy.new_match())) | {"format": 2})


def test_newer_rules_make_a_match_unreadable() -> None:
    document = CODEC.match_document(toy.new_match(rules_version=4))

    with pytest.raises(Unreadable, match="it was played by version 4 of its rules, newer than here"):
        CODEC.match(kept(document))


def test_an_unknown_game_makes_a_match_unreadable() -> None:
    document = CODEC.match_document(toy.new_match(game="CHESS"))

    with pytest.raises(Unreadable, match="this server has no game CHESS"):
        CODEC.match(kept(document))


def test_reading_is_strict() -> None:
    document = kept(CODEC.match_document(toy.running_match()))
    document["state"]["scores"][1] = "7"

    with pytest.raises(Unreadable, match=r"Expected `int`, got `str` - at `\$\.scores\[1\]`"):
        CODEC.match(document)


def test_a_move_of_another_game_is_not_read() -> None:
    document = kept(CODEC.ply_document(toy.play(1), "TOY"))
    document["change"]["move"] = {"type": "Draw"}

    with pytest.raises(Unreadable, match="Invalid value 'Draw'"):
        CODEC.ply(document)


def test_texts_made_of_instants_sort_by_time() -> None:
    times = [toy.NOON + timedelta(milliseconds=n) for n in (0, 1, 10, 876, 877, 1000, 60_000)]

    assert [instant(at) for at in times] == sorted(instant(at) for at in times)
    assert instant(times[3]) == "2026-11-29T12:00:00.999Z"
    assert key_text(Key(toy.NOON, "mat_1")) == "2026-11-29T12:00:00.123Z|mat_1"


def test_ids_of_plies_sort_by_number() -> None:
    assert [ply_id("mat_1", number) for number in (1, 9, 10, 999_999)] == [
        "mat_1:000001",
        "mat_1:000009",
        "mat_1:000010",
        "mat_1:999999",
    ]


def test_two_attempts_to_create_a_match_are_told_apart_by_their_codes() -> None:
    first, second = toy.new_match(), opened(toy.new_match(code="OTHER"))

    assert creation_id(first) == "mat_0001|CODE0001|2026-11-29T12:00:00.123Z"
    assert creation_id(second) == "mat_0001|OTHER|2026-11-29T12:00:00.123Z"


def test_the_records_of_a_play_come_back_typed() -> None:
    change = CODEC.ply(kept(CODEC.ply_document(toy.play(1), "TOY"))).change

    assert isinstance(change, Play)
    assert change.move == toy.Guess("a cat")
