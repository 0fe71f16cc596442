"""Browsers, and a server for the games of a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.web.browser import browser_of_folder, visits
from tests.web.server import Person, running

__all__ = ["browser_of_folder", "visits"]


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
def people(server: str) -> Iterator[list[Person]]:
    """Return four people who play over HTTP."""
    with ExitStack() as stack:
        names = ("Ana", "Ben", "Cleo", "Dov")
        found = [stack.enter_context(Person(server, name)) for name in names]
        for person in found:
            person.get("/")
        yield found
