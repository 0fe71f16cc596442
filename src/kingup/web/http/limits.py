"""Rate limits: a token bucket for each person and each address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from starlette.requests import HTTPConnection

from kingup.server.refusals import Refusal
from kingup.web.http.client_address import source_behind

MOST_BUCKETS = 50_000
"""How many buckets are kept; the least recently used are dropped first."""

PEOPLE_BEHIND_ONE_ADDRESS = 8
"""How many times a person's allowance an address has: families share one."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many requests at once, and how many a second in the long run."""

    burst: float
    rate: float


ALLOWANCES = {
    "create": Allowance(12, 1 / 20),
    "join": Allowance(40, 1),
    "act": Allowance(60, 4),
    "socket": Allowance(60, 1),
    "hint": Allowance(12, 1 / 3),
    "lookup": Allowance(30, 1 / 4),
    "talk": Allowance(8, 1 / 2),
    "react": Allowance(6, 1 / 2),
    "report": Allowance(6, 1 / 30),
    "picture": Allowance(40, 1),
    "clip": Allowance(6, 1 / 10),
    "me": Allowance(30, 1 / 2),
    "guess": Allowance(5, 1 / 60),
    "records": Allowance(4, 1 / 30),
    "replay": Allowance(60, 2),
    "bad-token": Allowance(30, 1 / 2),
    "api": Allowance(300, 30),
    "api-create": Allowance(30, 1 / 5),
    "api-stream": Allowance(60, 2),
}
"""The allowances by what a request does. A lookup is a request for an unknown table code, a guess
one with a wrong one-time code or passkey. The last three count per token, because a classroom of
bots may share one address."""

FOR_ADDRESSES = {
    what: Allowance(one.burst * PEOPLE_BEHIND_ONE_ADDRESS, one.rate * PEOPLE_BEHIND_ONE_ADDRESS)
    for what, one in ALLOWANCES.items()
}
"""The same for all requests from one address."""


class Limits:
    """The buckets of one server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    @property
    def size(self) -> int:
        """How many buckets are remembered."""
        return len(self._buckets)

    def take(self, what: str, connection: HTTPConnection) -> None:
        """Count a request, or refuse it with the time to wait."""
        person, address = connection.state.person, source_behind(connection)
        wait = max(
            self._wait((what, "person " + person), ALLOWANCES[what]),
            self._wait((what, "address " + address), FOR_ADDRESSES[what]),
        )
        _refuse_if(wait)

    def take_for(self, what: str, id_: str) -> None:
        """Count a request under one id, whatever address it comes from, or refuse it."""
        _refuse_if(self._wait((what, "one " + id_), ALLOWANCES[what]))

    def _wait(self, key: tuple[str, str], allowance: Allowance) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        now = self._clock()
        tokens, since = self._buckets.pop(key, (allowance.burst, now))
        tokens = min(allowance.burst, tokens + (now - since) * allowance.rate)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / allowance.rate
        self._buckets[key] = (tokens if wait else tokens - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return wait


def _refuse_if(wait: float) -> None:
    if wait > 0:
        seconds = ceil(wait)
        raise Refusal(
            "That was too much at once. Try again in {seconds} seconds.",
            status=429,
            retry_after=seconds,
            seconds=seconds,
        )


class NoLimits(Limits):
    """Allows everything."""

    def take(self, what: str, connection: HTTPConnection) -> None:
        """Refuse nothing."""

    def take_for(self, what: str, id_: str) -> None:
        """Refuse nothing."""
