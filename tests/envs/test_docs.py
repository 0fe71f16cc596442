"""The documentation's examples run."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.full

TEXT = Path(__file__).parents[2].joinpath("docs/environments.md").read_text(encoding="utf-8")
BLOCKS = [part.split("```")[0] for part in TEXT.split("```python\n")[1:]]
OPTIONAL = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel")
NEEDS = {"kingup.envs.gym": "gymnasium", "kingup.envs import zoo": "pettingzoo"}


def test_every_example_of_the_documentation_runs() -> None:
    """In order, as a reader would type them; examples whose libraries are missing are skipped.

    What needs PyTorch is in `test_tensors.py`.
    """
    namespace: dict[str, Any] = {}
    left_out = []
    for block in (block for block in BLOCKS if "import torch\n" not in block):
        wanted = [name for name in OPTIONAL if re.search(rf"^(import|from) {name}\b", block, re.M)]
        wanted += [library for text, library in NEEDS.items() if text in block]
        missing = [name for name in wanted if find_spec(name) is None]
        if missing:
            left_out += missing
            continue
        exec(compile(block, "docs/environments.md", "exec"), namespace)  # the docs are ours
    if left_out:
        pytest.skip(f"not installed: {', '.join(sorted(set(left_out)))}")
