"""The board as data, and where tokens can go on it, compared with a second, naive enumeration."""

from collections import Counter
from itertools import product

import pytest

from server.games.trivial_pursuit.board import COLOURS, DIE, HUB, NEIGHBOURS, SPACES, headquarters, paths

RING = """
brown HQ, yellow, again, orange, green, again, pink, blue HQ, pink, again, yellow, brown, again, green,
orange HQ, green, again, pink, blue, again, brown, yellow HQ, brown, again, green, orange, again, blue,
pink HQ, blue, again, brown, yellow, again, orange, green HQ, orange, again, blue, pink, again, yellow
"""
SPOKES = (
    "green blue orange pink yellow",
    "brown orange yellow green pink",
    "blue yellow pink brown green",
    "orange pink green blue brown",
    "yellow green brown orange blue",
    "pink brown blue yellow orange",
)


def shown(id: str) -> str:
    space = SPACES[id]
    colour = (space.colour or "").lower()
    return {"HUB": "hub", "HEADQUARTERS": f"{colour} HQ", "CATEGORY": colour, "ROLL_AGAIN": "again"}[space.kind]


def test_the_ring_is_as_written_out() -> None:
    assert [shown(f"R{place}") for place in range(42)] == [name.strip() for name in RING.split(",")]


def test_the_spokes_are_as_written_out() -> None:
    assert [" ".join(shown(f"S{spoke}-{step}") for step in range(1, 6)) for spoke in range(6)] == list(SPOKES)


def test_there_are_73_spaces_with_names_of_their_own() -> None:
    assert Counter(space.kind for space in SPACES.values()) == {
        "HUB": 1,
        "HEADQUARTERS": 6,
        "CATEGORY": 54,
        "ROLL_AGAIN": 12,
    }
    assert len({space.name for space in SPACES.values()}) == len(SPACES) == 73
    assert SPACES["R21"].name == "Yellow headquarters"
    assert SPACES["R2"].name == "Roll again, 2 clockwise from the brown headquarters"
    assert SPACES["R6"].name == "Pink space, 6 clockwise from the brown headquarters"
    assert SPACES["S0-1"].name == "Green space, step 1 of the brown spoke"


@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_has_one_headquarters_four_ring_and_five_spoke_spaces(colour: str) -> None:
    own = [space for space in SPACES.values() if space.colour == colour]

    assert Counter((space.kind, space.id[0]) for space in own) == {
        ("HEADQUARTERS", "R"): 1,
        ("CATEGORY", "R"): 4,
        ("CATEGORY", "S"): 5,
    }


def test_headquarters_lie_seven_apart_and_no_spoke_has_its_own_colour() -> None:
    assert [headquarters(colour) for colour in COLOURS] == ["R0", "R7", "R14", "R21", "R28", "R35"]
    for index, colour in enumerate(COLOURS):
        assert {SPACES[f"S{index}-{step}"].colour for step in range(1, 6)} == set(COLOURS) - {colour}


def linked_by_hand() -> dict[str, set[str]]:
    """Return the neighbours of each space, worked out space by space from its id."""
    found: dict[str, set[str]] = {"HUB": {f"S{spoke}-1" for spoke in range(6)}}
    for place in range(42):
        found[f"R{place}"] = {f"R{(place - 1) % 42}", f"R{(place + 1) % 42}"}
    for spoke in range(6):
        inner, outer = "HUB", f"R{7 * spoke}"
        found[outer].add(f"S{spoke}-5")
        for step in range(1, 6):
            found[f"S{spoke}-{step}"] = {
                inner if step == 1 else f"S{spoke}-{step - 1}",
                outer if step == 5 else f"S{spoke}-{step + 1}",
            }
    return found


LINKED = linked_by_hand()


def test_spaces_lie_next_to_each_other_as_on_the_board() -> None:
    assert {space: set(near) for space, near in NEIGHBOURS.items()} == LINKED
    assert all(len(near) == len(set(near)) for near in NEIGHBOURS.values())


def all_walks(space: str, steps: int) -> list[tuple[str, ...]]:
    """Return every walk of so many steps, those that turn back among them."""
    walks: list[tuple[str, ...]] = [(space,)]
    for _ in range(steps):
        walks = [(*walk, near) for walk in walks for near in LINKED[walk[-1]]]
    return walks


def test_tp_2_every_roll_from_every_space_reaches_what_trying_all_walks_finds() -> None:
    for space, roll in product(SPACES, DIE):
        walks = [walk for walk in all_walks(space, roll) if len(set(walk)) == roll + 1]

        found = paths(space, roll)

        assert set(found) == {walk[-1] for walk in walks}
        assert all((space, *way) in walks and way[-1] == goal for goal, way in found.items())
        assert list(found) == [id for id in SPACES if id in found]


def test_tp_2_every_roll_from_every_space_has_two_to_seven_destinations() -> None:
    numbers = Counter(len(paths(space, roll)) for space, roll in product(SPACES, DIE))

    assert (min(numbers), max(numbers)) == (2, 7)


def test_a_6_from_the_hub_reaches_exactly_the_headquarters() -> None:
    assert list(paths(HUB, 6)) == ["R0", "R7", "R14", "R21", "R28", "R35"]
    assert paths(HUB, 6)["R14"] == ("S2-1", "S2-2", "S2-3", "S2-4", "S2-5", "R14")


def test_tp_2_a_token_may_turn_at_a_headquarters() -> None:
    assert set(paths("S0-4", 4)) == {"HUB", "R2", "R40"}
    assert paths("S0-4", 4)["R40"] == ("S0-5", "R0", "R41", "R40")


def test_tp_3_through_the_hub_a_token_goes_down_any_other_spoke_but_not_the_one_it_came_up() -> None:
    assert set(paths("S2-1", 3)) == {"S2-4", "S0-2", "S1-2", "S3-2", "S4-2", "S5-2"}
    assert paths("S2-1", 3)["S5-2"] == ("HUB", "S5-1", "S5-2")


def test_tp_9_whatever_headquarters_is_locked_there_is_somewhere_else_to_go() -> None:
    for space, roll in product(SPACES, DIE):
        assert all(set(paths(space, roll)) - {headquarters(colour)} for colour in COLOURS)


def test_tp_12_from_the_hub_every_roll_leads_to_a_question_and_none_back() -> None:
    kinds = {SPACES[space].kind for roll in DIE for space in paths(HUB, roll)}

    assert kinds == {"CATEGORY", "HEADQUARTERS"}
