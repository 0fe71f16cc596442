"""How often anybody may ask."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from kingup.server.refusals import Refusal
from kingup.web.http.limits import ALLOWANCES, PEOPLE_BEHIND_ONE_ADDRESS, Limits, NoLimits

CREATE = ALLOWANCES["create"]


class Clock:
    """A clock that stands still until it is told to go on."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def asked(person: str, address: str = "192.0.2.7") -> HTTPConnection:
    return HTTPConnection(
        {"type": "http", "headers": [], "client": (address, 1), "state": {"person": person}}
    )


def refusals(limits: Limits, connection: HTTPConnection, times: int) -> int:
    refused = 0
    for _ in range(times):
        try:
            limits.take("create", connection)
        except Refusal:
            refused += 1
    return refused


def test_a_person_may_do_some_things_at_once_and_then_must_wait() -> None:
    clock = Clock()
    limits = Limits(clock)
    assert refusals(limits, asked("p"), int(CREATE.burst)) == 0
    with pytest.raises(Refusal) as refusal:
        limits.take("create", asked("p"))
    assert refusal.value.status == 429
    assert refusal.value.retry_after == refusal.value.values["seconds"] == 20
    clock.now += 1 / CREATE.rate
    assert refusals(limits, asked("p"), 2) == 1


def test_others_are_not_kept_waiting_by_that() -> None:
    limits = Limits(Clock())
    refusals(limits, asked("p"), 100)
    assert refusals(limits, asked("q", "192.0.2.8"), 1) == 0
    limits.take("act", asked("p"))


def test_who_throws_cookies_away_is_known_by_the_address() -> None:
    limits = Limits(Clock())
    times = int(CREATE.burst * PEOPLE_BEHIND_ONE_ADDRESS)
    assert sum(refusals(limits, asked(f"p{i}"), 1) for i in range(times + 10)) == 10


def test_a_refused_request_does_not_lengthen_the_wait() -> None:
    clock = Clock()
    limits = Limits(clock)
    refusals(limits, asked("p"), 1000)
    clock.now += 1 / CREATE.rate
    assert refusals(limits, asked("p"), 1) == 0


def test_a_server_without_limits_has_none() -> None:
    assert refusals(NoLimits(), asked("p"), 1000) == 0


def test_memory_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingup.web.http.limits.MOST_BUCKETS", 10)
    limits = Limits(Clock())
    for i in range(100):
        limits.take("create", asked(f"p{i}", f"address {i}"))
    assert limits.size == 10
