"""When Python looks for garbage: seldom, because everybody waits while it does.

What nobody refers to any more goes at once. Looking for the rest, objects that only refer to each
other, means to look at all objects there are: a third of a second with 200 tables, and with
Python's own settings one action in a hundred came just then.
"""

from __future__ import annotations

import gc

YOUNG = 2_000
"""How many new objects are looked through at a time, in about two milliseconds."""
MIDDLE = 10
"""After how many of those times what was left over is looked through again."""
OLD = 50
"""After how many of those everything is, if by then there is a quarter more of it."""


def collect_seldom() -> None:
    """Look for garbage seldom, and never among what a server was made of when it started."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
