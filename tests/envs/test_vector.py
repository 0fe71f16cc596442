"""Many games in lock-step: the same games, with the right observations and rewards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kingup
from kingup import envs
from kingup.envs import Vector, compiled, entry_points, vector
from kingup.envs.arrays import numbers, shared
from kingup.rules.constants import ACTIONS, OVER, VOTE
from kingup.rules.features import BLOCKS, FEATURES, OFFSETS, Legal, Observation
from kingup.rules.kernel.generator import seed_generator
from kingup.rules.kernel.observing import mask, observe
from kingup.rules.kernel.playouts import next_actor, play_out
from kingup.rules.kernel.scoring import final_score, winners
from kingup.rules.records import from_record
from kingup.rules.setup import Setup, new_state
from kingup.rules.state import History, State
from tests.strategies import FAMILIES, FAMILY_NAMES, each_family

Family = tuple[str, tuple[int, ...], tuple[str, ...]]


def history_at(games: Vector, index: int) -> History:
    record = games.histories[index]
    return History(int(record["size"]), record["seat"].tolist(), record["action"].tolist())


@pytest.mark.parametrize("family", each_family())
def test_every_row_equals_that_of_the_interpreted_encoder(family: Family) -> None:
    games = vector(3, *family, seed=4)
    for step in range(160):
        if step % 6 == 0:
            for i in range(games.n):
                state = from_record(games.games, i)
                player = int(games.actors[i])
                assert player == next_actor(state)
                seen, legal = Observation(), Legal()
                observe(state, history_at(games, i), player, seen)
                mask(state, player, legal)
                assert games.observations[i].tolist() == seen.feature
                assert games.masks[i].tolist() == legal.legal
        games.step(games.random_actions())


@pytest.mark.parametrize("family", FAMILIES[::2], ids=FAMILY_NAMES[::2])
@pytest.mark.parametrize("reward", ["win", "points"])
def test_games_equal_a_simulations_and_their_rewards_come_at_the_end(
    family: Family, reward: Any
) -> None:
    setup = Setup.of(*family)
    expected: list[State] = []
    for i in range(4):
        state = new_state(setup)
        seed_generator(state, 70 + i)
        play_out(state)
        expected.append(state)
    games = vector(4, *family, seed=70, reward=reward, observations=False, masks=False)
    paid: dict[int, list[float]] = {}
    for _ in range(2000):
        games.step(games.random_actions())
        assert not games.rewards[games.dones == 0].any()
        for i in np.flatnonzero(games.dones).tolist():
            paid.setdefault(i, games.rewards[i].tolist())
        if len(paid) == 4:
            break
    for i, state in enumerate(expected):
        champions = winners(state)
        for seat in range(state.seats):
            if reward == "points":
                value: float = final_score(state, seat)
            else:
                won = champions >> seat & 1
                value = (won / champions.bit_count() if won else 0) - 1 / state.seats
            assert paid[i][seat] == pytest.approx(value, abs=1e-6)


def test_when_the_emissary_wins_every_seat_loses_a_fair_share() -> None:
    games = vector(64, "vive-le-roi", 2, ["emissary"], seed=1, observations=False)
    lost = 0
    for _ in range(600):
        games.step(games.random_actions())
        for row in games.rewards[games.dones == 1]:
            lost += bool((row == -0.5).all())
            assert row.sum() == pytest.approx(0) or (row == -0.5).all()
    assert lost


def test_observing_changes_no_game() -> None:
    plain = vector(16, "vive-le-roi", 4, ["ambition"], seed=3, observations=False, masks=False)
    seen = vector(16, "vive-le-roi", 4, ["ambition"], seed=3)
    for _ in range(700):
        plain.step(plain.random_actions())
        seen.step(seen.random_actions())
        assert plain.games.tobytes() == seen.games.tobytes()
    assert plain.observations.shape == (0, FEATURES)
    assert plain.masks.shape == (0, ACTIONS)


def test_a_finished_game_restarts_with_other_cards() -> None:
    games = vector(2, seed=5)
    deals = set()
    for _ in range(3000):
        games.step(games.random_actions())
        if games.dones[0]:
            assert games.games["round"][0] == 1
            assert not (games.games["phase"] == OVER).any()
            deals.add(tuple(games.games["card"][0][:4].tolist()))
    assert len(deals) > 3


def test_no_observation_reveals_others_sealed_votes() -> None:
    """While votes come in, a voter's observation does not depend on the votes before it."""
    games = vector(256, "vive-le-roi", 4, seed=6)
    tried = 0
    for _ in range(60):
        voting = (games.games["phase"] == VOTE) & (games.games["votes_in"] > 0)
        before = games.observations.copy()
        for i in np.flatnonzero(voting):
            sealed = games.games["vote"][i].copy()
            games.games["vote"][i][: games.games["votes_in"][i]] = 4 - np.maximum(
                sealed[: games.games["votes_in"][i]], 1
            )
            compiled.show_at(
                games.games,
                games.histories,
                i,
                games.actors[i],
                games.observations.view(compiled.OBSERVATION).reshape(-1),
                games.masks.view(compiled.LEGAL).reshape(-1)[:0],
            )
            games.games["vote"][i] = sealed
            tried += 1
        assert (games.observations == before).all()
        games.step(games.random_actions())
    assert tried > 100


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    games = vector(8, seed=2)
    actions = games.random_actions().copy()
    before = games.games.tobytes(), games.observations.tobytes()
    actions[5] = 70
    with pytest.raises(kingup.IllegalAction, match="characters are being placed") as refusal:
        games.step(actions)
    assert str(refusal.value).startswith("Game 5: ")
    actions[5] = 75
    with pytest.raises(kingup.InvalidAction):
        games.step(actions)
    assert (games.games.tobytes(), games.observations.tobytes()) == before


