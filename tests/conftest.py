"""Settings and servers that all tests share."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Iterator

import pytest
from hypothesis import settings

from kingup.commands.databases import bring_up_to_date
from kingup.language import use_language
from kingup.server import analysis_process
from tests.postgresql import NoPostgreSQL, PostgreSQL, postgresql

# A shell's background job ignores Ctrl-C, and so would all programs that tests start and stop.
signal.signal(signal.SIGINT, signal.default_int_handler)

# At the lowest priority, analyses would get no processor at all beside other tests.
analysis_process.NICENESS = 0

# Compiling the rules the first time would break any deadline.
settings.register_profile("kingup", deadline=None, max_examples=50)
settings.load_profile("kingup")


LONGEST = ("test_pytorch.py", "test_first_minutes.py")
"""Files with tests of minutes. They begin first, so that no process works alone at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


UNTIL = float(os.environ.get("TESTS_UNTIL", "inf"))
"""The time, in seconds since 1970, after which no more tests begin."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Skip what there is no time left for."""
    if time.time() > UNTIL:
        pytest.skip("no time was left for it (TESTS_UNTIL)")


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what all tests keep: thousands of them, and modules."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run tests that are coroutines in asyncio's event loop, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Iterator[PostgreSQL]:
    """Run a private PostgreSQL for all tests of a process."""
    try:
        with postgresql() as running:
            yield running
    except NoPostgreSQL as error:
        pytest.skip(f"no PostgreSQL: {error}")


@pytest.fixture(scope="session")
def migrated_database(cluster: PostgreSQL) -> str:
    """Return the address of a migrated PostgreSQL database, to be copied and not used."""
    url = cluster.new_database()
    bring_up_to_date(url)
    return url


@pytest.fixture
def postgresql_url(cluster: PostgreSQL, migrated_database: str) -> Iterator[str]:
    """Return the address of a PostgreSQL database whose tables are empty."""
    url = cluster.new_database(copy_of=migrated_database)
    yield url
    gc.collect()  # blame a connection left open on this test, not on a later one
    cluster.drop_database(url)


@pytest.fixture
def bare_postgresql_url(cluster: PostgreSQL) -> Iterator[str]:
    """Return the address of a PostgreSQL database without any tables."""
    url = cluster.new_database()
    yield url
    gc.collect()
    cluster.drop_database(url)


@pytest.fixture
def english_afterwards() -> Iterator[None]:
    """Return to English after a test that uses other languages."""
    yield
    use_language("en")


EACH_KIND = ("sqlite", pytest.param("postgresql", marks=pytest.mark.full))
"""Both kinds of databases; PostgreSQL's turn comes in the full tests."""


@pytest.fixture(params=EACH_KIND)
def database_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a new database, of each kind in turn."""
    return _database(request, tmp_path_factory, "postgresql_url")


@pytest.fixture(params=EACH_KIND)
def bare_database_url(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> str:
    """Return the address of a new database without any tables, of each kind in turn."""
    return _database(request, tmp_path_factory, "bare_postgresql_url")


def _database(
    request: pytest.FixtureRequest, folders: pytest.TempPathFactory, postgresql_fixture: str
) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folders.mktemp('store') / 'tables.sqlite'}"
    url: str = request.getfixturevalue(postgresql_fixture)
    return url
