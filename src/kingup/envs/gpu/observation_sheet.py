"""The sheet on which a GPU thread writes an observation before its block copies it."""

from __future__ import annotations

import numpy as np

from kingup.rules.constants import ACTIONS
from kingup.rules.features import FEATURES

SHOWN = 32
"""Games per block: one warp, so that 47 KB of shared memory, which any launch may use, suffice."""

SHOWING = 4 * SHOWN
"""Threads of such a block."""

WORDS = FEATURES // 4

# The length of a sheet is an odd number of words, so that the threads of a warp, all writing the
# same feature of their own sheets, write to different banks of the memory.
_PADDING = 4 - ACTIONS % 4
_PADDING += 4 * ((FEATURES + ACTIONS + _PADDING) // 4 % 2 == 0)

SHEET = np.dtype(
    [("feature", np.uint8, FEATURES), ("legal", np.uint8, ACTIONS), ("_", np.uint8, _PADDING)]
)
SHEET_WORDS = SHEET.itemsize // 4
