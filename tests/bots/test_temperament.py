"""Temperaments: what weaker players forget, and what characters lean towards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kingup import Game
from kingup.bots.bot_names import make_bot
from kingup.bots.levels import LADDER, LEVELS
from kingup.bots.sovereign.networks import show
from kingup.bots.sovereign.temperament import (
    ALL,
    Temperament,
    forget,
    impulses,
    leaning,
    narrow,
)
from kingup.bots.sovereign.view_reader import read_views
from kingup.rules.constants import (
    CHARACTERS,
    FIRST_CLIMB,
    FIRST_VOTE,
    MAX_SEATS,
    PLACES,
    START_SCORE,
    TOP_FLOOR,
)
from kingup.rules.features import BY_SEAT, MEMORY, OFFSETS
from kingup.view import View
from tests.bots.games import played


def views_of(edition: str, *, seed: int = 3) -> Iterator[View]:
    """Yield what everybody sees before each decision of a game of pages and courtiers."""
    game = Game(edition, 4, seed=seed)
    bots = [make_bot("page" if i % 2 else "courtier", i) for i in range(4)]
    while not game.is_over:
        player = game.to_act[0]
        view = game.view(player)
        yield view
        game.play(player, bots[player].choose(view))


def seen(edition: str) -> tuple[list[View], Any, Any]:
    """Return the views of a game, and their rows of observations and masks."""
    views = [view for view in views_of(edition) if len(view.actions) > 1]
    games, histories, players, _codes = read_views(views)
    return views, *show(games, histories, players)


def block(rows: Any, name: str, length: int) -> Any:
    return rows[:, OFFSETS[name] : OFFSETS[name] + length].astype(int)


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_who_forgets_nothing_sees_everything(edition: str) -> None:
    _views, rows, _masks = seen(edition)
    same = rows.copy()
    forget(same, ALL)
    narrow(same, True)
    assert (same == rows).all()
    assert Temperament().sees_all


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_forgetting_leaves_the_last_climbs_and_the_own_hand(edition: str) -> None:
    _views, rows, _masks = seen(edition)
    less = rows.copy()
    forget(less, 4)
    recent = block(rows, "recent", BY_SEAT)
    assert (block(less, "recent", BY_SEAT) == recent * (recent > MEMORY - 4)).all()
    for name in ("placed", "yes", "no", "bellyache"):
        assert block(rows, name, BY_SEAT).any() or name == "bellyache"
        assert not block(less, name, BY_SEAT).any()
    hands, full = block(rows, "no-cards", MAX_SEATS), block(less, "no-cards", MAX_SEATS)
    assert (full[:, 0] == hands[:, 0]).all()
    assert (full[:, 1:4] == hands[0, 1:4]).all()  # nobody has voted in the first view
    bellyaches = block(less, "bellyaches", MAX_SEATS)
    others = full[:, 1:].sum(1) + bellyaches[:, 1:].sum(1)
    assert (less[:, OFFSETS["stoppers"]] == others).all()


@pytest.mark.parametrize(("edition", "start"), [("kingup", 0), ("vive-le-roi", START_SCORE)])
def test_to_a_narrow_sight_every_round_is_the_first(edition: str, start: int) -> None:
    views, rows, _masks = seen(edition)
    narrow(rows, False)
    assert views[-1].round == 3
    assert (block(rows, "round", 3) == [1, 0, 0]).all()
    for name in ("score", "score-2"):
        assert (block(rows, name, MAX_SEATS) == [start] * 4 + [0] * 4).all()
    assert not block(rows, "gone", 26).any()


def test_leanings_favour_own_moves_up_and_votes_called() -> None:
    views, rows, _masks = seen("kingup")
    gains = leaning(rows, 1.0, 0.5)
    own = block(rows, "own", CHARACTERS)
    tops = block(rows, "places", CHARACTERS * PLACES).reshape(-1, CHARACTERS, PLACES)
    climbs = gains[:, FIRST_CLIMB:FIRST_VOTE]
    assert np.allclose(climbs, own + 0.5 * tops[:, :, TOP_FLOOR])
    high = gains[:, 3:FIRST_CLIMB:4]
    assert np.allclose(high, own)
    assert np.allclose(gains[:, 0:FIRST_CLIMB:4], -own)
    for view, gain in zip(views, gains, strict=True):
        if view.phase == "vote":
            assert view.own is not None
            mine = str(view.candidate) in "".join(view.own.favourites)
            assert np.allclose(gain[FIRST_VOTE : FIRST_VOTE + 3], [mine, *2 * [0.5 * (not mine)]])


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_impulses_are_those_of_a_page(edition: str) -> None:
    views, rows, masks = seen(edition)
    chances = impulses(rows, masks)
    assert np.allclose(chances.sum(1), 1)
    assert not chances[masks == 0].any()
    for view, chance in zip(views, chances, strict=True):
        assert view.own is not None
        if view.phase == "vote" and str(view.candidate) in "".join(view.own.favourites):
            assert chance[FIRST_VOTE] == 1
        elif view.phase == "vote":
            assert chance[FIRST_VOTE] == pytest.approx(1 / (1 + 2 * (len(view.actions) - 1)))


@pytest.mark.parametrize("level", [one.id for one in LEVELS if one.bot.startswith("sovereign")])
def test_every_trained_level_plays(level: str) -> None:
    game = Game("vive-le-roi", 3, ["ambition", "wedding"], seed=5)
    bots = [make_bot(level, 1), make_bot("page", 2), make_bot("page", 3)]
    for _player in played(game, bots):
        if game.round > 1:
            break
    assert game.round > 1


def test_a_player_of_pure_impulse_does_not_ask_the_network() -> None:
    calm, rash = (make_bot(f"sovereign:impulse={share}", 1) for share in (0, 1))
    view = next(view for view in views_of("kingup") if view.phase == "vote")
    assert view.own is not None
    choices = {make_bot("sovereign:impulse=1", seed).choose(view) for seed in range(30)}
    if str(view.candidate) in "".join(view.own.favourites):
        assert choices == {"Y"}
    else:
        assert "N" in choices
    assert calm.choose(view) in view.actions
    assert rash.choose(view) in view.actions


def test_the_ladder_leads_from_page_to_emperor() -> None:
    assert (LADDER[0].id, LADDER[-1].id) == ("page", "emperor")
    assert len(LADDER) >= 10
    assert {one.kind for one in LADDER} == {"rank"}
