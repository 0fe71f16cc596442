"""Every block of code in the documents is run: here, by another test, or not, for a reason."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from kingup.cli import make_parser
from kingup.lessons import first
from tests.documents.blocks import BLOCKS, DOCUMENTS, ROOT, commands_of, python_of

ELSEWHERE = {
    ("docs/api.md", "python"): "tests/web/api/test_docs.py",
    ("docs/api.md", "sh"): "tests/web/api/test_docs.py",
    ("docs/bots.md", "python"): "tests/test_examples.py",
    ("docs/environments.md", "python"): "tests/envs/test_docs.py",
    ("docs/fair-deals.md", "python"): "tests/tables/test_docs.py",
    ("docs/first-bot.md", "python"): "tests/bots/test_external_docs.py",
    ("docs/first-bot.md", "sh"): "tests/bots/test_external_docs.py",
    ("docs/library.md", "pycon"): "tests/test_examples.py",
    ("docs/reference.md", "pycon"): "tests/test_reference.py",
    ("docs/running.md", "sh"): "tests/durability/test_operations.py",
    ("docs/running.md", "sql"): "tests/durability/test_operations.py",
    ("docs/tables.md", "python"): "tests/tables/test_docs.py",
    ("docs/tutorial-training.md", "python"): "tests/envs/test_training.py",
    ("docs/tutorial-training.md", "sh"): "tools/first_minutes.py",
}
"""Which test runs the blocks of a document."""

HERE = {
    "README.md", "docs/analysis.md", "docs/arena.md", "docs/lessons.md", "docs/notation.md",
    "docs/storage.md",
}  # fmt: skip
"""Documents whose Python is run below."""

COURSE = ("tests/web/api/test_docs.py", '"course.md"')
RUN_ELSEWHERE = {
    "make play": ("tools/first_minutes.py", '"README.md"'),
    "pip install kingup": ("tools/first_minutes.py", '"docs/first-bot.md"'),
    "make test": ("Makefile", "check-games"),
    ".venv/bin/ruff check . && .venv/bin/ruff format .": ("Makefile", "ruff format --check ."),
    ".venv/bin/python tools/develop.py": ("tests/documents/test_develop.py", "develop.py"),
    "kingup token --server http://192.168.0.10:8000": COURSE,
    "kingup connect --server http://192.168.0.10:8000": COURSE,
    "PYTHONPATH=src:. python -m training.": ("tests/test_pytorch.py", "training/README.md"),
    "python -m training.": ("tests/test_pytorch.py", "training/plan.md"),
}
"""Beginnings of commands that are run elsewhere: where, and what that file says of them."""

NOT_RUN = {
    ".venv/bin/pip install -e '.[gpu]'": "changes the environment",
    "pip install -e '.[gpu]'": "changes the environment",
    "python -m kingup.envs.gpu.build": "needs Numba",
    "PYTHONPATH=src:. python -m training.build": "needs Numba",
    "python -m bench.gpu": "plays millions of games",
    "PYTHONPATH=src python -m bench.gpu": "needs a GPU",
    "PYTHONPATH=src:. python -m bench.judge": "takes twenty minutes",
    "python -m bench.sovereign": "takes minutes to hours",
    "git worktree add": "needs an earlier version",
    "(cd ../before": "needs an earlier version",
    "python -m bench.beside": "needs an earlier version",
}
"""Beginnings of commands that no test runs, and why. The documents mark them, too."""

SHORTER = {
    "kingup analyse": "--time 1",
    "kingup arena": "--games 2",
    "kingup study": "--games 2 --level courtier --trials kingup-4",
    "kingup puzzles": "--number 1",
    ".venv/bin/python -m pytest -n 2": "--collect-only -q",
}
"""What is added to commands that would take long."""

TYPED = {"kingup terminal": "quit\n"}
"""What is typed into a command that asks."""

COMMANDS = [
    (block.document, command)
    for block in BLOCKS
    if block.language == "sh" and (block.document, "sh") not in ELSEWHERE
    for command in commands_of(block)
]
RUN = sorted({one for one in COMMANDS if not one[1].startswith(tuple(RUN_ELSEWHERE))})
MARKED = [
    command
    for block in BLOCKS
    if block.language == "sh" and (block.document, "sh") not in ELSEWHERE
    for command in commands_of(block, not_run=True)
]


def test_every_block_has_a_test() -> None:
    assert {block.language for block in BLOCKS} == {
        "python", "pycon", "sh", "sql", "json", "text", ""
    }  # fmt: skip
    for block in BLOCKS:
        if block.language in ("python", "pycon", "sql"):
            known = (block.document, block.language) in ELSEWHERE or block.document in HERE
            assert known, f"{block}: run it here, or say which test does"


@pytest.mark.parametrize(("which", "test"), ELSEWHERE.items(), ids=str)
def test_tests_elsewhere_read_the_document(which: tuple[str, str], test: str) -> None:
    document, language = which
    assert Path(document).name in (ROOT / test).read_text(encoding="utf-8")
    assert any((block.document, block.language) == which for block in BLOCKS), language


@pytest.mark.parametrize("beginning", RUN_ELSEWHERE)
def test_commands_that_run_elsewhere_are_documented_and_run(beginning: str) -> None:
    file, words = RUN_ELSEWHERE[beginning]
    assert any(command.startswith(beginning) for _document, command in COMMANDS)
    assert words in (ROOT / file).read_text(encoding="utf-8")


def test_marked_commands_are_those_with_a_reason() -> None:
    for command in MARKED:
        assert command.startswith(tuple(NOT_RUN)), command
    for beginning in NOT_RUN:
        assert any(command.startswith(beginning) for command in MARKED), beginning
        assert not any(command.startswith(beginning) for _document, command in COMMANDS), beginning


def test_blocks_without_a_language_are_no_commands() -> None:
    for block in BLOCKS:
        if block.language in ("", "text"):
            assert not re.search(r"^\$? ?(kingup|make|pip|python3?) ", block.text, re.M), block


def test_the_readme_example_plays_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = python_of("README.md")
    assert len(example.strip().splitlines()) <= 12
    names: dict[str, Any] = {}
    exec(example, names)
    assert names["game"].is_over
    assert "♛" in capsys.readouterr().out


def test_the_example_of_the_notation_reads_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "tests" / "records" / "king-up-4.txt", "game.txt")
    (example,) = python_of("docs/notation.md")
    exec(example, {})
    assert json.loads(capsys.readouterr().out)["format"] == "kingup-game"


def test_the_step_of_the_lessons_is_a_step() -> None:
    (example,) = python_of("docs/lessons.md")
    step = eval(example, vars(first).copy())
    (real,) = (one for one in first.FIRST.steps if one.id == step.id)
    assert (step.kind, step.accepts, step.then) == (real.kind, real.accepts, real.then)


def test_the_migration_of_the_storage_page_runs() -> None:
    (example,) = python_of("docs/storage.md")
    names: dict[str, Any] = {}
    exec(example, names)
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        with Operations.context(MigrationContext.configure(connection)):
            names["upgrade"]()
        assert sa.inspect(connection).get_table_names() == ["lines"]
    engine.dispose()


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "json"], ids=str)
def test_every_block_of_json_is_json(block: Any) -> None:
    """Either one value, or one on each line."""
    try:
        assert json.loads(block.text)
    except json.JSONDecodeError:
        assert [json.loads(line) for line in block.text.splitlines()]


INLINE = re.compile(r"`(kingup [a-z][^`]*)`")
UNFINISHED = re.compile(r"[…|]|\b[A-Z]{3,}\b|^kingup (--language|completion)$")


def inline_commands() -> set[str]:
    """Return all commands in running text that are more than a name."""
    found: set[str] = set()
    for path in DOCUMENTS:
        if path.name != "CHANGELOG.md":
            found |= set(INLINE.findall(path.read_text(encoding="utf-8")))
    return {" ".join(one.split()) for one in found if " --" in one and not UNFINISHED.search(one)}


@pytest.mark.parametrize("command", sorted(inline_commands()))
def test_every_command_in_the_text_is_understood(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        make_parser().parse_args(shlex.split(command)[1:])
    except SystemExit:
        # Named without what it must be given, or a switch only: `kingup connect --pace`.
        assert re.search("are required|expected one argument", capsys.readouterr().err), command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A reader's folder: a record, the first bot of the tutorial, and `kingup` in the path."""
    for name in ("json", "txt"):
        shutil.copy(ROOT / "tests" / "records" / f"king-up-4.{name}", tmp_path / f"game.{name}")
    (tmp_path / "my_bot.py").write_text(python_of("docs/first-bot.md")[0], encoding="utf-8")
    ours = tmp_path / "bin" / "kingup"
    ours.parent.mkdir()
    ours.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m kingup "$@"\n')
    ours.chmod(0o755)
    return tmp_path


