"""An option to write the snapshots anew."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def update_snapshots() -> bool:
    """Return whether snapshots are written, not compared: with KINGUP_SNAPSHOTS=write."""
    return os.environ.get("KINGUP_SNAPSHOTS") == "write"
