"""Games for the tests of analysis, each analysed once for the whole run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kingup import Game
from kingup.analysis import Analysis, analyse
from kingup.notation import read_file
from tests.bots.games import bots_for, played

GOLDEN = Path(__file__).parent / "golden-blunder.json"
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
