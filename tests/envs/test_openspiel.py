"""OpenSpiel: its own tests, chance nodes, information states, and resampling."""

from __future__ import annotations

import copy
import pickle
import random
import unittest
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: kingup[openspiel]")

import pyspiel
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from kingup.envs.openspiel import KingUpState, resampling
from kingup.envs.openspiel.position import Position
from kingup.rules.features import BLOCKS
from tests.strategies import FAMILIES, FAMILY_NAMES, each_family

Family = tuple[str, tuple[int, ...], tuple[str, ...]]
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SOME = [
    pytest.param(family, id=name, marks=[pytest.mark.full] if i % 10 else [])
    for i, (family, name) in enumerate(zip(FAMILIES, FAMILY_NAMES, strict=True))
]


def load(family: Family, returns: str = "win") -> Any:
    edition, seats, options = family
    teams = "".join("S" if size == 1 else "T" for size in seats)
    parameters = f"edition={edition},teams={teams},options={'+'.join(options)},returns={returns}"
    return pyspiel.load_game(f"python_kingup({parameters})")


def advance(state: Any, rng: random.Random) -> None:
    """Take one random step."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        assert sum(weights) == pytest.approx(1)
        state.apply_action(rng.choices(outcomes, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def sampler(rng: random.Random) -> Any:
    return rng.random


@pytest.mark.parametrize("family", SOME)
def test_the_game_passes_openspiels_simulations_with_serialisation(family: Family) -> None:
    pyspiel.random_sim_test(load(family), num_sims=1, serialize=True, verbose=False)


def test_returns_can_be_points() -> None:
    game = load(("vive-le-roi", (1, 1, 1), ("wedding",)), "points")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert (game.min_utility(), game.max_utility()) == (0, 300)


@pytest.mark.parametrize("family", SOME[::3])
def test_the_game_passes_openspiels_own_game_tests(family: Family) -> None:
    """`games_sim_test` and the part of `api_test` for games too big to walk through."""
    from open_spiel.integration_tests import api_test
    from open_spiel.python.tests import games_sim_test

    game = load(family)
    games_sim_test.GamesSimTest("sim_game").sim_game(game)
    checks = type(
        "Checks",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game": game, "game_name": "python_kingup"},
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(checks).run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures, result.errors + result.failures


def without_tensors(playthrough: str) -> list[str]:
    """Return a playthrough's lines without the tensors, which are twenty times as long."""
    kept = []
    in_tensor = False
    for line in playthrough.splitlines():
        if "Tensor(" in line:
            in_tensor = True
        elif not line.startswith(" ") and set(line) - set("◯◉"):
            in_tensor = False
        if not in_tensor:
            kept.append(line)
    return kept


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, id=path.stem, marks=[pytest.mark.full] if path.stem == "king_up_3" else []
        )
        for path in sorted(PLAYTHROUGHS.glob("*.txt"))
    ],
)
def test_committed_playthroughs_are_reproduced(path: Path) -> None:
    """To regenerate: write `without_tensors(playthrough(game_string, seed=7))` into its file."""
    flags.FLAGS.mark_as_parsed()
    expected, actual = generate_playthrough.replay(str(path))
    assert without_tensors(actual) == expected.splitlines()


def test_there_are_playthroughs() -> None:
    assert len(list(PLAYTHROUGHS.glob("*.txt"))) == 2


def played(state: KingUpState) -> Position:
    """Return the position to which a state's history leads."""
    again: KingUpState = state.get_game().new_initial_state()
    for item in state.full_history():
        assert again.current_player() == item.player
        again.apply_action(item.action)
    return again.position


@pytest.mark.parametrize("family", each_family())
def test_a_resampled_game_looks_the_same_to_its_player(family: Family) -> None:
    rng = random.Random(3)
    state = load(family).new_initial_state()
    changed = 0
    step = 0
    while not state.is_terminal():
        step += 1
        if not state.is_chance_node() and step % 9 == 0:
            seat = state.current_player()
            other = state.resample_from_infostate(seat, sampler(rng))
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.legal_actions() == state.legal_actions()
            assert other.current_player() == seat
            assert played(other) == other.position
            changed += other.history() != state.history()
        advance(state, rng)
    assert changed > 5


