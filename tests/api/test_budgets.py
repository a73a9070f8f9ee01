"""What callers may still ask for, by a clock that the tests move."""

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest

from server.api.allowance import bucket
from server.api.budgets import NOBODY, REFUSED_COST, Budgets, Caller, address_of
from server.api.errors import ApiError
from server.api.places import PlaceLimits, Places
from server.settings import Settings

START = 1_800_000_000.0
"""2027-01-15T08:00:00Z"""


@dataclass
class World:
    """Budgets and their clock."""

    seconds: float = 0.0
    limits: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        given = {"rate_limit": 60, "cost_limit": 600, "address_share": 2, "wrong_codes": 6, "new_players": 2}
        settings = Settings.model_validate(given | self.limits)
        self.budgets = Budgets(settings, lambda: self.seconds, lambda: START + self.seconds)

    def ann(self) -> Caller:
        return self.budgets.caller("ann", "192.0.2.1")


def refusal(caller: Caller, cost: int = 1) -> dict[str, Any]:
    """Return the extensions with which a request is refused."""
    with pytest.raises(ApiError) as refused:
        caller.pay(cost)
    return refused.value.extensions


def test_a_request_is_paid_for_in_points_and_its_receipt_says_what_is_left() -> None:
    world = World()
    assert world.ann().pay(100) == {
        "cost": {"requested": 100, "limit": 600, "remaining": 500, "resetAt": "2027-01-15T08:00:10.000Z"}
    }
    world.seconds = 5
    assert world.ann().pay(7)["cost"]["remaining"] == 500 + 50 - 7


def test_what_costs_more_than_is_left_is_refused_with_the_numbers_and_takes_nothing() -> None:
    world = World()
    world.ann().pay(500)
    assert refusal(world.ann(), 300) == {
        "code": "RATE_LIMITED",
        "measure": "COST",
        "holder": "ACCOUNT",
        "retryAfter": 20,
        "limit": 600,
        "remaining": 100,
        "resetAt": "2027-01-15T08:00:50.000Z",
    }
    world.seconds = 19.9
    assert refusal(world.ann(), 300)["retryAfter"] == 1
    world.seconds = 20
    assert world.ann().pay(300)["cost"]["remaining"] == 0


def test_requests_are_counted_however_little_they_cost() -> None:
    world = World()
    for _ in range(60):
        world.ann().pay(0)
    told = refusal(world.ann(), 0)
    assert (told["measure"], told["holder"], told["limit"], told["retryAfter"]) == ("REQUESTS", "ACCOUNT", 60, 1)
    world.seconds = 1
    assert world.ann().pay(0)["cost"]["requested"] == 0


def test_those_who_share_an_address_share_its_budget_and_others_are_not_held_up() -> None:
    world = World()
    for name in ("ann", "bob"):
        world.budgets.caller(name, "192.0.2.1").pay(600)
    told = refusal(world.budgets.caller("cat", "192.0.2.1"))
    assert (told["holder"], told["limit"]) == ("ADDRESS", 1200)
    assert world.budgets.caller("cat", "192.0.2.2").pay(1)["cost"]["remaining"] == 599


def test_an_account_has_one_budget_wherever_it_asks_from() -> None:
    world = World()
    world.budgets.caller("ann", "192.0.2.1").pay(600)
    assert refusal(world.budgets.caller("ann", "192.0.2.2"))["holder"] == "ACCOUNT"
    assert refusal(world.budgets.caller("ann", None))["holder"] == "ACCOUNT"


def test_who_cannot_pay_for_a_refusal_is_refused_before_anything_is_done() -> None:
    world = World()
    world.ann().refuse_spent()
    world.ann().pay(101)
    with pytest.raises(ApiError, match=r"^At most 600 points of cost a minute are taken from this account\. "):
        world.ann().refuse_spent()
    world.seconds = 0.1
    world.ann().refuse_spent()


def test_a_refused_document_costs_too_and_never_more_than_there_is() -> None:
    world = World()
    assert world.ann().pay_for_refusal()["cost"]["remaining"] == 600 - REFUSED_COST
    assert world.ann().pay_for_refusal()["cost"]["remaining"] == 0
    assert world.ann().pay_for_refusal()["cost"]["remaining"] == 0


