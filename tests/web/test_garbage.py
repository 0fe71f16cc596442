"""Garbage is collected rarely, so short-lived objects must not form reference cycles."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from weakref import ref

import pytest

from kingup.server import table_cache
from kingup.server.live_table import LiveTable
from kingup.tables import TableSetting
from kingup.web.garbage import MIDDLE, OLD, YOUNG, collect_seldom
from kingup.web.live.rendering import Renderer
from kingup.web.live.scenes import Scenes
from kingup.web.live.socket import LivePage
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.common.viewer import viewer_of
from tests.server.table_services import table_service_at
from tests.waiting import wait_until, wait_until_async
from tests.web.server import Person, running
from tests.web.test_secrets import PEOPLE, SETTINGS, games


@contextmanager
def garbage_collector_off() -> Iterator[None]:
    """Switch the garbage collector off in this block."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_scenes_are_freed_without_the_garbage_collector() -> None:
    scenes = Scenes(Renderer(static=lambda path: path))
    tables = list(games(SETTINGS[0], seed=3))[:40]
    live = LiveTable(tables[0], lambda: 0.0)
    with garbage_collector_off():
        for table in tables:
            live.table = table
            live.version += 1
            for person in (*PEOPLE, "nobody"):
                scenes.scene(live, viewer_of(table, person, "table"))
        # Other tests may have left contexts of other tables.
        ours = {id(table) for table in tables}
        contexts = [
            one for one in gc.get_objects() if type(one) is ViewContext and id(one.table) in ours
        ]
        assert len(contexts) <= len(PEOPLE) + 2  # those of the last state only


@pytest.mark.full
def test_a_closed_page_is_freed_without_the_garbage_collector(tmp_path: Path) -> None:
    with running(tmp_path) as address, Person(address, "Ana") as ana, garbage_collector_off():
        code = ana.play_now()

        def pages() -> list[LivePage]:
            found = [one for one in gc.get_objects() if type(one) is LivePage]
            return [page for page in found if page.live.code == code]

        with ana.live(code, page="table") as socket:
            ana.receive(socket)  # then the chat is opened, and only then the ping answered
            socket.send('{"ping": 1}')
            while "pong" not in ana.receive(socket):
                pass  # a page cancelled during a query would leave its traceback behind
            assert len(pages()) == 1
        wait_until(lambda: not pages())


async def test_an_unloaded_table_is_freed_without_the_garbage_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "MOST_IDLE", 0)
    monkeypatch.setattr(table_cache, "FRESH_SECONDS", 0.0)

    async def work() -> None:
        async with table_service_at(tmp_path) as service:
            live = ref(await service.create("ana", TableSetting()))

            async def is_unloaded() -> bool:
                service.tidy()
                await asyncio.sleep(0)
                return service.live() == ()

            await wait_until_async(is_unloaded)
            assert live() is None

    with garbage_collector_off():
        await work()


@pytest.mark.full
def test_a_server_collects_garbage_rarely() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.get_threshold() == (YOUNG, MIDDLE, OLD)
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
