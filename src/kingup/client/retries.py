"""Streams and deeds that outlast a lost line: opened again, asked again, until told to stop."""

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
"""Refusals that may be over in a moment."""

Tell = Callable[[str], None]


def is_passing(error: KingUpError) -> bool:
    """Return whether it is worth asking again."""
    return isinstance(error, Unreachable) or (
        isinstance(error, ServerError) and error.code in PASSING
    )


async def ask(client: AsyncClient, call: Call, tell: Tell) -> Any:
    """Ask until there is an answer; what is refused for good raises `ServerError`."""
    wait = FIRST_WAIT
    while True:
        try:
            return await client.ask(call)
        except KingUpError as error:
            if not is_passing(error):
                raise
            wait = await _again(error, wait, tell)


async def listen(
    client: AsyncClient, call: Callable[[], Call], tell: Tell
) -> AsyncGenerator[Line, None]:
    """Yield a stream's lines, and those of the next one whenever it has broken off."""
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
            wait = await _again(error, wait, tell)
        else:  # the server stops, and perhaps starts again
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


async def _again(error: KingUpError, wait: float, tell: Tell) -> float:
    tell(f"{sentence_of(error)} {_('Trying again…')}")
    await asyncio.sleep(wait)
    return min(2 * wait, LONGEST_WAIT)
