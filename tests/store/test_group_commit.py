"""Changes of many tables in one transaction, each accepted or refused on its own."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from kingup.store import Conflict, Database, Duplicate, Store, Unavailable
from kingup.store.group_commit import Append
from kingup.store.postgresql_commit import PostgreSQLCommit
from kingup.store.sqlite_commit import SQLiteCommit
from kingup.tables import TableSetting, advance, decisions
from kingup.tables.events import PaceChanged
from kingup.tables.listing import summary_of
from kingup.tables.names import new_secret
from kingup.tables.table import Table


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many changes were written in each transaction."""
    written: list[int] = []
    write = SQLiteCommit.write

    async def counting_write(
        self: SQLiteCommit, appends: Sequence[Append]
    ) -> Sequence[Exception | None]:
        written.append(len(appends))
        return await write(self, appends)

    monkeypatch.setattr(SQLiteCommit, "write", counting_write)
    return written


async def open_with_tables(place: Path | str, tables: int) -> tuple[Store, list[Table]]:
    url = place if isinstance(place, str) else f"sqlite+aiosqlite:///{place / 'tables.sqlite'}"
    store = await Store.open(url)
    made = []
    for i in range(tables):
        events = decisions.create("ana", TableSetting(), f"rook-2222{i}", new_secret(4))
        table, stored = advance(None, events, 1.0)
        await store.create(stored, summary_of(table))
        made.append(table)
    return store, made


async def change(store: Store, table: Table, pace: str, key: str | None = None) -> Table:
    after, stored = advance(table, [PaceChanged(pace)], 2.0)  # type: ignore[arg-type]
    await store.append(table.code, stored, key=key, summary=summary_of(after))
    return after


async def test_simultaneous_changes_share_a_transaction(
    tmp_path: Path, batches: list[int]
) -> None:
    store, tables = await open_with_tables(tmp_path, 9)
    await asyncio.gather(*(change(store, table, "swift") for table in tables))
    for table in tables:
        assert [one.number for one in await store.events(table.code)] == [1, 2]
    await store.close()
    assert sum(batches) == 9
    assert len(batches) <= 2


async def test_a_conflict_refuses_only_its_own_change(database_url: str) -> None:
    store, tables = await open_with_tables(database_url, 3)
    first, second, third = tables
    ends = await asyncio.gather(
        change(store, first, "swift", "one"),
        change(store, second, "swift"),
        change(store, first, "brisk", "two"),  # the same number again
        change(store, first, "brisk", "one"),  # the same key again
        change(store, third, "brisk"),
        return_exceptions=True,
    )
    kinds = [type(end) for end in ends]
    assert kinds == [Table, Table, Conflict, Duplicate, Table]
    for table, pace in zip(tables, ("swift", "swift", "brisk"), strict=True):
        event = (await store.events(table.code))[-1].event
        assert event == PaceChanged(pace)  # type: ignore[arg-type]
    await store.close()


async def test_a_change_is_in_the_file_before_append_returns(tmp_path: Path) -> None:
    store, (table,) = await open_with_tables(tmp_path, 1)
    await change(store, table, "swift")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as other:
        found = other.execute("SELECT count(*) FROM events").fetchone()
        assert found == (2,)
        about = other.execute("SELECT about, updated_at, private FROM tables").fetchone()
        assert about[0].startswith("{")
        assert about[1:] == (2.0, int(table.setting.private))
    await store.close()


async def test_the_writing_connection_syncs_to_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has its own connection, with its own settings."""
    settings: list[list[object]] = []

    class Watched(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if sql == "COMMIT":
                names = ("journal_mode", "synchronous", "foreign_keys")
                settings.append([self.execute(f"PRAGMA {name}").fetchone()[0] for name in names])
            return super().execute(sql, *parameters)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    store, (table,) = await open_with_tables(tmp_path, 1)
    await change(store, table, "swift")
    await store.close()
    assert settings[-1] == ["wal", 2, 1]


async def test_a_locked_file_raises_and_the_next_change_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingup.store.database.BUSY_MS", 50)

    store, (table,) = await open_with_tables(tmp_path, 1)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable):
            await change(store, table, "swift")
        other.execute("ROLLBACK")
    assert len(await store.events(table.code)) == 1
    await change(store, table, "brisk")
    assert len(await store.events(table.code)) == 2
    await store.close()


async def test_a_cancelled_change_does_not_stop_the_others(tmp_path: Path) -> None:
    store, (first, second) = await open_with_tables(tmp_path, 2)
    gone = asyncio.create_task(change(store, first, "swift"))
    stays = asyncio.create_task(change(store, second, "swift"))
    await asyncio.sleep(0)
    gone.cancel()
    await stays
    with pytest.raises(asyncio.CancelledError):
        await gone
    await store.close()


async def test_postgresql_gets_all_waiting_changes_in_one_statement(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    write = PostgreSQLCommit.write

    async def counting_write(
        self: PostgreSQLCommit, appends: Sequence[Append]
    ) -> Sequence[Exception | None]:
        written.append(len(appends))
        return await write(self, appends)

    monkeypatch.setattr(PostgreSQLCommit, "write", counting_write)

    store, tables = await open_with_tables(postgresql_url, 9)
    await asyncio.gather(*(change(store, table, "swift") for table in tables))
    for table in tables:
        assert [one.number for one in await store.events(table.code)] == [1, 2]
    about = (await store.of_person("ana"))[0]
    assert about.updated_at == 2.0
    await store.close()
    assert sum(written) == 9
    assert len(written) <= 2


async def test_a_broken_connection_raises_and_is_replaced(postgresql_url: str) -> None:
    async def run() -> None:
        store, (table,) = await open_with_tables(postgresql_url, 1)
        other = await Database.open(postgresql_url)
        table = await change(store, table, "swift")
        async with other.writing() as connection:
            await connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND query LIKE '%json_to_recordset%'"
                )
            )
        with pytest.raises(Unavailable):
            await change(store, table, "brisk")
        await change(store, table, "brisk")
        assert [one.number for one in await store.events(table.code)] == [1, 2, 3]
        await other.close()
        await store.close()

    await run()
