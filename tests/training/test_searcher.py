"""The plain search, and the notes from which clones learn."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.notes import MODELS, ImitationNotes, joined, note_game, write_notes
from training.searcher import Searcher
from training.settings import RunSettings

from kingup import Game
from kingup.rules.constants import ACTIONS
from kingup.rules.features import FEATURES
from kingup.rules.setup import Setup

pytestmark = pytest.mark.full  # what it compiles takes longest

SETUPS = (
    Setup.of("kingup", 3),
    Setup.of("vive-le-roi", 2, ["emissary"]),
    Setup.of("vive-le-roi", 4, ["ambition", "banished", "wedding"]),
    Setup.of("vive-le-roi", [2, 1, 2], ["ambition", "emissary", "shared-marker"]),
)


@pytest.mark.full
def test_a_searcher_plays_every_kind_of_game_and_repeats_it_with_its_seed() -> None:
    for setup in SETUPS:
        ends = []
        for _ in range(2):
            game = Game(setup.edition, setup.seats, setup.options, seed=3)
            bots = [Searcher(player, 30) for player in range(game.state.players)]
            while not game.is_over:
                player = game.to_act[0]
                game.play(player, bots[player].choose(game.view(player)))
            ends.append(game.scores)
        assert ends[0] == ends[1]


def test_a_searcher_beats_random_players() -> None:
    won = 0
    for seed in range(40):
        game = Game("kingup", 4, seed=seed)
        rng, bot = random.Random(seed), Searcher(seed, 199)
        while not game.is_over:
            player = game.to_act[0]
            view = game.view(player)
            mine = player == seed % 4
            game.play(player, bot.choose(view) if mine else rng.choice(view.actions))
        won += seed % 4 in game.winners
    # 10 would be fair; chance alone gives 18 or more once in a hundred times.
    assert won >= 18


def test_a_searchers_choice_does_not_depend_on_hidden_cards() -> None:
    seen = 0
    for seed in range(6):
        game = Game("vive-le-roi", 4, seed=seed)
        rng = random.Random(seed)
        while not game.is_over:
            player = game.to_act[-1]
            view = game.view(player)
            if len(view.actions) > 1 and rng.random() < 0.1:
                other = game.copy()
                one, two = (p for p in range(4) if p not in (player, (player + 1) % 4))
                cards = other.state.card
                cards[one], cards[two] = cards[two], cards[one]
                same = Searcher(seed, 20).choose(other.view(player))
                assert Searcher(seed, 20).choose(view) == same
                seen += 1
            game.play(player, rng.choice(view.actions))
    assert seen > 20


def test_notes_hold_observations_legal_actions_and_choices(tmp_path: Path) -> None:
    rng = random.Random(4)
    for setup in SETUPS:
        notes = joined(note_game(setup, lambda seed: Searcher(seed, 5), rng))
        assert notes.rows.shape == (len(notes.actions), FEATURES)
        assert notes.masks.shape == (len(notes.actions), ACTIONS)
        assert (notes.masks.sum(axis=1) > 1).all()
        assert np.take_along_axis(notes.masks, notes.actions[:, None].astype(int), 1).all()
    number = write_notes("searcher", tmp_path, seed=2, seconds=0)
    with np.load(tmp_path / "searcher" / "2-0.npz") as file:
        assert len(file["actions"]) == number > 0


def test_notes_come_from_the_requested_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setups = []

    def noted(setup: Setup, *rest: Any) -> list[ImitationNotes]:
        setups.append(setup)
        return note_game(setup, *rest)

    monkeypatch.setattr("training.notes.note_game", noted)
    asked = RunSettings(kingup_share=1.0, seat_weights={6: 1.0})
    for seed in range(3):
        write_notes("searcher", tmp_path, seed, 0, asked)
    assert setups == [Setup.of("kingup", 6)] * 3


@pytest.mark.parametrize("name", sorted(MODELS))
def test_every_imitated_model_is_a_bot(name: str) -> None:
    game = Game("kingup", 3, seed=1)
    view = game.view(game.to_act[0])
    assert MODELS[name](1).choose(view) in view.actions
