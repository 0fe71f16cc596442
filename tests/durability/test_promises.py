"""What players are promised when servers die and databases restart, with real processes."""

from __future__ import annotations

import asyncio
import signal
import time

import pytest

from kingup.server.accounts import new_person
from kingup.server.table_service import TableService
from kingup.store import Store
from kingup.tables import Pace, TableSetting, decisions
from kingup.tables.events import Acted, ClockExpired, StoodIn
from tests.durability.harness import ServerProcesses, check, playing, server_processes
from tests.durability.observer import Watcher, watched
from tests.postgresql import NoPostgreSQL, PostgreSQL, postgresql
from tests.server.table_services import ready, sitting
from tests.waiting import wait_until_async

# Exactly once.


@pytest.mark.full
async def test_an_action_sent_to_two_servers_in_every_way_counts_once(
    postgresql_url: str,
) -> None:
    """As forms, over pages' sockets, as API requests and over bots' sockets."""

    async def work(servers: ServerProcesses) -> None:
        async with playing(servers, postgresql_url, tables=0) as play:
            code = await play.new_table()
            for number in range(5):
                table = await play.table(code)
                player = table.waiting_for()[0]
                person = table.sitter(player).person or ""
                data = {
                    "player": str(player),
                    "action": table.view(player).actions[0],
                    "number": str(table.number),
                    "key": f"tap {number}",
                }
                senders = (
                    play.send_form,
                    play.send_form,
                    play.send_over_page_socket,
                    play.send_request,
                    play.send_over_bot_socket,
                )
                many = [
                    sender(servers.address(port), f"/t/{code}", person, "act", data)
                    for sender in senders
                    for port in servers.ports
                ]
                assert [status for status, _answer in await asyncio.gather(*many)] == [200] * 10
            acted = [e for e in await play.store.events(code) if isinstance(e.event, Acted)]
            assert len(acted) == 5

    with server_processes(postgresql_url, 2) as servers:
        await work(servers)


# A node dies.


@pytest.mark.full
async def test_pages_of_a_dead_server_catch_up_at_another(
    postgresql_url: str,
) -> None:
    async def work(servers: ServerProcesses) -> None:
        doomed, other = servers.ports
        async with playing(servers, postgresql_url, tables=1) as play:
            code = await play.new_table()
            people = (await play.table(code)).people()
            pages = [
                Watcher(play, code, people[0], [doomed, other]),
                Watcher(play, code, people[1], [other]),
                Watcher(play, code, "", [doomed, other]),
            ]
            game = asyncio.create_task(play.play(code))
            async with watched(*pages):
                await asyncio.gather(*(page.reaches(15) for page in pages))
                servers.kill(doomed)
                servers.ports.remove(doomed)
                number = (await play.table(code)).number + 1
                await asyncio.gather(*(page.reaches(number) for page in pages))
                # They were current as soon as they had reconnected once.
                assert all(page.connections == 2 for page in (pages[0], pages[2]))
            play.stopped = True
            await game
        assert await check(play.acknowledged, postgresql_url) > 5

    with server_processes(postgresql_url, 2) as servers:
        await work(servers)


# PostgreSQL restarts.


@pytest.mark.full
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
async def test_games_continue_when_postgresql_restarts(how: signal.Signals) -> None:
    durable = {"fsync": "on", "synchronous_commit": "on"}

    async def work(servers: ServerProcesses, url: str, cluster: PostgreSQL) -> None:
        async with playing(servers, url, tables=3) as play:
            code = await play.new_table()
            pages = [Watcher(play, code, "", [port]) for port in servers.ports]
            game = asyncio.create_task(play.play(code))
            async with watched(*pages):
                await asyncio.gather(*(page.reaches(12) for page in pages))
                before = dict(servers.servers)
                quiet = await play.table(await play.new_table())
                player = quiet.waiting_for()[0]
                person, action = quiet.sitter(player).person or "", quiet.view(player).actions[0]
                await asyncio.to_thread(cluster.stop, how)
                pending = asyncio.create_task(
                    play.do(quiet.code, person, "act", player=str(player), action=action)
                )
                await wait_until_async(lambda: play.refusals > 0)
                await asyncio.to_thread(cluster.start)
                await pending
                number = (await play.table(code)).number + 4
                await asyncio.gather(*(page.reaches(number) for page in pages))
                assert servers.servers == before
                assert all(page.connections == 1 for page in pages)  # not even a socket broke
            play.stopped = True
            await game
        assert play.lost == 0
        print(f"{await check(play.acknowledged, url)} actions, {play.refusals} refused")

    try:
        with postgresql(durable) as cluster:
            url = cluster.new_database()
            with server_processes(url, 2) as servers:
                await work(servers, url, cluster)
    except NoPostgreSQL as error:
        pytest.skip(f"no PostgreSQL: {error}")


# Seats never freeze.


@pytest.mark.full
async def test_a_clock_that_ran_out_without_servers_expires_once(
    database_url: str,
) -> None:
    async def begin() -> str:
        store = await Store.open(database_url)
        service = TableService(store)
        past = time.time() - 26
        service.clock = lambda: past
        people = [new_person() for _ in range(3)]
        live = await service.create(
            people[0],
            TableSetting("kingup", (1, 1, 1), pace=Pace("seconds", 30)),
            *(sitting(person, i, f"P{i}") for i, person in enumerate(people)),
            *map(ready, people),
        )
        first = live.table.waiting_for()[0]
        # The others leave: stand-ins play for them once the first player's clock has run out.
        for player, person in enumerate(people):
            if player != first:
                await service.change(live.code, lambda t: decisions.leave(t, person, player))  # noqa: B023
        await service.close()
        await store.close()
        return live.code

    async def work(servers: ServerProcesses, code: str) -> None:
        for port in servers.ports:
            await servers.ready(port)
            servers.kill(port)
        await asyncio.sleep(5)  # the clock runs out while no server is up
        for port in servers.ports:
            servers.start(port)
        for port in servers.ports:
            await servers.ready(port)
        store = await Store.open(database_url)

        async def is_over() -> bool:
            events = await store.events(code)
            return len([e for e in events if isinstance(e.event, Acted)]) > 20

        await wait_until_async(is_over)
        events = [numbered.event for numbered in await store.events(code)]
        assert len([e for e in events if isinstance(e, ClockExpired)]) == 1
        assert len([e for e in events if isinstance(e, StoodIn)]) == 3
        await store.close()

    code = await begin()
    number = 1 if database_url.startswith("sqlite") else 2
    with server_processes(database_url, number) as servers:
        await work(servers, code)
