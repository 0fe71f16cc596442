"""`kingup example`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingup.cli import main
from kingup.commands.example import summaries

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_every_example_is_listed_and_copied_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["example"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert sorted(listed) == sorted(path.name for path in EXAMPLES.iterdir() if path.is_file())
    assert listed == list(summaries())
    for name in listed:
        assert main(["example", name]) == 0
        assert (tmp_path / name).read_bytes() == (EXAMPLES / name).read_bytes()


def test_a_file_that_exists_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "bot.py"
    mine.write_text("mine", encoding="utf-8")
    assert main(["example", "python_bot.py", "--out", str(mine)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert mine.read_text(encoding="utf-8") == "mine"
