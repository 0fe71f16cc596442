"""Where compiled rules are kept on disk, if anywhere."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path


def cache_folder() -> str | None:
    """Return a writable folder for compiled rules, or None where there is none.

    Numba notices an edit only in the file of the function it compiled, not in the files of
    the functions that one calls. So the folder's name is a hash of all rules sources: any
    edit starts a new one.
    """
    home = os.environ.get("KINGUP_CACHE")
    base = Path(home) if home else _user_cache()
    if base is None:
        return None
    folder = base / "kingup" / f"rules-{_sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return str(folder)


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


def _sources_hash() -> str:
    digest = hashlib.sha256(os.environ.get("KINGUP_BOUNDSCHECK", "").encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]
