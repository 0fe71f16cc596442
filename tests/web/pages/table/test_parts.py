"""Pages in parts: only changes are sent, and they make the page complete."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from kingup.server.live_table import LiveTable
from kingup.tables import Table, TableSetting
from kingup.web.live.rendering import Renderer
from kingup.web.live.screens import Screens
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.common.viewer import viewer_of
from kingup.web.pages.table.parts import Brush, Drawing, Part, whole
from tests.web.html_patch import applied, with_sorted_attributes
from tests.web.test_secrets import PEOPLE, SETTINGS, games

RENDERER = Renderer(static=lambda path: path)


def shown(table: Table) -> Iterator[tuple[str, str]]:
    for person in (*PEOPLE, "nobody"):
        for page in ("table", "board", "watch", "hand"):
            if page != "hand" or person != "nobody":
                yield person, page


def on_page(drawing: Drawing) -> set[str]:
    """Return the ids of all parts that have a place on a page."""
    found: set[str] = set()
    looked_at = [drawing.page]
    for part in looked_at:
        for id_ in part.parts:
            found.add(id_)
            inner = drawing.parts.get(id_) or drawing.common.parts[id_]
            if isinstance(inner, Part):
                looked_at.append(inner)
    return found


@pytest.mark.full
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: "-".join(setting.options))
def test_changes_make_the_last_page_the_next_one(setting: TableSetting) -> None:
    """A whole game, for every viewer, on every page, with some updates missed now and then."""
    chance = random.Random(2)
    screens = Screens(RENDERER)
    live: LiveTable | None = None
    before: dict[tuple[str, str], Drawing] = {}
    compared = saved = 0
    for table in games(setting, seed=8):
        live = live or LiveTable(table, lambda: 0.0)
        live.table = table
        live.version += 1
        person, page = chance.choice(list(shown(table)))
        drawing = screens.drawing(live, viewer_of(table, person, page), "http://here")
        assert {*drawing.parts, *drawing.common.parts} == on_page(drawing)
        old = before.get((person, page))
        before[person, page] = drawing
        fields = drawing.changes(old) if old else None
        if old is None or fields is None:
            continue
        changes = json.loads(f"{{{fields}}}")
        made = applied(old.html(), changes, table.number)
        assert with_sorted_attributes(made) == with_sorted_attributes(drawing.html())
        compared += 1
        saved += sum(map(len, changes["parts"].values())) < len(drawing.html()) / 2
    assert compared > 40
    assert saved > compared / 3  # all viewers have missed many updates here


def test_cached_parts_match_a_fresh_drawing() -> None:
    """Everything that a part shows must be in its cache key."""
    chance = random.Random(5)
    screens = Screens(RENDERER)
    live: LiveTable | None = None
    for table in games(SETTINGS[1], seed=3):
        live = live or LiveTable(table, lambda: 0.0)
        live.table = table
        live.version += 1
        person, page = chance.choice(list(shown(table)))
        viewer = viewer_of(table, person, page)
        fresh = RENDERER.drawing(ViewContext(table, viewer, live.present()), "http://here").html()
        assert screens.fragment(live, viewer, "http://here") == fresh


def test_a_page_of_another_kind_is_sent_whole() -> None:
    one, other = whole(1, "<main>lobby</main>"), whole(2, "<main>game</main>")
    assert other.changes(one) is None
    assert one.changes(whole(1, "<main>lobby</main>")) == '"parts":{},"attributes":{}'


def test_user_text_is_never_taken_for_a_placeholder() -> None:
    brush = Brush(RENDERER.environment)
    part = brush.part("table/line.html", line="\x02panel\x03 \x02#number\x03")
    assert part.places == ()


def test_drawings_of_a_forgotten_table_are_dropped() -> None:
    screens = Screens(RENDERER)
    table = next(games(SETTINGS[0], seed=3))
    live, viewer = LiveTable(table, lambda: 0.0), viewer_of(table, PEOPLE[0], "table")
    drawing = screens.drawing(live, viewer, "http://here")
    assert screens.drawing(live, viewer, "http://here") is drawing
    screens.forget(live)
    again = screens.drawing(live, viewer, "http://here")
    assert again is not drawing
    assert again.html() == drawing.html()
