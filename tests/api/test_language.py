"""What players read, in the language they ask for: which one it is, what says it, and that nobody gets another's."""

import json
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Message
from babel.messages.pofile import read_po
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from server.api.language import FOLDER, voice_for, voices
from server.decks import load
from server.games.registry import GAMES, game
from server.games.trivial_pursuit.board import SPACES
from server.games.wording import ENGLISH, Several, Text
from server.matches.match import Refusal, Refused
from tests.api.parlour import PLAY, Person, Server
from tests.games.smarty_party.test_schema import MOVES as SMARTY_PARTY
from tests.games.texts import places_in, written
from tests.games.thats_a_question.test_schema import MOVES as THATS_A_QUESTION
from tests.games.trivial_pursuit.test_schema import MOVES as TRIVIAL_PURSUIT
from tests.games.twenty.test_schema import MOVES as TWENTY
from tests.games.twenty_questions.test_schema import MOVES as TWENTY_QUESTIONS

HANGUL = re.compile("[가-힣]")
KOREAN = voices()["ko"]
MOVES: dict[str, Any] = {
    "SMARTY_PARTY": SMARTY_PARTY,
    "THATS_A_QUESTION": THATS_A_QUESTION,
    "TRIVIAL_PURSUIT": TRIVIAL_PURSUIT,
    "TWENTY": TWENTY,
    "TWENTY_QUESTIONS": TWENTY_QUESTIONS,
}
WITH_PLACES = re.compile(r"\{\w*\}")


# Which language


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("ko", "ko"),
        ("KO", "ko"),
        ("ko-KR", "ko"),
        ("ko-Kore-KR", "ko"),
        ("en", "en"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("fr, de;q=0.9", "en"),
        ("fr, ko;q=0.1", "ko"),
        ("en, ko", "en"),
        ("ko, en", "ko"),
        ("en;q=0.8, ko;q=0.9", "ko"),
        ("ko;q=0.8, en;q=0.9", "en"),
        ("ko ; q=0.5 , en-US;q=0.4", "ko"),
        ("ko;q=0", "en"),
        ("ko;q=0, fr", "en"),
        ("*", "en"),
        ("fr, *;q=0.5", "en"),
        ("en;q=0, *;q=0.5", "ko"),
        ("*;q=0", "en"),
        ("ko;q=1.000", "ko"),
        ("ko;q=2", "en"),
        ("ko;q=-1", "en"),
        ("ko;q=nan", "en"),
        ("ko;q=", "en"),
        ("ko;level=1;q=0.5", "ko"),
        ("koko", "en"),
        ("ko_KR", "en"),
        (";;;,,,=;q=;*-", "en"),
        ("한국어", "en"),
        ("\x00\x7f", "en"),
        ("../../ko", "en"),
        ("x" * 10_000 + ", ko", "en"),
        ("ko" + ", fr;q=0.1" * 10_000, "ko"),
    ],
)
def test_the_language_follows_quality_then_order_and_is_english_for_want_of_a_known_one(
    accepted: str | None, language: str
) -> None:
    assert voice_for(accepted).language == language


def test_english_and_korean_are_spoken() -> None:
    assert [voice.language for voice in voices().values()] == ["en", "ko"]


# What is said


def test_a_text_is_said_with_its_values_and_texts_among_them_in_the_same_language() -> None:
    space = game("TRIVIAL_PURSUIT").schema.label(TRIVIAL_PURSUIT[1][0], KOREAN)

    assert KOREAN("Name a number from 1 to {most}.", most=20) == "1번부터 20번까지 중에서 번호를 고르세요."
    assert KOREAN.known(Text("Number {number}", number=7)) == "7번"
    assert space == "이동: 파란색 본부"


def test_a_text_without_translation_is_said_in_english() -> None:
    assert KOREAN("Nobody has translated {this}.", this="it") == "Nobody has translated it."
    assert KOREAN.known(Text(Several("{count} thing", "{count} things", 2))) == "2 things"


@pytest.mark.parametrize("count", [1, 2])
def test_a_text_of_several_forms_has_those_of_the_language(count: int) -> None:
    text = Text(
        Several(
            "That space is not exactly {count} step away without turning back.",
            "That space is not exactly {count} steps away without turning back.",
            count,
        )
    )

    assert KOREAN.known(text) == f"되돌아가지 않고 정확히 {count}칸 움직여서 닿을 수 있는 칸이 아니에요."


