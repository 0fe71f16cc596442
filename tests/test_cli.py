"""The command line, before any command runs."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kingup.cli import main, make_parser
from kingup.extras import EXTRAS, install_command

ROOT = Path(__file__).parent.parent

COMMANDS = (
    "play", "serve", "reports", "worker", "backup", "terminal", "simulate", "replay", "show",
    "check", "convert", "arena", "bot-check", "connect", "mcp", "bots", "prepare", "token",
    "doctor", "completion", "analyse", "study", "puzzle", "puzzles", "join",
    "picture", "clip", "example",
)  # fmt: skip
SLOW = ("llvmlite", "numpy", "rich", "textual", "babel", "starlette", "sqlalchemy")


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
    shown = capsys.readouterr().out
    assert f"usage: kingup {name}" in shown
    assert all(f"  {example}" in shown for example in module.EXAMPLES)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_can_be_pasted(name: str) -> None:
    module = import_module(f"kingup.commands.{name.replace('-', '_')}")
    assert module.EXAMPLES
    for example in module.EXAMPLES:
        words = shlex.split(example.removeprefix('eval "$(').removesuffix(')"'), comments=True)
        words = words[: words.index("|")] if "|" in words else words
        assert words[:2] == ["kingup", name]
        assert make_parser().parse_args(words[1:]).run is module.run


def test_the_list_of_commands_is_complete() -> None:
    shown = make_parser().format_help()
    listed = re.findall(r"^    ([a-z-]+) ", shown, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)


def test_kingup_alone_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "usage: kingup" in shown
    assert "Exit status:" in shown
    assert "  130  stopped with Ctrl-C" in shown


GRAMMAR = {
    "--edition": {"terminal", "simulate", "arena", "connect"},
    "--seats": {"terminal", "simulate", "arena", "connect"},
    "--options": {"terminal", "simulate", "arena", "connect"},
    "--seed": {"terminal", "simulate", "arena", "bot-check", "analyse", "study", "puzzles"},
    "--seconds": {"arena", "bot-check", "connect"},
    "--json": {
        "simulate", "arena", "check", "bots", "bot-check", "show", "doctor", "token", "analyse",
    },
    "--at": {"show", "picture"},
    "--as": {"picture", "clip"},
    "--server": {"connect", "mcp", "token"},
    "--token-file": {"join", "connect", "mcp"},
    "--database": {"play", "serve", "reports", "worker", "backup", "doctor"},
    "--plain": {"terminal", "join", "replay"},
    "--jobs": {"arena", "study"},
    "--ray": {"arena", "study"},
}  # fmt: skip
"""Options that mean the same everywhere, and the commands that have them."""
OWN = {"--out", "--bot", "--bots", "--games", "--name", "--to"}
"""Options of which each command says what they are there."""
SAME_COMMAND = {"play", "serve"}
"""One command under two names."""


def helps() -> dict[str, dict[str, str]]:
    """Return by option what the help of each command says about it."""
    found: dict[str, dict[str, str]] = {}

    class Collector(argparse.ArgumentParser):
        def add_argument(self, *words: Any, **more: Any) -> argparse.Action:
            action = super().add_argument(*words, **more)
            for word in words:
                if more.get("help") != argparse.SUPPRESS and word.startswith("--"):
                    found.setdefault(word, {})[self.prog] = f"{more.get('metavar')}: {action.help}"
            return action

        def add_mutually_exclusive_group(self, **_more: Any) -> Any:
            return self

    for name in COMMANDS:
        module = import_module(f"kingup.commands.{name.replace('-', '_')}")
        module.add_arguments(Collector(prog=name, add_help=False))
    return found


def test_an_option_has_one_name_and_one_meaning_everywhere() -> None:
    found = helps()
    assert {option: set(found[option]) for option in GRAMMAR} == GRAMMAR
    for option, told in found.items():
        if option in OWN or set(told) <= SAME_COMMAND:
            continue
        assert option in GRAMMAR or len(told) == 1
        # What a command adds follows a semicolon.
        common = min(told.values(), key=len)
        assert all(text == common or text.startswith(f"{common}; ") for text in told.values()), (
            told
        )


@pytest.mark.parametrize(
    "words",
    [
        "convert game.json --output game.txt",
        "simulate --records games",
        "terminal --save game.json",
        "arena --bot page --bot page --bot-seconds 3",
        "connect --server http://localhost --bot page --new vive-le-roi",
        "analyse game.json --seconds 5",
    ],
)
def test_earlier_names_of_options_still_work(words: str) -> None:
    options = make_parser().parse_args(words.split())
    told = {"out", "seconds", "new", "time"} & set(vars(options))
    assert any(getattr(options, name) for name in told)


def test_two_editions_for_one_new_table_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = "connect --server http://localhost --bot page --new kingup --edition vive-le-roi"
    assert main(words.split()) == 2
    assert "name two editions" in capsys.readouterr().err


def test_hints_to_install_something_can_be_pasted() -> None:
    words = shlex.split(install_command("mcp"))
    assert words == [sys.executable, "-m", "pip", "install", "kingup[mcp]"]
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert set(EXTRAS) == set(tomllib.loads(text)["project"]["optional-dependencies"])


@pytest.mark.usefixtures("english_afterwards")
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
    ],
)
def test_wrong_arguments_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(words)
    assert refusal.value.code == 2
    assert "kingup" in capsys.readouterr().err
