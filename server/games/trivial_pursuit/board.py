"""The board of Trivial Pursuit as data, and where a token can go on it: 73 spaces, a wheel with six spokes.

Six headquarters lie on the ring, colour i at R(7i) clockwise; spoke i leads from the hub to the headquarters of
colour i. What the other spaces are follows one pattern, the same for every headquarters and spoke.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from server.games.wording import Text

Colour = Literal["BROWN", "BLUE", "ORANGE", "YELLOW", "PINK", "GREEN"]
SpaceKind = Literal["HUB", "HEADQUARTERS", "CATEGORY", "ROLL_AGAIN"]

COLOURS: tuple[Colour, ...] = get_args(Colour)
"""In the order of their headquarters, clockwise."""
CATEGORIES: dict[Colour, Text] = {
    "BROWN": Text("The Written Word"),
    "BLUE": Text("Global View"),
    "ORANGE": Text("Game Time"),
    "YELLOW": Text("News"),
    "PINK": Text("Sound & Screen"),
    "GREEN": Text("Innovations"),
}
NAMES: dict[Colour, Text] = {
    "BROWN": Text("Brown"),
    "BLUE": Text("Blue"),
    "ORANGE": Text("Orange"),
    "YELLOW": Text("Yellow"),
    "PINK": Text("Pink"),
    "GREEN": Text("Green"),
}
NAMES_WITHIN: dict[Colour, Text] = {
    "BROWN": Text("brown"),
    "BLUE": Text("blue"),
    "ORANGE": Text("orange"),
    "YELLOW": Text("yellow"),
    "PINK": Text("pink"),
    "GREEN": Text("green"),
}
"""As they stand within a sentence."""

ARC = 7
"""From one headquarters to the next."""
RING = ARC * len(COLOURS)
AFTER_HEADQUARTERS = (0, 3, None, 2, 5, None, 4)
"""Colours of the ring, clockwise from a headquarters and counted from its own; None is a roll-again space."""
ALONG_SPOKE = (5, 1, 2, 4, 3)
"""Colours of a spoke from the hub outwards, counted from the colour of its headquarters."""
DIE = range(1, 7)


class Space(NamedTuple):
    id: str
    """HUB, R0 to R41 for the ring, S0-1 to S5-5 for the spokes, counted from the hub."""
    kind: SpaceKind
    colour: Colour | None
    """None for the hub and the roll-again spaces."""
    name: Text
    """As said aloud, different for every space."""


def ring(place: int) -> str:
    return f"R{place % RING}"


def spoke(colour: int, step: int) -> str:
    return f"S{colour}-{step}"


def headquarters(colour: Colour) -> str:
    """Return the id of the colour's headquarters."""
    return ring(ARC * COLOURS.index(colour))


def shifted(colour: int, by: int) -> Colour:
    return COLOURS[(colour + by) % len(COLOURS)]


def all_spaces() -> Iterator[Space]:
    """Yield the hub, then the spokes, then the ring."""
    yield Space(HUB, "HUB", None, Text("Hub"))
    for index, colour in enumerate(COLOURS):
        for step, by in enumerate(ALONG_SPOKE, start=1):
            own = shifted(index, by)
            name = Text(
                "{space} space, step {step} of the {spoke} spoke",
                space=NAMES[own],
                step=step,
                spoke=NAMES_WITHIN[colour],
            )
            yield Space(spoke(index, step), "CATEGORY", own, name)
    for index, colour in enumerate(COLOURS):
        yield Space(ring(ARC * index), "HEADQUARTERS", colour, Text("{colour} headquarters", colour=NAMES[colour]))
        for offset, shift in enumerate(AFTER_HEADQUARTERS[1:], start=1):
            yield space_after(index, offset, shift)


def space_after(index: int, offset: int, shift: int | None) -> Space:
    """Return the space that lies so far clockwise from a headquarters."""
    base = NAMES_WITHIN[COLOURS[index]]
    place = ring(ARC * index + offset)
    if shift is None:
        name = Text("Roll again, {steps} clockwise from the {base} headquarters", steps=offset, base=base)
        return Space(place, "ROLL_AGAIN", None, name)
    own = shifted(index, shift)
    name = Text(
        "{space} space, {steps} clockwise from the {base} headquarters", space=NAMES[own], steps=offset, base=base
    )
    return Space(place, "CATEGORY", own, name)


def links() -> Iterator[tuple[str, str]]:
    """Yield each two spaces that lie next to each other, once."""
    for place in range(RING):
        yield ring(place), ring(place + 1)
    for index, colour in enumerate(COLOURS):
        along = [HUB, *(spoke(index, step) for step in range(1, len(ALONG_SPOKE) + 1)), headquarters(colour)]
        yield from pairwise(along)


def neighbours() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = dict.fromkeys(SPACES, ())
    for one, other in links():
        found[one] += (other,)
        found[other] += (one,)
    return found


HUB = "HUB"
SPACES = {space.id: space for space in all_spaces()}
NEIGHBOURS = neighbours()


@cache
def paths(space: str, roll: int) -> dict[str, tuple[str, ...]]:
    """Return every space that lies exactly `roll` steps away, in the order of SPACES, with a way there (TP-2, TP-3).

    A way lists the spaces stepped on, the last one being where it ends; no space comes twice, the start included.
    """
    way_to: dict[str, tuple[str, ...]] = {}
    for way in ways(space, roll, frozenset((space,))):
        way_to.setdefault(way[-1], way)
    return {id: way_to[id] for id in SPACES if id in way_to}


def ways(space: str, steps: int, trodden: frozenset[str]) -> Iterator[tuple[str, ...]]:
    if steps == 0:
        yield ()
        return
    for following in NEIGHBOURS[space]:
        if following not in trodden:
            for rest in ways(following, steps - 1, trodden | {following}):
                yield (following, *rest)
