"""Compiling before and during a command's work, with a word about it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable

import pytest

from kingup import compile_notice, prepare
from kingup.commands.compiling import CompileStatus, compile_bots
from kingup.compile_notice import COMPILING, UNKEPT, WAITING, listening, telling
from kingup.language import use_language
from tests.waiting import wait_until


class Terminal(io.StringIO):
    """Somebody who reads."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is compiled, on a computer on which nothing was."""
    found: list[str] = []

    def prepare_some(bots: Iterable[str]) -> None:
        found.extend(bots)

    monkeypatch.setattr(prepare, "is_prepared", lambda: False)
    monkeypatch.setattr(prepare, "can_be_kept", lambda: True)
    monkeypatch.setattr(prepare, "prepare_some", prepare_some)
    return found


def test_what_needs_compiling_is_compiled(compiled: list[str]) -> None:
    compile_bots(["page", "python3 my_bot.py", "chancellor:5000", "courtier"])
    assert compiled == ["chancellor:5000", "courtier"]


def test_pages_and_programs_need_nothing(compiled: list[str]) -> None:
    compile_bots(["page", "python3 my_bot.py"])
    assert compiled == []


def test_where_nothing_can_be_kept_it_is_only_said(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prepare, "can_be_kept", lambda: False)
    compile_bots(["courtier"])
    assert compiled == []
    assert "no folder in which to keep the result" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("Compiling for this computer", "no folder", "Waiting for another process")),
        ("fr", ("Compilation pour cet ordinateur", "aucun dossier", "autre processus")),
        ("it", ("Compilazione per questo computer", "nessuna cartella", "altro processo")),
    ],
)
def test_a_command_says_each_stage_once_in_its_language(
    language: str, texts: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    use_language(language)
    try:
        with listening(CompileStatus()):
            for stage in (COMPILING, UNKEPT, WAITING, COMPILING):
                with telling(stage):
                    pass
    finally:
        use_language("en")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(texts)
    assert all(text in line for text, line in zip(texts, lines, strict=True))


def test_a_terminal_shows_it_while_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("sys.__stderr__", screen)
    monkeypatch.setenv("TERM", "xterm")
    with listening(CompileStatus()), telling(COMPILING):
        wait_until(lambda: "Compiling for this computer" in screen.getvalue())
    assert screen.getvalue().endswith("\x1b[2K")  # the line is empty again


def test_where_something_else_is_drawn_a_line_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)  # as a progress bar does
    with listening(CompileStatus()), telling(COMPILING):
        pass
    assert screen.getvalue() == "Compiling for this computer: once, for some seconds…\n"


class Notebook:
    """IPython, as far as it is asked."""

    def __init__(self, shell: object) -> None:
        self._shell = shell

    def get_ipython(self) -> object:
        return self._shell


@pytest.mark.parametrize(
    ("screen", "ipython", "told"),
    [
        (Terminal(), None, 1),
        (io.StringIO(), None, 0),
        (io.StringIO(), Notebook("a kernel"), 1),
        (io.StringIO(), Notebook(None), 0),
    ],
)
def test_the_library_tells_a_terminal_and_a_notebook_once(
    screen: io.StringIO, ipython: Notebook | None, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    with listening(compile_notice.CompileLine()):
        for _ in range(2):
            with telling(COMPILING):
                pass
    assert screen.getvalue().count("kingup compiles itself") == told


def test_processes_of_a_pool_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.parent_process", lambda: "the one that says it")
    stages: list[str] = []
    with listening(stages.append), telling(COMPILING):
        pass
    assert stages == []
