"""Environments into which tests install kingup."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
REQUIREMENTS = ROOT / "requirements"
LEFT_OUT = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
"""Without the bytecode of libraries, every process that imports them compiles them again."""


def build(
    folder: Path, source: Path = ROOT, environment: Mapping[str, str] = {}
) -> tuple[Path, Path]:
    """Return a wheel and an sdist of this checkout, or of a copy."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    done = subprocess.run(
        [*command, "-t", "sdist", "-t", "wheel"],
        cwd=source,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    return wheel, sdist


class Installed:
    """An environment of its own, with a home in which nothing of ours is known."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        kept = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        home = {"KINGUP_DATA": str(folder / "data"), "HOME": str(folder), "LANG": "C.UTF-8"}
        self.environment = kept | home
        self.place = folder / "env"
        self.bin = self.place / ("Scripts" if sys.platform == "win32" else "bin")
        self.python = self.bin / ("python.exe" if sys.platform == "win32" else "python")

    def create(self, python: str) -> None:
        """Create the environment, with nothing but pip."""
        command = [python, "-m", "venv", str(self.place)]
        subprocess.run(command, check=True, env=self.environment)

    def install_locked(self, lock: Path) -> None:
        """Install a locked list with what it depends on: by uv, from its cache.

        That pip installs these lists is known from test_requirements.py.
        """
        install = ["-m", "uv", "pip", "install", "-q", "--require-hashes", "--no-deps"]
        done = subprocess.run(
            [sys.executable, *install, "-r", str(lock), "--python", str(self.python)],
            env=runpy.run_path(str(ROOT / "tools" / "bootstrap.py"))["uv_environment"](),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr

    def install(self, package: Path) -> None:
        """Install a wheel or an sdist of kingup, whose dependencies are there."""
        self.run("pip", "install", "-q", "--no-deps", "--no-build-isolation", str(package))

    def run(self, program: str, *words: str, status: int = 0, given: str | None = None) -> str:
        """Run a program of the environment, far from the checkout, and return what it prints."""
        done = self.attempt(program, *words, given=given)
        assert done.returncode == status, f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout

    def attempt(
        self, program: str, *words: str, given: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, far from the checkout."""
        return subprocess.run(
            [str(self.bin / program), *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            input=given,
        )

    def start(self, words: Sequence[str]) -> subprocess.Popen[str]:
        """Start a command of kingup."""
        return subprocess.Popen(
            [str(self.bin / "kingup"), *words],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
