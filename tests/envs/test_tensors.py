"""PyTorch's tensors as arrays of the lock-step environment. tests/test_pytorch.py runs these."""

from __future__ import annotations

from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

from kingup.envs import vector  # noqa: E402 - PyTorch is asked for first
from kingup.rules.features import FEATURES  # noqa: E402
from tests.documents.blocks import python_of  # noqa: E402


def test_tensors_are_filled_in_place() -> None:
    observations = torch.zeros((4, FEATURES), dtype=torch.uint8)
    games = vector(4, observations=observations)
    assert observations.sum() > 0
    actions = torch.tensor(games.masks.argmax(axis=1))
    before = observations.clone()
    games.step(actions)
    assert not torch.equal(before, observations)
    assert games.observations.ctypes.data == observations.data_ptr()


def test_the_example_of_the_documentation_runs() -> None:
    first, example, *_ = python_of("docs/environments.md")
    assert "import torch\n" in example
    names: dict[str, Any] = {}
    exec(first, names)
    exec(example, names)
    assert names["seen"].any()