def test_what_players_have_written_is_said_as_they_wrote_it() -> None:
    assert KOREAN("Guess “{text}”", text="Pass {0} {text}") == "추측: “Pass {0} {text}”"


@pytest.mark.parametrize(
    ("parts", "row"), [(["Q♠"], "Q♠"), (["Q♠", "4♥"], "Q♠ 4♥"), (["10♦", "Q♠", "A♣"], "10♦ Q♠ A♣")]
)
def test_a_row_in_korean(parts: list[str], row: str) -> None:
    assert KOREAN.row(parts) == row


@pytest.mark.parametrize("kind", MOVES)
def test_every_kind_of_move_has_a_korean_label_of_its_own(kind: str) -> None:
    label = game(kind).schema.label
    moves = [move for move, _, _ in MOVES[kind]]
    english, korean = ([label(move, say) for move in moves] for say in (ENGLISH, KOREAN))

    assert [text for text in korean if not HANGUL.search(text) or WITH_PLACES.search(text)] == []
    assert len(set(korean)) == len(set(english))


def test_every_space_of_the_wheel_has_a_korean_name_of_its_own() -> None:
    names = {KOREAN.known(space.name) for space in SPACES.values()}

    assert len(names) == 73
    assert all(HANGUL.match(name) for name in names)


@pytest.mark.parametrize("played", GAMES, ids=lambda played: played.key)
def test_every_game_has_a_korean_name_and_summary(played: Any) -> None:
    assert HANGUL.search(KOREAN.known(played.name))
    assert KOREAN.known(played.summary).count(".") >= 3
    assert KOREAN.known(played.summary) != played.summary


@pytest.mark.parametrize("language", list(voices()))
def test_every_deck_has_a_name_in_every_language(language: str) -> None:
    """The name of cards without words is English."""
    decks = [deck for of_game in load().values() for deck in of_game]
    languages = {deck.id: {deck.language.replace("zxx", "en"), *dict(deck.names)} for deck in decks}

    assert [id for id, named in languages.items() if language not in named] == []


# The catalogue


CATALOGUES = sorted(FOLDER.glob("*.po"))
over_all_catalogues = pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)


def entries(file: Path) -> list[Message]:
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=file.stem.replace("-", "_"))
    assert list(catalogue.obsolete) == []
    return [message for message in catalogue if message.id]


def forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@over_all_catalogues
def test_every_text_of_the_server_is_translated_and_nothing_else_is_in_the_catalogue(file: Path) -> None:
    """Every message of every game, and of matches, seats and names around them."""
    texts = {each.literals for each in written() if each.literals}

    assert {forms(entry.id) for entry in entries(file)} == texts
    assert [entry.id for entry in entries(file) if entry.fuzzy or not all(forms(entry.string))] == []


@over_all_catalogues
def test_translations_have_the_places_of_their_texts(file: Path) -> None:
    assert [
        form
        for entry in entries(file)
        for form in forms(entry.string)
        if places_in(form) not in map(places_in, forms(entry.id))
    ] == []


def test_korean_sentences_are_polite() -> None:
    """Full sentences end in 요, throughout."""
    english = [entry for entry in entries(FOLDER / "ko.po") if forms(entry.id)[0].endswith(".")]
    sentences = chain.from_iterable(re.split(r"(?<=[.?]) ", form) for entry in english for form in forms(entry.string))

    assert [sentence for sentence in sentences if not re.search(r"요[.?]$", sentence)] == []


# Over HTTP


GAMES_ASKED = "{ games { kind name summary decks { id name } } }"


async def test_names_of_games_and_decks_are_in_the_language_asked_for(server: Server) -> None:
    response = await server.stranger.speaking("ko-KR,ko;q=0.9,en;q=0.8").send(GAMES_ASKED)
    games = {found["kind"]: found for found in response.json()["data"]["games"]}

    assert response.headers["content-language"] == "ko"
    assert response.headers["vary"] == "accept, accept-language"
    assert games["TWENTY_QUESTIONS"]["name"] == "스무고개"
    assert games["TWENTY_QUESTIONS"]["summary"].startswith("카드마다 어떤 사람이나 장소")
    assert games["TWENTY"]["decks"] == [{"id": "twenty-standard", "name": "표준 카드 52장"}]
    assert [deck["name"] for deck in games["THATS_A_QUESTION"]["decks"]] == ["답변 카드, 영어", "답변 카드, 한국어"]


