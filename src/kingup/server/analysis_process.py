"""Runs the analysis of a game in a child process of low priority."""

from __future__ import annotations

import contextlib
import json
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from typing import Any

from kingup.game import Game
from kingup.notation import write_json
from kingup.server.child_process import running_module

LONGEST_LINE = 1 << 26
"""Bytes of the longest line that a child may write: a whole analysis."""
NICENESS = 19
"""A child gives way to whoever plays."""


def nameless_record(game: Game) -> str:
    """Return the record of a game without anything that people wrote, their names above all."""
    record = json.loads(write_json(game))
    for key in ("tags", "deal"):
        record.pop(key, None)
    number = 0
    for seat in record["seats"]:
        for place in range(len(seat)):
            number += 1
            seat[place] = str(number)
    return json.dumps(record)


@contextlib.asynccontextmanager
async def analysing(
    record: str, seconds: float, steps: Sequence[Any]
) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """Start a child that analyses a game, and yield what it says; see `analysis/process.py`.

    The child ends with this context, or with this process.
    """
    asked = {
        "record": record, "seconds": seconds, "steps": list(steps), "niceness": NICENESS,
    }  # fmt: skip
    # NumPy reads this on import: more threads make small products slower.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    child = running_module(
        "kingup.analysis.process", stdout=PIPE, env=environment, limit=LONGEST_LINE
    )
    async with child as process:
        yield _said_by(process, asked)


async def _said_by(process: Process, asked: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the child has no pipes")
    with contextlib.suppress(ConnectionError):  # it ended at once: there will be no line either
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        await process.stdin.drain()
    async for line in process.stdout:
        said: dict[str, Any] = json.loads(line)
        yield said