def test_resampling_draws_every_hidden_deal_equally_often() -> None:
    rng = random.Random(4)
    state = pyspiel.load_game("python_kingup(seats=3)").new_initial_state()
    while state.is_chance_node():
        advance(state, rng)
    seat = state.current_player()
    own = state.position.state.card[seat]
    other = (seat + 1) % 3
    counts: Counter[int] = Counter()
    for _ in range(2500):
        resampled = state.resample_from_infostate(seat, sampler(rng))
        assert resampled.position.state.card[seat] == own
        counts[resampled.position.state.card[other]] += 1
    assert set(counts) == set(range(26)) - {own}
    assert max(counts.values()) < 155
    assert min(counts.values()) > 55


def test_chance_deals_every_card_with_its_true_probability() -> None:
    state = pyspiel.load_game(
        "python_kingup(edition=vive-le-roi,seats=2,options=ambition+emissary)"
    ).new_initial_state()
    sizes = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        sizes.append(len(outcomes))
        assert all(weight == pytest.approx(1 / len(outcomes)) for _, weight in outcomes)
        state.apply_action(outcomes[0][0])
    assert sizes == [2, 26, 25, 24, 16, 15, 14, 13]


def test_the_emissary_draws_from_its_pile_when_it_votes() -> None:
    rng = random.Random(5)
    state = pyspiel.load_game(
        "python_kingup(edition=vive-le-roi,seats=2,options=emissary)"
    ).new_initial_state()
    drawn = 0
    while not state.is_terminal():
        if state.is_chance_node() and state.position.last_vote:
            pile = state.position.state.pile[: state.position.state.pile_size]
            expected = [(k, pile.count(k) / len(pile)) for k in (1, 2, 3) if k in pile]
            assert state.chance_outcomes() == expected
            outcome = rng.choice(expected)[0]
            assert state.action_to_string(pyspiel.PlayerId.CHANCE, outcome).startswith("emissary")
            state.apply_action(outcome)
            assert state.position.state.emissary_vote in (outcome, 0)
            drawn += 1
        else:
            advance(state, rng)
    assert drawn > 3


def test_no_information_state_holds_others_secrets() -> None:
    """Others' cards, Ambition choices and sealed votes do not change what a seat has seen."""
    rng = random.Random(6)
    state = load(("vive-le-roi", (1, 2, 1), ("ambition", "emissary"))).new_initial_state()
    secrets = 0
    while not state.is_terminal():
        if not state.is_chance_node():
            actor = state.current_player()
            before = [state.information_state_string(s) for s in range(3)]
            phase = state.position.state.phase
            votes = state.position.state.votes_in
            advance(state, rng)
            after = [state.information_state_string(s) for s in range(3)]
            if phase == 1 or (phase == 4 and votes < 2):
                secrets += 1
                assert [a == b for a, b in zip(after, before, strict=True)] == [
                    seat != actor for seat in range(3)
                ]
            else:
                assert (
                    all(new != old for new, old in zip(after, before, strict=True)) or phase == 4
                )
        else:
            advance(state, rng)
    assert secrets > 10


def test_information_states_only_grow() -> None:
    rng = random.Random(7)
    state = load(FAMILIES[12]).new_initial_state()
    before = [state.information_state_string(seat) for seat in range(3)]
    while not state.is_terminal():
        advance(state, rng)
        after = [state.information_state_string(seat) for seat in range(3)]
        assert all(new.startswith(old) for new, old in zip(after, before, strict=True))
        before = after


def test_observers_are_built_from_named_public_and_private_pieces() -> None:
    game = pyspiel.load_game("python_kingup")
    state = game.new_initial_state()
    rng = random.Random(8)
    for _ in range(30):
        advance(state, rng)
    public = {block.name for block in BLOCKS if block.knowledge == "public"} - {"padding"}
    own = {block.name for block in BLOCKS if block.knowledge == "own"}
    single, none = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    for public_info, private_info, names in [
        (True, single, public | own),
        (True, none, public),
        (False, single, own),
    ]:
        kind = pyspiel.IIGObservationType(
            public_info=public_info, perfect_recall=False, private_info=private_info
        )
        observer = make_observation(game, kind)
        observer.set_from(state, 1)
        assert set(observer.dict) == names | {"player"}
        assert observer.dict["player"].tolist() == [0, 1, 0, 0]
        assert ("seat 1" in observer.string_from(state, 1)) == (private_info == single)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})


def test_public_pieces_are_the_same_for_another_deal() -> None:
    rng = random.Random(9)
    game = pyspiel.load_game("python_kingup(edition=vive-le-roi)")
    state = game.new_initial_state()
    for _ in range(40):
        advance(state, rng)
    while state.is_chance_node():
        advance(state, rng)
    kind = pyspiel.IIGObservationType(True, True, pyspiel.PrivateInfoType.NONE)
    observer = make_observation(game, kind)
    other = state.resample_from_infostate(state.current_player(), sampler(rng))
    for seat in range(4):
        assert observer.string_from(other, seat) == observer.string_from(state, seat)


