"""The trained player is blind: games that differ only in what is hidden are the same to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from kingup import Game
from kingup.bots import Bot, Budget
from kingup.bots.sovereign.playing import Sovereign
from kingup.bots.sovereign.searching import SovereignPlus
from kingup.bots.sovereign.thinking import predicted_cards, think
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES
from kingup.rules.constants import AMBITIONS, BELLYACHE, CARDS, NO, NO_AMBITION, NOT_VOTED, YES
from tests.bots.games import bots_for, played
from tests.bots.minds import mind

SETTINGS = {
    "kingup": ("kingup", (1, 1, 1, 1), ()),
    "vive-le-roi": ("vive-le-roi", (1, 1, 1, 1), ("ambition", "emissary")),
    "teams": ("vive-le-roi", (2, 1, 2), ()),
}
SEALED = "vote, others have sealed theirs"


def moments(game: Game) -> Iterator[tuple[int, str]]:
    """Play a game; yield whoever is to act at the first and a later moment of every stage."""
    met: dict[tuple[int, str], int] = {}
    for player in played(game, bots_for(game, "courtier")):
        stage = SEALED if game.phase == "vote" and game.state.votes_in else game.phase
        key = (game.round, stage)
        met[key] = met.get(key, 0) + 1
        if met[key] in (1, 6) and not game.rounds[-1].crownings:
            yield player, stage


def twin_of(game: Game, viewer: int | None) -> Game:
    """Return a game in which all that the viewer may not know is otherwise, and nothing else."""
    twin = game.copy()
    state, players = twin.state, range(twin.state.players)
    seat = None if viewer is None else state.seat_of[viewer]
    hidden = [p for p in players if state.seat_of[p] != seat]
    _deal_others(twin, hidden)
    for other in {state.seat_of[player] for player in hidden}:
        votes = [YES, NO, BELLYACHE]
        if state.vote[other] != NOT_VOTED:
            state.vote[other] = votes[votes.index(state.vote[other]) - 1]
        # How many cards somebody has left is told by their votes; hands themselves are hidden.
        state.no_cards[other] += 1
        state.bellyaches[other] += 1
    pile = state.pile[: state.pile_size]
    state.pile[: state.pile_size] = pile[::-1] if pile != pile[::-1] else [YES] * len(pile)
    state.generator_a ^= 1
    return twin


def _deal_others(game: Game, hidden: list[int]) -> None:
    """Give players cards that nobody has, and let them keep the other Ambition card of two."""
    state, players, round_ = game.state, range(game.state.players), game.rounds[-1]
    used = {state.card[p] for p in players} | {state.emissary_card}
    cards = [c for c in range(CARDS) if c not in used and not state.gone >> c & 1]
    dealt = {state.dealt_1[p] for p in players} | {state.dealt_2[p] for p in players}
    ambitions = [a for a in range(AMBITIONS) if a not in dealt]
    for player in hidden:
        state.gone ^= 1 << state.card[player]
        state.card[player] = cards.pop()
        state.gone ^= 1 << state.card[player]
        if state.ambition:
            first = state.kept[player] == state.dealt_1[player]
            state.dealt_1[player], state.dealt_2[player] = ambitions.pop(), ambitions.pop()
            if state.kept[player] != NO_AMBITION:
                state.kept[player] = (state.dealt_2 if first else state.dealt_1)[player]
                round_.kept[player] = AMBITION_CARDS[state.kept[player]].id
    ids = [card.id for card in AMBITION_CARDS]
    pairs = tuple((ids[state.dealt_1[p]], ids[state.dealt_2[p]]) for p in players)
    round_.deal = replace(
        round_.deal,
        favourites=tuple(FAVOURITES[state.edition][state.card[p]] for p in players),
        ambitions=pairs if state.ambition else (),
    )


@pytest.mark.parametrize("setting", SETTINGS)
def test_thoughts_are_blind_to_what_is_hidden(setting: str) -> None:
    game = Game(*SETTINGS[setting], seed=2)
    stages = set()
    for player, stage in moments(game):
        stages.add(stage)
        for viewer in (player, None):
            twin = twin_of(game, viewer)
            assert twin.state.card != game.state.card
            found, expected = (
                think(which.view(viewer), mind("flat"), worlds=3) for which in (twin, game)
            )
            assert found.chances == expected.chances
            assert found.actions == expected.actions
            assert np.array_equal(found.cards, expected.cards)
            assert np.array_equal(found.favourites, expected.favourites)
        ours, theirs = game.view(player), twin_of(game, player).view(player)
        assert np.array_equal(predicted_cards(ours, mind()), predicted_cards(theirs, mind()))
    ambition = {"ambition"} if "ambition" in game.setup.options else set()
    assert stages == {"place", "climb", "vote", SEALED} | ambition


@pytest.mark.parametrize("setting", SETTINGS)
def test_choices_are_blind_to_what_is_hidden(setting: str) -> None:
    game = Game(*SETTINGS[setting], seed=3)
    for i, (player, _stage) in enumerate(moments(game)):
        ours, theirs = game.view(player), twin_of(game, player).view(player)
        council = Sovereign(i, mind()).council
        assert np.array_equal(council.consider([ours])[0], council.consider([theirs])[0])
        bots: list[Bot] = [SovereignPlus(i, mind("flat"), Budget(simulations=1)) for _ in range(2)]
        assert bots[0].choose(ours) == bots[1].choose(theirs)


def test_what_a_viewer_holds_is_not_hidden_from_them() -> None:
    # Otherwise the tests above would prove nothing.
    game = Game("kingup", 4, seed=2)
    other = twin_of(game, None)
    player = game.to_act[0]
    ours, theirs = (think(which.view(player), mind(), worlds=3) for which in (game, other))
    assert ours.actions != theirs.actions
    assert ours.chances != theirs.chances
