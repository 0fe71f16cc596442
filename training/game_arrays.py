"""What the games of a run have in common on the device and on the CPU."""

from __future__ import annotations

import numpy as np

from kingup.bots.style import STYLES
from kingup.rules.constants import MAX_SEATS
from kingup.rules.records import record_type_of

CHANNELS = 2 * MAX_SEATS + 1
"""The numbers of an outcome: each seat's share of the win, the Emissary's, whom each seat beat."""

_STYLE = record_type_of(STYLES[0])
STYLE_RECORDS = np.array(
    [tuple(getattr(style, name) for name in _STYLE.names or ()) for style in STYLES], _STYLE
)
"""The styles of the built-in bots, as the kernels read them."""
