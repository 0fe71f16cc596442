"""The command line, before any command runs."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from kingup.cli import main

COMMANDS = (
    "play", "serve", "reports", "worker", "backup", "terminal", "simulate", "replay", "show",
    "check", "convert", "arena", "bot-check", "connect", "mcp", "bots", "prepare",
)  # fmt: skip
SLOW = ("numba", "numpy", "rich", "babel", "starlette", "sqlalchemy")


def test_help_imports_nothing_slow() -> None:
    program = (
        "import sys\nfrom kingup.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        f"print([name for name in {SLOW} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_and_help(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module = import_module(f"kingup.commands.{name.replace('-', '_')}")
    assert callable(module.add_arguments)
    assert callable(module.run)
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    assert f"usage: kingup {name}" in capsys.readouterr().out


def test_help_is_in_the_requested_language(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for language in ("en", "fr", "it"):
        with pytest.raises(SystemExit):
            main(["--language", language, "--help"])
        pages.append(capsys.readouterr().out)
    assert len(set(pages)) == 3


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--edition", "kingup", "--games", "0"],
        ["simulate", "--edition", "kingup", "--games", "ten"],
        ["simulate", "--edition", "kingup", "--seed", "-1"],
        ["simulate", "--edition", "kingup", "--seats", "a,b"],
        ["simulate", "--edition", "chess"],
        ["dance"],
        [],
    ],
)
def test_wrong_arguments_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(words)
    assert refusal.value.code == 2
    assert "kingup" in capsys.readouterr().err
