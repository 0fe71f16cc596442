"""A response that does not end: one JSON object a line, as long as the client listens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kingup.web.observability.shutdown import Shutdown

log = logging.getLogger("kingup.web")

MEDIA_TYPE = "application/x-ndjson"
READ_SECONDS = 60.0
"""Seconds after which somebody who reads nothing at all is given up."""


class Stream(Response):
    """Sends lines while they come, and stops the moment the client has gone.

    A slow reader is waited for: the next line is only asked for when the last one is on its
    way, so that nothing piles up.
    """

    media_type = MEDIA_TYPE

    def __init__(self, lines: AsyncGenerator[bytes, None]) -> None:
        super().__init__()
        del self.headers["content-length"]
        # Proxies must not wait for more.
        self.headers["x-accel-buffering"] = "no"
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        start = {
            "type": "http.response.start",
            "status": self.status_code,
            "headers": self.raw_headers,
        }
        await send(start)
        # The client hears at once that the stream is open.
        await send({"type": "http.response.body", "body": b"", "more_body": True})
        stopping: Shutdown = scope["app"].state.services.shutdown
        sending = asyncio.create_task(self._send_lines(send))
        gone = asyncio.create_task(_until_gone(receive))
        stopped = stopping.future()
        tasks = (sending, gone)
        try:
            done, _ = await asyncio.wait((*tasks, stopped), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if done == {stopped}:
            # The end, in order: whoever asks again goes on after the last number.
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_lines(self, send: Send) -> None:
        try:
            async with aclosing(self._lines) as lines:
                async for line in lines:
                    message = {"type": "http.response.body", "body": line, "more_body": True}
                    async with asyncio.timeout(READ_SECONDS):
                        await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (OSError, TimeoutError):
            pass  # the client has gone, or no longer reads
        except Exception:
            log.exception("unhandled error in a stream of lines")


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
