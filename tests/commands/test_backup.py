"""`kingup backup`: a copy of all tables, made while people play."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from kingup.cli import main
from kingup.commands.databases import bring_up_to_date
from kingup.store import Store
from tests.server.table_services import table_of, table_service_at, url_of


async def test_a_copy_of_a_database_in_use_is_complete_and_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    copy = copies / "copy.sqlite"

    async with table_service_at(tmp_path) as service:
        live = await table_of(service, ["ana"])
        source = str(tmp_path / "tables.sqlite")
        words = ["backup", str(copy), "--database", source]
        assert await asyncio.to_thread(main, words) == 0  # while it is in use
        stored = await service.store.events(live.code)
    assert [file.name for file in copies.iterdir()] == ["copy.sqlite"]
    store = await Store.open(f"sqlite:///{copy}")
    assert await store.events(live.code) == stored
    await store.close()
    assert str(copy) in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    tables, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    bring_up_to_date(f"sqlite:///{tables}")
    assert main(["backup", str(copy), "--database", str(tables)]) == 0
    assert {oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()} == {"0o600"}


def test_errors_are_explained_and_nothing_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bring_up_to_date(url_of(tmp_path))
    source = str(tmp_path / "tables.sqlite")
    kept = tmp_path / "kept"
    kept.write_text("precious")
    for words in (
        [str(kept), "--database", source],
        [str(tmp_path / "copy"), "--database", str(tmp_path / "nowhere.sqlite")],
        [str(tmp_path / "no" / "folder"), "--database", source],
        [str(tmp_path / "copy"), "--database", "postgresql://127.0.0.1/kingup"],
        [str(tmp_path / "copy"), "--database", str(kept)],
    ):
        assert main(["backup", *words]) == 2
        assert capsys.readouterr().err.strip()
    assert kept.read_text() == "precious"
    assert not (tmp_path / "copy").exists()


def test_the_error_names_a_source_that_is_no_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, copy = tmp_path / "my_bot.py", tmp_path / "x.db"
    source.write_text("print('a bot, and no database')\n" * 30)
    assert main(["backup", str(copy), "--database", str(source)]) == 2
    assert capsys.readouterr().err == f"{source} cannot be read: file is not a database.\n"
    assert list(tmp_path.iterdir()) == [source]
