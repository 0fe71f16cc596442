"""Analyses are made in the background, survive kills, and are made again by another method."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from kingup.analysis import Analysis, analyse
from kingup.analysis.analysis import method_of
from kingup.notation import write_json
from kingup.notation.json_reader import read_json
from kingup.rules.errors import KingUpError
from kingup.server.analysis_process import nameless_record
from kingup.server.analysis_service import AnalysisService, FinishedGame, finished_game
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.server.table_service import TableService
from kingup.store.analyses import LOST_SECONDS, AnalysisStore, ClaimedAnalysis
from kingup.store.analysis_schema import ANALYSES
from kingup.store.records import RecordStore
from kingup.tables import Table, TableSetting, decisions
from tests.server.table_services import table_of, table_service_at
from tests.store.databases import open_store
from tests.waiting import wait_until_async
from tests.web.pages.me.finished_games import keep, played

QUICK = 1.0
SETTING = TableSetting("vive-le-roi", (1, 1), ("emissary",))
"""Two seats: the quickest game to analyse."""
PEOPLE = (("person-of-ana", "Ana"), ("person-of-ben", "Ben"))


@asynccontextmanager
async def analyst(tables: TableService) -> AsyncIterator[AnalysisService]:
    """Run the analyses of a server."""
    database = tables.store.database
    service = AnalysisService(tables, AnalysisStore(database), RecordStore(database), QUICK)
    running = asyncio.create_task(service.keep_running())
    try:
        yield service
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def record_of(live: LiveTable) -> str:
    """Return the record of a table's game, as it is analysed."""
    assert live.table.game is not None
    return nameless_record(live.table.game)


@cache
def analysed_alone(record: str) -> str:
    """Return the analysis of a record by the library, as JSON."""
    return analyse(read_json(record), seconds=QUICK).to_json()


async def done(service: AnalysisService, finished: FinishedGame) -> Analysis:
    async def is_done() -> bool:
        status = await service.status(finished)
        assert status.state != "failed", status.fault
        return status.state == "done"

    await wait_until_async(is_done)
    found = await service.analysis(finished)
    assert found is not None
    return found


async def game_at(tables: TableService, code: str) -> FinishedGame:
    return finished_game(await tables.table(code))


