"""Games for the tests of analysis, each analysed once for the whole run.

Run `python -m tests.analysis.games` to store the analysis anew after a change of its format.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

from kingup import Game
from kingup.analysis import Analysis, analyse
from kingup.notation import read_file, read_json
from kingup.server.analysis_process import nameless_record
from tests.bots.games import bots_for, played

GOLDEN = Path(__file__).parent / "golden-blunder.json"
STORED = Path(__file__).parent / "golden-analysis.json.gz"
"""Its quick analysis, as a server stores it."""
QUICK = 1.0
"""The seconds of an analysis in most tests."""


@cache
def golden() -> Game:
    """Return the game with a known blunder."""
    return read_file(GOLDEN)


@cache
def golden_analysis() -> Analysis:
    """Return its analysis, as users get it."""
    return analyse(golden())


@cache
def stored_analysis() -> Analysis:
    """Return the stored analysis of that game, for tests of what is shown of one."""
    return Analysis.from_json(gzip.decompress(STORED.read_bytes()).decode())


def stored_now() -> str:
    """Return what would be stored now."""
    return analyse(read_json(nameless_record(golden())), seconds=QUICK).to_json()


def finished(
    edition: str, seats: int | tuple[int, ...] = 4, options: tuple[str, ...] = (), seed: int = 1
) -> Game:
    """Return a game of courtiers and pages."""
    game = Game(edition, seats, options, seed=seed)
    for _player in played(game, bots_for(game, "courtier", "page", seed=seed), seed):
        pass
    return game


@cache
def quick_analysis(
    edition: str, seats: int | tuple[int, ...] = 4, options: tuple[str, ...] = (), seed: int = 1
) -> tuple[Game, Analysis]:
    """Return such a game and its quick analysis."""
    game = finished(edition, seats, options, seed)
    return game, analyse(game, seconds=QUICK)


if __name__ == "__main__":
    STORED.write_bytes(gzip.compress(stored_now().encode(), mtime=0))
