"""Exhaustive counts of what can happen from given positions, against the golden file."""

from __future__ import annotations

from typing import Any

import pytest

from kingup.rules.places import PHASE_NAMES
from tests.rules.perft import count, load, set_up

POSITIONS = load()["positions"]


@pytest.mark.parametrize("position", POSITIONS, ids=[p["name"] for p in POSITIONS])
def test_the_counts_are_those_of_the_golden_file(position: dict[str, Any]) -> None:
    sequences, states = count(set_up(position), position["depth"])
    assert sequences == position["sequences"]
    assert states == position["states"]


def test_the_positions_reach_every_phase_in_which_anything_can_happen() -> None:
    phases = {PHASE_NAMES[set_up(position).phase] for position in POSITIONS}
    assert phases == {"ambition", "place", "climb", "vote", "shuffle"}


def test_the_first_counts_are_what_arithmetic_says() -> None:
    """Thirteen characters on four floors, then twelve: 52, and 52 times 48."""
    counts = {p["name"]: p["sequences"] for p in POSITIONS}
    assert counts["King Up!, the first placements"][:2] == [52, 52 * 48]
    # Three players choose one of two Ambition cards each, and a character is placed.
    assert counts["Ambition cards and the first placement"] == [2, 4, 8, 8 * 52]
