"""A server whose folder tests can read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.server import Person, running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the tables of this file's server."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """Return the address of a server without limits, whose bots play at once."""
    with running(folder) as address:
        yield address


@pytest.fixture
def cleo(server: str) -> Iterator[Person]:
    """Return a third person."""
    with Person(server, "Cleo") as person:
        yield person
