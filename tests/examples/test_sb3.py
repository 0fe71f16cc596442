"""The example with sb3-contrib learns to beat pages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "sb3_maskable_ppo.py"


def test_maskable_ppo_wins_more_than_its_share_against_pages() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], capture_output=True, text=True, timeout=1200
    )
    assert done.returncode == 0, done.stderr
    before, after = (float(share) for share in re.findall(r": ([\d.]+)% of the wins", done.stdout))
    assert before < 30
    assert after > 36
