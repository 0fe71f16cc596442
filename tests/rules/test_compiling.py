"""Compiling plain functions: clones that call each other, records, and the cache."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.caching import NullCache

from kingup.rules import compiling, entry_points, records
from kingup.rules.cache import cache_folder
from kingup.rules.kernel import MODULES
from kingup.rules.setup import Setup, new_state


def test_cloned_functions_call_each_others_decorated_forms() -> None:
    calls: list[str] = []

    def decorate(function: FunctionType) -> Any:
        def counted(*arguments: Any) -> Any:
            calls.append(function.__name__)
            return function(*arguments)

        return counted

    clones = compiling.clone_functions(decorate, (*MODULES, entry_points))
    state = new_state(Setup.of("kingup", 3))
    clones["draw_at"]([state], 0)
    assert calls[:3] == ["draw_at", "draw", "draw_round"]
    assert "open_round" in calls
    assert state.round == 1


def test_cloning_leaves_the_plain_functions_alone() -> None:
    before = {name: value for module in MODULES for name, value in vars(module).items()}
    clones = compiling.clone_functions(lambda function: function, MODULES)
    after = {name: value for module in MODULES for name, value in vars(module).items()}
    assert before == after
    assert all(clones[name] is not before[name] for name in clones)
    assert all(clones[name].__doc__ == before[name].__doc__ for name in clones)


@pytest.mark.parametrize("writable", [True, False])
def test_only_entry_points_are_cached_and_only_with_a_cache_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, writable: bool
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda *_: str(tmp_path) if writable else None)
    before = numba.config.CACHE_DIR
    functions = compiling.compile_functions(MODULES, entry_points)
    assert before == numba.config.CACHE_DIR
    kept = {name for name, made in functions.items() if not isinstance(made._cache, NullCache)}
    own = {
        name
        for name, value in vars(entry_points).items()
        if isinstance(value, FunctionType) and value.__module__ == entry_points.__name__
    }
    assert kept == (own if writable else set())


@pytest.mark.full
def test_every_function_is_compiled_once_whatever_integers_it_is_called_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda *_: str(tmp_path))
    rules = compiling.compile_functions(MODULES, entry_points, records=records.RECORDS)
    games = records.new_games(new_state(Setup.of("kingup", 3)), 1)
    rules["draw_at"](games, 0)
    compiled = {name for name, made in rules.items() if made.signatures}
    assert compiled >= {"draw_at", "draw", "draw_round", "open_round", "below"}
    assert all(len(rules[name].signatures) == 1 for name in compiled)


def test_functions_that_others_know_are_compiled_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda *_: str(tmp_path))
    rules = compiling.compile_functions(MODULES, entry_points, records=records.RECORDS)
    games = records.new_games(new_state(Setup.of("kingup", 3)), 1)
    others = compiling.compile_functions(
        (), entry_points, known={**rules}, records=records.RECORDS
    )
    others["actors_at"](games, 0)
    assert len(rules["actors"].signatures) == 1


def test_a_function_whose_types_are_not_declared_is_compiled_for_what_it_gets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda *_: str(tmp_path))
    rules = compiling.compile_functions(MODULES, entry_points)
    games = records.new_games(new_state(Setup.of("kingup", 3)), 1)
    assert rules["actors_at"](games, 0) == 0
    assert rules["actors"].signatures


def test_a_cache_folder_that_cannot_be_made_is_tolerated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    taken = tmp_path / "a file where a folder should be"
    taken.touch()
    monkeypatch.setenv("KINGUP_CACHE", str(taken))
    assert cache_folder() is None


def test_every_function_to_be_inlined_exists() -> None:
    names = {name for module in MODULES for name in vars(module)}
    assert names >= compiling.INLINED


def test_a_record_has_numbers_and_arrays_as_asked_for() -> None:
    record = records.record_type([("size", "i4", 0), ("action", "i1", 75)])
    assert record.names == ("size", "action")
    assert np.zeros(2, record)["action"].shape == (2, 75)


def test_a_plain_record_of_ints_floats_and_lists_has_a_record_of_its_fields() -> None:
    @dataclass
    class Plain:
        number: int = 3
        share: float = 0.5
        masks: list[int] = field(default_factory=lambda: [1, 2, 3])
        weights: list[float] = field(default_factory=lambda: [0.0, 1.0])

    record = records.record_type_of(Plain())
    assert record.names == ("number", "share", "masks", "weights")
    zeros = np.zeros(1, record)
    assert [zeros[name].dtype.kind for name in record.names] == ["i", "f", "i", "f"]
    assert zeros["masks"].shape == (1, 3)
    assert zeros["weights"].shape == (1, 2)
