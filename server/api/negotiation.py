"""Which media type an answer gets, by the client's `Accept`. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

JSON = "application/json"
GRAPHQL_JSON = "application/graphql-response+json"
OFFERS = (JSON, GRAPHQL_JSON)
"""In the order in which they win a tie, such as under `*/*`."""


class MediaRange(NamedTuple):
    """One part of an `Accept` header; `position` counts from its start."""

    name: str
    quality: float
    position: int


def best_media_type(accept: str | None, offers: Sequence[str] = OFFERS) -> str | None:
    """Return the offer that `accept` likes best, by quality, then by its order; None when it accepts none."""
    if accept is None or not accept.strip():
        return offers[0]
    ranges = [media_range(part, position) for position, part in enumerate(accept.split(","))]
    rated = [(offer, match) for offer in offers if (match := closest(offer, ranges)) and match.quality > 0]
    if not rated:
        return None
    return min(rated, key=lambda pair: (-pair[1].quality, pair[1].position))[0]


def media_range(part: str, position: int) -> MediaRange:
    name, *parameters = (piece.strip().lower() for piece in part.split(";"))
    weights = [value[2:] for value in parameters if value.startswith("q=")]
    return MediaRange(name, quality(weights[0]) if weights else 1.0, position)


def quality(text: str) -> float:
    """Return a weight between 0 and 1; what is not one counts as 0."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0 <= value <= 1 else 0.0


def closest(offer: str, ranges: list[MediaRange]) -> MediaRange | None:
    """Return the most specific range that covers `offer`."""
    for name in (offer, f"{offer.split('/')[0]}/*", "*/*"):
        for candidate in ranges:
            if candidate.name == name:
                return candidate
    return None


def accepts_gzip(accept_encoding: str) -> bool:
    """Tell whether a body may be sent compressed, by the client's `Accept-Encoding`."""
    ranges = [media_range(part, position) for position, part in enumerate(accept_encoding.split(","))]
    named = [wanted for wanted in ranges if wanted.name == "gzip"] or [
        wanted for wanted in ranges if wanted.name == "*"
    ]
    return bool(named) and named[0].quality > 0
