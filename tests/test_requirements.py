"""The locked lists of packages install with old versions of pip, verified by their hashes."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import venv
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "requirements"
LOCKS = sorted(FOLDER.glob("*.txt"))
PINNED = re.compile(r"^([\w.-]+)(\[[\w, -]+\])?==\S+ (?:; )?(.*)\\$", re.MULTILINE)
DEBIAN = "23.0.1"
LISTS = [("test", DEBIAN), ("examples", DEBIAN), ("uv", DEBIAN), ("play", "23.2.1")]
"""With the pip of Debian 12 all packages: `test` has those of `play` and `serve`, too.
With the pip of Python 3.11 one list."""


def pinned(lock: Path) -> list[tuple[str, frozenset[str], str]]:
    """Return the packages of a locked list, each with its extras and with when it is needed."""
    found = PINNED.findall(lock.read_text(encoding="utf-8"))
    return [
        (canonicalize_name(name), frozenset(re.findall(r"[\w-]+", extras)), marker)
        for name, extras, marker in found
    ]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_package_is_pinned_with_the_extras_that_others_ask_for(lock: Path) -> None:
    packages = pinned(lock)
    for name, _extras, _marker in packages:
        try:
            wanted = map(Requirement, metadata.requires(name) or ())
        except metadata.PackageNotFoundError:
            continue  # for another platform
        for one in wanted:
            if one.extras and (one.marker is None or one.marker.evaluate({"extra": ""})):
                asked = (canonicalize_name(one.name), frozenset(one.extras))
                assert asked in {pin[:2] for pin in packages}, f"{name} asks for {one}"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_no_package_is_pinned_twice_because_pip_audit_refuses_that(lock: Path) -> None:
    packages = [(name, marker) for name, _extras, marker in pinned(lock)]
    assert packages
    assert len(set(packages)) == len(packages)


@pytest.fixture(scope="module")
def dry(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return environments with a version of pip that install nothing, one for each version."""
    return cache(lambda version: environment_with(version, tmp_path_factory.mktemp("pip")))


def environment_with(version: str, folder: Path) -> Path:
    """Make an environment with a version of pip, and return the folder of its programs."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    old = run([str(programs / "pip"), "install", f"pip=={version}"])
    if old.returncode:
        pytest.skip(f"pip {version} is not to be had: {old.stderr[-200:]}")
    assert f"pip {version} " in run([str(programs / "pip"), "--version"]).stdout
    return programs


@pytest.mark.parametrize("name", ["play", "serve"])
def test_the_list_for_tests_has_all_packages_of_another_list(name: str) -> None:
    few, many = (pinned(FOLDER / f"{one}.txt") for one in (name, "test"))
    assert few
    assert set(few) <= set(many)


@pytest.mark.full
def test_a_server_is_installed_with_an_old_pip_as_documented(tmp_path: Path) -> None:
    """Run the commands of docs/running.md, except that the folder is another one."""
    programs = environment_with(DEBIAN, tmp_path)
    text = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```sh\n(python3 -m venv /opt/kingup\n.*?)^```$", text, re.M | re.S)
    _made, *commands = block.replace("/opt/kingup/bin", str(programs)).splitlines()
    assert len(commands) == 3
    for command in commands:
        done = run(shlex.split(command))
        assert done.returncode == 0, done.stderr[-2000:]
    assert run([str(programs / "pip"), "check"]).returncode == 0
    assert run([str(programs / "kingup"), "--version"]).stdout.startswith("kingup ")
    script = "import psycopg, psycopg_pool, procrastinate; print(psycopg.pq.__impl__)"
    assert run([str(programs / "python"), "-c", script]).stdout == "binary\n"


@pytest.mark.full
@pytest.mark.parametrize(("name", "version"), LISTS)
def test_a_list_installs_with_an_old_pip(
    name: str, version: str, dry: Callable[[str], Path]
) -> None:
    programs = dry(version)
    lock = FOLDER / f"{name}.txt"
    words = ["--dry-run", "--no-deps", "--require-hashes", "--ignore-installed", "-r", str(lock)]
    done = run([str(programs / "pip"), "install", *words])
    assert done.returncode == 0, done.stderr[-2000:]
    wanted = sum(not marker for _name, _extras, marker in pinned(lock))
    (chosen,) = re.findall(r"^Would install (.*)$", done.stdout, re.MULTILINE)
    assert len(chosen.split()) >= wanted


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in the checkout, in an environment without ours."""
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        command, cwd=ROOT, env=known, capture_output=True, text=True, check=False
    )
