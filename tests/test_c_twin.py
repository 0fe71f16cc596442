"""The independent C implementation of the rules plays every game to the same end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from bench.twin import Twin, compiler, digests

from kingup.rules.compiled import new_games, play_out_all
from kingup.rules.setup import Setup, new_state

GAMES = 200

OPTIONS = ("ambition", "banished", "emissary", "wedding")

SETUPS = [
    Setup.of("kingup", 3),
    Setup.of("kingup", 4),
    Setup.of("kingup", 5),
    Setup.of("kingup", 6),
    Setup.of("vive-le-roi", 3, ["ambition", "jester-returns-to-3"]),
    Setup.of("vive-le-roi", 4),
    Setup.of("vive-le-roi", 6, ["banished", "wedding"]),
    Setup.of("vive-le-roi", 7, ["wedding"]),
    Setup.of("vive-le-roi", 8, ["ambition", "banished", "wedding"]),
    Setup.of("vive-le-roi", 2, OPTIONS),
    Setup.of("vive-le-roi", (2, 2), ["emissary", "jester-uncounted-in-placement"]),
    Setup.of("vive-le-roi", (1, 1, 1, 1, 2), OPTIONS),
    Setup.of("vive-le-roi", (2, 1, 2), [*OPTIONS, "shared-marker"]),
    Setup.of("vive-le-roi", (2,) * 8, ["banished", "wedding", "shared-marker"]),
]


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Twin:
    command = compiler()
    if command is None:
        pytest.skip("no C compiler is installed (cc, or the command in CC)")
    folder: Path = tmp_path_factory.mktemp("twin")
    return Twin(command, folder)


def _name(setup: Setup) -> str:
    seats = ",".join(map(str, setup.seats))
    return " ".join((setup.edition, seats, *setup.options))


@pytest.mark.parametrize("setup", SETUPS, ids=_name)
def test_c_and_the_compiled_rules_end_every_game_the_same(twin: Twin, setup: Setup) -> None:
    # The upper half of a seed counts too.
    seed = (SETUPS.index(setup) + 1) << 40
    games = new_games(new_state(setup), GAMES)
    play_out_all(games, seed)
    with twin.games(setup, GAMES) as twins:
        twins.play_out_all(seed)
        differing = np.flatnonzero(digests(games) != twins.digests())
    assert differing.size == 0, f"{differing.size} games differ, first seed {seed + differing[0]}"
