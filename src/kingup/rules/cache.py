"""The cache of compiled rules on disk."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

MONTH = 30 * 24 * 3600
NOTICE = (
    "kingup compiles itself for this computer: once, for a minute or two. "
    "(“kingup prepare” does it in advance.)\n"
)


def cache_folder(*sources: Path) -> str | None:
    """Return a writable folder for compiled rules, or None if there is none.

    Numba notices an edit only in the file of the function it compiled, not in those of the
    functions that it calls. So the folder's name is a hash of all rules sources, and of the
    further folders given: any edit starts a new folder.
    """
    home = os.environ.get("KINGUP_CACHE")
    base = Path(home) if home else _user_cache()
    if base is None:
        return None
    folder = base / "kingup" / f"rules-{_sources_hash(sources)}"
    try:
        if not folder.exists():
            _forget_old(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass  # also updates the folder's modification time
    except OSError:
        return None
    return str(folder)


def _forget_old(home: Path) -> None:
    """Delete folders that have not been used for a month."""
    for folder in home.glob("rules-*"):
        with suppress(OSError):
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


def _sources_hash(sources: tuple[Path, ...]) -> str:
    digest = hashlib.sha256(os.environ.get("KINGUP_BOUNDSCHECK", "").encode())
    for folder in (Path(__file__).parent, *sources):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class ForgivingCache:
    """Numba's cache of one function, which treats damaged or unwritable files as missing."""

    lost: ClassVar[int] = 0
    """How often this process could not store what it had compiled."""
    told: ClassVar[bool] = False
    """Whether somebody at a terminal has been told why it takes so long."""

    def __init__(self, cache: Any, missing: Callable[[], object] = lambda: None) -> None:
        self._cache = cache
        self._missing = missing
        """Called before something is compiled that is not stored yet."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return what is cached for a signature, or None."""
        try:
            found = self._cache.load_overload(signature, context)
        except Exception:
            # Reading a truncated file, left by a full disk, can raise anything: start afresh.
            with suppress(OSError):
                self._cache.flush()
            found = None
        if found is None:
            self._tell()
            self._missing()
        return found

    def _tell(self) -> None:
        """Say once, where somebody sees it, that compiling takes a while."""
        if not ForgivingCache.told and sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write(NOTICE)
            sys.stderr.flush()
        ForgivingCache.told = True

    def save_overload(self, signature: Any, result: Any) -> None:
        """Cache what was compiled for a signature, if there is room."""
        try:
            self._cache.save_overload(signature, result)
        except OSError:
            ForgivingCache.lost += 1
