"""The examples with libraries for learning beat pages within minutes, and stay short."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LIBRARIES = {"sb3_maskable_ppo.py": "sb3_contrib", "torchrl_ppo.py": "torchrl"}
FAIR = 100 / 3


@pytest.mark.full
@pytest.mark.parametrize("name", LIBRARIES)
def test_an_example_learns_to_beat_pages(name: str) -> None:
    if find_spec(LIBRARIES[name]) is None:
        pytest.skip(f"{LIBRARIES[name]} is not installed: docs/environments.md says how")
    done = subprocess.run([sys.executable, str(EXAMPLES / name)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = re.findall(r"([\d.]+)% of the wins \(95 %: ± ([\d.]+)%\)", done.stdout)
    (before, _margin), (after, margin) = ((float(one), float(two)) for one, two in found)
    assert before < FAIR
    assert after - margin > FAIR


@pytest.mark.parametrize("name", LIBRARIES)
def test_an_example_is_short_and_says_what_to_install(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 175
    package = LIBRARIES[name].replace("_", "-")
    assert f"pip install 'kingup[pettingzoo]' {package}\n" in text
    page = (EXAMPLES.parent / "docs" / "environments.md").read_text(encoding="utf-8")
    assert f"examples/{name}" in page
    assert f"{package}" in page
