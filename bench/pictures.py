"""How long pictures and clips of a game take, and how large they are: `python -m bench.pictures`.

The clock is the processor time, which other programs hardly affect. With resvg installed, drawing
the castle's SVG itself is measured beside it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.table import TableRow, below, below_ms, print_table, verdict

RECORDS = Path(__file__).parent.parent / "tests" / "records"
GAMES = {"King Up!, 4 seats": "king-up-4.json", "Vive le Roi, 7 seats": "vive-le-roi-7.json"}
REPETITIONS = 5
FRAMES = 150
CARD_GOAL_MS, CARD_GOAL_BYTES = 100, 300_000
CLIP_GOAL, CLIP_GOAL_BYTES = 1.5, 2_000_000

FIRST = f"""
import time
from pathlib import Path
from kingup.notation import read_file
game = read_file(Path({str(RECORDS / GAMES["King Up!, 4 seats"])!r}))
start = time.process_time()
from kingup import pictures
pictures.card(pictures.sight(game, "r2.17", "public"))
print(time.process_time() - start)
"""


def measure() -> list[TableRow]:
    """Measure pictures and clips of a game of each edition."""
    rows = [TableRow("the first preview card of a process, imports included",
                     f"{1000 * _first():.0f} ms")]  # fmt: skip
    for name, file in GAMES.items():
        rows += _of_game(name, RECORDS / file)
    return rows


def _of_game(name: str, record: Path) -> list[TableRow]:
    from kingup import pictures
    from kingup.moments import moments_of
    from kingup.notation import read_file
    from kingup.pictures.frames import frames_of

    game = read_file(record)
    names = [moment.name for moment in moments_of(game)]

    def card() -> bytes:
        return pictures.card(pictures.sight(game, "r2.17", "public"))

    def png() -> bytes:
        return pictures.png(pictures.sight(game, "r2.17", 1))

    seconds, made = _best(card)
    drawn, _picture = _best(png)
    rows = [
        below_ms(f"preview card, {name}, from the game", 1000 * seconds, CARD_GOAL_MS),
        _size("  its size", made, CARD_GOAL_BYTES),
        TableRow("  the castle as PNG, 960 × 1296", f"{1000 * drawn:.0f} ms"),
        *_beside_resvg(drawn, game.setup.edition, game.setup.limit),
    ]
    # The longest part from the first deal that has no more frames than that.
    end = max(i for i in range(len(names)) if len(frames_of(game, names[0], names[i])) <= FRAMES)
    number = len(frames_of(game, names[0], names[end]))
    for form in ("webp", "gif"):
        seconds, made = _best(partial(pictures.clip, game, names[0], names[end], form=form), 2)
        rows.append(below(f"  clip of {number} frames, {form}", seconds, CLIP_GOAL))
        rows.append(_size("    its size", made, CLIP_GOAL_BYTES))
    return rows


def _best(work: Callable[[], bytes], repetitions: int = REPETITIONS) -> tuple[float, bytes]:
    """Return the shortest time of some, after one that fills the caches, and what was made."""
    made, best = work(), float("inf")
    for _ in range(repetitions):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best, made


def _first() -> float:
    """Return the time of a card in a new process."""
    command = [sys.executable, "-c", FIRST]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def _size(what: str, made: bytes, goal: int) -> TableRow:
    size, most = f"{len(made) / 1000:.0f} KB", f"< {goal / 1000:g} KB"
    return TableRow(what, size, most, verdict(len(made) < goal))


def _beside_resvg(ours: float, edition: str, limit: int) -> list[TableRow]:
    try:
        import resvg_py
    except ImportError:
        return []
    from kingup.pictures.drawings import SCALE
    from kingup.svg.pieces import empty_castle

    svg = empty_castle(edition, limit, SCALE)
    seconds, _png = _best(
        lambda: bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)), 3
    )
    what = "  the empty castle by resvg"
    return [TableRow(what, f"{1000 * seconds:.0f} ms, {seconds / ours:.1f} times as long")]


if __name__ == "__main__":
    print_table(measure())
