"""The examples with libraries for learning stay short, and say what to install.

That they learn is tested in tests/test_pytorch.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LIBRARIES = {"sb3_maskable_ppo.py": "sb3_contrib", "torchrl_ppo.py": "torchrl"}


@pytest.mark.parametrize("name", LIBRARIES)
def test_an_example_is_short_and_says_what_to_install(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 175
    package = LIBRARIES[name].replace("_", "-")
    assert f"pip install 'kingup[pettingzoo]' {package}\n" in text
    page = (EXAMPLES.parent / "docs" / "environments.md").read_text(encoding="utf-8")
    assert f"examples/{name}" in page
    assert f"{package}" in page
