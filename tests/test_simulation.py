"""Random games at full speed."""

from __future__ import annotations

from kingup.rules.setup import Setup
from kingup.simulation import play_recorded, simulate


def test_a_recorded_game_has_the_simulated_scores() -> None:
    setup = Setup.of("vive-le-roi", (1, 2, 1), ("ambition", "emissary", "wedding"))
    counts = [found for found in simulate(setup, 1, 77) if found is not None]
    assert len(counts) == 1
    assert tuple(counts[0].totals) == play_recorded(setup, 77).seat_scores
