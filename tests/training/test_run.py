"""Whole runs, tiny and on the CPU: they learn, stop, continue and are measured."""

from __future__ import annotations

import csv
import dataclasses
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")

from training.best_response import prepare, report  # noqa: E402
from training.checkpoint import CHECKPOINT, add_row, read_checkpoint, read_player, store  # noqa: E402
from training.crossplay import cross, player_of  # noqa: E402
from training.export import export  # noqa: E402
from training.gpu_parity import expectation  # noqa: E402
from training.history import read_history  # noqa: E402
from training.learner import PHASES  # noqa: E402
from training.matches import win_share  # noqa: E402
from training.picture import draw  # noqa: E402
from training.practice import Practice  # noqa: E402
from training.profile import ALTERNATIVES, measure  # noqa: E402
from training.run import TrainingRun  # noqa: E402
from training.settings import RunSettings, draw_setups  # noqa: E402
from training.vector_games import make_vector_games  # noqa: E402

from kingup.envs.opponents import COURTIER, LEARNER, PAGE  # noqa: E402
from kingup.rules.constants import MAX_SEATS  # noqa: E402
from kingup.rules.features import OFFSETS  # noqa: E402
from kingup.rules.setup import Setup  # noqa: E402
from training import checks  # noqa: E402 - PyTorch is asked for first

TINY = RunSettings(
    games=48, steps=6, setups=16, minibatch=96, width=16, blocks=1,
    critic_width=16, critic_blocks=1, past_every=2, iterations=40,
)  # fmt: skip


def test_a_network_decides_only_for_its_own_seats_with_a_choice() -> None:
    vector = make_vector_games(None, draw_setups(TINY), 48, 1)
    kinds = np.full((48, MAX_SEATS), LEARNER, np.uint8)
    kinds[::2, 1:] = COURTIER
    vector.seat(kinds)
    generator = np.random.default_rng(2)
    ended = rounds = 0
    for _ in range(260):
        assert (vector.masks.sum(axis=1) > 1).all()
        seats = np.take_along_axis(vector.games["seat_of"], vector.actors[:, None], 1)[:, 0]
        assert (seats[::2] == 0).all()
        chosen = (generator.random(vector.masks.shape) * vector.masks).argmax(axis=1)
        vector.step(chosen)
        done = vector.dones > 0
        ended += int(done.sum())
        rounds += int(vector.closed.sum())
        assert np.allclose(vector.outcomes[done][:, :9].sum(axis=1), 1)
        assert np.allclose(vector.outcomes[done][:, 9:].sum(axis=1), 0, atol=1e-5)
        assert (vector.outcomes[~done] == 0).all()
        assert ((vector.kings < 14) >= (vector.closed > 0)).all()
    assert ended > 20
    assert rounds >= 3 * ended


def test_the_games_for_comparing_machines_are_always_the_same() -> None:
    assert expectation(None) == expectation(None)


def test_others_secrets_do_not_change_an_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.leaking_features(None) == 0
    # Public fields do change it, else the check would prove nothing.
    found = checks.changed_by
    monkeypatch.setattr(checks, "changed_by", lambda games, *_: found(games, "score"))
    assert checks.leaking_features(None) > 0


def test_a_run_continues_where_it_stopped_and_is_drawn(tmp_path: Path) -> None:
    run = TrainingRun(TINY, None, tmp_path)
    before = [parameter.clone() for parameter in run.learner.player.parameters()]
    for _ in range(3):
        log = run.practice.turn()
    assert log["off"] < 0.5
    after = list(run.learner.player.parameters())
    assert any((a != b).any() for a, b in zip(before, after, strict=True))
    run.add_log_row("curves.csv", {"minutes": 1.5, **log})
    run.save(1.5)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "checkpoint.pt", "curves.csv", "history.json", "means.pt", "past.pt", "squares.pt",
    ]  # fmt: skip
    other = tmp_path / "next"
    other.mkdir()
    again = TrainingRun(TINY, None, other, tmp_path)
    assert again.learner.iteration == 3
    assert again.learner.schedule() == run.learner.schedule()
    assert again.minutes == 1.5
    known, kept = run.learner.optimiser.state, again.learner.optimiser.state
    for mine, theirs in zip(run.learner.parameters, again.learner.parameters, strict=True):
        assert known[mine]["step"] == kept[theirs]["step"]
        assert torch.allclose(known[mine]["exp_avg"], kept[theirs]["exp_avg"], rtol=0.01)
    for mine, theirs in zip(after, again.learner.player.parameters(), strict=True):
        assert torch.equal(mine, theirs)
    # Without the optimiser's moments its first steps are small again.
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(tmp_path / "checkpoint.pt", alone)
    cold = TrainingRun(TINY, None, alone).learner
    assert cold.iteration == 3
    assert cold.schedule()["rate"] < again.learner.schedule()["rate"]
    assert "Share of wins" in draw(other)
    with (other / "curves.csv").open() as file:
        assert next(iter(csv.DictReader(file)))["iteration"] == "3"
    again.practice.turn()
    add_row(other / "curves.csv", {"iteration": 4, "another": 1})
    with (other / "curves.csv").open() as file:
        first, second = csv.DictReader(file)
    assert first["minutes"] == "1.5"
    assert (first["another"], second["minutes"], second["another"]) == ("", "", "1")


