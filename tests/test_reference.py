"""docs/reference.md: up to date, and every example on it works."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", ROOT / "tools" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = load_tool()
MODULES = {module.__name__: module for module in TOOL.modules()}


def test_the_page_is_up_to_date() -> None:
    """Otherwise run `make reference`."""
    assert TOOL.PAGE.read_text(encoding="utf-8") == TOOL.reference()


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_work(name: str) -> None:
    results = doctest.testmod(MODULES[name])
    assert results.failed == 0
    expected = {"kingup", "kingup.game", "kingup.shortcuts", "kingup.svg", "kingup.notation"}
    assert results.attempted or name not in expected
