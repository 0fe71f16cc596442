"""Garbage is looked for seldom, so drawing must leave none behind."""

from __future__ import annotations

import gc

from kingup.web.garbage import MIDDLE, OLD, YOUNG, collect_seldom
from kingup.web.live import LiveTable
from kingup.web.looking import looker_of
from kingup.web.rendering import Renderer
from kingup.web.screens import Screens
from kingup.web.showing.looking import Look
from tests.web.test_secrets import PEOPLE, SETTINGS, games


def test_what_was_drawn_goes_without_being_looked_for() -> None:
    screens = Screens(Renderer(static=lambda path: path))
    live: LiveTable | None = None
    gc.collect()
    gc.disable()
    try:
        for table in list(games(SETTINGS[0], seed=3))[:40]:
            live = live or LiveTable(table, lambda: 0.0)
            live.table = table
            live.version += 1
            for person in (*PEOPLE, "nobody"):
                screens.drawing(live, looker_of(table, person, "table"), "http://here")
        looks = [one for one in gc.get_objects() if isinstance(one, Look)]
        assert len(looks) <= len(PEOPLE) + 2  # those of the last moment alone
    finally:
        gc.enable()


def test_a_server_looks_for_garbage_seldom() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.get_threshold() == (YOUNG, MIDDLE, OLD)
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
