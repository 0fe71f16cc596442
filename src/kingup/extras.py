"""How to install what some parts of kingup need in addition, as a command to paste."""

from __future__ import annotations

import shlex
import sys

EXTRAS = {
    "gpu": "numba_cuda",
    "mcp": "mcp",
    "openspiel": "pyspiel",
    "parquet": "pyarrow",
    "pettingzoo": "pettingzoo",
    "postgresql": "psycopg",
    "ray": "ray",
}
"""A module that each extra brings."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra into the Python that runs now."""
    return f"{shlex.quote(sys.executable)} -m pip install 'kingup[{extra}]'"
