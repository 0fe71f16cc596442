"""Rate limits."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from kingup.server.refusals import Refusal
from kingup.web.http.limits import ALLOWANCES, PEOPLE_BEHIND_ONE_ADDRESS, Limits, NoLimits

CREATE = ALLOWANCES["create"]


class Clock:
    """A clock that stands still until a test moves it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def connection_of(person: str, address: str = "192.0.2.7") -> HTTPConnection:
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


def test_a_person_must_wait_after_a_burst() -> None:
    clock = Clock()
    limits = Limits(clock)
    assert refusals(limits, connection_of("p"), int(CREATE.burst)) == 0
    with pytest.raises(Refusal) as refusal:
        limits.take("create", connection_of("p"))
    assert refusal.value.status == 429
    assert refusal.value.retry_after == refusal.value.values["seconds"] == 20
    clock.now += 1 / CREATE.rate
    assert refusals(limits, connection_of("p"), 2) == 1


def test_limits_do_not_affect_other_people_or_actions() -> None:
    limits = Limits(Clock())
    refusals(limits, connection_of("p"), 100)
    assert refusals(limits, connection_of("q", "192.0.2.8"), 1) == 0
    limits.take("act", connection_of("p"))


def test_people_without_cookies_are_limited_by_address() -> None:
    limits = Limits(Clock())
    times = int(CREATE.burst * PEOPLE_BEHIND_ONE_ADDRESS)
    assert sum(refusals(limits, connection_of(f"p{i}"), 1) for i in range(times + 10)) == 10


def test_a_refused_request_does_not_lengthen_the_wait() -> None:
    clock = Clock()
    limits = Limits(clock)
    refusals(limits, connection_of("p"), 1000)
    clock.now += 1 / CREATE.rate
    assert refusals(limits, connection_of("p"), 1) == 0


def test_a_server_without_limits_has_none() -> None:
    assert refusals(NoLimits(), connection_of("p"), 1000) == 0


def test_the_number_of_buckets_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingup.web.http.limits.MOST_BUCKETS", 10)
    limits = Limits(Clock())
    for i in range(100):
        limits.take("create", connection_of(f"p{i}", f"address {i}"))
    assert limits.size == 10
