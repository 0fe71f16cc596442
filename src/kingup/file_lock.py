"""A lock between the processes of a machine, which ends with the process that holds it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock on a file that exists for nothing else. The file stays when the lock is released."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def acquire(self) -> bool:
        """Take the lock, and return False if another holds it.

        Where files cannot be locked or the lock's file cannot be written, nothing is locked.
        """
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return True
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):  # Windows says the latter
            os.close(file)
            return False
        except OSError:
            os.close(file)
            return True
        self._file = file
        return True

    def release(self) -> None:
        """Release the lock, if it is held."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)
