"""An SQLite file is used if it is ours, intact, and used by no other server."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from pathlib import Path

import pytest

from kingup.cli import main
from kingup.rules.errors import KingUpError
from kingup.store import Damaged, Store, Unavailable
from kingup.store import sqlite_file as sqlite_files
from kingup.store.condition import Condition
from kingup.store.errors import NoDatabase
from kingup.store.sqlite_file import APPLICATION_ID, check_intact, only_server
from tests.store.databases import open_database, open_store
from tests.store.dumps import SCHEMAS, fill, load

DUMPS = sorted(SCHEMAS.glob("*.sqlite.sql"))


def execute(file: Path, *statements: str) -> list[object]:
    """Execute statements, and return the first column of the last one's rows."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        rows: list[tuple[object, ...]] = []
        for statement in statements:
            rows = connection.execute(statement).fetchall()
    return [row[0] for row in rows]


def damage(file: Path, table: str) -> None:
    """Overwrite the root page of a table, in the middle of a file that nobody uses."""
    (root,) = execute(file, f"SELECT rootpage FROM sqlite_master WHERE name = '{table}'")
    (size,) = execute(file, "PRAGMA page_size")
    assert isinstance(root, int)
    assert isinstance(size, int)
    with file.open("r+b") as pages:
        pages.seek((root - 1) * size)
        pages.write(b"\xa5" * size)


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE photos (name)"],
        ["CREATE TABLE events (id)", "CREATE TABLE settings (id)"],
        ["CREATE TABLE alembic_version (version_num)"],
        ["PRAGMA application_id = 1196444487"],
    ],
    ids=["other tables", "similar tables", "also Alembic", "another id"],
)
async def test_the_file_of_another_program_is_refused_and_unchanged(
    tmp_path: Path, statements: list[str]
) -> None:
    file = tmp_path / "foreign.sqlite"
    execute(file, *statements, "PRAGMA user_version = 1")
    before = file.read_bytes()
    with pytest.raises(NoDatabase, match="belongs to another program"):
        await Store.open(f"sqlite:///{file}")
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["foreign.sqlite"]


def test_the_command_line_names_the_file_of_another_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "photos.sqlite"
    execute(file, "CREATE TABLE photos (name)")
    before = file.read_bytes()
    for command in ("serve", "reports"):
        assert main([command, "--database", str(file)]) == 2
        assert capsys.readouterr().err.startswith(f"{file} belongs to another program: ")
    assert file.read_bytes() == before


@pytest.mark.parametrize("dump", DUMPS, ids=lambda path: path.name)
async def test_a_file_from_before_the_id_is_used_and_gets_it(tmp_path: Path, dump: Path) -> None:
    file = tmp_path / "tables.sqlite"
    load(f"sqlite:///{file}", dump)
    assert execute(file, "PRAGMA application_id") == [0]
    for _ in range(2):
        async with open_store(f"sqlite:///{file}") as store:
            assert await store.running()
        assert execute(file, "PRAGMA application_id") == [APPLICATION_ID]


@pytest.mark.parametrize("existing", [False, True], ids=["new", "empty"])
async def test_a_new_file_gets_the_id(tmp_path: Path, existing: bool) -> None:
    file = tmp_path / "tables?%20#.sqlite"
    if existing:
        file.touch()
    async with open_database(f"sqlite:///{tmp_path}/tables%3F%2520%23.sqlite"):
        assert execute(file, "PRAGMA application_id") == [APPLICATION_ID]


async def test_a_second_server_on_the_same_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_files, "HANDOVER_SECONDS", 0.0)
    file = tmp_path / "tables.sqlite"
    link = tmp_path / "link.sqlite"
    async with only_server(f"sqlite:///{file}"):
        await fill(f"sqlite:///{file}")
        link.symlink_to(file)
        for name in (file, link):
            with pytest.raises(KingUpError, match=r"Another server uses .*PostgreSQL"):
                async with only_server(f"sqlite+aiosqlite:///{name}"):
                    pass
        async with open_store(f"sqlite:///{file}") as store:  # commands read beside a server
            assert await store.running()
    async with only_server(f"sqlite:///{file}"):
        pass


async def test_any_number_of_servers_share_a_postgresql() -> None:
    address = "postgresql://kingup@127.0.0.1/kingup"
    async with only_server(address), only_server(address):
        pass


async def test_a_damaged_file_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    await fill(f"sqlite:///{file}")
    check_intact(file)
    damage(file, "events")
    before = file.read_bytes()
    with pytest.raises(NoDatabase, match="restore the last backup"):
        check_intact(file)
    assert file.read_bytes() == before


def test_serve_says_in_one_sentence_that_its_file_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite"
    load(f"sqlite:///{file}", DUMPS[0])
    damage(file, "events")
    assert main(["serve", "--database", str(file)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"{file} is damaged (")
    assert error.count("\n") == 1


async def test_damage_that_is_found_later_is_noted_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tables.sqlite"
    await fill(f"sqlite:///{file}")
    damage(file, "events")
    async with open_store(f"sqlite:///{file}") as store:
        assert not store.database.condition.damaged
        for _ in range(3):
            with pytest.raises(Damaged):
                await store.events("rook-23456")
        assert store.database.condition.damaged
    (line,) = [record for record in caplog.records if record.name == "kingup.store"]
    assert line.levelno == logging.CRITICAL
    assert line.getMessage().startswith(f"database damaged: place={file} error=")


def test_a_full_disk_is_noted_until_a_write_succeeds(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    condition = Condition("tables.sqlite")
    connection = sqlite3.connect(tmp_path / "small.sqlite")
    connection.execute("PRAGMA max_page_count = 2")
    connection.execute("CREATE TABLE lines (text)")
    with pytest.raises(sqlite3.OperationalError) as full:
        connection.execute("INSERT INTO lines VALUES (?)", ("x" * 100_000,))
    connection.close()
    for _ in range(2):
        assert type(condition.unavailable(full.value)) is Unavailable
        assert not condition.writable
    condition.written()
    assert condition.writable
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        "database not writable: place=tables.sqlite error=database or disk is full",
        "database writable again: place=tables.sqlite",
    ]
