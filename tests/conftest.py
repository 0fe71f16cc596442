"""Settings and servers that all tests share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

from kingup.language import use_language
from tests.postgresql import NoPostgreSQL, PostgreSQL, postgresql

# Compiling the rules the first time would break any deadline.
settings.register_profile("kingup", deadline=None)
settings.load_profile("kingup")


@pytest.fixture(scope="session")
def cluster() -> Iterator[PostgreSQL]:
    """Give a private PostgreSQL to all tests of a process."""
    try:
        with postgresql() as running:
            yield running
    except NoPostgreSQL as error:
        pytest.skip(f"no PostgreSQL: {error}")


@pytest.fixture
def postgresql_url(cluster: PostgreSQL) -> Iterator[str]:
    """Give the address of an empty database in PostgreSQL."""
    yield cluster.new_database()
    gc.collect()  # a connection that was left open is this test's fault, not a later one's


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    """Speak English again after a test that speaks other languages."""
    yield
    use_language("en")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the address of an empty database, of either kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.sqlite'}"
    url: str = request.getfixturevalue("postgresql_url")
    return url
