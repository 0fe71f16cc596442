"""Levels against each other on the device: seats, shares and habits are counted right."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

pytest.importorskip("torch")

from training.company import read_player_network
from training.ladder import EDITIONS, measure, player_of, write

from kingup.bots.sovereign.temperament import ALL, Temperament
from kingup.bots.sovereign.weights import SHIPPED
from kingup.envs.opponents import PAGE


def test_names_are_read_as_temperaments_or_bots() -> None:
    assert player_of("page") == PAGE
    assert player_of("sovereign:memory=4,heart=1") == Temperament(memory=4, heart=1.0)
    assert player_of("sovereign") == Temperament(memory=ALL)


def test_a_sovereign_beats_pages_and_results_are_written(tmp_path: Path) -> None:
    names = [("sovereign", "page"), ("sovereign:memory=0,impulse=0.5", "sovereign")]
    pairs = [(player_of(a), player_of(b)) for a, b in names]
    found = measure(None, read_player_network(SHIPPED), pairs, games=12, seed=5)
    assert [[r.edition for r in both] for both in found] == [list(EDITIONS)] * 2
    assert all(r.games == 12 and 0 <= r.above <= 1 for both in found for r in both)
    assert sum(r.win for r in found[0]) > 1 > sum(r.win for r in found[1])
    assert all(r.habits["votes"] >= r.habits["no_cards"] for both in found for r in both)
    write(tmp_path / "ladder.csv", names, found)
    with (tmp_path / "ladder.csv").open(newline="", encoding="utf-8") as file:
        assert [row["first"] for row in csv.DictReader(file)] == [
            name for name, _other in names for _edition in EDITIONS
        ]
