"""A database of any earlier version is migrated to this one, and keeps its contents."""

from __future__ import annotations

import asyncio
import importlib
import json
import pkgutil
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.ddl.impl import DefaultImpl
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

import kingup.store
from kingup.rules.errors import KingUpError
from kingup.store import Database, engine
from kingup.store.analyses import AnalysisStore
from kingup.store.engine import connect
from kingup.store.schema import METADATA as SCHEMA
from kingup.store.schema_upgrade import MIGRATIONS, migrate, versions
from kingup.tables import Table
from tests.store.databases import open_database, open_store
from tests.store.dumps import CODE, SCHEMAS, game, load
from tests.tables.sample_tables import everything
from tests.waiting import PATIENCE

for module in pkgutil.iter_modules(kingup.store.__path__):
    if module.name.endswith("schema"):
        importlib.import_module(f"kingup.store.{module.name}")


async def differences(url: str) -> list[object]:
    """Return the differences between a database and the schema."""

    def compare(connection: Connection) -> list[object]:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, SCHEMA))

    engine = connect(url)
    async with engine.connect() as connection:
        found = await connection.run_sync(compare)
    await engine.dispose()
    return found


async def migrate_to(url: str, to: str | None = None) -> None:
    engine = connect(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate, to)
    finally:
        await engine.dispose()


