"""Constants of the step kernel's arrays, for games on the CPU and on a GPU."""

from __future__ import annotations

import numpy as np

from kingup.bots.style import STYLES
from kingup.rules.constants import MAX_SEATS
from kingup.rules.records import record_type_of

CHANNELS = 2 * MAX_SEATS + 1
"""The columns of an outcome: each seat's share of the win, the Emissary's, each seat's rank."""

_STYLE = record_type_of(STYLES[0])
STYLE_RECORDS = np.array(
    [tuple(getattr(style, name) for name in _STYLE.names or ()) for style in STYLES], _STYLE
)
"""How courtiers of each edition play."""
