"""The command line, before any command runs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

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


SHARED = {
    "--edition": {"terminal", "simulate", "arena", "connect"},
    "--seats": {"terminal", "simulate", "arena", "connect"},
    "--options": {"terminal", "simulate", "arena", "connect"},
    "--seed": {"terminal", "simulate", "arena", "bot-check"},
    "--seconds": {"arena", "bot-check", "connect"},
    "--out": {"terminal", "simulate", "arena", "convert", "show", "token", "example"},
    "--json": {
        "simulate", "arena", "check", "bots", "bot-check", "show", "doctor", "token", "analyse",
    },
    "--at": {"show", "picture"},
    "--server": {"connect", "mcp", "token"},
}  # fmt: skip


@pytest.mark.parametrize("option", SHARED)
def test_an_option_has_one_name_everywhere(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = set()
    for name in COMMANDS:
        with pytest.raises(SystemExit):
            main([name, "--help"])
        if re.search(rf"^  {option}\b", capsys.readouterr().out, re.MULTILINE):
            found.add(name)
    assert found >= SHARED[option]


@pytest.mark.parametrize(
    "words",
    [
        "convert game.json --output game.txt",
        "simulate --records games",
        "terminal --save game.json",
        "arena --bot page --bot page --bot-seconds 3",
        "connect --server http://localhost --bot page --new vive-le-roi",
    ],
)
def test_earlier_names_of_options_still_work(words: str) -> None:
    options = make_parser().parse_args(words.split())
    told = {"out", "seconds", "new"} & set(vars(options))
    assert any(getattr(options, name) for name in told)


def test_hints_to_install_something_can_be_pasted() -> None:
    words = shlex.split(install_command("mcp"))
    assert words == [sys.executable, "-m", "pip", "install", "kingup[mcp]"]
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert set(EXTRAS) == set(tomllib.loads(text)["project"]["optional-dependencies"])


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
