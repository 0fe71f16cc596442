"""The judge: its chances come true whoever plays, and depend only on what its viewer knows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from bench.judge import SAID, moments_of_game

from kingup import Game
from kingup.bots.bot import BotError
from kingup.bots.sovereign import weights
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.conduct import PHASES, RATIOS, TALLIES
from kingup.bots.sovereign.conduct_rounds import Conduct
from kingup.bots.sovereign.judge import Judge, judge_of
from kingup.bots.sovereign.judge_weights import SHIPPED, load_judge, pack, save_judge, unpack
from kingup.bots.sovereign.networks import networks_of
from kingup.bots.sovereign.shape import Shape, sizes_of
from kingup.bots.sovereign.worlds import Worlds, imagine
from kingup.rules.constants import MAX_SEATS
from kingup.rules.records import new_games
from tests.bots.games import bots_for, played
from tests.bots.sovereign_networks import untrained
from tests.bots.twin_games import moments, with_other_secrets
from tests.strategies import FAMILIES, FAMILY_NAMES

SOME = FAMILIES[::3]
PLACING, _CLIMBING, VOTING = range(PHASES)
COURTIER, PAGE = RATIOS - 2, RATIOS - 1


def test_player_and_judge_are_small_together() -> None:
    assert SHIPPED.stat().st_size + weights.SHIPPED.stat().st_size <= 8_000_000
    assert load_judge(None).trained["minutes"] > 0
    assert len(judge_of().digest) == 12


@pytest.mark.parametrize("family", SOME, ids=FAMILY_NAMES[::3])
def test_chances_add_up_in_every_sight(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    game = Game(*family, seed=3)
    conduct = Conduct(untrained())
    judge = judge_of()
    for i, player in enumerate(played(game, bots_for(game, "courtier", "page"))):
        if i % 60 != 7:
            continue
        for chances in (
            judge.of_game(game, conduct),
            judge.of_view(game.view(player), conduct),
            judge.of_view(game.view(), conduct),
        ):
            assert chances.sum() == pytest.approx(1)
            assert (chances >= 0).all()
            assert (chances[len(family[1]) : MAX_SEATS] == 0).all()
            assert "emissary" in family[2] or chances[MAX_SEATS] == 0


def test_the_world_that_is_true_is_judged_like_open_cards() -> None:
    game = Game("vive-le-roi", (1, 2, 1), ("ambition", "emissary", "wedding"), seed=5)
    conduct, judge = Conduct(untrained()), judge_of()
    for i, player in enumerate(played(game, bots_for(game, "courtier", "page"))):
        if i % 50 == 11:
            true = Worlds(new_games(game.state, 1), np.zeros((1, MAX_SEATS), np.int8))
            found = judge.of_worlds(game.view(player), conduct, true)[0]
            assert found == pytest.approx(judge.of_game(game, conduct), abs=1e-5)


@pytest.mark.parametrize("sight", ["view", "public", "worlds"])
def test_hidden_cards_change_nothing_but_open_chances(sight: str) -> None:
    game = Game("vive-le-roi", (1, 1, 1, 1), ("ambition", "emissary"), seed=2)
    networks, judge = untrained(), judge_of()
    changed = 0
    for number, (player, _stage) in enumerate(moments(game)):
        if number % 4 and sight == "worlds":
            continue  # beliefs about Ambitions take long
        viewer = None if sight == "public" else player
        twin = with_other_secrets(game, viewer)
        found = []
        for which in (game, twin):
            view = which.view(viewer)
            if sight == "worlds":
                beliefs = PolicyBeliefs(networks)
                beliefs.update(view)
                worlds = imagine(beliefs, 3, np.random.default_rng(1))
                found.append(judge.of_worlds(view, Conduct(networks), worlds))
            else:
                found.append(judge.of_view(view, Conduct(networks)))
        assert np.array_equal(found[0], found[1])
        opened = [judge.of_game(which, Conduct(networks)) for which in (game, twin)]
        changed += not np.allclose(opened[0], opened[1])
    assert changed > 0


@pytest.mark.full
def test_round_one_among_courtiers_and_pages_is_judged_better_than_by_the_critic() -> None:
    networks, judge = networks_of(None), judge_of()
    missed: dict[str, list[float]] = {name: [] for name in SAID}
    for seed in range(12):
        rounds, said, won = moments_of_game("kingup", ("courtier", "page"), seed, networks, judge)
        for number, each in zip(rounds, said, strict=True):
            if number == 1:
                for name, chances in zip(SAID, each, strict=True):
                    missed[name].append(float(((chances - won) ** 2).mean()))
    scores = {name: float(np.mean(values)) for name, values in missed.items()}
    assert scores["open"] < scores["constant"] - 0.01
    assert scores["worlds"] < scores["constant"] - 0.01
    assert scores["open"] < scores["critic"] - 0.02


def test_conduct_tells_who_chooses_like_whom() -> None:
    game = Game("kingup", 4, seed=6)
    conduct = Conduct(untrained())
    for _player in played(game, bots_for(game, "courtier", "page")):
        if game.round == 3:
            break
    tallies = conduct.past(game.view())
    number = tallies[:4, :, TALLIES - 1].sum(axis=1)
    assert (number > 15).all()
    assert (tallies[4:] == 0).all()
    sums = tallies[:4].sum(axis=1)
    # Courtiers have seats 0 and 2, pages 1 and 3; a sum above 0 is better than chance.
    assert (sums[[0, 2], COURTIER] > 20).all()
    assert (sums[[1, 3], COURTIER] < 0).all()
    assert (sums[[1, 3], PAGE] > sums[[1, 3], COURTIER]).all()


def test_votes_count_only_when_they_are_revealed() -> None:
    game = Game("vive-le-roi", 4, seed=1)
    conduct = Conduct(untrained())
    for _player in played(game, bots_for(game, "courtier")):
        if game.phase == "vote" and game.state.votes_in == 3:
            break
    sealed = conduct.open(game.view(), game.state)
    assert (sealed[:, VOTING] == 0).all()
    assert (sealed[:4, PLACING, TALLIES - 1] > 0).all()
    game.play(game.to_act[0], "Y")
    revealed = conduct.open(game.view(), game.state)
    assert revealed[:, VOTING, TALLIES - 1].sum() == 4
    assert np.array_equal(revealed[:, :VOTING], sealed[:, :VOTING])


def test_packed_weights_are_near_and_damaged_files_are_refused(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    matrix = generator.normal(size=(7, 70)).astype(np.float32)
    assert np.abs(unpack(*pack(matrix)) - matrix).max() < 0.04
    assert (unpack(*pack(np.zeros((2, 3), np.float32))) == 0).all()
    shape = Shape(width=8, blocks=1)
    arrays = {
        name: generator.normal(size=size).astype(np.float32)
        for name, size in sizes_of("judge", shape).items()
    }
    path = tmp_path / "judge.npz"
    save_judge(path, shape, arrays, {"minutes": 1})
    first = judge_of(path)
    assert isinstance(first, Judge)
    assert judge_of(path) is first
    missing = dict(list(arrays.items())[1:])
    save_judge(tmp_path / "missing.npz", shape, missing, {})
    with pytest.raises(BotError, match="cannot be used"):
        judge_of(tmp_path / "missing.npz")
    (tmp_path / "text.npz").write_text("no weights")
    with pytest.raises(BotError, match="not a weights file"):
        judge_of(tmp_path / "text.npz")
    with pytest.raises(BotError, match="no weights file"):
        judge_of(tmp_path / "nowhere.npz")
    with pytest.raises(BotError, match="not a weights file"):
        judge_of(weights.SHIPPED)
