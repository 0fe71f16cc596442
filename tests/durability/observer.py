"""An open page that reconnects by itself, and is never reloaded."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import time
from dataclasses import dataclass, field

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.durability.harness import Play
from tests.waiting import PATIENCE, wait_until_async


@dataclass
class Watcher:
    """An open page of a table."""

    play: Play
    code: str
    person: str = ""
    ports: list[int] = field(default_factory=list)
    """Where it connects, the next one after each loss."""
    number: int = 0
    connections: int = 0
    current_at: float = 0.0
    """When it last received an event number."""

    async def watch(self) -> None:
        """Stay connected."""
        ports = self.ports or self.play.servers.ports
        turn = 0
        while True:
            port = ports[turn % len(ports)]
            turn += 1
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self._listen(port)
            await asyncio.sleep(0.1)

    async def _listen(self, port: int) -> None:
        page = "table" if self.person else "watch"
        headers = {"origin": self.play.servers.address(port)}
        if self.person:
            headers["cookie"] = self.play.cookie(self.person)
        address = f"ws://127.0.0.1:{port}/t/{self.code}/live?page={page}&after={self.number}"
        async with connect(address, additional_headers=headers, open_timeout=PATIENCE) as socket:
            self.connections += 1
            async for data in socket:
                text = data if isinstance(data, str) else gzip.decompress(data).decode()
                message = json.loads(text)
                if "number" in message:
                    assert message["number"] >= self.number, "a page was shown less than before"
                    self.number = message["number"]
                    self.current_at = time.monotonic()

    async def reaches(self, number: int) -> None:
        """Wait until the page shows an event."""
        await wait_until_async(lambda: self.number >= number, f"the page shows event {number}")


@contextlib.asynccontextmanager
async def watched(*watchers: Watcher):  # type: ignore[no-untyped-def]
    """Keep pages open as long as the context lasts."""
    tasks = [asyncio.create_task(watcher.watch()) for watcher in watchers]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
