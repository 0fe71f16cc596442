"""The network without PyTorch: its numbers and its files."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kingup import Game
from kingup.bots import BotError
from kingup.bots.compiled import history_records
from kingup.bots.sight import history_of, sight_of
from kingup.bots.sovereign import networks
from kingup.bots.sovereign import weights as files
from kingup.bots.sovereign.network import chances, log_policy
from kingup.bots.sovereign.networks import networks_of, show
from kingup.bots.sovereign.weights import load_weights, save_weights
from kingup.rules.records import new_games
from tests.bots.games import bots_for, played
from tests.bots.sovereign_networks import (
    SHAPES,
    open_cards,
    positions,
    untrained,
    weights_of,
    written,
)
from tests.strategies import FAMILIES, FAMILY_NAMES

GOLDEN = Path(__file__).parent / "sovereign_golden.json"
"""PyTorch's answers for the same positions, written by tests/training/test_same_network.py."""


@pytest.mark.parametrize("network", SHAPES)
def test_the_network_agrees_with_pytorch(network: str) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))[network]
    rows, _masks = positions()
    logits, outcome, cards = untrained(network).player(rows)
    judged = untrained(network).critic(rows, *open_cards(len(rows)))
    assert logits.sum(axis=0).tolist() == pytest.approx(golden["logits"], abs=2e-3)
    assert outcome.sum(axis=0).tolist() == pytest.approx(golden["outcome"], abs=2e-3)
    assert cards.sum(axis=(0, 1)).tolist() == pytest.approx(golden["cards"], abs=2e-2)
    assert judged.sum(axis=0).tolist() == pytest.approx(golden["critic"], abs=2e-3)


@pytest.mark.parametrize("network", SHAPES)
def test_a_batch_is_judged_like_each_position_alone(network: str) -> None:
    rows, masks = positions()
    together = untrained(network).player.policy(rows)
    for i in range(len(rows)):
        alone = untrained(network).player.policy(rows[i : i + 1])
        assert np.allclose(alone[0], together[i], atol=1e-4)
    logs = log_policy(together, masks)
    assert np.allclose(np.exp(logs).sum(axis=1), 1)
    assert (np.isfinite(logs) == (masks > 0)).all()


def test_absent_seats_have_no_chance() -> None:
    rows, _masks = positions()
    found = chances(untrained().player(rows)[1], rows)
    assert np.allclose(found.sum(axis=1), 1)
    assert (found[0, 4:] == 0).all()


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_a_view_is_encoded_like_the_game_itself(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    # The encoder reads the game itself in training, but only a view in play.
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


def test_the_encoder_does_not_read_others_secrets() -> None:
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


@pytest.mark.parametrize("network", SHAPES)
def test_weights_are_read_back_from_their_file(network: str, tmp_path: Path) -> None:
    known = weights_of(network)
    found = load_weights(written(tmp_path, network))
    assert found.player_shape == known.player_shape
    assert set(found.arrays) == set(known.arrays)
    assert all((found.arrays[name] == known.arrays[name]).all() for name in known.arrays)


def test_a_file_without_weights_is_refused_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BotError, match="There is no weights file"):
        load_weights(tmp_path / "nothing.npz")
    odd = tmp_path / "odd.npz"
    for content in (b"", b"PK\x03\x04 cut short", b"not weights at all"):
        odd.write_bytes(content)
        with pytest.raises(BotError, match="is not a weights file"):
            load_weights(odd)
    # Complete files with one damaged, encrypted or oddly compressed member.
    save_weights(tmp_path / "whole.npz", weights_of("wide"))
    whole = (tmp_path / "whole.npz").read_bytes()
    with zipfile.ZipFile(tmp_path / "whole.npz") as file:
        first, second = (each.header_offset for each in file.infolist()[:2])
        central = file.start_dir
    for place, spoiled in (
        ((first + second) // 2, b"\xff" * 64),
        (central + 8, b"\x01"),  # encrypted
        (central + 10, b"\x63"),  # an unknown compression method
    ):
        odd.write_bytes(whole[:place] + spoiled + whole[place + len(spoiled) :])
        with pytest.raises(BotError, match="is not a weights file"):
            load_weights(odd)
    # And a file with an extra member.
    odd.write_bytes(whole)
    with zipfile.ZipFile(odd, "a") as file:
        file.writestr("README", "These are weights.")
    with pytest.raises(BotError, match="is not a weights file"):
        load_weights(odd)
    with pytest.raises(BotError, match="There is no weights file"):
        load_weights("zero\0byte")
    np.savez(odd, about=np.array("[]"))
    with pytest.raises(BotError, match="is not a weights file"):
        load_weights(odd)
    with monkeypatch.context() as patch:
        patch.setattr(files, "NETWORK_VERSION", 1)
        save_weights(tmp_path / "old.npz", weights_of("wide"))
    with pytest.raises(BotError, match="another version of kingup"):
        load_weights(tmp_path / "old.npz")


@pytest.mark.parametrize("network", SHAPES)
@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("player.outcome.weight", lambda array: None),
        ("player.choices.bias", lambda array: None),
        ("player.more.weight", lambda array: np.zeros(3)),
        ("critic.outcome.weight", lambda array: array.T),
        ("player.moves.out.weight", lambda array: array[:1]),
        ("player.choices.weight", lambda array: array * np.nan),
        ("critic.outcome.bias", lambda array: array + np.inf),
    ],
    ids=["missing", "no-bias", "unknown", "turned", "cut", "nan", "infinite"],
)
def test_weights_that_do_not_fit_the_network_are_refused(
    network: str, name: str, spoil: Callable[[Any], Any], tmp_path: Path
) -> None:
    known = weights_of(network)
    arrays = dict(known.arrays)
    spoilt = spoil(arrays.pop(name, None))
    if spoilt is not None:
        arrays[name] = spoilt
    path = tmp_path / "spoilt.npz"
    save_weights(path, replace(known, arrays=arrays))
    with pytest.raises(BotError, match="spoilt.npz.* cannot be used: .*" + re.escape(name)):
        networks_of(path)


