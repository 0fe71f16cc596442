"""The rules themselves: plain functions over one state.

One source runs in several ways: interpreted over `State`, and compiled (see `compiled.py`) over
the NumPy record of the same fields. So these functions use only a restricted language: numbers,
`x[i]`, loops and calls of each other; no slices, no lists, no strings, no negative indices;
`int()` before a shift; 32-bit words in 64-bit arithmetic. All names are unique across the folder,
because their forms for a GPU share one namespace.
"""

from types import ModuleType

from kingup.rules.kernel import (
    board,
    dealing,
    generator,
    noting,
    observing,
    playouts,
    scoring,
    turns,
    votes,
)

MODULES: tuple[ModuleType, ...] = (
    generator,
    board,
    dealing,
    scoring,
    votes,
    turns,
    playouts,
    noting,
    observing,
)
