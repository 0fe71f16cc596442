"""A stage: the client's scripts with a played server behind them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.browser import browser_of_folder, visits
from tests.web.static.stage import Stage

__all__ = ["browser_of_folder", "stage", "visits"]


@pytest.fixture(scope="package")
def _running_stage() -> Iterator[Stage]:
    stage = Stage()
    stage.start()
    yield stage
    stage.stop()


@pytest.fixture
def stage(_running_stage: Stage) -> Stage:
    """Return a server that does what the test says, as new."""
    _running_stage.reset()
    return _running_stage
