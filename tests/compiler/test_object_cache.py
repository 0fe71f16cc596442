"""Compiled code is kept on disk where it can be, and never used when it is stale.

The rules are compiled in separate processes, in a copy of the package that can be edited. They
compile only one small entry point.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kingup
from kingup.compile_notice import COMPILING, DONE, UNKEPT, listening
from kingup.compiler import ObjectCache

SCRIPT = """
import sys
from kingup.compiler.machine import Machine
compile_code, compiled = Machine.compile, []
def compile_and_count(self, text, **options):
    compiled.append(1)
    return compile_code(self, text, **options)
Machine.compile = compile_and_count
from kingup.rules.compiled import actors_at, new_games
from kingup.rules.constants import PLACE
from kingup.rules.setup import Setup, new_state

state = new_state(Setup.of("kingup", 4))
state.phase = PLACE
games = new_games(state, 1)
print(actors_at(games, int(sys.argv[1])), len(compiled))
"""


class PackageCopy:
    """A copy of the package, and the folder in which it keeps compiled code."""

    def __init__(self, folder: Path) -> None:
        self.sources = folder / "src"
        self.cache = folder / "cache"
        shutil.copytree(
            Path(kingup.__file__).parent,
            self.sources / "kingup",
            ignore=shutil.ignore_patterns("__pycache__"),
        )

    def run(self, settings: dict[str, str], index: int = 0) -> subprocess.CompletedProcess[str]:
        """Call an entry point in a process of its own."""
        ours = ("HOME", "XDG_CACHE_HOME", "KINGUP_CACHE", "KINGUP_BOUNDSCHECK")
        environment = {name: value for name, value in os.environ.items() if name not in ours}
        environment["PYTHONPATH"] = str(self.sources)
        return subprocess.run(
            [sys.executable, "-c", SCRIPT, str(index)],
            env=environment | settings,
            capture_output=True,
            text=True,
            check=False,
        )

    def actors(self, **settings: str | Path) -> tuple[int, bool]:
        """Return the entry point's answer, and whether its code came from the disk."""
        done = self.run({name: str(value) for name, value in settings.items()})
        assert done.returncode == 0, done.stderr
        answer, compiled = done.stdout.split()
        return int(answer), compiled == "0"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> PackageCopy:
    """A copy whose cache has been filled."""
    package = PackageCopy(tmp_path_factory.mktemp("package"))
    assert package.actors(KINGUP_CACHE=package.cache) == (1, False)
    return package


def test_compiled_code_is_kept_and_used_again(package: PackageCopy) -> None:
    assert package.actors(KINGUP_CACHE=package.cache) == (1, True)


@pytest.mark.parametrize("damage", ["cut off", "changed", "empty"])
def test_a_damaged_file_is_compiled_anew(
    package: PackageCopy, tmp_path: Path, damage: str
) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(package.cache, cache)
    (file,) = cache.rglob("*.o")
    code = file.read_bytes()
    changed = code[:500] + bytes([code[500] ^ 1]) + code[501:]
    file.write_bytes({"cut off": code[:100], "changed": changed, "empty": b""}[damage])
    assert package.actors(KINGUP_CACHE=cache) == (1, False)
    assert package.actors(KINGUP_CACHE=cache) == (1, True)


def test_an_unusable_home_folder_is_tolerated(package: PackageCopy, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("not a folder: nobody can write into it, not even root")
    assert package.actors(HOME=home) == (1, False)
    assert home.is_file()


def test_indices_are_checked_when_asked_for(package: PackageCopy) -> None:
    done = package.run({"KINGUP_CACHE": str(package.cache), "KINGUP_BOUNDSCHECK": "1"}, index=1)
    assert "IndexError" in done.stderr


def test_an_edited_rules_file_is_compiled_anew(tmp_path: Path, package: PackageCopy) -> None:
    other = PackageCopy(tmp_path)
    edited = other.sources / "kingup" / "rules" / "kernel" / "turns.py"
    text = edited.read_text()
    assert text.count("mask |= 1 << player") == 1
    edited.write_text(text.replace("mask |= 1 << player", "mask |= 2 << player"))
    assert other.actors(KINGUP_CACHE=package.cache) == (2, False)


def test_without_a_home_there_is_no_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("KINGUP_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert ObjectCache().folder is None


def test_the_users_cache_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KINGUP_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert str(ObjectCache().folder).startswith(str(tmp_path / "xdg" / "kingup"))
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert str(ObjectCache().folder).startswith(str(tmp_path / ".cache" / "kingup"))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert str(ObjectCache().folder).startswith(str(tmp_path / "Library" / "Caches" / "kingup"))
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert str(ObjectCache().folder).startswith(str(tmp_path / "local" / "kingup"))
    monkeypatch.delenv("LOCALAPPDATA")
    assert ObjectCache().folder is None


def test_files_unused_for_a_month_are_removed_when_sources_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KINGUP_CACHE", str(tmp_path))
    old, recent = (tmp_path / "kingup" / f"compiled-{name}" for name in ("old", "recent"))
    for folder in (old, recent):
        (folder / "inner").mkdir(parents=True)
    os.utime(old, (0, 0))
    found = ObjectCache().folder
    assert found is not None
    assert (old.exists(), recent.exists()) == (False, True)
    os.utime(recent, (0, 0))
    assert ObjectCache().folder == found
    assert recent.exists()


def test_checked_code_has_their_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KINGUP_CACHE", str(tmp_path))
    monkeypatch.delenv("KINGUP_BOUNDSCHECK", raising=False)
    plain = ObjectCache().folder
    monkeypatch.setenv("KINGUP_BOUNDSCHECK", "1")
    assert plain != ObjectCache().folder


def test_a_full_disk_is_tolerated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KINGUP_CACHE", str(tmp_path))
    cache = ObjectCache()
    assert cache.folder is not None
    cache.folder.rmdir()  # nothing can be written there now
    lost = ObjectCache.lost
    assert cache.get("name", lambda: b"code") == b"code"
    assert ObjectCache.lost == lost + 1


def test_a_listener_is_told_what_is_compiled_and_nothing_of_what_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KINGUP_CACHE", str(tmp_path))
    stages: list[str] = []
    with listening(stages.append):
        assert ObjectCache().get("name", lambda: b"code") == b"code"
        assert stages == [COMPILING, DONE]
        assert ObjectCache().get("name", lambda: b"other code") == b"code"
        assert stages == [COMPILING, DONE]
        (tmp_path / "file").touch()
        monkeypatch.setenv("KINGUP_CACHE", str(tmp_path / "file"))
        ObjectCache().get("name", lambda: b"code")
    assert stages[2:] == [UNKEPT, DONE]
