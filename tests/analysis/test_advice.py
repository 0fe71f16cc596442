"""The coach: from one view alone."""

from __future__ import annotations

import numpy as np
import pytest

from kingup import Game
from kingup.analysis import AnalysisError, consider
from kingup.analysis.values import drawn_ballots
from tests.bots.games import bots_for, played
from tests.bots.twin_games import moments, with_other_secrets


@pytest.mark.parametrize(
    "kind",
    [("kingup", 4, ()), ("vive-le-roi", 2, ("emissary",)), ("vive-le-roi", 3, ("wedding",))],
    ids=str,
)
def test_advice_is_about_every_action(kind: tuple[str, int, tuple[str, ...]]) -> None:
    game = Game(*kind, seed=6)
    phases = set()
    for i, player in enumerate(played(game, bots_for(game, "courtier", "page"))):
        if i % 17 != 3 or len(game.written_actions(player)) < 2:
            continue
        advice = consider(game.view(player), worlds=16)
        phases.add(advice.phase)
        assert sorted(a.action for a in advice.actions) == sorted(game.written_actions(player))
        assert sum(a.improved for a in advice.actions) == pytest.approx(1)
        assert sum(a.plain for a in advice.actions) == pytest.approx(1, abs=1e-6)
        assert sum(advice.chances) == pytest.approx(1)
        assert all(a.chance is None or 0 <= a.chance <= 1 for a in advice.actions)
        assert (advice.pivotal is not None) == (advice.phase == "vote")
        assert 0 <= advice.known <= 6.001
    assert {"place", "climb", "vote"} <= phases


@pytest.mark.parametrize("seats", [4, (1, 2, 1)], ids=str)
def test_an_ambition_card_is_kept_with_advice(seats: int | tuple[int, ...]) -> None:
    game = Game("vive-le-roi", seats, ("ambition", "banished"), seed=3)
    for player in list(game.to_act):
        advice = consider(game.view(player), worlds=64)
        assert (advice.moment, advice.phase, advice.pivotal) == ("r1.0", "keep", None)
        assert sorted(a.action for a in advice.actions) == sorted(game.written_actions(player))
        assert sum(a.improved for a in advice.actions) == pytest.approx(1)
        assert sum(a.plain for a in advice.actions) == pytest.approx(1, abs=1e-6)
        assert sum(advice.chances) == pytest.approx(1)
        assert all(a.told == 0 and a.chance is not None for a in advice.actions)
        assert advice.known < 3, "nothing is known before the round"
        game.play(player, advice.actions[0].action)
    assert game.phase == "place"


@pytest.mark.parametrize("options", [(), ("ambition",)], ids=["plain", "ambition"])
def test_advice_does_not_depend_on_secrets(options: tuple[str, ...]) -> None:
    """T7: a coach tells a player nothing that the player may not know."""
    compared = 0
    game = Game("vive-le-roi", 4, options, seed=8)
    for player, _stage in moments(game):
        view = game.view(player)
        if len(view.actions) < 2:
            continue
        twin = with_other_secrets(game, player)
        assert consider(view, worlds=16) == consider(twin.view(player), worlds=16)
        compared += 1
        if compared == 6:
            break
    assert compared


def test_ballots_are_drawn_as_often_as_they_are_likely() -> None:
    random = np.random.default_rng(1)
    likely = np.repeat(random.dirichlet(np.ones(27) / 4, 3), 400, axis=0)
    drawn = drawn_ballots(likely, 4)
    assert set(np.unique(drawn)) <= {0, 0.25, 0.5, 0.75, 1}
    assert drawn.sum(axis=1) == pytest.approx(np.ones(1200))
    for world in (0, 400, 800):
        mean = drawn[world : world + 400].mean(axis=0)
        assert mean == pytest.approx(likely[world], abs=0.003), "lots would be off by 0.012"
    certain = np.eye(3)
    assert (drawn_ballots(certain, 4) == certain).all()


def test_nobody_else_gets_advice() -> None:
    game = Game(seed=1)
    waiting = next(p for p in range(4) if p not in game.to_act)
    for view in (game.view(), game.view(waiting)):
        with pytest.raises(AnalysisError, match="player to act"):
            consider(view)
    with pytest.raises(AnalysisError, match="Imagine from 8"):
        consider(game.view(game.to_act[0]), worlds=1)
