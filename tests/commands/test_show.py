"""`kingup show`."""

from __future__ import annotations

import pytest

from kingup.cli import main
from tests.commands import RECORD


def test_a_position_of_a_record_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(RECORD), "--at", "20"]) == 0
    assert "Nobles" in capsys.readouterr().out
    assert main(["show", str(RECORD), "--at", "100000"]) == 2
    assert capsys.readouterr().err