def test_a_run_keeps_few_past_selves_and_always_the_first(tmp_path: Path) -> None:
    run = TrainingRun(dataclasses.replace(TINY, past_selves=3), None, tmp_path)
    assert run.past == []
    run.add_past_self()
    first = run.past[0]
    for _ in range(5):
        run.add_past_self()
    assert len(run.past) == 3
    assert run.past[0] is first


def test_rivals_stay_among_the_past_selves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "best").mkdir()
    TrainingRun(dataclasses.replace(TINY, seed=2), None, tmp_path / "best").save(0.0)
    run = TrainingRun(TINY, None, tmp_path / "run")
    run.add_rival(tmp_path / "best")
    assert run.history[-1]["rivals"] == ["best"]
    seen: list[Any] = []
    monkeypatch.setattr(run.practice, "load_frozen", lambda kind, weights: seen.append(weights))
    run.past = [run.learner.average.state_dict()]
    for _ in range(40):
        run.swap_opponents()
    assert {id(weights) for weights in seen} == {id(run.past[0]), id(run.rivals[0])}
    for _ in range(20):
        run.add_past_self()
    assert len(run.rivals) == 1
    wide = dataclasses.replace(TINY, width=24)
    with pytest.raises(SystemExit, match="another shape"):
        TrainingRun(wide, None, tmp_path / "wide").add_rival(tmp_path / "best")


def test_the_magnet_may_pull_harder_where_characters_are_placed(tmp_path: Path) -> None:
    learner = TrainingRun(TINY, None, tmp_path).learner
    practice = Practice(TINY, None, learner, 1)
    practice.turn()
    fields, numbers = learner.fields, torch.tensor([0.02, 0.1])
    placing = fields["rows"][:, OFFSETS["phase"] + PHASES["place"]] > 0
    assert placing.any()
    assert not placing.all()
    for those, pulls in ((placing, True), (~placing, False)):
        chosen = {**fields, "learn": those}
        found = []
        for factor in (1.0, 3.0):
            learner.settings = dataclasses.replace(TINY, place_magnet=factor)
            found.append(learner.uncompiled_losses(chosen, numbers))
        pull = found[0]["policy"] - found[1]["policy"]
        more = 2 * 0.02 * found[0]["entropy-place"] / 0.1
        assert torch.isclose(pull, more if pulls else torch.tensor(0.0), atol=1e-5)


@pytest.mark.parametrize("mixture", ["three", "four"])
def test_the_share_counts_a_lone_learners_finished_games(tmp_path: Path, mixture: str) -> None:
    settings = dataclasses.replace(TINY, mixture=mixture, alone=1.0, past_share=1.0,
                                   stranger_share=0.0)  # fmt: skip
    run = TrainingRun(settings, None, tmp_path)
    rollout = run.practice.rollout
    assert ((rollout.kinds == LEARNER).sum(1) == 1).all()
    assert math.isnan(rollout.share())
    rollout.batch.done[0] = True
    assert rollout.share() == 0
    own = rollout.kinds == LEARNER
    rollout.batch.outcomes[0, :24, :MAX_SEATS] = own[:24].float()
    rollout.batch.outcomes[1] = 1  # of a game that has not ended
    assert rollout.share() == 0.5
    assert "share" in run.practice.turn()


def test_measuring_a_run_does_not_change_its_learning(tmp_path: Path) -> None:
    ends = []
    for measured in (False, True):
        folder = tmp_path / str(measured)
        folder.mkdir()
        run = TrainingRun(TINY, None, folder)
        for _ in range(2):
            run.swap_opponents()
            run.practice.turn()
            run.add_past_self()
            if measured:
                run.evaluate(0.0, anchors=True)
        ends.append([*run.learner.player.parameters()])
    assert all(torch.equal(one, other) for one, other in zip(*ends, strict=True))


def test_a_run_records_its_commit_and_settings(tmp_path: Path) -> None:
    run = TrainingRun(TINY, None, tmp_path, commit="abc")
    run.practice.turn()
    run.save(1.0)
    again = TrainingRun(dataclasses.replace(TINY, magnet=0.5), None, tmp_path)
    again.save(2.5)
    first, second = read_history(tmp_path)
    assert first["iterations"] == [0, 1]
    assert first["minutes"] == [0.0, 1.0]
    assert first["commit"] == "abc"
    assert first["settings"]["games"] == 48
    assert "magnet" not in first["settings"]
    assert second["iterations"] == [1, 1]
    assert second["minutes"] == [1.0, 2.5]
    assert second["settings"]["magnet"] == 0.5


