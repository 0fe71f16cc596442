"""The examples in docs/notation.md are records, exactly as kingup writes them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kingup.notation import RecordError, read_json, read_text, write_json, write_text
from kingup.rules.setup import OPTIONS
from tests.notation.helpers import assert_same

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    """Return the one example in a language."""
    (found,) = re.findall(f"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert isinstance(found, str)
    return found


def test_the_text_example_is_exactly_what_is_written() -> None:
    game = read_text(example("text"))
    assert game.is_over
    assert write_text(game) == example("text")


def test_the_example_in_json_is_the_same_game() -> None:
    game = read_json(example("json"))
    assert write_json(game) == example("json")
    assert_same(game, read_text(example("text")))


def test_the_errors_are_what_reading_says() -> None:
    """Of the example, with one move that floor 2 does not allow."""
    (told,) = re.findall(r"^```\n(Line .*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    in_text = example("text").replace("M5 A5 M6", "B2 A5 M6")
    in_json = json.loads(example("json"))
    in_json["rounds"][1]["moves"][16] = "B"
    for line, read, wrong in zip(
        told.splitlines(),
        (read_text, read_json),
        (in_text, json.dumps(in_json)),
        strict=True,
    ):
        with pytest.raises(RecordError) as error:
            read(wrong)
        assert str(error.value) == line


def test_the_moves_in_the_table_occur_in_the_example() -> None:
    for move in ("A6:BYY+N=5", "X6:YYY+Y~BYN=crown", "Gp4"):
        assert move in example("text")


def test_all_options_are_listed_in_their_order() -> None:
    listed = ", ".join(f"`{option}`" for option in OPTIONS)
    assert listed in " ".join(PAGE.split())
