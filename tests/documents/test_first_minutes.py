"""A new user with an empty home plays, writes a bot and trains a policy, as documented."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.documents.blocks import ROOT

pytestmark = pytest.mark.full


@pytest.mark.parametrize("journey", ["browser", "bot", "policy"])
def test_a_new_user_gets_there(journey: str) -> None:
    """However long it takes: the figures are printed (`pytest -rP`).

    Those of the policy are smaller than a new user's: it is trained for a few seconds.
    """
    script = str(ROOT / "tools" / "first_minutes.py")
    done = subprocess.run(
        [sys.executable, script, journey, "--train", "10"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"in all; the goal of \d+ s is (met|missed)$", done.stdout, re.M)
