"""Fills a running server with bot matches, as any client would: over GraphQL, with nothing but the standard library."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

CREATE_PLAYER = """mutation($name: String!) {
  createPlayer(input: {name: $name}) { ... on PlayerCreated { token } ... on UserError { message } }
}"""
GAMES = "{ games { kind name minSeats maxSeats } }"
CREATE_MATCH = """mutation($options: GameOptionsInput!, $seats: Int!) {
  createMatch(input: {options: $options, seats: $seats, join: false, startWhenFull: true}) {
    ... on MatchChanged { match { id code } } ... on UserError { message }
  }
}"""
ADD_BOT = """mutation($match: ID!, $level: BotLevel!) {
  addBot(input: {matchId: $match, level: $level}) { __typename ... on UserError { message } }
}"""
LEVELS = ("HARD", "NORMAL", "EASY")
LEFT_OPEN = 3
"""Every third match keeps one seat for a person, who starts it by joining."""


class DemoFailed(Exception):
    """The server refused something; the message is its own."""


def fill(url: str, matches: int) -> Iterator[str]:
    """Create matches, most of them between bots only; yield a line for each. Raise OSError, `DemoFailed`."""
    token = _ask(url, CREATE_PLAYER, {"name": "Demo"}, None)["createPlayer"]["token"]
    games = _ask(url, GAMES, {}, token)["games"]
    for number in range(matches):
        game = games[number % len(games)]
        seats = game["minSeats"] + number % (game["maxSeats"] - game["minSeats"] + 1)
        is_open = number % LEFT_OPEN == LEFT_OPEN - 1
        code = _match(url, token, game["kind"], seats, is_open)
        yield f"{game['name']} with {seats} seats, code {code}: {'open to join' if is_open else 'bots are playing'}"


def _match(url: str, token: str, kind: str, seats: int, is_open: bool) -> str:
    options: dict[str, Any] = {_key(kind): {}}
    match = _ask(url, CREATE_MATCH, {"options": options, "seats": seats}, token)["createMatch"]["match"]
    for seat in range(seats - is_open):
        _ask(url, ADD_BOT, {"match": match["id"], "level": LEVELS[seat % len(LEVELS)]}, token)
    return str(match["code"])


def _key(kind: str) -> str:
    """Return the field of `GameOptionsInput` for a game's kind: TRIVIAL_PURSUIT is trivialPursuit."""
    first, *others = kind.lower().split("_")
    return first + "".join(word.capitalize() for word in others)


def _ask(url: str, query: str, variables: dict[str, Any], token: str | None) -> Any:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    body = json.dumps({"query": query, "variables": variables}).encode()
    with urlopen(Request(f"{url}/graphql", body, headers), timeout=30) as response:
        answer = json.load(response)
    if answer.get("errors"):
        raise DemoFailed(answer["errors"][0]["message"])
    for result in answer["data"].values():
        if isinstance(result, dict) and result.get("message"):
            raise DemoFailed(result["message"])
    return answer["data"]
