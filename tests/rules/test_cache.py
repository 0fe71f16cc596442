"""Compiled rules are kept on disk where they can be, and never used when they are stale.

Numba is tested in separate processes, on a copy of the package that can be edited. They
compile only one small entry point.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kingup
from kingup.rules.cache import ForgivingCache, cache_folder

SCRIPT = """
import sys
from kingup.rules.compiled import actors_at, new_games
from kingup.rules.constants import PLACE
from kingup.rules.setup import Setup, new_state

state = new_state(Setup.of("kingup", 4))
state.phase = PLACE
games = new_games(state, 1)
print(actors_at(games, int(sys.argv[1])), sum(actors_at.stats.cache_hits.values()))
"""


class PackageCopy:
    """A copy of the package, and the folder in which it keeps compiled rules."""

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
        answer, hits = done.stdout.split()
        return int(answer), hits == "1"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> PackageCopy:
    """A copy whose cache has been filled."""
    package = PackageCopy(tmp_path_factory.mktemp("package"))
    assert package.actors(KINGUP_CACHE=package.cache) == (1, False)
    return package


def test_compiled_rules_are_kept_and_used_again(package: PackageCopy) -> None:
    assert package.actors(KINGUP_CACHE=package.cache) == (1, True)


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_file_is_ignored(package: PackageCopy, tmp_path: Path, kind: str) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(package.cache, cache)
    (damaged,) = cache.rglob(f"*.{kind}")
    damaged.write_bytes(damaged.read_bytes()[:100])
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
    assert cache_folder() is None


def test_the_users_cache_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KINGUP_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert str(cache_folder()).startswith(str(tmp_path / "xdg" / "kingup"))
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert str(cache_folder()).startswith(str(tmp_path / ".cache" / "kingup"))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert str(cache_folder()).startswith(str(tmp_path / "Library" / "Caches" / "kingup"))
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert str(cache_folder()).startswith(str(tmp_path / "local" / "kingup"))
    monkeypatch.delenv("LOCALAPPDATA")
    assert cache_folder() is None


def test_files_unused_for_a_month_are_removed_when_sources_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KINGUP_CACHE", str(tmp_path))
    old, recent = (tmp_path / "kingup" / f"rules-{name}" for name in ("old", "recent"))
    for folder in (old, recent):
        (folder / "inner").mkdir(parents=True)
    os.utime(old, (0, 0))
    found = cache_folder()
    assert found is not None
    assert (old.exists(), recent.exists()) == (False, True)
    os.utime(recent, (0, 0))
    assert cache_folder() == found
    assert recent.exists()


def test_checked_rules_have_their_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KINGUP_CACHE", str(tmp_path))
    monkeypatch.delenv("KINGUP_BOUNDSCHECK", raising=False)
    plain = cache_folder()
    monkeypatch.setenv("KINGUP_BOUNDSCHECK", "1")
    assert plain != cache_folder()


class FullDisk:
    """A cache that can neither be read nor written."""

    cache_path = "/full"

    def load_overload(self, signature: object, context: object) -> None:
        raise EOFError

    def save_overload(self, signature: object, result: object) -> None:
        raise OSError("No space left on device")

    def flush(self) -> None:
        raise OSError("No space left on device")


def test_a_full_disk_is_tolerated() -> None:
    cache = ForgivingCache(FullDisk())
    assert cache.cache_path == "/full"
    assert cache.load_overload("signature", "context") is None
    cache.save_overload("signature", "result")


class Terminal(io.StringIO):
    """Somebody who reads."""

    def isatty(self) -> bool:
        return True


def test_somebody_at_a_terminal_is_told_once_that_it_compiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Empty:
        def load_overload(self, signature: Any, context: Any) -> Any:
            return None

    for screen, told in ((Terminal(), 1), (io.StringIO(), 0)):
        monkeypatch.setattr(ForgivingCache, "told", False)
        monkeypatch.setattr("sys.stderr", screen)
        for _ in range(2):
            assert ForgivingCache(Empty()).load_overload(None, None) is None
        assert screen.getvalue().count("kingup compiles itself") == told


def test_nobody_is_told_anything_if_the_code_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def load_overload(self, signature: Any, context: Any) -> Any:
            return "code"

    screen = Terminal()
    monkeypatch.setattr(ForgivingCache, "told", False)
    monkeypatch.setattr("sys.stderr", screen)
    assert ForgivingCache(Full()).load_overload(None, None) == "code"
    assert screen.getvalue() == ""