def test_states_can_be_copied_and_pickled() -> None:
    rng = random.Random(14)
    state = load(FAMILIES[12]).new_initial_state()
    for _ in range(60):
        advance(state, rng)
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(other) == str(state)
        advance(other, rng)
        assert str(other) != str(state)


@pytest.mark.parametrize(
    "parameters",
    [
        "teams=SXT",
        "returns=gold",
        "seats=9",
        "edition=chess",
        "options=dragons",
        "players=3,seats=4",
        "edition=vive-le-roi,teams=STS,seats=4",
    ],
)
def test_impossible_parameters_are_refused(parameters: str) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError)):
        pyspiel.load_game(f"python_kingup({parameters})")


def test_openspiels_players_parameter_sets_the_seats() -> None:
    assert pyspiel.load_game("python_kingup(players=5)").num_players() == 5
    assert pyspiel.load_game("python_kingup(seats=6)").num_players() == 6
    assert pyspiel.load_game("python_kingup(players=3,seats=3)").num_players() == 3
    assert pyspiel.load_game("python_kingup").num_players() == 4


@pytest.mark.parametrize("parameters", ["players=3", "edition=vive-le-roi,teams=STS", ""])
def test_a_game_can_be_loaded_again_by_its_name(parameters: str) -> None:
    game = pyspiel.load_game(f"python_kingup({parameters})")
    assert pyspiel.load_game(str(game)).num_players() == game.num_players()


def refuse(state: KingUpState, actions: list[int]) -> None:
    """Assert that actions are refused and change nothing."""
    before = state.position.copy(), state.history()
    for action in actions:
        with pytest.raises(ValueError, match=r"."):
            state.apply_action(action)
        assert (state.position, state.history()) == before


def test_an_impossible_action_or_chance_outcome_is_refused() -> None:
    rng = random.Random(5)
    game = load(("vive-le-roi", (1, 1, 1), ("ambition", "emissary")))
    state = game.new_initial_state()
    drawn = 0
    while not state.is_terminal():
        if state.is_chance_node():
            possible = [outcome for outcome, _ in state.chance_outcomes()]
            drawn += bool(state.position.last_vote)
        else:
            possible = state.legal_actions()
        refuse(state, [a for a in (-2, *range(76), 999) if a not in possible])
        advance(state, rng)
    assert drawn
    refuse(state, [0, 70, 999])


def test_a_resampled_game_refuses_what_the_real_one_would() -> None:
    rng = random.Random(6)
    state = pyspiel.load_game("python_kingup").new_initial_state()
    while state.is_chance_node():
        advance(state, rng)
    other = state.resample_from_infostate(state.current_player(), sampler(rng))
    refuse(other, [74, 999])


def test_a_round_that_is_restored_from_the_cache_is_the_same() -> None:
    rng = random.Random(4)
    games = [load(FAMILIES[i]).new_initial_state() for i in (0, -1)]
    for steps in range(400):
        for state in games:
            if state.is_terminal():
                continue
            if steps % 20 == 7 and not state.is_chance_node():
                seat = state.current_player()
                # The second time from the cache, which the other game has not replaced.
                known = [state.resample_from_infostate(seat, sampler(random.Random(s)))
                         for s in (5, 5)]  # fmt: skip
                resampling.forget()
                fresh = state.resample_from_infostate(seat, sampler(random.Random(5)))
                assert {tuple(other.history()) for other in known} == {tuple(fresh.history())}
                assert str(known[1]) == str(fresh)
            advance(state, rng)


@pytest.mark.parametrize(
    ("parameters", "zero_sum"),
    [
        ("seats=3", True),
        ("edition=vive-le-roi,teams=STS,options=ambition+wedding", True),
        ("edition=vive-le-roi,seats=3,options=emissary", False),
        ("seats=3,returns=points", False),
    ],
)
def test_utilities_are_declared_as_they_are(parameters: str, zero_sum: bool) -> None:
    game = pyspiel.load_game(f"python_kingup({parameters})")
    kinds = pyspiel.GameType.Utility
    assert game.get_type().utility == (kinds.ZERO_SUM if zero_sum else kinds.GENERAL_SUM)
    assert game.utility_sum() == (0.0 if zero_sum else None)
    rng = random.Random(1)
    for _ in range(5):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        if zero_sum:
            assert sum(state.returns()) == pytest.approx(0)