@pytest.mark.parametrize("part", ["player_shape", "critic_shape"])
@pytest.mark.parametrize(
    ("field", "value"),
    [("kind", "odd"), ("kind", []), ("blocks", 10**12), ("blocks", -1), ("width", "wide")],
    ids=str,
)
def test_an_unknown_kind_of_network_is_refused(
    part: str, field: str, value: Any, tmp_path: Path
) -> None:
    known = weights_of("wide")
    path = tmp_path / "odd.npz"
    changes: dict[str, Any] = {part: replace(known.player_shape, **{field: value})}
    save_weights(path, replace(known, **changes))
    with pytest.raises(BotError, match=r"odd.npz.* unknown kind of network"):
        networks_of(path)


def test_cached_networks_are_not_mistaken_for_those_of_freed_weights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Freed weights leave their memory address to the next ones.
    monkeypatch.setattr(networks, "Networks", lambda weights: weights.player_shape.width)
    for name, shape in [*SHAPES.items()] * 20:
        monkeypatch.setattr(networks, "load_weights", lambda _path, n=name: replace(weights_of(n)))
        assert int(str(networks_of(None))) == shape.width


def test_weights_are_read_again_only_if_the_file_changed(tmp_path: Path) -> None:
    path = written(tmp_path)
    first = networks_of(path)
    assert networks_of(path) is first
    save_weights(path, weights_of("narrow"))
    os.utime(path, ns=(1, 1))
    assert networks_of(path) is not first


def test_without_weights_there_is_no_trained_player(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(files, "SHIPPED", tmp_path / "sovereign.npz")
    with pytest.raises(BotError, match="no trained player"):
        load_weights(None)
    save_weights(tmp_path / "sovereign.npz", weights_of("wide"))
    assert load_weights(None).player_shape == SHAPES["wide"]


@pytest.mark.parametrize("network", sorted(SHAPES))
def test_an_exact_row_does_not_depend_on_its_batch(network: str) -> None:
    rows, _masks = positions()
    player = untrained(network).player
    together = player.policy(rows, exact=True)
    for start in range(len(rows)):
        for number in (1, 3, 7):
            part = player.policy(rows[start : start + number], exact=True)
            assert np.array_equal(part, together[start : start + number])