def test_a_document_dearer_than_the_whole_budget_takes_all_of_it() -> None:
    world = World()
    assert world.ann().pay(5_000)["cost"]["remaining"] == 0
    assert refusal(world.ann(), 5_000)["retryAfter"] == 60


def test_0_is_no_limit_and_is_told_as_null() -> None:
    world = World(limits={"rate_limit": 0, "cost_limit": 0, "wrong_codes": 0, "new_players": 0})
    for _ in range(1_000):
        receipt = world.ann().pay(10**9)
        world.ann().guess_code()
        world.ann().create_player()
    assert receipt == {"cost": {"requested": 10**9, "limit": None, "remaining": None, "resetAt": None}}


def test_this_machine_has_no_limits_without_an_account() -> None:
    world = World()
    for _ in range(100):
        receipt = world.budgets.caller(None, None).pay(600)
    assert receipt["cost"]["limit"] is None
    assert NOBODY.pay(600) == {}


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("127.0.0.1", None),
        ("127.8.8.8", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("", None),
        (None, None),
        ("unknown", "unknown"),
    ],
)
def test_a_household_is_one_address_and_this_machine_is_none(host: str | None, address: str | None) -> None:
    assert address_of(host) == address


def test_wrong_codes_have_a_small_budget_of_their_own_and_a_right_one_is_refused_alike() -> None:
    world = World()
    for _ in range(100):
        world.ann().guess_code()
        world.ann().guessed_right()
    for _ in range(6):
        world.ann().guess_code()
    with pytest.raises(ApiError) as refused:
        world.ann().guess_code()
    assert refused.value.extensions["measure"] == "JOIN_CODES"
    assert refused.value.extensions["retryAfter"] == 10
    for other in (("bob", "192.0.2.1"), ("ann", "192.0.2.9")):
        with pytest.raises(ApiError):
            world.budgets.caller(*other).guess_code()
    assert world.ann().pay(1)["cost"]["remaining"] == 599
    world.seconds = 10
    world.ann().guess_code()


def test_an_address_creates_only_so_many_players_an_hour() -> None:
    world = World()
    for _ in range(2):
        world.budgets.caller(None, "192.0.2.1").create_player()
    with pytest.raises(ApiError) as refused:
        world.ann().create_player()
    assert (refused.value.extensions["measure"], refused.value.extensions["retryAfter"]) == ("PLAYERS", 1800)
    world.seconds = 1_800
    world.budgets.caller(None, "192.0.2.1").create_player()


def test_budgets_of_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.api.budgets.MOST_CALLERS", 2)
    world = World()
    for name in ("ann", "bob", "ann", "cat"):
        world.budgets.caller(name, None).pay(600)
        world.seconds += 30
    assert world.budgets.caller("ann", None).pay(0)["cost"]["remaining"] == 600
    assert world.budgets.caller("bob", None).pay(600)["cost"]["remaining"] == 0


def test_a_bucket_gives_back_no_more_than_it_holds() -> None:
    now = [0.0]
    full = bucket(3, 60, lambda: now[0])
    full.give_back(2)
    assert (full.refilled(), full.seconds_until(9)) == (3, 0)
    assert full.take(2.5)
    assert full.seconds_until(1) == 10
    assert bucket(0, 60, lambda: now[0]).is_endless


def test_places_are_held_for_as_long_as_the_socket_lasts() -> None:
    places = Places(PlaceLimits(total=3, per_address=2, per_account=1))
    with places.of_account("ann"):
        with pytest.raises(ApiError) as refused, places.of_account("ann"):
            pass
        with places.of_account("bob"), places.of_address("ann"), places.of_address("ann"):
            assert places.taken == {"account ann": 1, "account bob": 1, "address ann": 2}
    assert refused.value.extensions == {"code": "RATE_LIMITED", "measure": "SOCKETS", "limit": 1, "retryAfter": 30}
    assert places.taken == {}


def test_places_without_a_limit_are_never_full() -> None:
    places = Places(PlaceLimits(total=0))
    with ExitStack() as stack:
        for _ in range(10_000):
            stack.enter_context(places.of_everybody())
        assert places.taken == {"everybody": 10_000}
