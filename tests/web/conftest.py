"""One server for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.serving import running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a server without limits, whose bots hurry."""
    with running(tmp_path_factory.mktemp("tables")) as address:
        yield address
