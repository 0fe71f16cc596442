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
from kingup.notation.json_reader import read_json
from kingup.rules.errors import KingUpError
from kingup.server.analysis_process import nameless_record
from kingup.server.analysis_service import AnalysisService
from kingup.server.live_table import LiveTable
from kingup.server.refusals import Refusal
from kingup.server.table_service import TableService
from kingup.store.analyses import LOST_SECONDS, AnalysisStore, ClaimedAnalysis
from kingup.store.analysis_schema import ANALYSES
from kingup.tables import TableSetting, decisions
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
    service = AnalysisService(tables, AnalysisStore(tables.store.database), QUICK)
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


async def done(service: AnalysisService, tables: TableService, code: str) -> Analysis:
    live = await tables.table(code)

    async def is_done() -> bool:
        status = await service.status(live)
        assert status.state != "failed", status.fault
        return status.state == "done"

    await wait_until_async(is_done)
    found = await service.analysis(live)
    assert found is not None
    return found


@pytest.mark.full
async def test_a_finished_game_is_analysed_when_somebody_asks(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as tables, analyst(tables) as service:
        code = await keep(tables.store, played(PEOPLE, 1, SETTING))
        live = await tables.table(code)
        assert (await service.status(live)).state == "none"
        assert await service.analysis(live) is None
        await service.ask(live)
        await service.ask(live)  # twice is once
        found = await done(service, tables, code)
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
            await service.ask(await tables.table(code))
            await other.ask(await others.table(code))
        for code in codes:
            assert (await done(other, others, code)) == (await done(service, tables, code))


async def test_games_that_are_not_over_are_refused(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as tables, analyst(tables) as service:
        live = await table_of(tables, ["ana", "ben"], SETTING)
        for call in (service.ask, service.status, service.analysis):
            with pytest.raises(Refusal, match="when the game is over"):
                await call(live)
        await tables.change(live.code, lambda table: decisions.abandon(table, "ana"))
        for call in (service.ask, service.status, service.analysis):
            with pytest.raises(Refusal, match="abandoned"):
                await call(await tables.table(live.code))


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
        await service.ask(await tables.table(code))
        await wait_until_async(lambda: has_steps(tables, code))
        os.kill(children[0].pid, signal.SIGKILL)
        await done(service, tables, code)
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
        live = await tables.table(code)
        await service.ask(live)

        async def fault() -> object:
            return (await service.status(live)).fault

        assert "stopped without a result" in str(await wait_until_async(fault))


@pytest.mark.full
async def test_a_restarted_server_goes_on(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as tables:
        code = await keep(tables.store, played(PEOPLE, 1, SETTING))
        store = AnalysisStore(tables.store.database)
        await store.ask(code, method_of(seconds=QUICK), 1.0)
        assert await store.claim(method_of(seconds=QUICK), "killed", 2.0) is not None
    async with table_service_at(tmp_path) as tables, analyst(tables) as service:
        assert (await done(service, tables, code)).players


@pytest.mark.full
async def test_another_method_makes_it_again(tmp_path: Path) -> None:
    async with table_service_at(tmp_path) as tables:
        code = await keep(tables.store, played(PEOPLE, 1, SETTING))
        store = AnalysisStore(tables.store.database)
        await store.ask(code, "0/old-judge/0/20.0", 1.0)
        assert await store.claim("0/old-judge/0/20.0", "old", 2.0) is not None
        assert await store.finish(code, "old", "{}", [])
        async with analyst(tables) as service:
            live = await tables.table(code)
            assert (await service.status(live)).state == "waiting"
            assert (await done(service, tables, code)).judge == method_of().split("/")[1]


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
