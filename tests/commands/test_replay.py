"""`kingup replay`."""

from __future__ import annotations

import pytest

from kingup.cli import main
from kingup.notation import read_file
from tests.commands import RECORD


def test_a_replay_names_every_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORD)]) == 0
    shown = capsys.readouterr().out
    for names in read_file(RECORD).names:
        assert all(name in shown for name in names)
