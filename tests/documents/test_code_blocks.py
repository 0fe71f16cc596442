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
}
"""Which test runs the blocks of a document."""

HERE = {
    "README.md", "docs/analysis.md", "docs/arena.md", "docs/lessons.md", "docs/notation.md",
    "docs/storage.md",
}  # fmt: skip
"""Documents whose Python is run below."""

FIRST_MINUTES = "tests/documents/test_first_minutes.py runs it, in an empty home"
GPU = "needs a machine with a GPU, CuPy and PyTorch"
SERVER = "needs a server and waits for games; tests/client connects bots with real servers"
NOT_RUN = {
    "make play": FIRST_MINUTES,
    "pip install kingup": FIRST_MINUTES,
    ".venv/bin/pip install -e '.[pettingzoo]'": FIRST_MINUTES,
    ".venv/bin/python examples/train_policy.py": FIRST_MINUTES,
    "make test": "runs this test",
    ".venv/bin/python -m pytest -n 2": "takes minutes; `make test` runs these tests",
    ".venv/bin/ruff check": "would format the sources; `make test` runs all three",
    ".venv/bin/python tools/develop.py": "serves until it is stopped",
    "kingup connect --server http://192.168.0.10:8000": SERVER,
    "kingup token --server http://192.168.0.10:8000": "tests/web/api/test_docs.py runs it",
    ".venv/bin/pip install -e '.[gpu]'": "changes the environment",
    "python -m kingup.envs.gpu.build": GPU,
    "python -m bench.gpu": GPU,
    "PYTHONPATH=src python -m bench.gpu": GPU,
    "pip install -e '.[gpu]'": GPU,
    "PYTHONPATH=src:. python -m training.": GPU,
    "PYTHONPATH=src:. python -m bench.judge": "takes hours; tests/training scores a few games",
    "python -m training.": GPU,
    "python -m bench.sovereign": "takes hours; tests/training plays short matches",
}
"""Beginnings of commands that no test runs as they are written, and why."""

SHORTER = {
    "kingup analyse": "--time 1",
    "kingup arena": "--games 2",
    "kingup study": "--games 2 --level courtier --trials kingup-4",
    "kingup puzzles": "--number 1",
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
RUN = sorted({one for one in COMMANDS if not one[1].startswith(tuple(NOT_RUN))})


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


def test_every_reason_is_still_needed() -> None:
    for beginning in NOT_RUN:
        assert any(command.startswith(beginning) for _document, command in COMMANDS), beginning


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
    (tmp_path / "examples").symlink_to(ROOT / "examples")
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
    if command.startswith(".venv/"):
        run(command, ROOT)
        return
    shell = re.search("completion (bash|zsh|fish)", command)
    if shell:
        if not shutil.which(shell[1]):
            pytest.skip(f"no {shell[1]} here")
        run([shell[1], "-c", command], folder)
        return
    added = next((words for name, words in SHORTER.items() if command.startswith(name)), "")
    typed = next((words for name, words in TYPED.items() if command.startswith(name)), "")
    run(f"{command} {added}", folder, typed)
