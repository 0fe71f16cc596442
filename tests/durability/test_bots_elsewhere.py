"""External bots may connect to any server: every server knows which of them are connected."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from kingup.leagues import League, LeagueSetting
from kingup.server.cluster import bot_sync
from kingup.server.settings import ServerSettings
from kingup.server.table_service import TableService
from kingup.store.tokens import ApiToken
from kingup.web.app import create_app
from tests.durability.harness import ServerProcesses, server_processes
from tests.waiting import PATIENCE, wait_until, wait_until_async
from tests.web.api.bots import ApiBot, make_token
from tests.web.pages.leagues.students import Student, enter
from tests.web.pages.leagues.test_league_routes import found
from tests.web.server import Person


@pytest.fixture
async def servers(postgresql_url: str, anyio_backend: str) -> AsyncIterator[ServerProcesses]:
    """Run two servers on one database; tests that are no coroutines use them."""
    with server_processes(postgresql_url, 2) as running:
        for port in running.ports:
            await running.ready(port)
        yield running


@pytest.mark.full
def test_a_bot_can_be_challenged_from_another_server(servers: ServerProcesses) -> None:
    here, there = map(servers.address, servers.ports)
    with (
        Person(here, "Ana") as ana,
        Person(there, "Ben") as ben,
        ApiBot(there, make_token(ben, "Gizmo")) as gizmo,
        gizmo.stream("events") as events,
    ):
        code = ana.new_table(**{"seats": 3, "player-2": "page"})
        wait_until(lambda: "Gizmo" in ana.table(code)["page"])
        with ApiBot(here, make_token(ana, "Robo")) as robo:
            assert [one["name"] for one in robo.get("/bots")["bots"]] == ["Gizmo"]
        ana.do(code, "challenge", bot="Gizmo")
        asked = next(events)["challenge"]
        gizmo.post(f"/challenges/{asked['id']}/accept")
        ana.do(code, "confirm", player=0, ready=1)
        assert next(events)["type"] == "game-start"
    # It has disconnected, which this server notices, too.
    with Person(here, "Cleo") as cleo:
        code = cleo.new_table(seats=3)
        wait_until(lambda: "Gizmo" not in cleo.table(code)["page"])


@pytest.mark.full
def test_a_league_counts_bots_at_both_servers_as_connected(
    servers: ServerProcesses,
) -> None:
    here, there = map(servers.address, servers.ports)
    with ExitStack() as stack:
        ana = stack.enter_context(Person(here, "Ana"))
        code = found(ana, seconds="60")  # enough time for a busy machine
        for number, address in enumerate((here, there, there)):
            student = stack.enter_context(Person(address, f"Owner {number}"))
            token = enter(student, code, f"Robo-{'ABC'[number]}")
            stack.enter_context(Student(address, token))
        wait_until(lambda: ana.get(f"/league/{code}").text.count("dot is-on") == 3)
        ana.post(f"/league/{code}/round")
        wait_until(lambda: "Round 1 is over." in ana.get(f"/league/{code}").text)
        page = ana.get(f"/league/{code}").text
    figures = re.findall(r'<td class="figure">([^<]*)</td>', page)
    assert figures[::3] == ["3", "3", "3"], "each has played three games"
    assert figures[2::3] == ["0", "0", "0"], "and nobody was missing"


@asynccontextmanager
async def two_apps(url: str) -> AsyncIterator[tuple[FastAPI, FastAPI]]:
    """Open two servers in this process, without any clients."""
    settings = ServerSettings(database=url, prepare=False, limited=False)
    async with AsyncExitStack() as stack:
        one, other = create_app(settings), create_app(settings)
        for app in (one, other):
            await stack.enter_async_context(app.router.lifespan_context(app))
        await stack.enter_async_context(asyncio.timeout(PATIENCE))
        yield one, other


def token_of(name: str) -> ApiToken:
    return ApiToken(f"id-{name}", name, f"person-{name}", f"bot-{name}", name.title(), "Ada", 0.0)


@pytest.mark.full
async def test_connected_bots_are_known_again_after_a_lost_connection(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_sync, "RETRY_SECONDS", 0.05)

    async with two_apps(postgresql_url) as (one, other):
        token = token_of("gizmo")
        await one.state.services.api_tokens.store.add(token)
        callers = one.state.services.bot_listeners, other.state.services.bot_listeners
        with callers[1].listen(token):
            await wait_until_async(lambda: callers[0].bots == {"bot-gizmo"})
            assert callers[0].here == frozenset()
            service: TableService = one.state.services.tables
            async with service.store.database.writing() as connection:  # the server seemed dead
                await connection.execute(text("UPDATE attendance SET left_at = 1"))
                await service.store.database.bus.publish(connection, "here", bot_sync.LISTENING)
            await wait_until_async(lambda: callers[0].bots == frozenset())
            other.state.services.tables.store.database.bus.deliver_reload()
            await wait_until_async(lambda: callers[0].bots == {"bot-gizmo"})
        await wait_until_async(lambda: callers[0].bots == frozenset())


async def test_another_server_starts_a_game_claimed_by_a_server_that_died(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingup.server.league_service.CLAIM_TIMEOUT", 0.3)

    async with two_apps(postgresql_url) as (one, other):
        leagues = one.state.services.leagues
        league: League = await leagues.create("teacher", LeagueSetting("Course", "kingup", 3))
        tokens = [token_of(name) for name in ("ada", "bob")]
        with ExitStack() as stack:
            for token in tokens:
                await one.state.services.api_tokens.store.add(token)
                stack.enter_context(other.state.services.bot_listeners.listen(token))
                await leagues.enter(league, token)
            await wait_until_async(lambda: len(one.state.services.bot_listeners.bots) == 2)

            async def dies(*_given: object) -> None:
                raise asyncio.CancelledError

            for app in (one, other):  # whichever claims a game first dies before it has a table
                monkeypatch.setattr(app.state.services.tables, "create", dies)
            await leagues.start_round(league)
            game = (await leagues.store.games(league.code))[0]
            with pytest.raises(asyncio.CancelledError):
                await leagues.run(league.code)
            claimed = (await leagues.store.games(league.code))[0]
            assert (claimed.status, claimed.table) == ("playing", None), game
            monkeypatch.undo()
            monkeypatch.setattr("kingup.server.league_service.CLAIM_TIMEOUT", 0.3)

            async def is_started() -> bool:
                return (await leagues.store.games(league.code))[0].table is not None

            await wait_until_async(is_started)