def test_a_run_continues_from_shipped_weights(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    run = TrainingRun(TINY, None, first)
    for _ in range(2):
        run.practice.turn()
    run.save(1.5)
    export(first, tmp_path / "shipped.npz")
    again = TrainingRun(TINY, None, second, tmp_path / "shipped.npz")
    assert (again.learner.iteration, again.minutes) == (2, 1.5)
    # Both playing and learning continue from the average.
    shipped = run.learner.average.state_dict()
    for network in (again.learner.player, again.learner.average):
        for name, value in network.state_dict().items():
            assert torch.allclose(value, shipped[name], atol=1e-3)
    critic = run.learner.critic.state_dict()
    for name, value in again.learner.critic.state_dict().items():
        assert name.startswith("rank.") or torch.allclose(value, critic[name], atol=1e-3)
    # The optimiser is new and begins with small steps. The league has the player.
    assert again.learner.schedule()["rate"] < run.learner.schedule()["rate"]
    assert [set(past) for past in again.past] == [set(shipped)]
    again.train(600.0, last=3)
    history = read_history(second)
    assert history[0]["iterations"] == [2, 3]
    with (second / "strength.csv").open() as file:
        assert "kingup-first" in next(csv.DictReader(file))


def test_the_games_of_a_continued_run_are_not_in_step(tmp_path: Path) -> None:
    run = TrainingRun(dataclasses.replace(TINY, steps=40), None, tmp_path)
    rounds = run.practice.rollout.games.field("round")
    assert rounds.unique().tolist() == [1]
    run.practice.warm_up()
    assert len(run.practice.rollout.games.field("round").unique()) > 1
    assert run.learner.iteration == 0


def test_continuing_from_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="There is no checkpoint"):
        TrainingRun(TINY, None, tmp_path, tmp_path / "nowhere")


def test_a_run_stops_if_its_first_checks_fail() -> None:
    with pytest.raises(SystemExit, match="not the one that played"):
        checks.check_start(TINY, 1, {"off": 0.2}, 1e6)
    slow = dataclasses.replace(TINY, least_speed=5e6)
    with pytest.raises(SystemExit, match="less than"):
        checks.check_start(slow, checks.WARM, {"off": 0.0}, 1e6)
    checks.check_start(TINY, 1, {"off": 0.01}, 1.0)


def test_a_checkpoint_of_another_network_is_refused(tmp_path: Path) -> None:
    store({"network": 1}, tmp_path / CHECKPOINT)
    with pytest.raises(SystemExit, match="another network version"):
        read_checkpoint(tmp_path)
    with pytest.raises(SystemExit, match="no checkpoint"):
        read_checkpoint(tmp_path / "nowhere")
    with pytest.raises(SystemExit, match="no weights file"):
        read_player(tmp_path / "nowhere.npz")


def test_a_best_response_learns_against_a_fixed_player(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    run = TrainingRun(TINY, None, home)
    run.save(0.0)
    shipped = tmp_path / "shipped.npz"
    export(home, shipped)
    for start, warm in ((home, False), (home, True), (shipped, True)):
        out = tmp_path / f"{start.stem}-{warm}"
        response = prepare(TINY, start, None, out, warm=warm)
        mine = dict(response.learner.average.named_parameters())
        theirs = response.past[0]
        same = all(torch.allclose(mine[n], theirs[n].float(), atol=1e-3) for n in mine)
        assert same == warm
        response.practice.turn()
        rows = report(response, "warm" if warm else "fresh", 0.1)
        assert [row["edition"] for row in rows] == ["kingup", "vive-le-roi"]
        assert (out / "best_response.csv").exists()


def test_equal_players_get_fair_shares_against_each_other(tmp_path: Path) -> None:
    run = TrainingRun(TINY, None, tmp_path)
    run.save(0.0)
    player = player_of(tmp_path)
    export(tmp_path, tmp_path / "shipped.npz")
    shipped = player_of(tmp_path / "shipped.npz").state_dict()
    for name, value in player.state_dict().items():
        assert torch.equal(value, shipped[name])
    rows = cross(None, player, player, [Setup.of("kingup", 3)], 48)
    assert [row["stranger"] for row in rows] == ["A", "B"]
    assert all(row["games"] == 48 for row in rows)
    share = win_share(None, Setup.of("kingup", 3), player, player, n=192, seed=3)
    assert abs(share.mean - 1 / 3) < 3 * share.error
    strangers = [
        win_share(None, Setup.of("kingup", 3), player, kind, n=96, seed=3).mean
        for kind in (PAGE, COURTIER)
    ]
    assert strangers[0] > strangers[1]


def test_a_profile_names_every_part() -> None:
    for name in ("shipped", "not compiled"):
        settings = dataclasses.replace(
            TINY, **{**ALTERNATIVES[name], "width": 8, "critic_width": 8, "compiled": False}
        )
        found = measure(settings, None)
        assert found["decisions/s"] > 0
        assert {"playing", "learning", "player, 1 step", "losses, 1 part"} <= set(found)
