"""What people are told while kingup compiles itself for their computer.

A terminal and a notebook get one line. A program can show it in its own way, or not at all:

>>> from kingup import compile_notice
>>> with compile_notice.listening(lambda stage: None):
...     pass  # nothing is said here
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

COMPILING = "compiling"
UNKEPT = "compiling, and the result cannot be kept"
WAITING = "waiting for another process that compiles"
DONE = "done"
"""The stages."""

Listener = Callable[[str], object]
"""Is told each stage, in the thread that compiles; several functions may follow each other."""

LINE = (
    "kingup compiles itself for this computer: once, for some seconds. "
    "(“kingup prepare” does it in advance.)\n"
)


class CompileLine:
    """Writes one line, where somebody sees it: a terminal, or a notebook."""

    def __init__(self) -> None:
        self._written = False

    def __call__(self, stage: str) -> None:
        """Write the line, unless it is written."""
        if self._written or stage == DONE or sys.stderr is None:
            return
        if sys.stderr.isatty() or _in_notebook():
            self._written = True
            sys.stderr.write(LINE)
            sys.stderr.flush()


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    return ipython is not None and ipython.get_ipython() is not None


def say_nothing(stage: str) -> None:
    """Listen, and show nothing: for work in the background."""


_listeners: list[Listener] = [CompileLine()]


@contextlib.contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Tell `listener` what is compiled meanwhile, in all threads, and nobody else."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@contextlib.contextmanager
def telling(stage: str) -> Iterator[None]:
    """Say that a stage begins, and at the end that it is done.

    The processes of a pool say nothing: the one that started them does.
    """
    import multiprocessing  # late: `import kingup` should be quick

    if multiprocessing.parent_process() is not None:
        yield
        return
    listener = _listeners[-1]
    listener(stage)
    try:
        yield
    finally:
        listener(DONE)
