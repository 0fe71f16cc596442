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
    tables = list(games(SETTINGS[0], seed=3))[:40]
    live = LiveTable(tables[0], lambda: 0.0)
    gc.disable()
    try:
        for table in tables:
            live.table = table
            live.version += 1
            for person in (*PEOPLE, "nobody"):
                screens.drawing(live, looker_of(table, person, "table"), "http://here")
        # Other tests may have left some of their own, of other tables.
        ours = {id(table) for table in tables}
        found = (one for one in gc.get_objects() if isinstance(one, Look))
        looks = [one for one in found if id(one.table) in ours]
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
