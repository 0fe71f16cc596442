"""What load is put on: one server with SQLite, or two with a PostgreSQL of their own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.server.process import apart, computed_by_family
from bench.web.server import running, url_of
from kingup.server.settings import ServerSettings

DURABLE: dict[str, str] = {}
"""PostgreSQL as it is installed: what it has confirmed outlives a power cut."""


@dataclass(frozen=True, slots=True)
class Site:
    """Servers that share their tables."""

    name: str
    addresses: tuple[str, ...]
    servers: tuple[int, ...]
    """Their processes."""
    database: int | None = None
    """The first process of the PostgreSQL."""

    def stored(self) -> float:
        """Return the seconds that the PostgreSQL has computed."""
        return 0.0 if self.database is None else computed_by_family(self.database)


@contextmanager
def sqlite() -> Iterator[Site]:
    """Give one server with a file, which syncs every commit, on a core of its own."""
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(url_of(Path(folder)), limited=False, prepare=False)
        with running(settings) as server, _pinned(server.process):
            yield Site("SQLite", (server.address,), (server.process,))


@contextmanager
def two_nodes() -> Iterator[Site]:
    """Give two servers and their PostgreSQL, all three on one core."""
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
    with apart(processes) as alone:
        if not alone:
            print("one core only: server and load share it")
        yield
