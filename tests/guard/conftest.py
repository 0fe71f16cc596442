"""Settings for all tests of the guard."""

from __future__ import annotations

import pytest

from kingup.web.http import health
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _patient_health(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine answer /health late: two servers are compared, not their speed."""
    monkeypatch.setattr(health, "DATABASE_TIMEOUT", PATIENCE)
