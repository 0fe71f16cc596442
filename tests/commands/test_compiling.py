"""Compiling before a command's work, with a word about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from rich.console import Console

from kingup import prepare
from kingup.commands.compiling import compile_bots


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is compiled, on a computer on which nothing was."""
    found: list[str] = []

    def prepare_some(bots: Iterable[str], **_more: Any) -> None:
        found.extend(bots)

    monkeypatch.setattr(prepare, "is_prepared", lambda: False)
    monkeypatch.setattr(prepare, "can_be_kept", lambda: True)
    monkeypatch.setattr(prepare, "prepare_some", prepare_some)
    return found


def test_what_needs_compiling_is_compiled_and_said(
    compiled: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    compile_bots(["page", "python3 my_bot.py", "chancellor:5000", "courtier"], Console())
    assert compiled == ["chancellor:5000", "courtier"]
    assert "Compiling the bots for this computer" in capsys.readouterr().err


def test_pages_and_programs_need_nothing(
    compiled: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    compile_bots(["page", "python3 my_bot.py"], Console())
    assert compiled == []
    assert capsys.readouterr().err == ""


def test_where_nothing_can_be_kept_it_is_only_said(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prepare, "can_be_kept", lambda: False)
    compile_bots(["courtier"], Console())
    assert compiled == []
    assert "no folder in which to keep the result" in capsys.readouterr().err
