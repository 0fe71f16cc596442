"""Group commit: events of many tables in one transaction.

A commit must reach the disk, which takes time, so everything that arrives during one commit is
written together by the next. Each table's append still succeeds or fails alone: a late one is
refused without harming the others. Nobody gets an answer before the commit is done.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from kingup.store.condition import Condition
from kingup.store.errors import Unavailable

MOST_AT_ONCE = 256
"""The most appends in one transaction."""


@dataclass(frozen=True, slots=True)
class Append:
    """One append to a table: rows of events, and its new entry in lists."""

    code: str
    events: Sequence[Mapping[str, Any]]
    listed: Mapping[str, Any] | None
    notice: str = ""
    """The bus message about it, if other processes listen."""


class AppendConflict(Exception):
    """The event numbers of an append, or its key, already exist."""


class GroupCommit(ABC):
    """Collects appends, and writes them to a database in batches."""

    publishes = False
    """Whether writing also publishes the notices on the bus."""

    def __init__(self, write_lock: AbstractAsyncContextManager[Any], condition: Condition) -> None:
        self._write_lock = write_lock
        self.condition = condition
        self._closed = False
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, one: Append) -> None:
        """Write an append durably; if its numbers or its key exist, raise `AppendConflict`."""
        if self._closed:
            raise Unavailable
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((one, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="group-commit")
        await done

    async def close(self) -> None:
        """Write what is still waiting, and close the connection."""
        self._closed = True
        if self._writing is not None:
            await self._writing
        await self.hang_up()

    @abstractmethod
    async def write(self, appends: Sequence[Append]) -> Sequence[Exception | None]:
        """Write appends in one transaction; return an error or None for each."""

    @abstractmethod
    async def hang_up(self) -> None:
        """Close the connection."""

    async def _write(self) -> None:
        try:
            while self._waiting:
                async with self._write_lock:  # appends that arrive meanwhile are written as well
                    batch = self._waiting[:MOST_AT_ONCE]
                    del self._waiting[:MOST_AT_ONCE]
                    results = await self._results([one for one, _done in batch])
                for (_append, done), error in zip(batch, results, strict=True):
                    if done.cancelled():  # its caller no longer waits, but it is written
                        continue
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(error)
        finally:
            self._writing = None

    async def _results(self, appends: Sequence[Append]) -> Sequence[Exception | None]:
        try:
            results = await self.write(appends)
        except Exception as error:  # whatever the error, no caller may wait for ever
            return [error] * len(appends)
        if None in results:
            self.condition.written()
        return results
