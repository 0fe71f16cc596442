"""PettingZoo: its own tests, and what they do not cover."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: kingup[pettingzoo]")

from gymnasium.error import ResetNeeded
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from kingup.envs import zoo
from kingup.rules.constants import VOTE
from kingup.rules.features import FEATURES
from tests.strategies import FAMILIES, FAMILY_NAMES

Family = tuple[str, tuple[int, ...], tuple[str, ...]]
SOME = FAMILIES[1::4]
SOME_NAMES = FAMILY_NAMES[1::4]

pytestmark = [
    # PettingZoo warns like this about all its own card games with a mask.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:The observation contains negative numbers"),
    pytest.mark.filterwarnings(r"ignore:.*\[WARNING\].*"),
]


def play_on(env: Any, seed: int) -> dict[str, float]:
    """Play a game at random and return each agent's total reward."""
    env.reset(seed=seed)
    rng = random.Random(seed)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return totals


@pytest.mark.parametrize("family", SOME, ids=SOME_NAMES)
def test_the_aec_environment_passes_pettingzoos_test(family: Family) -> None:
    # Its play check stops after the first episode, so it is run for several.
    for _ in range(3):
        api_test(zoo.env(*family), num_cycles=400)


@pytest.mark.parametrize("family", SOME, ids=SOME_NAMES)
def test_the_parallel_environment_passes_pettingzoos_test(family: Family) -> None:
    for _ in range(2):
        parallel_api_test(zoo.parallel_env(*family), num_cycles=600)


@pytest.mark.parametrize("family", SOME, ids=SOME_NAMES)
def test_the_same_seed_repeats_the_game(family: Family) -> None:
    seed_test(lambda: zoo.env(*family), num_cycles=100)
    parallel_seed_test(lambda: zoo.parallel_env(*family), num_cycles=100)


@pytest.mark.parametrize("family", FAMILIES[::6], ids=FAMILY_NAMES[::6])
def test_the_environment_can_be_rendered(family: Family) -> None:
    render_test(lambda render_mode: zoo.env(*family, render_mode=render_mode))


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_rewards_come_once_at_the_end_of_a_game(family: Family) -> None:
    for seed in range(2):
        totals = play_on(zoo.env(*family), seed)
        fair = 1 / len(family[1])
        lost = all(total == pytest.approx(-fair) for total in totals.values())
        assert lost or sum(totals.values()) == pytest.approx(0, abs=1e-6)


def test_points_can_be_the_reward() -> None:
    totals = play_on(zoo.env("vive-le-roi", 3, reward="points"), 1)
    assert all(total == int(total) >= 0 for total in totals.values())
    assert max(totals.values()) > 10


def test_only_the_selected_agent_may_act() -> None:
    env = zoo.env(seats=3)
    env.reset(seed=1)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.any() == (agent == env.agent_selection)
        assert (env.infos[agent]["action_mask"] == mask).all()
        assert env.observe(agent)["observation"].shape == (FEATURES,)


def test_an_illegal_action_ends_the_game() -> None:
    env = zoo.env(seats=3)
    env.reset(seed=1)
    culprit = env.agent_selection
    env.step(70)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.rewards[culprit] == -1


def test_the_raw_environment_refuses_an_illegal_action() -> None:
    env = zoo.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="illegal"):
        env.step(70)
    with pytest.raises(ValueError, match="is to act"):
        env.step(None)


@pytest.mark.parametrize("make", [zoo.env, zoo.raw_env, zoo.parallel_env])
@pytest.mark.parametrize("wrong", [{"reward": "score"}, {"render_mode": "film"}])
def test_an_unknown_reward_or_render_mode_is_refused(make: Any, wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=f"not “{next(iter(wrong.values()))}”"):
        make(**wrong)


@pytest.mark.parametrize("make", [zoo.env, zoo.raw_env, zoo.parallel_env])
@pytest.mark.parametrize("seed", ["x", -1, 2**63])
def test_a_seed_that_is_not_a_64_bit_integer_is_refused(make: Any, seed: Any) -> None:
    with pytest.raises(ValueError, match="one whole number"):
        make().reset(seed=seed)


