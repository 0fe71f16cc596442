"""One server for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.server import Person, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server without limits, whose bots play at once."""
    with running(tmp_path_factory.mktemp("tables")) as address:
        yield address


@pytest.fixture
def ana(server: str) -> Iterator[Person]:
    """Return Ana, a person with a browser."""
    with Person(server, "Ana") as person:
        yield person


@pytest.fixture
def ben(server: str) -> Iterator[Person]:
    """Return Ben, another person."""
    with Person(server, "Ben") as person:
        yield person