@pytest.mark.parametrize("accepted", [None, "en", "fr", "ko;q=0", ";;q=x,,"])
async def test_english_is_the_default_and_stands_in_for_unknown_languages(server: Server, accepted: str | None) -> None:
    asker = server.stranger if accepted is None else server.stranger.speaking(accepted)
    response = await asker.send(GAMES_ASKED)
    games = {found["kind"]: found for found in response.json()["data"]["games"]}

    assert response.status_code == 200
    assert response.headers["content-language"] == "en"
    assert games["TWENTY_QUESTIONS"]["name"] == "20 Questions"
    assert [deck["name"] for deck in games["THATS_A_QUESTION"]["decks"]] == [
        "Answer cards, English",
        "Answer cards, Korean",
    ]


async def test_languages_may_come_in_several_headers(server: Server) -> None:
    response = await server.http.post(
        "/graphql", json={"query": GAMES_ASKED}, headers=[("Accept-Language", "fr"), ("Accept-Language", "ko;q=0.5")]
    )

    assert response.headers["content-language"] == "ko"


async def test_errors_of_requests_stay_in_english(server: Server) -> None:
    korean = server.stranger.speaking("ko")
    malformed = await korean.send("{ games {")
    faulty = await korean.send("{ match(by: {id: 1, code: 2}) { id } }")

    assert malformed.headers["content-language"] == faulty.headers["content-language"] == "en"
    assert malformed.json()["errors"][0]["extensions"]["code"] == "GRAPHQL_PARSE_FAILED"
    assert "Syntax Error" in malformed.json()["errors"][0]["message"]
    assert not HANGUL.search(faulty.text)


async def test_labels_are_in_the_language_of_who_asks_and_moves_are_not(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    mover = (ann, bob)[match["decision"]["seats"][0]["index"]]

    english = (await mover.see(match["id"]))["legalMoves"]
    korean = (await mover.speaking("ko").see(match["id"]))["legalMoves"]

    assert (english[0]["label"], korean[0]["label"]) == ("Draw a card", "카드 뽑기")
    assert [move["input"] for move in korean] == [move["input"] for move in english]
    assert all(HANGUL.search(move["label"]) for move in korean)


async def test_spaces_of_the_wheel_are_named_in_the_language_of_who_looks(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob, options={"trivialPursuit": {}})
    query = (
        "query($id: ID!) { match(by: {id: $id}) { view { ... on TrivialPursuitView { tokens { space { name } } } } } }"
    )

    english, korean = [await eyes.ask(query, id=match["id"]) for eyes in (ann, ann.speaking("ko"))]

    assert english["match"]["view"]["tokens"] == [{"space": {"name": "Hub"}}] * 2
    assert korean["match"]["view"]["tokens"] == [{"space": {"name": "중앙"}}] * 2


async def test_a_refused_move_is_explained_in_korean_with_the_same_code_and_rule(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    mover = (ann, bob)[match["decision"]["seats"][0]["index"]]
    wrong = {"twenty": {"pass": True}}

    english, korean = await mover.play(match, wrong), await mover.speaking("ko").play(match, wrong)

    assert (english["code"], english["rule"]) == (korean["code"], korean["rule"]) == ("ILLEGAL_MOVE", "TW-14")
    assert english["message"] == "You can pass only when the draw pile is empty: draw a card instead."
    assert korean["message"] == "뽑을 카드가 남아 있으면 패스할 수 없어요. 카드를 뽑으세요."


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"options": {"twenty": {"target": 20}}}, "목표 점수는 50~300점이어야 해요."),
        ({"options": {"twenty": {}}, "seats": 9}, "트웬티에는 2~4명이 참여할 수 있어요."),
        ({"options": {"twenty": {}}, "deck": "none"}, "트웬티에는 none 카드 묶음이 없어요."),
        ({"options": {"twenty": {}}, "test": {"deckOrder": ["1X"]}}, "카드 묶음 twenty-standard에 “1X” 카드가 없어요."),
    ],
)
async def test_a_refused_wish_is_explained_in_korean(server: Server, given: Any, message: str) -> None:
    ann = (await server.person("Ann")).speaking("ko")

    refused = await ann.wish("createMatch", **given)

    assert (refused["__typename"], refused["message"]) == ("RequestRefused", message)


async def test_a_move_of_another_game_is_refused_with_both_names_in_korean(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)

    refused = await ann.speaking("ko").play(match, {"twentyQuestions": {"pass": True}})

    assert refused["message"] == "지금은 트웬티 게임 중이에요. 스무고개 게임의 행동은 할 수 없어요."


# Over WebSocket


NAME = "{ game(kind: TWENTY_QUESTIONS) { name } }"


