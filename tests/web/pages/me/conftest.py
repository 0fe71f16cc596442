"""A server whose folder tests can look into."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.server import Person, running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of the file keeps its tables."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """Give the address of a server without limits, whose bots hurry."""
    with running(folder) as address:
        yield address


@pytest.fixture
def cleo(server: str) -> Iterator[Person]:
    """Bring a third one."""
    with Person(server, "Cleo") as person:
        yield person
