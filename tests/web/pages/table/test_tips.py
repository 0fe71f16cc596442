"""Which lines fit a moment of somebody's first game."""

from __future__ import annotations

from kingup.tables.table import Table
from kingup.web.pages.common.view_context import Page, ViewContext
from kingup.web.pages.table.tips import tips
from tests.web.pages.table.tables import DrivenTable, viewer

BOTS = (1, 2, 3)


def fitting(table: Table, page: Page = "table", player: int = 0) -> list[str]:
    return [line.id for line in tips(ViewContext(table, viewer(player, page)))]


def test_a_game_among_people_has_lines_only_on_phones_beside_a_television() -> None:
    alone = DrivenTable(bots=BOTS).until("place", player=0)
    assert fitting(alone) == ["placing"]
    together = DrivenTable().until("place", player=0)
    assert fitting(together) == []
    assert fitting(together, "hand") == ["placing"]


def test_a_full_floor_does_not_hide_the_line_about_the_crown() -> None:
    found = set()
    for table in DrivenTable(bots=BOTS, seed=3).moments_of_play():
        lines = fitting(table)
        if table.game is not None and table.game.phase == "climb" and 0 in table.waiting_for():
            assert "climbing" in lines
        found.add(tuple(lines))
    assert ("climbing", "full", "crown") in found
