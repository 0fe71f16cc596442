"""`kingup reports`: the operator reads reports and acts on them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from pathlib import Path

import pytest

from kingup.cli import main
from tests.server.table_services import table_of
from tests.server.test_chat import PEOPLE, chat_at


@pytest.fixture
async def code(tmp_path: Path, anyio_backend: str) -> str:
    """Return the code of a table with a reported message; tests that are no coroutines use it."""
    async with chat_at(tmp_path) as (service, chat, _clock):
        live = await table_of(service, PEOPLE)
        await chat.say(live, "ana", "hi \x1b[31m")
        await chat.say(live, "ben", "you fool")
        await chat.report(live, "ana", 2)
        return live.code


def reports(folder: Path, *options: str) -> int:
    return main(["--language=en", "reports", "--database", f"{folder}/tables.sqlite", *options])


def test_reports_are_shown_with_context_and_without_escapes(
    tmp_path: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reports(tmp_path) == 0
    shown = capsys.readouterr().out
    assert f"table {code}:" in shown
    assert "  > ben: you fool" in shown
    assert "    ana: hi [31m" in shown


async def test_the_operator_silences_lifts_closes_and_settles(
    tmp_path: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def state() -> tuple[bool, bool, int]:
        async with chat_at(tmp_path) as (_service, chat, clock):
            clock.now = time.time()
            return (
                await chat.reports.is_silenced("ben", clock.now),
                await chat.reports.is_closed(code),
                len(await chat.store.remarks(code)),
            )

    def act(*options: str) -> Awaitable[int]:
        return asyncio.to_thread(reports, tmp_path, *options)

    assert await act("--silence", "1", "--days", "2") == 0
    assert await state() == (True, False, 2)
    assert await act("--lift", "1", "--close", code) == 0
    assert await state() == (False, True, 0)
    assert await act("--settle", "1") == 0
    assert await state() == (False, True, 0)
    capsys.readouterr()
    assert await act() == 0
    assert capsys.readouterr().out == "There are no reports.\n"


@pytest.mark.parametrize(
    "options", [("--settle", "7"), ("--silence", "7"), ("--close", "no code"), ("--days", "0")]
)
def test_wrong_options_are_explained(
    tmp_path: Path, code: str, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert reports(tmp_path, *options) == 2
    assert capsys.readouterr().err.count("\n") == 1
