"""Keeps NumPy's matrix products on one thread.

An analysis multiplies many small matrices. OpenBLAS is several times slower if it spreads each
over all cores, and its waiting threads take time from other processes.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

NAMES = ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads")
"""What OpenBLAS calls its functions in NumPy's own packages."""


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Use one thread of OpenBLAS; do nothing where NumPy uses another library.

    There, or for the whole process, set `OPENBLAS_NUM_THREADS=1` before NumPy is imported.
    """
    before = threads()
    if before is None:
        yield
        return
    set_threads(1)
    try:
        yield
    finally:
        set_threads(before)


def threads() -> int | None:
    """Return how many threads OpenBLAS uses; None if it is not NumPy's own."""
    found = _function("get")
    return None if found is None else int(found())


def set_threads(number: int) -> None:
    """Let OpenBLAS use so many threads, if it is NumPy's own."""
    if (found := _function("set")) is not None:
        found(number)


@cache
def _function(verb: str) -> ctypes._NamedFuncPointer | None:
    # Opening a library that is loaded already returns the one in use.
    home = Path(np.__file__).parent
    for path in (*home.parent.glob("numpy.libs/*openblas*"), *home.glob(".dylibs/*openblas*")):
        with contextlib.suppress(OSError):
            library = ctypes.CDLL(str(path))
            for name in NAMES:
                if hasattr(library, name.format(verb)):
                    found = library[name.format(verb)]
                    found.argtypes = [ctypes.c_int] if verb == "set" else []
                    found.restype = None if verb == "set" else ctypes.c_int
                    return found
    return None
