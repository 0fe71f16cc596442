"""Which games a run plays, and how its network's input is laid out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from training.settings import RunSettings, draw_setups, read_settings

from kingup.bots.sovereign.layout import (
    CHARACTER_FEATURES,
    INCIDENCE,
    KINDS,
    TABLE_FEATURES,
    TOPS,
)
from kingup.bots.sovereign.weights import load_weights
from kingup.rules.cards import FAVOURITES
from kingup.rules.characters import LETTERS
from kingup.rules.features import BLOCKS, OFFSETS


def test_a_run_plays_every_seat_count_option_and_teams_of_both_editions() -> None:
    setups = draw_setups(RunSettings(setups=2000))
    assert {len(s.seats) for s in setups if s.edition == "kingup"} == {3, 4, 5, 6}
    assert {len(s.seats) for s in setups if s.edition == "vive-le-roi"} == set(range(2, 9))
    assert len({option for s in setups for option in s.options}) == 7
    assert any(s.teams for s in setups)


def test_the_same_seed_draws_the_same_setups() -> None:
    assert draw_setups(RunSettings(seed=5, setups=50)) == draw_setups(
        RunSettings(seed=5, setups=50)
    )
    assert draw_setups(RunSettings(seed=5, setups=50)) != draw_setups(
        RunSettings(seed=6, setups=50)
    )


def test_a_run_plays_the_mixture_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    file.write_text(
        "kingup_share = 0.0\nteam_chance = 0.0\n"
        "[seat_weights]\n3 = 1\n[option_chances]\nwedding = 1"
    )
    setups = draw_setups(read_settings(file))
    assert {(s.edition, len(s.seats), s.options) for s in setups} == {
        ("vive-le-roi", 3, ("wedding",))
    }
    file.write_text("[option_chances]\nweding = 1")
    with pytest.raises(SystemExit, match="weding"):
        read_settings(file)


def test_editions_and_teams_occur_in_the_requested_shares() -> None:
    setups = draw_setups(RunSettings(setups=4000, kingup_share=0.3, team_chance=0.2))
    kingup = sum(s.edition == "kingup" for s in setups)
    assert abs(kingup / len(setups) - 0.3) < 0.03
    assert abs(sum(s.teams > 0 for s in setups) / (len(setups) - kingup) - 0.2) < 0.03


def test_the_requested_share_of_vive_le_roi_games_has_no_options() -> None:
    four = RunSettings(setups=4000, kingup_share=0.0, seat_weights={4: 1.0}, team_chance=0.0)
    chances = dict.fromkeys(four.option_chances, 0.0) | {"ambition": 1.0}
    setups = draw_setups(replace(four, option_chances=chances, plain_share=0.6))
    assert sum(not setup.options for setup in setups) / 4000 == pytest.approx(0.6, abs=0.03)
    # Two seats still need an Emissary.
    pairs = draw_setups(RunSettings(setups=50, kingup_share=0, plain_share=1, seat_weights={2: 1}))
    assert {setup.options for setup in pairs} == {("emissary",)}


def test_impossible_settings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no game of kingup that is allowed"):
        draw_setups(RunSettings(kingup_share=1.0, seat_weights={8: 1.0}))
    file = tmp_path / "greedy.toml"
    file.write_text("past_share = 0.6\nstranger_share = 0.5\n")
    with pytest.raises(SystemExit, match="more than all of the games"):
        read_settings(file)
    file.write_text("clone_share = 0.1\n")
    with pytest.raises(SystemExit, match="names none"):
        read_settings(file)
    for text, sentence in (
        ('mixture = "Four"', "mixture is one of all, three, four, six"),
        ("blocks = -1", "not possible"),
        ("rate =", "cannot be read"),
    ):
        file.write_text(text)
        with pytest.raises(SystemExit, match=sentence):
            read_settings(file)
    with pytest.raises(SystemExit, match="cannot be read"):
        read_settings(tmp_path / "nothing.toml")


def test_the_shipped_configurations_can_be_read(tmp_path: Path) -> None:
    assert read_settings(Path("training/config/sovereign.toml")).place_magnet == 4.0
    assert read_settings(Path("training/config/clones.toml")).clones[0] == "chancellor-50000"
    assert read_settings(Path("training/config/notes-long.toml")).team_chance == 0.0
    odd = tmp_path / "odd.toml"
    odd.write_text("learning_rat = 1\n")
    with pytest.raises(SystemExit, match="learning_rat"):
        read_settings(odd)


def test_the_shipped_player_may_be_the_rival_of_a_run_with_the_usual_networks() -> None:
    shipped = load_weights(None)
    assert shipped.player_shape == RunSettings().player_shape
    assert shipped.critic_shape == RunSettings().critic_shape


def test_every_feature_is_read_exactly_once_and_padding_never() -> None:
    used = [*CHARACTER_FEATURES.ravel().tolist(), *TABLE_FEATURES.tolist()]
    assert sorted(used) == list(range(OFFSETS["padding"]))
    assert all(TOPS[OFFSETS[block.name]] == block.top for block in BLOCKS)


def test_a_card_has_its_six_characters_in_both_editions() -> None:
    assert (INCIDENCE.sum(axis=1) == 6).all()
    for edition, cards in enumerate(FAVOURITES):
        for card, letters in enumerate(cards):
            shown = {LETTERS[edition][who] for who in np.flatnonzero(INCIDENCE[card])}
            assert shown == set(letters)


def test_only_vive_le_roi_has_women_and_men() -> None:
    assert (KINDS[0, :13, 2] == 1).all()
    assert KINDS[1, :, 0].sum() == 6
    assert KINDS[1].sum() == 14
