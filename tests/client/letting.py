"""Letting a bot play at a server, as `kingup connect` does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from kingup.client import AsyncClient
from kingup.client.connecting import Connector, Manners
from kingup.client.minds import Minds


def connect(
    server: str,
    token: str,
    bot: str,
    manners: Manners,
    tell: Callable[[str], None] = print,
    seconds: float = 180,
) -> None:
    """Let a bot play at a server until its manners tell it to leave."""

    async def play() -> None:
        async with AsyncClient(server, token) as client:
            await asyncio.wait_for(Connector(client, minds, manners, tell).run(), seconds)

    with Minds(bot) as minds:
        asyncio.run(play())


@contextmanager
def connected(
    server: str, token: str, bot: str, manners: Manners, seconds: float = 180
) -> Iterator[Future[None]]:
    """Let a bot play meanwhile."""
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(connect, server, token, bot, manners, print, seconds)
        yield playing
        playing.result(timeout=seconds + 20)
