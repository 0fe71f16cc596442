"""Connects a bot to a server, as `kingup connect` does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from kingup.client import AsyncClient
from kingup.client.bot_pool import BotPool
from kingup.client.connection import Behaviour, Connector
from tests.waiting import PATIENCE

Report = Callable[[str], None]


def connect(server: str, token: str, bot: str, manners: Behaviour, report: Report = print) -> None:
    """Play as a bot at a server until its manners tell it to leave."""
    with BotPool(bot) as minds:
        asyncio.run(_play(server, token, minds, manners, report, PATIENCE))


@contextmanager
def connected(
    server: str,
    token: str,
    bot: str,
    manners: Behaviour,
    seconds: float = PATIENCE,
    report: Report = print,
) -> Iterator[Future[None]]:
    """Run a bot in the background; if the test fails, it leaves at once."""
    with ThreadPoolExecutor(1) as pool, BotPool(bot) as minds:
        loop = asyncio.new_event_loop()
        task = loop.create_task(_play(server, token, minds, manners, report, seconds))
        playing = pool.submit(loop.run_until_complete, task)
        try:
            yield playing
        except BaseException:
            loop.call_soon_threadsafe(task.cancel)
            raise
        else:
            playing.result(timeout=seconds + 20)
        finally:
            pool.shutdown()
            loop.close()


async def _play(
    server: str, token: str, minds: BotPool, manners: Behaviour, report: Report, seconds: float
) -> None:
    async with AsyncClient(server, token) as client:
        await asyncio.wait_for(Connector(client, minds, manners, report).run(), seconds)
