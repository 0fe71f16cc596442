"""Events on their way into the database: many tables' deeds in one transaction.

A database makes sure of every commit that it outlives a power cut, which takes the disk its time.
So whatever comes while one commit is under way is written by the next one, all together. Each
table's deed still stands for itself: one that comes too late is refused alone, and nobody is
answered before the commit is done.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from kingup.store.errors import Unavailable

MOST_AT_ONCE = 256
"""Deeds in one transaction."""


@dataclass(frozen=True, slots=True)
class Append:
    """What one table adds: rows of events, and what is listed of the table afterwards."""

    code: str
    events: Sequence[Mapping[str, Any]]
    listed: Mapping[str, Any] | None
    news: str = ""
    """What the bus says of it, where other processes listen."""


class Taken(Exception):
    """The numbers of a deed's events, or its key, were there already."""


class GroupCommit(ABC):
    """Writes deeds into a database."""

    says = False
    """Whether it also says on the bus what it has written."""

    def __init__(self, turn: AbstractAsyncContextManager[Any]) -> None:
        self._turn = turn
        self._closed = False
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, deed: Append) -> None:
        """Write a deed down, for good; numbers or a key that are taken raise `Taken`."""
        if self._closed:
            raise Unavailable
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((deed, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="ledger")
        await done

    async def close(self) -> None:
        """Write down what still waits, and close the connection."""
        self._closed = True
        if self._writing is not None:
            await self._writing
        await self.hang_up()

    @abstractmethod
    async def write(self, deeds: Sequence[Append]) -> Sequence[Exception | None]:
        """Write deeds in one transaction; return why each was refused, if it was."""

    @abstractmethod
    async def hang_up(self) -> None:
        """Close the connection."""

    async def _write(self) -> None:
        try:
            while self._waiting:
                async with self._turn:  # and what comes until then is written as well
                    batch = self._waiting[:MOST_AT_ONCE]
                    del self._waiting[:MOST_AT_ONCE]
                    ends = await self._ends([deed for deed, _done in batch])
                for (_deed, done), error in zip(batch, ends, strict=True):
                    if done.cancelled():  # nobody waits any more; written it is nevertheless
                        continue
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(error)
        finally:
            self._writing = None

    async def _ends(self, deeds: Sequence[Append]) -> Sequence[Exception | None]:
        try:
            return await self.write(deeds)
        except Exception as error:  # nobody may wait for ever, whatever it was
            return [error] * len(deeds)
