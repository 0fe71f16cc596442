"""Runs Python's cyclic garbage collector rarely, because the whole server waits for it.

Objects without references are freed at once. Finding reference cycles means looking at every
object: a third of a second with 200 tables. With Python's own settings, one action in a hundred
had to wait for that.
"""

from __future__ import annotations

import gc

YOUNG = 2_000
"""New objects before the youngest generation is collected, which takes about two milliseconds."""
MIDDLE = 10
"""Collections of the youngest generation before the middle one is collected."""
OLD = 50
"""Collections of the middle generation before a full one, if a quarter more objects exist."""


def collect_seldom() -> None:
    """Set high thresholds, and exclude the objects that exist when the server starts."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
