"""How often anybody may ask: a bucket of tokens for each person and each address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingup.server.refusals import Refusal
from kingup.web.http.client_address import source_behind

LARGEST_BODY = 64 * 1024
MOST_BUCKETS = 50_000
"""How many people and addresses are remembered; the longest silent are forgotten first."""

PEOPLE_BEHIND_ONE_ADDRESS = 8
"""How many times as often an address may ask as a person: families share one."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many times at once, and how many times a second in the long run."""

    burst: float
    rate: float


ALLOWANCES = {
    "create": Allowance(12, 1 / 20),
    "join": Allowance(40, 1),
    "act": Allowance(60, 4),
    "socket": Allowance(60, 1),
    "lookup": Allowance(30, 1 / 4),
    "talk": Allowance(8, 1 / 2),
    "react": Allowance(6, 1 / 2),
    "report": Allowance(6, 1 / 30),
    "me": Allowance(30, 1 / 2),
    "guess": Allowance(5, 1 / 60),
    "records": Allowance(4, 1 / 30),
    "bad-token": Allowance(30, 1 / 2),
    "api": Allowance(300, 30),
    "api-create": Allowance(30, 1 / 5),
    "api-stream": Allowance(60, 2),
}
"""What is limited. A lookup is a table code that does not exist, a guess a one-time code or a
passkey that does not fit: none of them is for guessing. The last three are for each token: a
classroom of bots may share one address."""

FOR_ADDRESSES = {
    what: Allowance(one.burst * PEOPLE_BEHIND_ONE_ADDRESS, one.rate * PEOPLE_BEHIND_ONE_ADDRESS)
    for what, one in ALLOWANCES.items()
}
"""The same for all who come from one address."""


class Limits:
    """The buckets of one server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, what: str, connection: HTTPConnection) -> None:
        """Count a request, or refuse it with the time to wait."""
        whose, where = connection.state.person, source_behind(connection)
        wait = max(
            self._wait((what, "person " + whose), ALLOWANCES[what]),
            self._wait((what, "address " + where), FOR_ADDRESSES[what]),
        )
        _refuse_until(wait)

    def take_for(self, what: str, whom: str) -> None:
        """Count a request of somebody in particular, wherever it comes from."""
        _refuse_until(self._wait((what, "one " + whom), ALLOWANCES[what]))

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


def _refuse_until(wait: float) -> None:
    if wait > 0:
        seconds = ceil(wait)
        raise Refusal(
            "That was too much at once. Try again in {seconds} seconds.",
            status=429,
            retry_after=seconds,
            seconds=seconds,
        )


class NoLimits(Limits):
    """Lets everybody ask as often as they like."""

    def take(self, what: str, connection: HTTPConnection) -> None:
        """Refuse nothing."""

    def take_for(self, what: str, whom: str) -> None:
        """Refuse nothing."""


class BodyLimitMiddleware:
    """Stops reading a form that is far larger than any of ours."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        read = 0

        async def measured() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                raise too_large()
            return message

        await self.app(scope, measured, send)


def too_large() -> Refusal:
    """Return the refusal for a form that is far larger than any of ours."""
    return Refusal("That is more data than this page accepts.", status=413)
