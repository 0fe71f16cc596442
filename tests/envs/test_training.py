"""The tutorial's script: its gradients are right, and it learns to beat a page."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: kingup[pettingzoo]")

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.full  # what it compiles takes longest


@pytest.fixture(scope="module")
def script() -> Any:
    spec = importlib.util.spec_from_file_location(
        "train_policy", ROOT / "examples" / "train_policy.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def loss_of(script: Any, net: Any, batch: Any) -> float:
    """Return the loss whose gradient `improve` computes."""
    _, odds, values = net.forward(batch["seen"], batch["masks"])
    ratio = odds[np.arange(len(values)), batch["actions"]] / batch["chances"]
    gain = batch["advantages"]
    clipped = np.clip(ratio, 1 - script.CLIP, 1 + script.CLIP)
    policy = -np.minimum(ratio * gain, clipped * gain).mean()
    chaos = -(odds * np.log(odds + 1e-9)).sum(axis=1).mean()
    value = ((values - batch["returns"]) ** 2).mean() / 2
    return float(policy - script.ENTROPY * chaos + value)


def test_the_analytic_gradient_matches_the_numeric_one(script: Any) -> None:
    env = script.make("vive-le-roi", 32)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    each, table, _ = script.features(seen["observation"])
    net = script.Network(each.shape[2], table.shape[1], 1)
    batch, _, _ = script.collect(env, net, seen, rng)
    for name, weight in net.weights.items():
        # Away from the old policy, so that some samples are clipped; in full precision.
        net.weights[name] = weight.astype(np.float64) * 1.5
    found: dict[str, Any] = {}
    net.mean = {name: np.zeros_like(w) for name, w in net.weights.items()}
    net.square = {name: np.zeros_like(w) for name, w in net.weights.items()}
    kept = {name: w.copy() for name, w in net.weights.items()}
    net.improve(batch, 0.0)
    for name, mean in net.mean.items():
        found[name] = mean / 0.1
    for name, weight in kept.items():
        direction = rng.standard_normal(weight.shape)
        step = 1e-6
        losses = []
        for sign in (1, -1):
            net.weights = {**kept, name: weight + sign * step * direction}
            losses.append(loss_of(script, net, batch))
        slope = (losses[0] - losses[1]) / (2 * step)
        assert slope == pytest.approx((found[name] * direction).sum(), rel=1e-2, abs=1e-5), name


def test_a_few_steps_of_training_run_and_draw_a_curve(script: Any) -> None:
    net, points = script.train("kingup", 600, games=64, updates=3)
    assert len(points) == 3
    assert 0 <= script.evaluate(net, "kingup", 40, 2) <= 1
    drawing = ET.fromstring(script.curve_svg(points))
    assert drawing.tag.endswith("svg")


def test_actions_are_drawn_with_their_probabilities(script: Any) -> None:
    odds = np.tile([0.0, 0.25, 0.0, 0.75, 0.0], (4000, 1))
    drawn = script.draw(odds, np.random.default_rng(1))
    assert set(drawn.tolist()) == {1, 3}
    assert 0.7 < (drawn == 3).mean() < 0.8


def test_fifteen_updates_of_training_beat_a_page(tmp_path: Path) -> None:
    """As a reader would run it: in a process of its own, which also chooses its threads."""
    curve, weights = tmp_path / "curve.svg", tmp_path / "policy.npz"
    command = [sys.executable, str(ROOT / "examples" / "train_policy.py"), "--updates", "15"]
    command += ["--test-games", "1000", "--curve", str(curve), "--weights", str(weights)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    won = re.search(r"wins ([\d.]+)% of games against three pages", done.stdout)
    assert won is not None
    assert float(won[1]) > 40
    assert ET.parse(curve).getroot().tag.endswith("svg")
    assert np.load(weights)["each"].shape[1] == 64


def test_the_tutorial_shows_the_script_as_it_is() -> None:
    """Every line of Python in the tutorial is a line of the script."""
    text = (ROOT / "docs" / "tutorial-training.md").read_text(encoding="utf-8")
    source = (ROOT / "examples" / "train_policy.py").read_text(encoding="utf-8")
    lines = {line.strip() for line in source.splitlines()}
    shown = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert shown
    for line in "".join(shown).splitlines():
        assert not line.strip() or line.strip() in lines, line
