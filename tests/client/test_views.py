"""A view sent as JSON is read back unchanged."""

from __future__ import annotations

import json
import random

import pytest

import kingup
from kingup.client.views import read_view

GAMES = [
    ("kingup", 3, ()),
    ("vive-le-roi", 4, ("ambition", "banished", "emissary", "wedding")),
    ("vive-le-roi", (2, 1, 2), ("ambition", "emissary", "shared-marker")),
]


@pytest.mark.parametrize(("edition", "seats", "options"), GAMES)
def test_views_are_unchanged_after_json(
    edition: str, seats: int | tuple[int, ...], options: tuple[str, ...]
) -> None:
    game = kingup.Game(edition, seats, options, seed=3)
    chance = random.Random(1)
    while True:
        players = sum(game.setup.seats)
        for viewer in (None, chance.randrange(players)):
            view = game.view(viewer)
            assert read_view(json.loads(json.dumps(view.as_dict()))) == view
        if game.is_over:
            break
        player = chance.choice(game.to_act)
        game.play(player, chance.choice(game.view(player).actions))


def test_unknown_keys_of_a_newer_server_are_ignored() -> None:
    view = kingup.Game("kingup", 3, seed=1).view(0)
    plain = json.loads(json.dumps({**view.as_dict(), "weather": "fine"}))
    assert read_view(plain) == view
