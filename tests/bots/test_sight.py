"""A view as a state: public fields are right, hidden ones are marked unknown."""

from __future__ import annotations

import pytest

from kingup import Game, Voted
from kingup.bots.sight import UNKNOWN_CARD, history_of, sight_of
from kingup.rules.constants import NO_AMBITION, SHUFFLE, VOTE
from kingup.rules.state import FIELDS
from tests.bots.games import bots_for, played
from tests.strategies import FAMILIES, FAMILY_NAMES

HIDDEN = {"card", "dealt_1", "dealt_2", "kept", "kept_in", "pile", "vote", "votes_in"}
NOT_COMPARED = {
    *("gone", "emissary_vote", "emissary_points", "decisions", "votes_held"),
    *("generator_a", "generator_b", "points"),
}


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILY_NAMES)
def test_a_sight_is_the_state_without_its_secrets(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    game = Game(*family, seed=3)
    for player in played(game, bots_for(game, "page")):
        sight, state = sight_of(game.view(player)), game.state
        voting = state.phase in (VOTE, SHUFFLE)
        for name, _kind, _length in FIELDS:
            if name in HIDDEN | NOT_COMPARED or (name in ("mover", "candidate") and not voting):
                continue
            assert getattr(sight, name) == getattr(state, name), name
        assert sorted(sight.pile) == sorted(
            state.pile[: state.pile_size] + [0] * (6 - state.pile_size)
        )
        assert history_of(game.view(player)).size == sum(
            len(move.votes) + int(move.emissary is not None) if isinstance(move, Voted) else 1
            for move in game.rounds[-1].moves
        )
        seat = game.seat_of(player)
        for other in range(state.players):
            if state.seat_of[other] == seat or game.rounds[-1].crownings:
                assert sight.card[other] == state.card[other]
            else:
                assert sight.card[other] == UNKNOWN_CARD
                assert sight.kept[other] == NO_AMBITION
