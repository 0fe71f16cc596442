"""Score sheets add up, and the end of a game says what decided it."""

from __future__ import annotations

import random

import pytest

import kingup
from kingup.history import Climbed
from kingup.telling.result import tie_break
from kingup.telling.worth import card_worth_now, values_at_crowning
from kingup.terminal.result import result
from kingup.terminal.scoresheet import narrated_sheet, sheet
from tests.strategies import FAMILIES, FAMILY_NAMES, random_play


def _finished(edition: str, seats: tuple[int, ...], options: tuple[str, ...]) -> kingup.Game:
    game = kingup.Game(edition, seats, options, dealer=None)
    for _ in random_play(game, random.Random(11)):
        pass
    return game


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_what_favourites_are_worth_adds_up_to_the_points(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    for number, now in _finished(edition, seats, options).positions():
        view = now.view(None)
        history = view.rounds[-1]
        if not number or not history.crownings or isinstance(history.moves[-1], Climbed):
            continue
        if getattr(history.moves[-1], "outcome", "") != "throne":
            continue
        last = len(history.crownings) - 1
        assert history.favourites is not None
        for player, card in enumerate(history.favourites):
            values = values_at_crowning(view, len(view.rounds) - 1, last, card)
            total = sum(value for _letter, _place, value in values)
            points = history.crownings[last].points[player]
            assert points == total or (points, total, view.round) == (33, 0, 3)
        assert max(len(line.plain) for line in sheet(view, 80)) <= 80
        assert len(narrated_sheet(view)) >= len(history.favourites)


@pytest.mark.parametrize(("edition", "seats", "options"), FAMILIES, ids=FAMILY_NAMES)
def test_the_points_shown_at_a_vote_are_those_of_the_crowning(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    worth: list[int] = []
    for _number, now in _finished(edition, seats, options).positions():
        views = [now.view(player) for player in range(now.setup.players)]
        moves = views[0].rounds[-1].moves
        if views[0].candidate:
            own = [(view, view.own.players.index(view.viewer or 0)) for view in views if view.own]
            worth = [
                card_worth_now(view, view.own.favourites[mine]) for view, mine in own if view.own
            ]
        elif moves and getattr(moves[-1], "outcome", "") == "throne":
            assert worth == list(views[0].rounds[-1].crownings[-1].points)


def test_zero_points_in_the_third_round_become_33() -> None:
    for seed in range(400):
        game = kingup.Game("kingup", 3, seed=seed)
        rng = random.Random(seed)
        while not game.is_over:
            player = game.to_act[0]
            game.play(player, rng.choice(game.legal_actions(player)))
        view = game.view(None)
        if 33 in view.rounds[-1].crownings[-1].points:
            assert any("0→33" in line.plain for line in sheet(view, 80))
            return
    pytest.skip("no such game among these seeds")


def _game_with_a_tie(*, decided: bool) -> kingup.View:
    for seed in range(3000):
        game = kingup.Game("kingup", 3, seed=seed)
        rng = random.Random(seed)
        while not game.is_over:
            player = game.to_act[0]
            game.play(player, rng.choice(game.legal_actions(player)))
        scores = sorted(game.scores)
        if scores[-1] == scores[-2] and (len(game.winners) == 1) == decided:
            return game.view(None)
    raise AssertionError("no tie among these seeds")


def test_a_tie_names_what_decided_it() -> None:
    view = _game_with_a_tie(decided=True)
    assert "favourites still in the castle" in (tie_break(view) or "")
    assert " wins. " in result(view, 80)[2].plain


def test_a_victory_can_be_shared() -> None:
    view = _game_with_a_tie(decided=False)
    assert "share the victory" in result(view, 80)[2].plain


def test_a_clear_victory_needs_no_tie_break() -> None:
    game = kingup.Game("vive-le-roi", [["Ann", "Bea"], ["Cy", "Di"]], ["emissary"], seed=3)
    rng = random.Random(3)
    while not game.is_over:
        player = game.to_act[0]
        game.play(player, rng.choice(game.legal_actions(player)))
    view = game.view(None)
    told = "\n".join(line.plain for line in result(view, 80))
    assert tie_break(view) is None
    assert ("The Emissary wins" in told) == (view.winners == ())
    assert "→" in told  # a team counts for the lower of its two scores
