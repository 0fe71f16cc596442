"""The client's scripts, with a fake server that each test controls."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.browser import browser_of_folder, visits
from tests.web.static.fake_server import FakeServer

__all__ = ["browser_of_folder", "fake_server", "visits"]


@pytest.fixture(scope="package")
def _running_fake_server() -> Iterator[FakeServer]:
    fake_server = FakeServer()
    fake_server.start()
    yield fake_server
    fake_server.stop()


@pytest.fixture
def fake_server(_running_fake_server: FakeServer) -> FakeServer:
    """Return a fake server in its initial state."""
    _running_fake_server.reset()
    return _running_fake_server
