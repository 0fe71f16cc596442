"""A new user with an empty home plays, writes a bot and trains a policy, as documented."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.documents.blocks import ROOT

pytestmark = pytest.mark.full

SHORT = ("--one-home", "--games", "40", "--train", "10")


@pytest.mark.parametrize("journeys", ["browser", "bot policy"])
def test_a_new_user_gets_there(journeys: str) -> None:
    """However long it takes: the figures are printed (`pytest -rP`).

    Who trains a policy has written a bot before, and so has kingup. The arena plays only some
    games, and the policy is trained for a few seconds. Python's bytecode is made at import.
    """
    script = str(ROOT / "tools" / "first_minutes.py")
    done = subprocess.run(
        [sys.executable, script, *journeys.split(), *SHORT],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PIP_COMPILE": "0"},
        capture_output=True,
        text=True,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    arrived = re.findall(r"in all; the goal of \d+ s is (?:met|missed)$", done.stdout, re.M)
    assert len(arrived) == len(journeys.split())
