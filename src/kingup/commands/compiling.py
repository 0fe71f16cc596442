"""Compiling before a command's work begins, with a word about what is going on."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kingup.bots.bot_names import NAMES
from kingup.language import _

if TYPE_CHECKING:
    from rich.console import Console


def compile_bots(bots: Iterable[str], console: Console) -> None:
    """Compile what these bots need, if it was never done: the first time takes seconds.

    Programs and pages need nothing. Where compiled code cannot be kept, every run compiles what it
    uses when it uses it, and is only told so.
    """
    ours = [bot for bot in bots if bot.partition(":")[0] in set(NAMES) - {"page"}]
    if not ours:
        return
    from kingup.compiler import ObjectCache
    from kingup.prepare import can_be_kept, is_prepared, prepare_some

    if is_prepared():
        return
    ObjectCache.told = True  # it is said here, in the user's language
    text = _("Compiling the bots for this computer: once, for some seconds…")
    if not can_be_kept():
        text = _("Compiling the bots: this computer has no folder in which to keep the result.")
    if not console.is_terminal:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    if can_be_kept():
        with console.status(text) as status:
            prepare_some(
                ours,
                waits=lambda: status.update(_("Waiting for another process that compiles…")),
            )
