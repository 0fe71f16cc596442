"""The network in PyTorch and without it: the same answers from the same weights."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bots.sovereign_networks import SHAPES, open_cards, positions, untrained, weights_of
from tests.bots.test_sovereign_network import GOLDEN

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

from training.checkpoint import CHECKPOINT, store  # noqa: E402
from training.export import export  # noqa: E402 - PyTorch is asked for first
from training.learner import Learner  # noqa: E402
from training.network import CriticModule, Extras, PolicyModule  # noqa: E402
from training.settings import RunSettings  # noqa: E402

from kingup.bots.sovereign.network import PolicyNetwork as Shipped  # noqa: E402
from kingup.bots.sovereign.weights import load_weights  # noqa: E402


def answers(network: str) -> dict[str, Any]:
    """Return PyTorch's answers for the positions."""
    weights = weights_of(network)
    parts = {}
    for part, module in (("player", PolicyModule), ("critic", CriticModule)):
        made = module(SHAPES[network])
        arrays = {
            name.removeprefix(f"{part}."): torch.tensor(array)
            for name, array in weights.arrays.items()
            if name.startswith(part)
        }
        missing, unexpected = made.load_state_dict(arrays, strict=False)
        assert not unexpected
        assert all(name.startswith("rank.") for name in missing)
        parts[part] = made
    rows, _masks = positions()
    seen = torch.tensor(rows)
    cards, kept = (torch.tensor(array) for array in open_cards(len(rows)))
    with torch.no_grad():
        player, extras = parts["player"], Extras(SHAPES[network])
        found = player.answers(player.hidden(seen), extras)
        judged, _ranks = parts["critic"](seen, cards, kept)
        return {
            "logits": found.actions.numpy(),
            "outcome": found.outcome.numpy(),
            "cards": found.cards.numpy(),
            "critic": judged.numpy(),
        }


@pytest.mark.parametrize("network", SHAPES)
def test_both_networks_agree(network: str) -> None:
    theirs = answers(network)
    rows, _masks = positions()
    logits, outcome, cards = untrained(network).player(rows)
    judged = untrained(network).critic(rows, *open_cards(len(rows)))
    assert np.allclose(logits, theirs["logits"], atol=1e-4)
    assert np.allclose(outcome, theirs["outcome"], atol=1e-4)
    assert np.allclose(cards, theirs["cards"], atol=1e-3)
    assert np.allclose(judged, theirs["critic"], atol=1e-4)


def test_the_golden_numbers_are_pytorchs() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    for network in SHAPES:
        theirs = answers(network)
        for name, array in theirs.items():
            sums = array.sum(axis=tuple(range(array.ndim - 1)))
            assert sums.tolist() == pytest.approx(golden[network][name], abs=1e-3), (network, name)


def test_a_player_sees_nothing_of_what_is_read_for_its_critic() -> None:
    player, critic = PolicyModule(SHAPES["wide"]), CriticModule(SHAPES["wide"])
    rows, _masks = positions()
    seen = torch.tensor(rows)
    cards, kept = (torch.tensor(array) for array in open_cards(len(rows)))
    with torch.no_grad():
        wanted, found = player.hidden(seen), player.hidden_of(critic.reader(seen, cards, kept))
    assert all(map(torch.equal, wanted, found))


@pytest.mark.parametrize("network", SHAPES)
def test_a_checkpoint_is_exported_as_it_plays(network: str, tmp_path: Path) -> None:
    shape = SHAPES[network]
    settings = RunSettings(
        width=shape.width, blocks=shape.blocks, critic_width=shape.width,
        critic_blocks=shape.blocks,
    )  # fmt: skip
    torch.manual_seed(3)
    learner = Learner(settings)
    store(learner.state(minutes=1.0), tmp_path / CHECKPOINT)
    out = tmp_path / "sovereign.npz"
    assert export(tmp_path, out) == out.stat().st_size
    rows, _masks = positions()
    with torch.no_grad():
        wanted = learner.average(torch.tensor(rows)).numpy()
    # 16 bits keep three digits of a weight.
    assert np.allclose(Shipped(load_weights(out)).policy(rows), wanted, atol=5e-3)
