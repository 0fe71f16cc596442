"""The network without PyTorch: right numbers, right files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from kingup import Game
from kingup.bots import BotError
from kingup.bots.sight import history_of, sight_of
from kingup.bots.sovereign import weights as files
from kingup.bots.sovereign.mind import show
from kingup.bots.sovereign.network import chances, log_policy
from kingup.bots.sovereign.reading import history_records
from kingup.bots.sovereign.weights import load_weights, save_weights
from kingup.rules.records import new_games
from tests.bots.games import bots_for, played
from tests.bots.minds import SHAPES, mind, open_cards, positions, weights_of, written
from tests.strategies import FAMILIES, FAMILY_NAMES

GOLDEN = Path(__file__).parent / "sovereign_golden.json"
"""What PyTorch says of the same positions: written by tests/training/test_same_network.py."""


@pytest.mark.parametrize("kind", SHAPES)
def test_the_network_says_what_pytorch_said(kind: str) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))[kind]
    rows, _masks = positions()
    logits, outcome, cards = mind(kind).player(rows)
    judged = mind(kind).critic(rows, *open_cards(len(rows)))
    assert logits.sum(axis=0).tolist() == pytest.approx(golden["logits"], abs=2e-3)
    assert outcome.sum(axis=0).tolist() == pytest.approx(golden["outcome"], abs=2e-3)
    assert cards.sum(axis=(0, 1)).tolist() == pytest.approx(golden["cards"], abs=2e-2)
    assert judged.sum(axis=0).tolist() == pytest.approx(golden["critic"], abs=2e-3)


@pytest.mark.parametrize("kind", SHAPES)
def test_many_positions_at_once_are_judged_like_each_alone(kind: str) -> None:
    rows, masks = positions()
    together = mind(kind).player.policy(rows)
    for i in range(len(rows)):
        alone = mind(kind).player.policy(rows[i : i + 1])
        assert np.allclose(alone[0], together[i], atol=1e-4)
    logs = log_policy(together, masks)
    assert np.allclose(np.exp(logs).sum(axis=1), 1)
    assert (np.isfinite(logs) == (masks > 0)).all()


def test_only_seats_that_are_there_can_win() -> None:
    rows, _masks = positions()
    found = chances(mind().player(rows)[1], rows)
    assert np.allclose(found.sum(axis=1), 1)
    assert (found[0, 4:] == 0).all()


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_a_view_is_shown_to_the_network_like_the_game_itself(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    # The encoder reads the true game in training, and what a view tells in play.
    game = Game(*family, seed=4)
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        if i % 7:
            continue
        view = game.view(player)
        history = history_records(history_of(view))
        asked = np.array([player], np.int32)
        seen = show(new_games(sight_of(view), 1), history, asked)
        true = show(new_games(game.state, 1), history, asked)
        assert (seen[0] == true[0]).all()
        assert (seen[1] == true[1]).all()
        assert seen[1].sum() == len(view.actions)


def test_what_others_hold_is_never_read() -> None:
    game = Game("vive-le-roi", 5, ["ambition", "emissary"], seed=4)
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        if i % 9 or game.rounds[-1].crownings:
            continue
        history = history_records(history_of(game.view(player)))
        games = new_games(game.state, 2)
        others = [p for p in range(5) if p != player]
        for name, value in (("card", 25), ("dealt_1", 15), ("dealt_2", 15), ("kept", 3)):
            games[name][1, others] = value
        games["vote"][1, others] = 3
        games["pile"][1] = 3
        rows, masks = show(games, np.repeat(history, 2), np.array([player] * 2, np.int32))
        assert (rows[0] == rows[1]).all()
        assert (masks[0] == masks[1]).all()


@pytest.mark.parametrize("kind", SHAPES)
def test_weights_come_back_from_their_file(kind: str, tmp_path: Path) -> None:
    known = weights_of(kind)
    found = load_weights(written(tmp_path, kind))
    assert found.player_shape == known.player_shape
    assert set(found.arrays) == set(known.arrays)
    assert all((found.arrays[name] == known.arrays[name]).all() for name in known.arrays)


def test_what_is_no_file_of_weights_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BotError, match="There is no file of weights"):
        load_weights(tmp_path / "nothing.npz")
    odd = tmp_path / "odd.npz"
    for content in (b"", b"PK\x03\x04 cut short", b"not weights at all"):
        odd.write_bytes(content)
        with pytest.raises(BotError, match="is no file of weights"):
            load_weights(odd)
    np.savez(odd, about=np.array("[]"))
    with pytest.raises(BotError, match="is no file of weights"):
        load_weights(odd)
    with monkeypatch.context() as patch:
        patch.setattr(files, "NETWORK_VERSION", 1)
        save_weights(tmp_path / "old.npz", weights_of("flat"))
    with pytest.raises(BotError, match="another version of kingup"):
        load_weights(tmp_path / "old.npz")


def test_without_weights_there_is_no_trained_player(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(files, "SHIPPED", tmp_path / "sovereign.npz")
    with pytest.raises(BotError, match="no trained player"):
        load_weights(None)
    save_weights(tmp_path / "sovereign.npz", weights_of("flat"))
    assert load_weights(None).player_shape.kind == "flat"


@pytest.mark.parametrize("kind", sorted(SHAPES))
def test_an_exact_row_is_the_same_to_the_last_digit_whatever_is_beside_it(kind: str) -> None:
    rows, _masks = positions()
    player = mind(kind).player
    together = player.policy(rows, exact=True)
    for start in range(len(rows)):
        for number in (1, 3, 7):
            part = player.policy(rows[start : start + number], exact=True)
            assert np.array_equal(part, together[start : start + number])
