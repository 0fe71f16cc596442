"""`kingup convert`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingup.cli import main
from tests.commands import RECORD


def test_a_record_is_unchanged_after_two_conversions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "game.txt"
    assert main(["convert", str(RECORD), "--output", str(text)]) == 0
    assert main(["convert", str(text)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(RECORD.read_text(encoding="utf-8"))
