"""Clones of plain functions that call each other in another form."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from kingup.envs.gpu.function_clones import clone_functions
from kingup.rules import entry_points
from kingup.rules.kernel import MODULES
from kingup.rules.setup import Setup, new_state


def test_cloned_functions_call_each_others_decorated_forms() -> None:
    calls: list[str] = []

    def decorate(function: FunctionType) -> Any:
        def counted(*arguments: Any) -> Any:
            calls.append(function.__name__)
            return function(*arguments)

        return counted

    clones = clone_functions(decorate, (*MODULES, entry_points))
    state = new_state(Setup.of("kingup", 3))
    clones["draw_at"]([state], 0)
    assert calls[:3] == ["draw_at", "draw", "draw_round"]
    assert "open_round" in calls
    assert state.round == 1


def test_cloning_leaves_the_plain_functions_alone() -> None:
    before = {name: value for module in MODULES for name, value in vars(module).items()}
    clones = clone_functions(lambda function: function, MODULES)
    after = {name: value for module in MODULES for name, value in vars(module).items()}
    assert before == after
    assert all(clones[name] is not before[name] for name in clones)
    assert all(clones[name].__doc__ == before[name].__doc__ for name in clones)
