"""Draw docs/pictures/architecture.svg from the arrows that tests/test_architecture.py checks.

    PYTHONPATH=. .venv/bin/python tools/architecture_picture.py

Every box imports only from boxes in rows below its own: the script fails if an arrow says
otherwise, or if a room has no box.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

from tests.test_architecture import ARROWS

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "architecture.svg"
WIDTH, MARGIN, GAP, HEIGHT = 960, 20, 10, 52
TITLE_HEIGHT = 26


@dataclass(frozen=True, slots=True)
class Box:
    """Rooms that are drawn together, with what they do."""

    title: str
    text: str
    rooms: tuple[str, ...]
    kind: str
    weight: int = 1


def box(title: str, text: str, kind: str, rooms: str = "", weight: int = 1) -> Box:
    """Return a box; without rooms it stands for the one that its title names."""
    return Box(
        title, text, tuple((rooms or title.rstrip("/").replace("/", ".")).split()), kind, weight
    )


PAGES = " ".join(
    room for room in ARROWS if room.startswith("web.pages.") and room != "web.pages.common"
)
ROWS = (
    (box("commands/, cli.py, shortcuts.py", "one file a command; functions of kingup itself",
         "entry", "commands cli __main__ __init__ shortcuts"),),
    (box("web/app.py", "the application: routes, middleware, services", "web", "web"),),
    (box("web/live/", "pages’ sockets; drawing", "web"),),
    (
        box("web/pages/", "home, new_table, lobby, table, result, me, …", "web", PAGES, 3),
        box("web/api/", "programs: JSON, streams", "web", "", 2),
    ),
    (
        box("web/http/", "identity, limits, sockets", "web"),
        box("web/pages/common/", "viewers, labels", "web"),
    ),
    (
        box("web/services.py, web/observability/", "the services, typed; metrics and logs",
            "web", "web.services web.observability"),
    ),
    (box("server/", "the live runtime: table service, presence, autoplay, chat, cluster, push",
         "server"),),
    (
        box("store/", "events, chat, accounts and leagues on disk", "server", "store", 3),
        box("puzzles/", "from games of bots", "tools", "puzzles", 1),
    ),
    (
        box("people/", "ratings, results", "domain"),
        box("leagues/", "rounds, standings", "domain"),
        box("lessons/", "games that teach", "domain"),
        box("prepare.py", "compile now", "tools", "prepare"),
    ),
    (
        box("analysis/", "what happened in a game", "tools"),
        box("study/", "is the game fair", "tools"),
    ),
    (
        box("tables/", "a table’s events", "domain"),
        box("rulebook/", "rules as text", "domain"),
        box("pictures/", "PNG, clips", "domain"),
        box("terminal/", "at one keyboard", "tools"),
        box("arena/", "tournaments", "tools"),
        box("envs/", "research", "tools"),
        box("client/", "the API’s caller", "tools"),
    ),
    (
        box("telling/", "a view in words", "domain"),
        box("notation/", "text and JSON", "domain"),
        box("bots/", "players", "tools"),
        box("simulation.py", "many games", "tools", "simulation"),
    ),
    (
        box("game.py, moments.py", "a game", "core", "game same_cards moments", 2),
        box("extras.py", "pip", "core", "extras", 1),
    ),
    (
        box("svg/, telling/castle.py", "a view as a picture, and in letters", "core",
            "svg telling.castle telling.slots telling.worth telling.words"),
    ),
    (
        box("view.py, history.py", "what a viewer may know; what happened", "core",
            "view history", 3),
        box("language.py", "English, French, Italian", "core", "language", 1),
    ),
    (box("rules/", "the rules: one source, interpreted, compiled, on a GPU", "core"),),
    (box("compiler/, file_lock.py", "plain functions compiled by LLVM, one at a time", "core",
         "compiler compile_notice file_lock"),),
)  # fmt: skip

STYLE = """
  .paper { fill: #ffffff } text { font-family: system-ui, sans-serif; fill: #1b1f24 }
  .title { font-size: 14px; font-weight: 600 } .text { font-size: 12px } .note { font-size: 13px }
  rect.box { stroke-width: 1.5 }
  .entry { fill: #eceff3; stroke: #6b7684 } .web { fill: #dcebfb; stroke: #2f74c0 }
  .server { fill: #ddf3e4; stroke: #2b8a4b } .domain { fill: #fdf0d2; stroke: #b27a00 }
  .tools { fill: #efe5f9; stroke: #7a4bb5 } .core { fill: #fbe0dc; stroke: #b8402f }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 } text { fill: #e6edf3 }
    .entry { fill: #22272e } .web { fill: #10263f } .server { fill: #0f2d1a }
    .domain { fill: #33270a } .tools { fill: #281a3d } .core { fill: #3a1712 }
  }
"""


def check() -> None:
    """Fail if a room has no box, or a box imports from its own row or above."""
    rows = {room: row for row, boxes in enumerate(ROWS) for one in boxes for room in one.rooms}
    boxes = {room: one for row in ROWS for one in row for room in one.rooms}
    missing = set(ARROWS) - set(rows)
    assert not missing, f"no box for {missing}"
    for room, arrows in ARROWS.items():
        for other in arrows - {room}:
            below = rows[other] > rows[room] or boxes[other] is boxes[room]
            assert below, f"{room} is not drawn above {other}"


def svg() -> str:
    """Return the picture."""
    height = MARGIN + TITLE_HEIGHT + len(ROWS) * (HEIGHT + GAP) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The rooms of kingup: every room imports only from rows below it</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        f'<text class="note" x="{MARGIN}" y="{MARGIN + 12}">'
        "Imports point downwards: a box uses only boxes in the rows below it.</text>",
    ]
    for row, boxes in enumerate(ROWS):
        y = MARGIN + TITLE_HEIGHT + row * (HEIGHT + GAP)
        total = sum(one.weight for one in boxes)
        room = WIDTH - 2 * MARGIN - GAP * (len(boxes) - 1)
        x = float(MARGIN)
        for one in boxes:
            width = room * one.weight / total
            parts.append(
                f'<rect class="box {one.kind}" x="{x:.0f}" y="{y}" width="{width:.0f}" '
                f'height="{HEIGHT}" rx="6"/>'
            )
            parts.append(
                f'<text class="title" x="{x + 10:.0f}" y="{y + 21}">{escape(one.title)}</text>'
            )
            parts.append(
                f'<text class="text" x="{x + 10:.0f}" y="{y + 40}">{escape(one.text)}</text>'
            )
            x += width + GAP
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> int:
    """Check the rows, and draw."""
    check()
    PICTURE.write_text(svg(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
