"""Compiled code on disk: a file for each function and the types of its arguments."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from kingup.compile_notice import COMPILING, UNKEPT, WAITING, telling
from kingup.file_lock import FileLock

MONTH = 30 * 24 * 3600
LOCK = "compiling.lock"
WAIT_SECONDS = 0.05
CHECKED = "KINGUP_BOUNDSCHECK"
"""Set to 1, compiled code checks its indices. It is slower; tests use it."""


class _MachineLock:
    """The lock of a machine's compilations: all threads of a process hold it together."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._holders = 0
        self._file: FileLock | None = None

    def acquire(self, path: Path) -> None:
        with self._mutex:
            if self._holders == 0:
                file = FileLock(path)
                if not file.acquire():
                    with telling(WAITING):
                        while not file.acquire():
                            time.sleep(WAIT_SECONDS)
                self._file = file
            self._holders += 1

    def release(self) -> None:
        with self._mutex:
            self._holders -= 1
            if self._holders == 0 and self._file is not None:
                self._file.release()


_machine_lock = _MachineLock()


@contextlib.contextmanager
def compiling_alone(folder: Path | None) -> Iterator[None]:
    """Let only this process of the machine compile: wait while another one does.

    Where no folder can be written, nothing is locked.
    """
    if folder is None:
        yield
        return
    _machine_lock.acquire(folder.parent / LOCK)
    try:
        yield
    finally:
        _machine_lock.release()


class ObjectCache:
    """Keeps the code compiled from some folders of sources.

    Any edit of a source starts a new folder, whose name is a hash of them all. A machine compiles
    one function at a time: other processes wait, and then read it from the disk. A file that is
    damaged is compiled anew, and code that cannot be stored is compiled by every process.
    """

    lost: ClassVar[int] = 0
    """How often this process could not store what it had compiled."""

    def __init__(self, *sources: Path) -> None:
        self.sources = sources

    @property
    def checked(self) -> bool:
        """Whether compiled code checks its indices."""
        return os.environ.get(CHECKED) == "1"

    @cached_property
    def folder(self) -> Path | None:
        """The folder of compiled code, or None if none can be written."""
        home = os.environ.get("KINGUP_CACHE")
        base = Path(home) if home else _user_cache()
        if base is None:
            return None
        folder = base / "kingup" / f"compiled-{self._hash()}"
        try:
            if not folder.exists():
                _forget_old(folder.parent)
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass  # also updates the folder's modification time
        except OSError:
            return None
        return folder

    def _hash(self) -> str:
        digest = hashlib.sha256(os.environ.get(CHECKED, "").encode())
        for folder in (Path(__file__).parent, *self.sources):
            for path in sorted(folder.rglob("*.py")):
                digest.update(path.name.encode() + path.read_bytes())
        return digest.hexdigest()[:16]

    def get(self, name: str, compile_code: Callable[[], bytes]) -> bytes:
        """Return the code of this name; if it is not stored yet, compile it, alone."""
        code = self._read(name)
        if code is not None:
            return code
        with compiling_alone(self.folder):
            code = self._read(name)  # another process may have compiled it meanwhile
            if code is None:
                with telling(COMPILING if self.folder else UNKEPT):
                    code = compile_code()
                self._write(name, code)
            return code

    def _read(self, name: str) -> bytes | None:
        """Return a file's code, or None if there is none or it is damaged."""
        if self.folder is None:
            return None
        try:
            data = (self.folder / f"{name}.o").read_bytes()
        except OSError:
            return None
        size = hashlib.sha256().digest_size
        code = data[size:]
        return code if hashlib.sha256(code).digest() == data[:size] else None

    def _write(self, name: str, code: bytes) -> None:
        if self.folder is None:
            ObjectCache.lost += 1
            return
        # Written whole under another name first: nobody ever reads half a file.
        new = self.folder / f"{name}.{os.getpid()}"
        try:
            new.write_bytes(hashlib.sha256(code).digest() + code)
            new.replace(self.folder / f"{name}.o")
        except OSError:
            ObjectCache.lost += 1
            with contextlib.suppress(OSError):
                new.unlink()


def _forget_old(home: Path) -> None:
    """Delete folders that have not been used for a month, those of earlier versions too."""
    for pattern in ("compiled-*", "rules-*"):
        for folder in home.glob(pattern):
            with contextlib.suppress(OSError):
                if time.time() - folder.stat().st_mtime > MONTH:
                    shutil.rmtree(folder, ignore_errors=True)


def _user_cache() -> Path | None:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else None
    xdg = os.environ.get("XDG_CACHE_HOME")
    if xdg:
        return Path(xdg)
    try:
        home = Path.home()
    except RuntimeError:  # no home in the environment and none in the password file
        return None
    return home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"