async def named(server: Server, payload: Any, headers: dict[str, str] | None = None) -> str:
    """Return a game's name as a socket with this payload of connection_init and these headers gets it."""
    url = f"ws://127.0.0.1:{server.port}/graphql"
    async with connect(url, subprotocols=[Subprotocol("graphql-transport-ws")], additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "connection_init"} | ({} if payload is None else {"payload": payload})))
        assert json.loads(await socket.recv()) == {"type": "connection_ack"}
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": NAME}}))
        return str(json.loads(await socket.recv())["payload"]["data"]["game"]["name"])


@pytest.mark.parametrize(
    ("payload", "headers", "name"),
    [
        (None, None, "20 Questions"),
        ({"acceptLanguage": "ko"}, None, "스무고개"),
        ({"AcceptLanguage": "fr, ko;q=0.2"}, None, "스무고개"),
        ({"acceptLanguage": "fr"}, None, "20 Questions"),
        ({"acceptLanguage": ";;=,q"}, None, "20 Questions"),
        (None, {"Accept-Language": "ko-KR,en;q=0.5"}, "스무고개"),
        ({"acceptLanguage": "en"}, {"Accept-Language": "ko"}, "20 Questions"),
        ({"acceptLanguage": "ko"}, {"Accept-Language": "en"}, "스무고개"),
        ({"acceptLanguage": ["en"]}, {"Accept-Language": "ko"}, "스무고개"),
    ],
)
async def test_a_socket_speaks_as_its_first_message_or_else_its_handshake_asks(
    server: Server, payload: Any, headers: dict[str, str] | None, name: str
) -> None:
    assert await named(server, payload, headers) == name


SHARED = """subscription($id: ID!) { matchUpdates(matchId: $id) {
  ply match { game { name } legalMoves { label input } } } }"""


async def test_two_spectators_of_one_match_get_it_in_two_languages(server: Server) -> None:
    """Their payloads would be one and the same but for the language."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    korean = server.stranger.speaking("ko")
    async with (
        server.stranger.following(SHARED, id=match["id"]) as in_english,
        korean.following(SHARED, id=match["id"]) as in_korean,
        korean.following(SHARED, id=match["id"]) as in_korean_too,
    ):
        streams = (in_english, in_korean, in_korean_too)
        first = [await anext(stream) for stream in streams]
        await draw(match, ann, bob)
        second = [await anext(stream) for stream in streams]

    for seen in (first, second):
        assert [update["match"]["game"]["name"] for update in seen] == ["Twenty", "트웬티", "트웬티"]
    assert [update["ply"] for update in second] == [match["ply"] + 1] * 3


async def test_one_player_gets_labels_in_the_language_of_each_socket(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    waiting = (bob, ann)[match["decision"]["seats"][0]["index"]]
    async with (
        waiting.speaking("ko").following(SHARED, id=match["id"]) as in_korean,
        waiting.following(SHARED, id=match["id"]) as in_english,
    ):
        for stream in (in_korean, in_english):
            assert (await anext(stream))["match"]["legalMoves"] == []
        await draw(match, ann, bob)
        korean, english = [(await anext(stream))["match"]["legalMoves"] for stream in (in_korean, in_english)]

    assert (korean[0]["label"], english[0]["label"]) == ("카드 뽑기", "Draw a card")
    assert [move["input"] for move in korean] == [move["input"] for move in english]


async def test_a_move_refused_over_a_socket_is_explained_in_its_language(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    waiting = (bob, ann)[match["decision"]["seats"][0]["index"]]
    wanted = {"matchId": match["id"], "decision": match["decision"]["id"], "move": {"twenty": {"draw": True}}}
    async with waiting.speaking("ko").following(PLAY, input=wanted) as answers:
        refused = await anext(answers)

    assert (refused["code"], refused["message"]) == ("NOT_YOUR_TURN", "지금은 내 차례가 아니에요.")


async def draw(match: Any, *people: Person) -> None:
    """Let whoever is to move draw a card."""
    mover = people[match["decision"]["seats"][0]["index"]]
    played = await mover.play(match, {"twenty": {"draw": True}})
    assert played["__typename"] == "MovePlayed"


def test_a_refusal_of_the_rules_keeps_its_words_on_the_way_through_the_match() -> None:
    why = Refused(Refusal.TOO_FEW_SEATS, Several("{count} of {needed}", "{count} of {needed}", 1), needed=2)

    assert (why.message, dict(why.message.values)) == ("1 of 2", {"count": 1, "needed": 2})