def test_a_step_needs_a_game_that_is_under_way() -> None:
    env = zoo.raw_env(seats=3)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)
    play_on(env, 1)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(None)
    parallel = zoo.parallel_env(seats=3)
    with pytest.raises(ResetNeeded, match="reset"):
        parallel.step({})


def test_in_the_parallel_environment_exactly_the_listed_agents_act() -> None:
    env = zoo.parallel_env(seats=3)
    env.reset(seed=1)
    before = env.table.state
    with pytest.raises(ValueError, match="'seat_0', 'seat_1', 'seat_2'"):
        env.step({})
    with pytest.raises(ValueError, match="'seat_3'"):
        env.step(dict.fromkeys([*env.agents, "seat_3"], zoo.NOOP))
    assert env.table.state == before


def vote_of(family: Family, seed: int) -> Any:
    """Return a raw environment in which a vote has just been called."""
    env = zoo.raw_env(*family)
    env.reset(seed=seed)
    rng = random.Random(seed)
    while env.table.state.phase != VOTE:
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(rng.choice(np.flatnonzero(mask).tolist()))
    return env


def test_sequential_votes_do_not_leak() -> None:
    """A voter sees the same, whatever the voters before it chose."""
    family: Family = ("vive-le-roi", (1, 1, 2, 1), ())
    seen = []
    for card in (70, 71, 72):
        env = vote_of(family, 4)
        before = [env.observe(agent)["observation"].tolist() for agent in env.agents]
        env.step(card)
        after = [env.observe(agent)["observation"].tolist() for agent in env.agents]
        assert before[1:] == after[1:]
        assert before[0] != after[0]
        env.step(card)
        seen.append([env.observe(agent)["observation"].tolist() for agent in env.agents[2:]])
    assert seen[0] == seen[1] == seen[2]


def test_in_the_parallel_environment_everybody_votes_at_once() -> None:
    env = zoo.parallel_env("vive-le-roi", [1, 2, 1], ["ambition", "wedding"])
    seen, infos = env.reset(seed=3)
    rng = random.Random(3)
    together = 0
    while env.agents:
        deciding = [a for a in env.agents if not seen[a]["action_mask"][zoo.NOOP]]
        for agent in env.agents:
            assert (infos[agent]["action_mask"] == seen[agent]["action_mask"]).all()
        if env.table.state.phase == VOTE:
            assert deciding == env.agents
            together += 1
        masks = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in env.agents}
        actions = {agent: int(rng.choice(mask)) for agent, mask in masks.items()}
        seen, rewards, ended, _, infos = env.step(actions)
    assert together > 3
    assert all(ended.values())
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)


def test_in_the_parallel_environment_an_illegal_action_ends_the_game() -> None:
    env = zoo.parallel_env(seats=3)
    env.reset(seed=1)
    actions = dict.fromkeys(env.agents, zoo.NOOP)
    _, rewards, ended, _, _ = env.step(actions)
    assert sorted(rewards.values()) == [-1, 0, 0]
    assert all(ended.values())
    assert env.agents == []


def test_rendered_pictures_and_texts_hold_no_secrets() -> None:
    env = zoo.raw_env("vive-le-roi", [2, 1, 1], ["emissary", "ambition"], render_mode="ansi")
    env.reset(seed=2)
    text = str(env.render())
    assert "Vive le Roi, round 1, ambition" in text
    assert "Emissary 40" in text
    env.render_mode = "rgb_array"
    picture = env.render()
    games = env.table.games
    games["card"][:] = 3
    games["kept"][:] = 3
    games["no_cards"][:] = 1
    assert np.array_equal(np.asarray(env.render()), np.asarray(picture))
    env.render_mode = "ansi"
    assert env.render() == text
    env.render_mode = None
    assert env.render() is None


def test_the_human_render_mode_prints_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    env = zoo.env(render_mode="human", seats=3)
    env.reset(seed=1)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert "King Up!, round 1, place" in capsys.readouterr().out
    parallel = zoo.parallel_env(render_mode="human", seats=3)
    seen, _ = parallel.reset()
    parallel.step({agent: int(row["action_mask"].argmax()) for agent, row in seen.items()})
    assert "King Up!" in capsys.readouterr().out
    env.close()
    parallel.close()