def run(command: str | list[str], folder: Path, typed: str = "") -> str:
    """Run something in a reader's folder, and return what it prints."""
    known = os.environ | {
        "KINGUP_DATA": str(folder / "data"),
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PATH": os.pathsep.join((str(folder / "bin"), os.environ["PATH"])),
    }
    done = subprocess.run(
        command, shell=isinstance(command, str), cwd=folder, env=known, input=typed,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.mark.full
@pytest.mark.parametrize("document", ["docs/analysis.md", "docs/arena.md"])
def test_long_examples_run(document: str, folder: Path) -> None:
    (example,) = python_of(document)
    example = example.replace("seconds=20", "seconds=1").replace("games=400", "games=16")
    (folder / "example.py").write_text(
        "if __name__ == '__main__':\n" + "".join(f"    {line}\n" for line in example.splitlines()),
        encoding="utf-8",
    )
    assert run([sys.executable, "example.py"], folder)


@pytest.mark.full
@pytest.mark.parametrize(("document", "command"), RUN, ids=str)
def test_every_command_in_a_block_runs(document: str, command: str, folder: Path) -> None:
    shell = re.search("completion (bash|zsh|fish)", command)
    if shell:
        if not shutil.which(shell[1]):
            pytest.skip(f"no {shell[1]} here")
        run([shell[1], "-c", command], folder)
        return
    added = next((words for name, words in SHORTER.items() if command.startswith(name)), "")
    typed = next((words for name, words in TYPED.items() if command.startswith(name)), "")
    run(f"{command} {added}", ROOT if command.startswith(".venv/") else folder, typed)
