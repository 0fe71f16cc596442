"""How tests wait: until a condition holds.

How long that takes depends on the machine, so nothing is ever asserted about it; the limit is
generous and only ends tests of something that is broken.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from typing import Any, TypeVar

PATIENCE = 600.0
"""Seconds after which a condition is taken to be broken."""
PAUSE = 0.01
"""Seconds between two checks."""

T = TypeVar("T")


def wait_until(
    condition: Callable[[], T],
    why: object = "",
    *,
    seconds: float = PATIENCE,
    pause: Callable[[float], object] = time.sleep,
) -> T:
    """Wait until a condition holds, and return what it returned."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, _message(condition, why, seconds)
        pause(PAUSE)
    return found


async def wait_until_async(
    condition: Callable[[], object], why: object = "", *, seconds: float = PATIENCE
) -> Any:
    """Wait in an event loop until a condition, which may be a coroutine, holds."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if inspect.isawaitable(found):
            found = await found
        if found:
            return found
        assert time.monotonic() < end, _message(condition, why, seconds)
        await asyncio.sleep(PAUSE)


def _message(condition: object, why: object, seconds: float) -> str:
    return f"not within {seconds:.0f} s: {why or inspect.getsource(condition).strip()}"  # type: ignore[arg-type]
