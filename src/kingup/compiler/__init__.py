"""A compiler for plain functions over records and arrays, by LLVM.

The kernels of the rules, the bots and the environments are ordinary Python functions that keep to
a small language, so that they run interpreted and compiled:

- numbers (`int` of 64 bits, `float`, `bool`), arithmetic, comparisons, conditions, `min`, `max`,
  `abs`, `int()`, `float()`, `bool()`, `len()`, and `sqrt`, `exp` and `log` of `math`;
- records (`game.phase`, `game.place[who]`) and arrays (`games[i]`, `logs[i, action]`,
  `weights[k]`, `games[i:j]`); a record is copied by `games[i] = games[j]`;
- `if`, `while`, `for … in range(…)`, `break`, `continue`, `return`, several targets at once;
- calls of each other. Parameters and results are declared: `int`, `float`, `bool`, a class of
  records, a tuple of numbers as a result, or `Any` for what the caller gives.

A variable keeps the type of its first value. Indices are neither negative nor too large, and
integers do not overflow: nothing checks that, unless KINGUP_BOUNDSCHECK is 1.
"""

from kingup.compiler.entry_point import EntryPoint
from kingup.compiler.errors import CompileError
from kingup.compiler.object_cache import ObjectCache

__all__ = ["CompileError", "EntryPoint", "ObjectCache"]
