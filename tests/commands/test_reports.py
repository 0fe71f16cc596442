"""`kingup reports`: the operator reads, and acts."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from kingup.cli import main
from tests.server.table_services import table_of
from tests.server.test_chat import PEOPLE, talk_at


@pytest.fixture
def code(tmp_path: Path) -> str:
    """Give a table at which somebody was rude, and was reported."""

    async def work() -> str:
        async with talk_at(tmp_path) as (hall, talk, _clock):
            live = await table_of(hall, PEOPLE)
            await talk.say(live, "ana", "hi \x1b[31m")
            await talk.say(live, "ben", "you fool")
            await talk.report(live, "ana", 2)
            return live.code

    return asyncio.run(work())


def reports(folder: Path, *options: str) -> int:
    return main(["--language=en", "reports", "--database", f"{folder}/tables.sqlite", *options])


def test_reports_are_shown_with_what_was_said_around_them_and_no_ids(
    tmp_path: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reports(tmp_path) == 0
    shown = capsys.readouterr().out
    assert f"table {code}:" in shown
    assert "  > ben: you fool" in shown
    assert "    ana: hi [31m" in shown


def test_the_operator_acts(tmp_path: Path, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def look() -> tuple[bool, bool, int]:
        async with talk_at(tmp_path) as (_hall, talk, clock):
            clock.now = time.time()
            return (
                await talk.reports.is_silenced("ben", clock.now),
                await talk.reports.is_closed(code),
                len(await talk.store.remarks(code)),
            )

    assert reports(tmp_path, "--silence", "1", "--days", "2") == 0
    assert asyncio.run(look()) == (True, False, 2)
    assert reports(tmp_path, "--lift", "1", "--close", code) == 0
    assert asyncio.run(look()) == (False, True, 0)
    assert reports(tmp_path, "--settle", "1") == 0
    assert asyncio.run(look()) == (False, True, 0)
    capsys.readouterr()
    assert reports(tmp_path) == 0
    assert capsys.readouterr().out == "There are no reports.\n"


@pytest.mark.parametrize(
    "options", [("--settle", "7"), ("--silence", "7"), ("--close", "no code"), ("--days", "0")]
)
def test_nonsense_is_answered_with_a_sentence(
    tmp_path: Path, code: str, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert reports(tmp_path, *options) == 2
    assert capsys.readouterr().err.count("\n") == 1
