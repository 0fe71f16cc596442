"""The page of a person's statistics: their own games only, a few records at a time."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi import FastAPI

from kingup.people.statistics import deeds_of
from kingup.server import person_statistics
from kingup.store.analyses import AnalysisStore
from kingup.tables import Table, TableSetting
from tests.guard.people import ANA, BEN, STRANGER, history, set_table, signed
from tests.guard.requests import ask, serving
from tests.web.pages.me.finished_games import analysed, keep, played


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with serving(tmp_path) as app:
        yield app


async def page(app: FastAPI, person: str) -> str:
    answer = await ask(app, "GET", "/me/statistics", cookies=signed(app, person))
    assert answer.status == 200
    return answer.text


async def play(
    app: FastAPI, seed: int, setting: TableSetting | None = None, begun: float = 1.0
) -> Table:
    table = played([(ANA, "Ana")], seed, setting or TableSetting(), begun)
    await keep(app.state.services.tables.store, table)
    return table


def figure(html: str, title: str) -> int:
    found = re.search(rf"<dt>{title}</dt><dd><b>(\d+)</b>", html)
    assert found, title
    return int(found[1])


def months(html: str, caption: str) -> dict[str, list[str]]:
    """Return what a table says of every month."""
    found = re.search(rf"<caption[^>]*>{caption}</caption>(.*?)</table>", html, re.DOTALL)
    assert found, caption
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', found[1])
    return {month: re.findall("<td>(.*?)</td>", cells) for month, cells in rows}


async def test_a_person_sees_their_own_games(app: FastAPI) -> None:
    tables = [await play(app, seed) for seed in range(3)]
    await play(app, 4, TableSetting(screens="passed"))
    html = await page(app, ANA)
    deeds = [deeds_of(table.game, 0) for table in tables if table.game is not None]
    assert "3 finished games" in html
    assert figure(html, "Games") == 3
    assert figure(html, "Wins") == sum(0 in t.game.winners for t in tables if t.game)
    assert figure(html, "Your favourites crowned") == sum(one.favourites for one in deeds)
    assert figure(html, "No cards played") == sum(one.nos for one in deeds)
    assert figure(html, "of those decisive") == sum(one.decisive for one in deeds)
    assert figure(html, "of those wasted") == sum(one.wasted for one in deeds)
    assert "from your latest" not in html
    assert "No finished games yet" in await page(app, BEN)


async def test_records_are_read_a_few_at_a_time_and_once(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_statistics, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(person_statistics, "MOST_RECORDS", 3)
    for seed in range(4):
        await play(app, seed)
    read: list[str] = []
    store = app.state.services.tables.store
    events = store.events

    async def counted(code: str) -> object:
        read.append(code)
        return await events(code)

    monkeypatch.setattr(store, "events", counted)
    first, second, third = [await page(app, ANA) for _ in range(3)]
    assert "from your latest 2 games" in first
    assert "Count more" in first
    assert "from your latest 3 games" in second
    assert "Count more" not in second
    assert third == second
    assert figure(third, "Games") == 4
    assert len(read) == len(set(read)) == 3


async def test_bluffs_and_secrets_are_from_analysed_games(app: FastAPI) -> None:
    codes = [(await play(app, seed)).code for seed in range(3)]
    for code, hiding in zip(codes, ([2, 1, 3], [3, 0, 3]), strict=False):
        await analysed(app.state.services.tables.store, code, [hiding, *[[50, 60, 70]] * 3])
    await play(app, 3, TableSetting("vive-le-roi", (1, 1, 1)))
    html = await page(app, ANA)
    assert figure(html, "Games") == 3
    assert figure(html, "Bluffs") == 5
    assert figure(html, "Secrets kept") == 1
    assert "of 6 rounds" in html
    assert "from 2 analysed games" in html
    assert html.count("are counted in games that have been analysed") == 1, "the other edition"
    store = AnalysisStore(app.state.services.tables.store.database)
    await store.ask(codes[0], "another method", 3.0)
    assert figure(await page(app, ANA), "Bluffs") == 3, "until it is made again"


async def test_bluffs_and_secrets_are_ones_own_and_of_finished_games(app: FastAPI) -> None:
    store = app.state.services.tables.store
    shared = await keep(store, played([(ANA, "Ana"), (BEN, "Ben")], 1, TableSetting()))
    await analysed(store, shared, [[1, 0, 3], [2, 3, 3], [9, 9, 9], [9, 9, 9]])
    secret = [[777, 777, 777]] * 4  # more than anybody could score
    for stage in ("playing", "paused", "scoring", "coached"):
        await analysed(store, await set_table(app, history(stage)), secret)
    passed = await play(app, 2, TableSetting(screens="passed"))
    await analysed(store, passed.code, secret)
    for person, bluffs, kept in ((ANA, 1, 0), (BEN, 2, 3)):
        html = await page(app, person)
        assert (figure(html, "Bluffs"), figure(html, "Secrets kept")) == (bluffs, kept)
        assert "from 1 analysed game." in html
        text = re.sub(r"<(head|svg|script).*?</\1>|<[^>]*>", "", html, flags=re.DOTALL)
        assert "777" not in text
    assert "Bluffs" not in await page(app, STRANGER)


async def test_two_editions_stand_side_by_side(app: FastAPI) -> None:
    await play(app, 1)
    await play(app, 2, TableSetting("vive-le-roi", (1, 1, 1)))
    html = await page(app, ANA)
    assert html.index('id="figures-kingup"') < html.index('id="figures-vive-le-roi"')
    assert html.count('class="games"') == 1  # one month, one bar
    assert "/me/statistics" in (await ask(app, "GET", "/me", cookies=signed(app, ANA))).text


async def test_months_show_what_editions_show(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_statistics, "MOST_RECORDS", 3)

    def day(month: int, number: int) -> float:
        return datetime(2026, month, number, tzinfo=UTC).timestamp()

    old = await play(app, 1, begun=day(8, 3))
    early = await play(app, 2, begun=day(10, 5))
    other = await play(app, 3, TableSetting("vive-le-roi", (1, 1, 1)), begun=day(10, 6))
    late = await play(app, 4, begun=day(11, 1))
    store = app.state.services.tables.store
    await analysed(store, old.code, [[1, 2, 3]] * 4)
    await analysed(store, other.code, [[2, 0, 3]] * 3)
    html = await page(app, ANA)

    def wins(*tables: Table) -> str:
        return str(sum(0 in table.game.winners for table in tables if table.game))

    def points(table: Table) -> str:
        return f"{table.game.scores[0]:.1f}" if table.game else ""

    def counted(*tables: Table) -> list[str]:
        deeds = [deeds_of(table.game, 0) for table in tables if table.game]
        crowned, crownings, nos, decisive = (
            sum(getattr(one, what) for one in deeds)
            for what in ("favourites", "crownings", "nos", "decisive")
        )
        return [f"{crowned} of {crownings}", f"{nos}", f"{decisive}"]

    assert months(html, "Results") == {
        "Nov 2026": ["1", wins(late), points(late), "–"],
        "Oct 2026": ["2", wins(early, other), points(early), points(other)],
        "Aug 2026": ["1", wins(old), points(old), "–"],
    }
    assert months(html, "Crownings and No cards") == {
        "Nov 2026": counted(late),
        "Oct 2026": counted(early, other),
        "Aug 2026": ["–"] * 3,
    }
    assert html.count("from your latest 3 games") == 1
    assert months(html, "Bluffs and secrets") == {
        "Nov 2026": ["0", "–", "–"],
        "Oct 2026": ["1", "2", "0 of 3"],
        "Aug 2026": ["1", "1", "2 of 3"],
    }
