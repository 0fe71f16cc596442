"""A new user with an empty home plays, writes a bot and trains a policy, as documented."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.documents.blocks import ROOT

pytestmark = pytest.mark.full


@pytest.mark.parametrize("journeys", [["browser"], ["bot", "policy"]], ids=" ".join)
def test_a_new_user_gets_there(journeys: list[str]) -> None:
    """However long it takes: the figures are printed (`pytest -rP`).

    They are smaller than a new user's: both the bot and the policy use one installation, whose
    modules are compiled when they are needed, and the policy is trained for a few seconds.
    """
    command = [
        sys.executable,
        str(ROOT / "tools" / "first_minutes.py"),
        *journeys,
        "--train",
        "10",
    ]
    given = os.environ | {"PYTHONPATH": str(ROOT), "PIP_NO_COMPILE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=given)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(re.findall(r"in all; the goal is \d+ s$", done.stdout, re.M)) == len(journeys)
