"""Clones: they learn to imitate a bot, and play against learners."""

from __future__ import annotations

import dataclasses
import math
import random
from pathlib import Path
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

import training.clones as clones_module  # noqa: E402
import training.run as run_module  # noqa: E402
from training.checkpoint import VERSIONS  # noqa: E402
from training.clones import SHAPE, clone_of, read_clone, save_clone  # noqa: E402
from training.imitate import imitate, judged, read_notes  # noqa: E402
from training.network import PolicyModule  # noqa: E402
from training.notes import joined, note_game, write_notes  # noqa: E402
from training.rollout import CLONE, opponent_tables  # noqa: E402
from training.run import TrainingRun  # noqa: E402

from kingup.bots import make_bot  # noqa: E402
from kingup.rules.setup import Setup  # noqa: E402
from tests.training.test_run import TINY  # noqa: E402


def test_a_clone_learns_what_a_page_does() -> None:
    rng = random.Random(1)
    setup = Setup.of("kingup", 4)
    notes = joined([
        note for _ in range(60)
        for note in note_game(setup, lambda seed: make_bot("page", seed), rng)
    ])  # fmt: skip
    untaught = judged(PolicyModule(SHAPE), notes, torch.arange(len(notes.actions)))
    player, loss = imitate(notes, passes=2)
    assert loss < untaught - 0.05
    _player, again = imitate(notes, passes=1, start=player.state_dict())
    assert again < untaught - 0.05


def test_missing_notes_are_an_error_and_unfinished_files_ignored(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="Nothing was noted of searcher"):
        read_notes("searcher", tmp_path)
    number = write_notes("searcher", tmp_path, seed=1, seconds=0)
    # Another process is writing.
    (tmp_path / "searcher" / "2-0.tmp").write_bytes(b"PK half a file")
    notes = read_notes("searcher", tmp_path)
    assert len(notes.actions) == number
    with pytest.raises(SystemExit, match="too few to learn from"):
        imitate(notes, passes=1)


def test_a_clone_is_read_back_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = PolicyModule(SHAPE)
    save_clone(tmp_path / "page.npz", player, {"decisions": 5})
    before = torch.get_rng_state()
    again = clone_of(read_clone("page", tmp_path))
    assert torch.equal(before, torch.get_rng_state())
    for one, other in zip(player.parameters(), again.parameters(), strict=True):
        assert torch.allclose(one, other, atol=2e-3)
    with pytest.raises(SystemExit, match="no clone “courtier”; there are: page"):
        read_clone("courtier", tmp_path)
    monkeypatch.setitem(VERSIONS, "network", -1)
    with pytest.raises(SystemExit, match="another network version"):
        read_clone("page", tmp_path)


def test_every_stored_clone_can_be_used() -> None:
    names = sorted(path.stem for path in clones_module.CLONES.glob("*.npz"))
    assert names == ["chancellor", "chancellor-1000", "chancellor-50000", "searcher"]
    for name in names:
        assert all(math.isfinite(float(value.sum())) for value in read_clone(name).values())


def test_clones_play_in_a_run_and_do_not_learn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = dataclasses.replace(TINY, clones=("chancellor-1000", "searcher"), clone_share=0.25)
    run = TrainingRun(settings, None, tmp_path)
    those = opponent_tables(settings, settings.games)[CLONE]
    kinds = run.practice.rollout.kinds
    assert (kinds[those] == CLONE).any()
    assert not (kinds == CLONE)[: those.start].any()
    assert not (kinds == CLONE)[those.stop :].any()
    run.swap_opponents()
    frozen = run.practice.frozen[CLONE]
    before = [parameter.clone() for parameter in frozen.parameters()]
    run.practice.turn()
    batch = run.practice.rollout.batch
    acting = kinds.expand(len(batch.seat), -1, -1).gather(2, batch.seat[..., None]).squeeze(2)
    assert not batch.learn[acting == CLONE].any()
    assert (acting == CLONE).any()
    after = list(frozen.parameters())
    assert all(torch.equal(one, other) for one, other in zip(before, after, strict=True))
    monkeypatch.setattr(run_module, "MATCH_GAMES", 4)
    run.evaluate(0.0, anchors=True)
    head = (tmp_path / "strength.csv").read_text(encoding="utf-8").splitlines()[0]
    assert "kingup-chancellor-1000" in head
