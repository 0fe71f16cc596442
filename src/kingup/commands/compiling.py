"""Compiling while a command runs, with a word about what is going on."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kingup.compile_notice import COMPILING, DONE, UNKEPT, WAITING
from kingup.language import _

if TYPE_CHECKING:
    from rich.status import Status


class CompileStatus:
    """Says on standard error that kingup compiles: while it does so, or once, in a line.

    A line is for what is no terminal, and for a terminal on which something else is drawn.
    """

    def __init__(self) -> None:
        # In the language of the command: the threads that compile know of none.
        self._texts = {
            COMPILING: _("Compiling for this computer: once, for some seconds…"),
            UNKEPT: _unkept(),
            WAITING: _("Waiting for another process that compiles…"),
        }
        self._status: Status | None = None
        self._said: set[str] = set()

    def __call__(self, stage: str) -> None:
        """Show a stage, or that it is done."""
        if stage == DONE:
            if self._status is not None:
                self._status.stop()
                self._status = None
        elif sys.stderr is None:
            return
        elif sys.stderr.isatty() and sys.stderr is sys.__stderr__:
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False).status(self._texts[stage])
            self._status.start()
        elif stage not in self._said:
            self._said.add(stage)
            sys.stderr.write(self._texts[stage] + "\n")
            sys.stderr.flush()


def compile_bots(bots: Iterable[str]) -> None:
    """Compile what these bots need, before a command lets them play in several processes.

    Programs and pages need nothing. Where compiled code cannot be kept, every process compiles
    what it uses, and that is only said.
    """
    from kingup.bots.bot_names import NAMES

    ours = [bot for bot in bots if bot.partition(":")[0] in set(NAMES) - {"page"}]
    if not ours:
        return
    from kingup.prepare import can_be_kept, is_prepared, prepare_some

    if is_prepared():
        return
    if can_be_kept():
        prepare_some(ours)
    else:
        sys.stderr.write(_unkept() + "\n")
        sys.stderr.flush()


def _unkept() -> str:
    return _("Compiling: this computer has no folder in which to keep the result.")