@pytest.mark.full
async def test_a_finished_game_is_analysed_when_somebody_asks(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as tables, analyst(tables) as service:
        code = await keep(tables.store, played(PEOPLE, 1, SETTING))
        live = await tables.table(code)
        finished = finished_game(live)
        assert (await service.status(finished)).state == "none"
        assert await service.analysis(finished) is None
        await service.ask(finished)
        await service.ask(finished)  # twice is once
        found = await done(service, finished)
        store = AnalysisStore(tables.store.database)
        stored, hiding = await store.body(code), await store.hiding([code, "rook-99999"])
        alone = Analysis.from_json(analysed_alone(record_of(live)))
    assert [player.names for player in found.players] == [("Ana",), ("Ben",)]
    assert stored == alone.to_json(), "the same bytes as the library's"
    assert hiding == {code: [list(each) for each in alone.hiding()]}
    assert "Ana" not in stored, "what people delete must not be here"


@pytest.mark.full
async def test_two_servers_share_the_work(postgresql_url: str) -> None:
    async with (
        table_service_at(postgresql_url) as tables,
        table_service_at(postgresql_url) as others,
        analyst(tables) as service,
        analyst(others) as other,
    ):
        codes = [await keep(tables.store, played(PEOPLE, seed, SETTING)) for seed in (1, 2)]
        for code in codes:
            await service.ask(await game_at(tables, code))
            await other.ask(await game_at(others, code))
        for code in codes:
            theirs, ours = await game_at(others, code), await game_at(tables, code)
            assert (await done(other, theirs)) == (await done(service, ours))


async def test_games_that_are_not_over_are_refused(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as tables:
        live = await table_of(tables, ["ana", "ben"], SETTING)
        with pytest.raises(Refusal, match="when the game is over"):
            finished_game(live)
        await tables.change(live.code, lambda table: decisions.abandon(table, "ana"))
        with pytest.raises(Refusal, match="abandoned"):
            await game_at(tables, live.code)


@pytest.mark.full
async def test_a_killed_child_is_started_again_with_the_rounds_it_has_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    children: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def noted(*words: Any, **options: Any) -> asyncio.subprocess.Process:
        children.append(await start(*words, **options))
        return children[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    claims: list[ClaimedAnalysis] = []
    async with table_service_at(tmp_path) as tables, analyst(tables) as service:
        claim = service.claim

        async def watched() -> ClaimedAnalysis | None:
            if (claimed := await claim()) is not None:
                claims.append(claimed)
            return claimed

        monkeypatch.setattr(service, "claim", watched)
        code = await keep(tables.store, played(PEOPLE, 1, SETTING))
        await service.ask(await game_at(tables, code))
        await wait_until_async(lambda: has_steps(tables, code))
        os.kill(children[0].pid, signal.SIGKILL)
        await done(service, await game_at(tables, code))
        stored = await AnalysisStore(tables.store.database).body(code)
        record = record_of(await tables.table(code))
    assert [claim.tries for claim in claims] == [1, 2]
    assert len(claims[0].steps) == 0
    assert len(claims[1].steps) >= 1, "the second child was given what the first had done"
    assert stored == analysed_alone(record), "the same bytes as without a kill"


async def has_steps(tables: TableService, code: str) -> bool:
    """Return whether a round of an analysis is stored."""
    query = select(ANALYSES.c.steps).where(ANALYSES.c.code == code)
    return (await tables.store.database.rows(query))[0].steps is not None


async def test_an_analysis_that_always_fails_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    async with table_service_at(tmp_path) as tables, analyst(tables) as service:
        code = await keep(tables.store, played(PEOPLE, 1, SETTING))
        finished = await game_at(tables, code)
        await service.ask(finished)

        async def fault() -> object:
            return (await service.status(finished)).fault

        assert "stopped without a result" in str(await wait_until_async(fault))


@pytest.mark.full
async def test_a_restarted_server_goes_on(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as tables:
        code = await keep(tables.store, played(PEOPLE, 1, SETTING))
        store = AnalysisStore(tables.store.database)
        await store.ask(code, method_of(seconds=QUICK), 1.0)
        assert await store.claim(method_of(seconds=QUICK), "killed", 2.0) is not None
    async with table_service_at(tmp_path) as tables, analyst(tables) as service:
        assert (await done(service, await game_at(tables, code))).players


@pytest.mark.full
async def test_another_method_makes_it_again(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as tables:
        code = await keep(tables.store, played(PEOPLE, 1, SETTING))
        store = AnalysisStore(tables.store.database)
        await store.ask(code, "0/old-judge/0/20.0", 1.0)
        assert await store.claim("0/old-judge/0/20.0", "old", 2.0) is not None
        assert await store.finish(code, "old", "{}", [])
        async with analyst(tables) as service:
            finished = await game_at(tables, code)
            assert (await service.status(finished)).state == "waiting"
            assert (await done(service, finished)).judge == method_of().split("/")[1]


async def test_one_server_works_on_an_analysis(database_url: str) -> None:
    async with open_store(database_url) as store:
        analyses = AnalysisStore(store.database)
        first = await keep(store, played(PEOPLE, 1, SETTING))
        second = await keep(store, played(PEOPLE, 2, SETTING))
        await analyses.ask(first, "m", 1.0)
        await analyses.ask(second, "m", 2.0)
        assert await analyses.claim("other", "a", 3.0) is None
        claims = [await analyses.claim("m", server, 3.0) for server in ("a", "b", "c")]
        assert [claim and claim.code for claim in claims] == [first, second, None]
        assert await analyses.keep_steps(first, "a", [[{"x": 1}]], 4.0)
        assert not await analyses.note(first, "b", 0.5, 5.0)
        # A server that was silent for too long has lost it, with what it had done.
        lost = await analyses.claim("m", "c", 4.0 + LOST_SECONDS + 1)
        assert lost is not None
        assert (lost.code, lost.steps, lost.tries) == (first, ([{"x": 1}],), 2)
        assert not await analyses.finish(first, "a", "{}", [])
        entry = await analyses.find(second)
        assert entry is not None
        assert (entry.ahead, entry.is_running, entry.is_done) == (1, True, False)
        assert await analyses.fail(second, "b", KingUpError("Too {much}.", much=7))
        entry = await analyses.find(second)
        assert entry is not None
        assert str(entry.fault) == "Too 7."
        await analyses.ask(second, "m", 6.0)
        entry = await analyses.find(second)
        assert entry is not None
        assert (entry.fault, entry.is_running) == (None, False)


@pytest.mark.full
async def test_a_record_is_analysed_as_a_game_of_a_table(tmp_path: Path) -> None:
    """A kill in between included: the next server goes on."""
    async with table_service_at(tmp_path) as tables:
        finished = await brought(tables, played(PEOPLE, 1, SETTING))
        store = AnalysisStore(tables.store.database)
        assert await store.ask(finished.code, method_of(seconds=QUICK), 1.0, is_record=True)
        assert await store.claim(method_of(seconds=QUICK), "killed", 2.0) is not None
    async with table_service_at(tmp_path) as tables, analyst(tables) as service:
        found = await done(service, finished)
        stored = await AnalysisStore(tables.store.database).body(finished.code)
    assert [player.names for player in found.players] == [("Ana",), ("Ben",)]
    assert stored == analysed_alone(nameless_record(finished.game))
    assert "Ana" not in stored


async def brought(tables: TableService, table: Table) -> FinishedGame:
    """Store a table's game as a record."""
    assert table.game is not None
    id_ = await RecordStore(tables.store.database).add(write_json(table.game), tables.clock())
    return FinishedGame(id_, table.game, is_record=True)


async def test_tables_come_before_records(database_url: str) -> None:
    async with open_store(database_url) as store:
        analyses, records = AnalysisStore(store.database), RecordStore(store.database)
        ids = [await records.add(f"record {number}", 1.0) for number in (1, 2)]
        for now, id_ in enumerate(ids):
            assert await analyses.ask(id_, "m", float(now), is_record=True)
        code = await keep(store, played(PEOPLE, 1, SETTING))
        assert await analyses.ask(code, "m", 5.0)
        found = [await analyses.find(each) for each in (code, *ids)]
        assert [entry and entry.ahead for entry in found] == [0, 1, 2]
        claims = [await analyses.claim("m", server, 6.0) for server in "abc"]
    assert [claim and (claim.code, claim.is_record) for claim in claims] == [
        (code, False),
        *((id_, True) for id_ in ids),
    ]


async def test_an_analysis_goes_with_its_record(database_url: str) -> None:
    async with open_store(database_url) as store:
        analyses, records = AnalysisStore(store.database), RecordStore(store.database, most=1)
        first = await records.add("first", 1.0)
        assert await analyses.ask(first, "m", 1.0, is_record=True)
        assert await analyses.claim("m", "a", 2.0) is not None
        second = await records.add("second", 2.0)
        assert await analyses.find(first) is None
        assert not await analyses.finish(first, "a", "{}", []), "it had just been made"
        assert await analyses.ask(first, "m", 3.0, is_record=True), "and asked for again"
        assert await analyses.find(first) is None
        assert await analyses.ask(second, "m", 3.0, is_record=True)
        assert await analyses.find(second) is not None


async def test_only_so_many_records_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was analysed by an earlier method waits its turn, too."""
    monkeypatch.setattr("kingup.store.analyses.MOST_WAITING", 1)
    async with table_service_at(tmp_path) as tables:
        database = tables.store.database
        store = AnalysisStore(database)
        service = AnalysisService(tables, store, RecordStore(database), QUICK)
        first, second = [await brought(tables, played(PEOPLE, seed, SETTING)) for seed in (1, 2)]
        assert await store.ask(first.code, "old", 1.0, is_record=True)
        assert await store.claim("old", "a", 2.0) is not None
        assert await store.finish(first.code, "a", "{}", [])
        await service.ask(second)
        await service.ask(second)  # it waits already
        assert (await service.status(first)).state == "none"
        with pytest.raises(Refusal, match="Many records"):
            await service.ask(first)
        code = await keep(tables.store, played(PEOPLE, 3, SETTING))
        await service.ask(await game_at(tables, code))
        assert (await service.status(await game_at(tables, code))).state == "waiting"
