"""People with external bots."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.api.bots import ApiBot, make_token
from tests.web.server import Person


@pytest.fixture
def robo(server: str, ana: Person) -> Iterator[ApiBot]:
    """Return Ana's bot."""
    with ApiBot(server, make_token(ana, "Robo")) as bot:
        yield bot


@pytest.fixture
def gizmo(server: str, ben: Person) -> Iterator[ApiBot]:
    """Return Ben's bot."""
    with ApiBot(server, make_token(ben, "Gizmo")) as bot:
        yield bot


@pytest.fixture
def cleo(server: str) -> Iterator[Person]:
    """Return a person without a bot."""
    with Person(server, "Cleo") as person:
        yield person
