"""The examples in the package and in `Game` work, and the package offers what it names."""

from __future__ import annotations

import doctest
import re

import pytest

import kingup
import kingup.game


@pytest.mark.parametrize("module", [kingup, kingup.game], ids=["kingup", "kingup.game"])
def test_the_examples_of_the_package_work(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.full  # compiles every bot
def test_the_examples_of_the_bots_page_work() -> None:
    results = doctest.testfile("../docs/bots.md")
    assert results.attempted > 0
    assert results.failed == 0


def test_the_examples_of_the_librarys_page_work() -> None:
    results = doctest.testfile("../docs/library.md")
    assert results.attempted > 0
    assert results.failed == 0


def test_everything_in_all_exists() -> None:
    assert sorted(kingup.__all__) == sorted(set(kingup.__all__))
    for name in kingup.__all__:
        assert hasattr(kingup, name)
    assert re.fullmatch(r"\d+\.\d+\.\d+", kingup.__version__)
    assert re.fullmatch(r"\d+\.\d+\.\d+", kingup.RULES_VERSION)
