"""Requests and streams that survive lost connections: retried until cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

from kingup.client.calls import Call
from kingup.client.errors import ServerError, Unreachable
from kingup.client.http_client import AsyncClient, Line
from kingup.language import _, sentence_of
from kingup.rules.errors import KingUpError

FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
PASSING = ("too-many", "busy", "broken")
"""Error codes that may be temporary."""

Tell = Callable[[str], None]


def is_passing(error: KingUpError) -> bool:
    """Return whether a retry may help."""
    return isinstance(error, Unreachable) or (
        isinstance(error, ServerError) and error.code in PASSING
    )


async def ask(client: AsyncClient, call: Call, tell: Tell) -> Any:
    """Make a request, retrying temporary failures; a permanent refusal raises `ServerError`."""
    wait = FIRST_WAIT
    while True:
        try:
            return await client.ask(call)
        except KingUpError as error:
            if not is_passing(error):
                raise
            wait = await _back_off(error, wait, tell)


async def listen(
    client: AsyncClient, call: Callable[[], Call], tell: Tell
) -> AsyncGenerator[Line, None]:
    """Yield a stream's lines, reopening it whenever it breaks."""
    wait = FIRST_WAIT
    while True:
        try:
            async with client.listen(call()) as stream:
                async for line in stream:
                    wait = FIRST_WAIT
                    yield line
        except KingUpError as error:
            if not is_passing(error):
                raise
            wait = await _back_off(error, wait, tell)
        else:  # the server is stopping, and may restart
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


async def _back_off(error: KingUpError, wait: float, tell: Tell) -> float:
    tell(f"{sentence_of(error)} {_('Trying again…')}")
    await asyncio.sleep(wait)
    return min(2 * wait, LONGEST_WAIT)
