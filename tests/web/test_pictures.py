"""The tour of the web table shows pictures that exist, of tables that can still be made."""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
TOOLS = DOCS.parent / "tools"


def test_every_picture_of_the_tour_exists_and_is_small() -> None:
    tour = (DOCS / "web-table.md").read_text(encoding="utf-8")
    pictures = re.findall(r"pictures/web/[\w-]+\.jpg", tour)
    assert len(pictures) >= 10
    for picture in pictures:
        assert 0 < (DOCS / picture).stat().st_size < 200_000, picture


def test_photographed_tables_are_in_the_expected_state() -> None:
    sys.path.insert(0, str(TOOLS))
    try:
        from web_scenes import scenes
    finally:
        sys.path.remove(str(TOOLS))
    found = scenes()
    assert {name: driven.table.status for name, driven in found.items()} == {
        "game": "playing",
        "vote": "playing",
        "revealed": "playing",
        "crowning": "playing",
        "rejecting": "playing",
        "result": "over",
        "lobby": "open",
        "open": "open",
        "passed": "playing",
    }
    assert found["vote"].game.phase == "vote"
    assert found["vote"].table.waiting_for() == (0, 2)
    names = [sitter.name for sitter in found["game"].table.players if sitter]
    assert names == ["Nora", "Tomasz", "Inès", "Botolph"]
    assert found["game"].stored == scenes()["game"].stored
