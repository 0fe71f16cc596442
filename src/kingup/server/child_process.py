"""Children of the server that end with what they were started for."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from typing import Any


@contextlib.asynccontextmanager
async def running_module(module: str, **options: Any) -> AsyncIterator[Process]:
    """Run a Python module in a child, which ends with this context, or with this process."""
    # Its standard input closes when this process ends; the child watches that.
    starting = asyncio.create_task(
        asyncio.create_subprocess_exec(sys.executable, "-m", module, stdin=PIPE, **options)
    )
    try:
        # Shielded, so that a child that is just starting when this is cancelled is known, too.
        yield await asyncio.shield(starting)
    finally:
        await _end(await starting)


async def _end(process: Process) -> None:
    """Kill a child, and wait until it and its pipes are closed."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    await process.communicate()