def test_the_caller_may_provide_the_arrays() -> None:
    observations = np.full((4, FEATURES), 7, np.uint8)
    masks = np.full((4, ACTIONS), 7, np.uint8)
    rewards = np.full((4, 3), 7, np.float32)
    dones, actors = np.full(4, 7, np.uint8), np.full(4, 7, np.int32)
    games = vector(
        4,
        seats=3,
        observations=observations,
        masks=masks,
        rewards=rewards,
        dones=dones,
        actors=actors,
    )
    assert games.observations is observations
    assert observations.max() < 7 or (observations != 7).any()
    assert set(np.unique(masks)) == {0, 1}
    assert not rewards.any()
    assert not dones.any()
    assert set(actors.tolist()) <= {0, 1, 2}
    games.step(games.random_actions())
    assert games.actors is actors


def test_jax_arrays_are_read_but_not_written_to() -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    games, same = vector(4, seed=5), vector(4, seed=5)
    for _ in range(20):
        games.step(jax.numpy.argmax(jax.dlpack.from_dlpack(games.masks), axis=1))
        same.step(same.masks.argmax(axis=1))
    assert (jax.dlpack.from_dlpack(games.observations) == same.observations).all()
    with pytest.raises(ValueError, match="cannot be written"):
        vector(4, observations=jax.numpy.zeros((4, FEATURES), jax.numpy.uint8))


class OnlyDlpack:
    """An array that supports DLPack only, like the tensors of some libraries."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()


def test_memory_is_shared_through_dlpack() -> None:
    array = np.zeros((2, FEATURES), np.uint8)
    vector(2, observations=OnlyDlpack(array))
    assert array.any()


class OnOtherDevice:
    """An array on some other device."""

    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((2, 5), np.uint8), "shape"),
        (np.zeros((2, FEATURES), np.int8), "uint8"),
        (np.zeros((FEATURES, 2), np.uint8).T, "contiguous"),
        ("text", "shared"),
        (OnOtherDevice(), "shared"),
        (np.broadcast_to(np.zeros(FEATURES, np.uint8), (1, FEATURES)), "shape"),
    ],
)
def test_an_array_that_does_not_fit_is_refused(array: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        vector(2, observations=array)


def test_an_array_that_cannot_be_written_to_is_refused() -> None:
    fixed = np.zeros((2, FEATURES), np.uint8)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="written"):
        shared(fixed, (2, FEATURES), np.uint8, "observations")


@pytest.mark.parametrize("actions", [[1.5, 2.5], [1], np.zeros((2, 2), np.int64)])
def test_actions_are_one_whole_number_for_each_game(actions: Any) -> None:
    with pytest.raises(ValueError, match="2 whole numbers"):
        numbers(actions, 2)
    assert numbers([1, 2], 2).dtype == np.int32


def test_the_same_seed_gives_the_same_games() -> None:
    def play(seed: int) -> bytes:
        games = vector(4, "vive-le-roi", 3, seed=seed)
        for _ in range(200):
            games.step(games.random_actions(), check=False)
        return games.games.tobytes()

    assert play(1) == play(1)
    assert play(1) != play(9)


def test_a_reset_begins_all_games_again() -> None:
    games = vector(4, seed=1)
    first = games.games.tobytes()
    for _ in range(50):
        games.step(games.random_actions())
    games.reset(1)
    assert games.games.tobytes() == first
    games.reset()
    assert games.games.tobytes() != first
    assert (games.games["round"] == 1).all()


def test_scales_normalise_an_observation_to_about_one() -> None:
    games = vector(64, "vive-le-roi", 5, ["ambition", "emissary"], seed=1)
    for _ in range(300):
        games.step(games.random_actions())
    scale = envs.scales()
    assert scale.shape == (FEATURES,)
    assert (games.observations * scale).max() < 8
    top = next(block.top for block in BLOCKS if block.name == "score")
    assert scale[OFFSETS["score"]] == pytest.approx(1 / top)


@pytest.mark.parametrize("wrong", [{"n": 0}, {"reward": "gold"}, {"seats": 9}, {"edition": "x"}])
def test_an_impossible_vector_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        vector(**{"n": 2, **wrong})


@pytest.mark.parametrize("seed", ["x", 1.5, -1, 2**63, 2**70, [1, 2]])
def test_a_seed_that_is_not_a_64_bit_integer_is_refused(seed: Any) -> None:
    games = vector(2, seed=2**63 - 1)
    before = games.games.tobytes()
    with pytest.raises(ValueError, match="one whole number from 0 to"):
        games.reset(seed)
    assert games.games.tobytes() == before


def test_a_seed_may_be_a_numpy_integer() -> None:
    seed: Any = np.uint8(7)
    assert vector(2, seed=seed).games.tobytes() == vector(2, seed=7).games.tobytes()


def test_the_entry_points_also_run_interpreted() -> None:
    """They accept plain states, too, which makes them easy to debug."""
    setup = Setup.of("vive-le-roi", 3)
    states = [new_state(setup)]
    fresh = [new_state(setup)]
    entry_points.seed_all(states, 9)
    games = vector(1, "vive-le-roi", 3, seed=9)
    actors = [0]
    entry_points.renew_at(states, [s.copy() for s in fresh], 0)
    entry_points.deal_at(states, [], 0)
    actors[0] = next_actor(states[0])
    for _ in range(40):
        games.step(games.random_actions())
        actions = [0]
        entry_points.choose_random(states, actors, actions)
        assert entry_points.first_fault(states, actors, actions) == 1
        rewards = np.zeros((1, 3))
        entry_points.step_all(states, [], fresh, actions, actors, rewards, [0], False, [], [])
        assert from_record(games.games, 0) == states[0]
