"""Garbage is looked for seldom, so nothing that comes and goes may leave any behind."""

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
from kingup.web.live.screens import Screens
from kingup.web.live.socket import LivePage
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.common.viewer import viewer_of
from tests.server.table_services import table_service_at
from tests.waiting import wait_until
from tests.web.server import Person, running
from tests.web.test_secrets import PEOPLE, SETTINGS, games


@contextmanager
def never_looking() -> Iterator[None]:
    """Let nobody look for garbage meanwhile."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_what_was_drawn_goes_without_being_looked_for() -> None:
    screens = Screens(Renderer(static=lambda path: path))
    tables = list(games(SETTINGS[0], seed=3))[:40]
    live = LiveTable(tables[0], lambda: 0.0)
    with never_looking():
        for table in tables:
            live.table = table
            live.version += 1
            for person in (*PEOPLE, "nobody"):
                screens.drawing(live, viewer_of(table, person, "table"), "http://here")
        # Other tests may have left some of their own, of other tables.
        ours = {id(table) for table in tables}
        looks = [
            one for one in gc.get_objects() if type(one) is ViewContext and id(one.table) in ours
        ]
        assert len(looks) <= len(PEOPLE) + 2  # those of the last moment alone


@pytest.mark.full
def test_a_page_that_is_closed_goes_without_being_looked_for(tmp_path: Path) -> None:
    with running(tmp_path) as address, Person(address, "Ana") as ana, never_looking():
        code = ana.play_now()

        def pages() -> list[LivePage]:
            found = [one for one in gc.get_objects() if type(one) is LivePage]
            return [page for page in found if page._live.code == code]

        with ana.live(code, page="table") as socket:
            socket.send('{"ping": 1}')
            while "pong" not in ana.hear(socket):
                pass  # cancelled while it asks the database, it would leave where that was
            assert len(pages()) == 1
        wait_until(lambda: not pages())


async def test_a_table_that_is_put_back_goes_without_being_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "MOST_IDLE", 0)
    monkeypatch.setattr(table_cache, "FRESH_SECONDS", 0.0)

    async def work() -> None:
        async with table_service_at(tmp_path) as service:
            live = ref(await service.create("ana", TableSetting()))
            await asyncio.sleep(0.1)
            service.tidy()
            await asyncio.sleep(0)
            assert service.live() == ()
            assert live() is None

    with never_looking():
        await work()


@pytest.mark.full
def test_a_server_looks_for_garbage_seldom() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.get_threshold() == (YOUNG, MIDDLE, OLD)
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
