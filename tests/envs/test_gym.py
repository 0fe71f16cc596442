"""Gymnasium: one learner against bots, one game at a time and many."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: kingup[pettingzoo]")

import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from kingup import Game
from kingup.bots import make_bot
from kingup.bots.sight import sight_of
from kingup.envs import gym
from kingup.envs.opponents import LEARNER, page_action
from kingup.rules.actions import decode_action
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.setup import Setup
from tests.bots.games import bots_for, played
from tests.strategies import FAMILIES, FAMILY_NAMES

pytestmark = pytest.mark.full  # what it compiles takes longest

Family = tuple[str, tuple[int, ...], tuple[str, ...]]


@pytest.mark.parametrize("family", FAMILIES[::5], ids=FAMILY_NAMES[::5])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_single_environment_passes_gymnasiums_check_without_a_warning(
    family: Family, mode: Any
) -> None:
    env = gym.KingUpEnv(*family, render_mode=mode)
    check_env(env)
    env.reset(seed=1)
    assert isinstance(env.render(), str if mode == "ansi" else np.ndarray)
    env.close()


@pytest.mark.parametrize(("id_", "edition"), gym.IDS.items())
def test_environments_are_registered(id_: str, edition: str) -> None:
    env = gymnasium.make(id_, seats=3, opponents="random")
    check_env(env.unwrapped)
    assert env.unwrapped.learners.setup == Setup.of(edition, 3)  # type: ignore[attr-defined]
    many = gymnasium.make_vec(id_, num_envs=5, seats=3)
    seen, _ = many.reset(seed=1)
    assert seen["action_mask"].shape == (5, 75)


@pytest.mark.parametrize(
    "lines",
    [
        "import kingup.envs.gym; print(gymnasium.make('KingUp-v0').spec.id)",
        "print(gymnasium.make('kingup.envs.gym:KingUp-v0').spec.id)",
    ],
)
def test_a_new_process_finds_the_environments(lines: str) -> None:
    program = f"import gymnasium; {lines}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "KingUp-v0", done.stderr


def test_action_masks_are_the_legal_actions() -> None:
    env = gym.KingUpEnv("kingup", 3)
    seen, _ = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert (env.action_masks() == seen["action_mask"]).all()
    many = gym.KingUpVectorEnv(4, "kingup", 3)
    seen, _ = many.reset(seed=1)
    assert (many.action_masks() == seen["action_mask"]).all()


def test_a_specification_makes_the_same_environment_again() -> None:
    env = gym.KingUpEnv("vive-le-roi", [1, 2, 1], ["ambition"], opponents="courtier", seat=1)
    assert env.spec is not None
    again = env.spec.make().unwrapped
    for one in (env, again):
        one.reset(seed=3)
    assert (env.action_masks() == again.action_masks()).all()  # type: ignore[attr-defined]


def random_legal(masks: Any, rng: np.random.Generator) -> Any:
    return (rng.random(masks.shape) * masks).argmax(axis=-1)


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_a_learner_plays_whole_games_against_every_bot(family: Family) -> None:
    rng = np.random.default_rng(1)
    for opponents in ("page", "courtier"):
        env = gym.KingUpVectorEnv(6, *family, opponents=opponents)
        seen, _ = env.reset(seed=2)
        ended = 0
        for _ in range(150):
            assert seen["action_mask"].any(axis=1).all()
            seen, rewards, terminated, truncated, info = env.step(
                random_legal(seen["action_mask"], rng)
            )
            assert not truncated.any()
            assert not rewards[~terminated].any()
            if terminated.any():
                ended += terminated.sum()
                assert (info["_final_obs"] == terminated).all()
                over = 19 + 6
                assert info["final_obs"][terminated][:, over].all()
                assert not seen["observation"][terminated][:, over].any()
        assert ended


def test_the_learners_seat_rotates_unless_it_is_given() -> None:
    env = gym.KingUpVectorEnv(8, seats=4)
    assert np.argwhere(env.learners.kinds == LEARNER)[:, 1].tolist() == [0, 1, 2, 3] * 2
    env = gym.KingUpVectorEnv(8, seats=4, seat=2)
    assert np.argwhere(env.learners.kinds == LEARNER)[:, 1].tolist() == [2] * 8


def test_an_illegal_action_forfeits_the_game() -> None:
    env = gym.KingUpEnv(seats=3)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(np.int64(70))
    assert (reward, terminated, info["illegal"]) == (-1, True, True)
    many = gym.KingUpVectorEnv(3)
    many.reset(seed=1)
    _, rewards, ended, _, info = many.step(np.full(3, 70))
    assert rewards.tolist() == [-1] * 3
    assert ended.all()
    assert info["illegal"].all()


def test_the_same_seed_repeats_the_game() -> None:
    def play(seed: int) -> Any:
        env = gym.KingUpVectorEnv(4, "vive-le-roi", copy=False)
        seen, _ = env.reset(seed=seed)
        rng = np.random.default_rng(5)
        for _ in range(40):
            seen, *_ = env.step(random_legal(seen["action_mask"], rng))
        return seen["observation"].tobytes()

    assert play(1) == play(1)
    assert play(1) != play(2)
    env = gym.KingUpVectorEnv(2)
    assert env.observation_space.contains(env.reset()[0])
    for wrong in ([1, 2], "x", -1, 2**63):
        with pytest.raises(ValueError, match="one whole number"):
            env.reset(seed=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": "dragon"},
        {"opponents": ["page"]},
        {"seat": 4},
        {"seats": 7},
        {"reward": "score"},
        {"num_envs": 0},
    ],
)
def test_an_impossible_environment_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        gym.KingUpVectorEnv(**{"num_envs": 2, **wrong})


@pytest.mark.parametrize("wrong", [{"reward": "score"}, {"render_mode": "human"}])
def test_a_single_environment_refuses_an_unknown_reward_or_render_mode(
    wrong: dict[str, Any],
) -> None:
    with pytest.raises(ValueError, match=f"not “{next(iter(wrong.values()))}”"):
        gym.KingUpEnv(**wrong)


def test_a_step_needs_a_game_that_is_under_way() -> None:
    env = gym.KingUpEnv(seats=3)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(np.int64(0))
    env.reset(seed=1)
    env.step(np.int64(70))
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(np.int64(0))
    env.reset()
    many = gym.KingUpVectorEnv(2)
    with pytest.raises(ResetNeeded, match="reset"):
        many.step(np.zeros(2, int))
    many.reset(seed=1)
    many.step(np.full(2, 70))
    many.step(np.full(2, 70))  # finished games have begun anew


def test_each_seat_can_have_its_own_opponent() -> None:
    env = gym.KingUpVectorEnv(2, seats=3, opponents=["random", "courtier"], seat=1)
    assert env.learners.kinds.tolist() == [[3, 0, 1]] * 2


@pytest.mark.parametrize("family", FAMILIES[::4], ids=FAMILY_NAMES[::4])
def test_the_compiled_page_chooses_like_a_page(family: Family) -> None:
    """The same actions, each about as often."""
    game = Game(*family, seed=4)
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        if i % 23:
            continue
        view = game.view(player)
        state = sight_of(view)
        seed_generator(state, i)
        page = make_bot("page", i)
        number = 600
        theirs = Counter(page.choose(view) for _ in range(number))
        ours: Counter[str] = Counter()
        for _ in range(number):
            ours[str(decode_action(state, player, page_action(state, player)))] += 1
        for action in view.actions:
            spread = 5 * (theirs[action] + ours[action] + 1) ** 0.5
            assert abs(theirs[action] - ours[action]) <= spread, (view.phase, action)


def test_a_random_learner_loses_only_to_better_opponents() -> None:
    """Rewards are the learner's own: it draws with random players and loses to courtiers."""
    rng = np.random.default_rng(2)
    totals = {}
    for opponents in ("random", "courtier"):
        env = gym.KingUpVectorEnv(200, opponents=opponents)
        seen, _ = env.reset(seed=3)
        got = []
        for _ in range(100):
            seen, rewards, ended, _, _ = env.step(random_legal(seen["action_mask"], rng))
            got += rewards[ended].tolist()
        totals[opponents] = np.mean(got)
    assert abs(totals["random"]) < 0.08
    assert totals["courtier"] < -0.1