async def version_of(database: Database) -> object:
    async with database.engine.connect() as connection:
        return (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()


def test_each_migration_follows_the_one_before_it() -> None:
    """If two follow the same one, renumber yours to come after the other."""
    before = None
    for version in versions():
        source = (MIGRATIONS / "versions" / f"{version}.py").read_text(encoding="utf-8")
        assert f"\nrevision = {version!r}\n".replace("'", '"') in source
        expected = None if before is None else f'"{before}"'
        assert f"\ndown_revision = {expected}\n" in source, f"{version} must follow {before}"
        assert len(version) <= 32, "Alembic stores 32 letters"
        before = version
    assert [int(version[:4]) for version in versions()] == list(range(1, len(versions()) + 1))


async def test_migrations_end_at_the_schema(bare_database_url: str) -> None:
    await migrate_to(bare_database_url)
    assert await differences(bare_database_url) == []


@pytest.mark.parametrize(
    "version",
    [
        pytest.param(version, marks=() if version in versions()[-2:] else pytest.mark.full)
        for version in versions()
    ],
)
async def test_every_version_migrates_to_the_newest(bare_database_url: str, version: str) -> None:
    await migrate_to(bare_database_url, version)
    await migrate_to(bare_database_url)
    assert await differences(bare_database_url) == []


async def test_analyses_that_are_done_say_who_bluffed(bare_database_url: str) -> None:
    """0012: a bluff loses less than an inaccuracy, a secret is kept to the last moment."""
    body = {
        "beliefs": {"moments": ["r1.0", "r1.1", "r1.1v", "r2.0"]},
        "decisions": [
            {"player": 0, "told": [-0.5, 1.0], "loss": 0.04},
            {"player": 0, "told": [-2.0, 0.0], "loss": 0.05},
            {"player": 0, "told": [-0.4, -3.0], "loss": 0.0},
            {"player": 1, "told": [], "loss": 0.0},
        ],
        "secrets": [
            {"player": 0, "round": 1, "uncovered": "r1.1"},
            {"player": 1, "round": 1, "uncovered": "r1.1v"},
            {"player": 0, "round": 2, "uncovered": None},
            {"player": 1, "round": 2, "uncovered": "r2.0"},
        ],
        "thresholds": [0.05, 0.1, 0.15],
        "players": [{"names": ["1"]}, {"names": ["2"]}],
    }
    bodies = {"rook-22222": zlib.compress(json.dumps(body).encode()), "rook-33333": None}
    table = text(
        "INSERT INTO tables (code, created_at, updated_at, status, private, edition, host, about)"
        " VALUES (:code, 1, 1, 'over', :private, 'kingup', 'host', '{}')"
    )
    analysis = text(
        "INSERT INTO analyses (code, method, asked_at, tries, progress, body)"
        " VALUES (:code, 'method', 1, 1, 1, :body)"
    )
    await migrate_to(bare_database_url, "0011_puzzles")
    engine = connect(bare_database_url)
    async with engine.begin() as connection:
        for code, packed in bodies.items():
            await connection.execute(table, {"code": code, "private": False})
            await connection.execute(analysis, {"code": code, "body": packed})
    await engine.dispose()
    await migrate_to(bare_database_url)
    async with open_database(bare_database_url) as database:
        found = await AnalysisStore(database).hiding(list(bodies))
    assert found == {"rook-22222": [[1, 0, 2], [0, 2, 2]]}


def dumps(kind: str) -> list[Path]:
    return sorted(SCHEMAS.glob(f"*.{kind}.sql"))


async def check_dump(url: str, dump: Path) -> None:
    load(url, dump)
    async with open_store(url) as store:
        assert await version_of(store.database) == versions()[-1]
        again = Table.of(await store.events(CODE))
        assert everything(again) == everything(game().table)
        assert [entry.code for entry in await store.of_person("person-1")] == [CODE]
        assert await store.setting("secret") == "of the server"
    assert await differences(url) == []


@pytest.mark.parametrize("dump", dumps("sqlite"), ids=lambda path: path.name)
async def test_a_released_file_is_migrated(tmp_path: Path, dump: Path) -> None:
    await check_dump(f"sqlite:///{tmp_path / 'tables.sqlite'}", dump)


@pytest.mark.parametrize("dump", dumps("postgresql"), ids=lambda path: path.name)
async def test_a_released_database_is_migrated(bare_postgresql_url: str, dump: Path) -> None:
    await check_dump(bare_postgresql_url, dump)


def test_a_dump_without_a_version_exists() -> None:
    assert (SCHEMAS / "unversioned.sqlite.sql").exists()
    assert "alembic_version" not in (SCHEMAS / "unversioned.sqlite.sql").read_text()


def test_the_newest_version_has_a_dump() -> None:
    """Every version on the main branch may be in use."""
    kept = {path.name for path in SCHEMAS.iterdir()}
    for kind in ("sqlite", "postgresql"):
        assert f"{versions()[-1]}.{kind}.sql" in kept, "python -m tests.store.dumps"


async def test_a_newer_database_is_refused_and_unchanged(
    bare_database_url: str,
) -> None:
    await migrate_to(bare_database_url)

    database = await Database.open(bare_database_url)
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999_moon'"))
    await database.close()
    with pytest.raises(KingUpError, match="9999_moon"):
        await Database.open(bare_database_url)
    assert await differences(bare_database_url) == []


async def test_a_failed_migration_is_rolled_back(
    bare_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []
    create = DefaultImpl.create_table

    def broken(impl: DefaultImpl, table: Any, **more: Any) -> None:
        made.append(table)
        if len(made) == 3:
            raise RuntimeError("a power cut")
        create(impl, table, **more)

    with monkeypatch.context() as patched:
        patched.setattr(DefaultImpl, "create_table", broken)
        with pytest.raises(RuntimeError, match="power cut"):
            await migrate_to(bare_database_url)
    await migrate_to(bare_database_url)
    assert await differences(bare_database_url) == []


async def open_and_close(url: str) -> object:
    async with open_database(url) as database:
        return await version_of(database)


def test_processes_that_start_together_migrate_once(
    bare_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_MS", int(1000 * PATIENCE))
    monkeypatch.setitem(engine.TIMEOUTS, "options", "-c statement_timeout=0")
    with ThreadPoolExecutor(6) as pool:  # each with its own connections, like processes
        found = pool.map(lambda url: asyncio.run(open_and_close(url)), [bare_database_url] * 6)
        assert list(found) == [versions()[-1]] * 6


async def test_an_up_to_date_database_opens_without_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    await migrate_to(url)
    code = f"""
import asyncio, sys
from kingup.store import Database, engine

async def work():
    await (await Database.open({url!r})).close()

asyncio.run(work())
sys.exit("alembic" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("url", ["nonsense", "mysql://host/db", "sqlite:///"])
def test_an_unusable_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises((KingUpError, ValueError)) as caught:
        connect(url)
    assert "host" not in str(caught.value)
