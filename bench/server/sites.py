"""The servers under load: one with SQLite, or two with their own PostgreSQL."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.server.process import family_cpu_seconds, on_separate_cores
from bench.web.server import running, url_of
from kingup.server.settings import ServerSettings

DURABLE: dict[str, str] = {}
"""PostgreSQL's default settings: a confirmed commit survives a power cut."""


@dataclass(frozen=True, slots=True)
class Site:
    """Servers that share their tables."""

    name: str
    addresses: tuple[str, ...]
    servers: tuple[int, ...]
    """Their process ids."""
    database: int | None = None
    """The id of PostgreSQL's main process."""

    def stored(self) -> float:
        """Return the processor time of PostgreSQL in seconds."""
        return 0.0 if self.database is None else family_cpu_seconds(self.database)


@contextmanager
def sqlite() -> Iterator[Site]:
    """Yield one server on an SQLite file that syncs every commit, on its own core."""
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(url_of(Path(folder)), limited=False, prepare=False)
        with running(settings) as server, _pinned(server.process):
            yield Site("SQLite", (server.address,), (server.process,))


@contextmanager
def two_nodes() -> Iterator[Site]:
    """Yield two servers and their PostgreSQL, all three on one core."""
    from tests.postgresql import postgresql

    with ExitStack() as stack:
        cluster = stack.enter_context(postgresql(DURABLE))
        settings = ServerSettings(cluster.new_database(), limited=False, prepare=False)
        nodes = [stack.enter_context(running(settings)) for _ in range(2)]
        site = Site(
            "two nodes on PostgreSQL",
            tuple(node.address for node in nodes),
            tuple(node.process for node in nodes),
            cluster.process,
        )
        stack.enter_context(_pinned(*site.servers, cluster.process))
        yield site


@contextmanager
def _pinned(*processes: int) -> Iterator[None]:
    with on_separate_cores(processes) as alone:
        if not alone:
            print("only one core: server and load share it")
        yield
