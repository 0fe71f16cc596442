"""The rules themselves: plain functions over one state.

One source, run in several ways: interpreted over `State`, and compiled (see `compiled.py`)
over the NumPy record of the same fields. So these functions keep to a small language: numbers,
`x[i]`, loops and calls of each other; no slices, no lists, no strings, no negative indices;
`int()` before a shift; words of 32 bits in 64-bit arithmetic. All names are unique across
the folder, because the compiled forms share one namespace.
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
