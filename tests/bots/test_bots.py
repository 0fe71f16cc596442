"""Every bot, in every kind of game."""

from __future__ import annotations

import pytest

import kingup
from kingup import Game
from kingup.bots import Budget, make_bot
from kingup.bots.bot import BotError
from kingup.bots.bot_names import bot_of, digest_of, parse_bot, split_bots
from kingup.bots.chancellor import CHUNK, TREES, Chancellor
from kingup.bots.levels import LEVELS
from tests.bots.games import bots_for, played
from tests.bots.twin_games import moments, with_other_secrets
from tests.strategies import each_family

BOTS = ("page", "courtier", "chancellor:24")


@pytest.mark.parametrize("family", each_family())
def test_every_bot_plays_every_edition_option_and_seat_count(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    for shift in range(3):
        game = Game(*family, seed=shift)
        kinds = BOTS[shift:] + BOTS[:shift]
        for _player in played(game, bots_for(game, *kinds), seed=shift):
            pass
        assert game.is_over


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_with_the_same_seed_and_effort_plays_the_same_game(kind: str) -> None:
    def record() -> list[object]:
        game = Game("vive-le-roi", 3, ["ambition"], seed=5)
        for _player in played(game, bots_for(game, kind, seed=8)):
            pass
        return [(round_.kept, round_.moves) for round_ in game.rounds]

    assert record() == record()


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_with_another_seed_plays_another_game(kind: str) -> None:
    def record(seed: int) -> list[object]:
        game = Game("vive-le-roi", 3, seed=5)
        for _player in played(game, bots_for(game, kind, seed=seed)):
            pass
        return [round_.moves for round_ in game.rounds]

    assert len({str(record(seed)) for seed in range(4)}) > 1


@pytest.mark.parametrize("kind", BOTS)
def test_a_choice_does_not_depend_on_hidden_cards(kind: str) -> None:
    game = Game("vive-le-roi", [1, 2, 1], ["ambition", "emissary", "wedding"], seed=2)
    for i, (player, _stage) in enumerate(moments(game)):
        other = with_other_secrets(game, player)
        assert other.state.card != game.state.card
        ours, theirs = (make_bot(kind, i).choose(which.view(player)) for which in (game, other))
        assert ours == theirs


def test_a_chancellor_without_time_still_searches_once() -> None:
    # `make bench` measures whether it keeps to its time; this checks that it searches at all.
    game = Game("kingup", 4, seed=1)
    first = []
    for i, player in enumerate(played(game, bots_for(game, "page"))):
        if i % 9 == 0 and not game.rounds[-1].crownings:
            view = game.view(player)
            hurried = Chancellor(i, Budget(seconds=1e-9)).choose(view)
            assert hurried == Chancellor(i, Budget(simulations=CHUNK * TREES)).choose(view)
            first.append(hurried == view.actions[0])
    assert not all(first)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "jester",
            "There is no bot “jester”: choose from page, groom, cupbearer, falconer, chamberlain, "
            "constable, sovereign, high-king, king-of-kings, emperor, bold, sly, loyal, courtier, "
            "seneschal, chancellor, sovereign+.",
        ),
        ("", "There is no bot “”: choose from page, groom, cupbearer, "),
        ("page:5", "page takes no budget: only chancellor and sovereign+ think ahead."),
        ("chancellor:0", "“0” is not a budget"),
        ("chancellor:-1", "“-1” is not a budget"),
        ("chancellor:nans", "“nans” is not a budget"),
        ("chancellor:infs", "“infs” is not a budget"),
        ("chancellor:1e99", "“1e99” is not a budget"),
        ("chancellor:99999999999", "“99999999999” is not a budget"),
        ("chancellor:4000s", "“4000s” is not a budget"),
    ],
)
def test_an_unknown_bot_or_impossible_budget_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BotError) as refusal:
        make_bot(text, 1)
    assert str(refusal.value).startswith(sentence)


def test_a_budget_is_a_number_of_simulations_or_of_seconds() -> None:
    assert parse_bot("chancellor:700") == ("chancellor", Budget(simulations=700))
    assert parse_bot("chancellor:0.5s") == ("chancellor", Budget(seconds=0.5))


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("page, courtier,,chancellor:5", ["page", "courtier", "chancellor:5"]),
        (
            "sovereign:temperature=0.5,weights=a.npz,page",
            ["sovereign:temperature=0.5,weights=a.npz", "page"],
        ),
        (
            "sovereign+:64,temperature=0.5,sovereign",
            ["sovereign+:64,temperature=0.5", "sovereign"],
        ),
        ("sovereign:weights=a,b.npz", ["sovereign:weights=a,b.npz"]),
        ("page,dragon", ["page", "dragon"]),
        ("", []),
    ],
)
def test_a_list_of_bots_may_hold_settings_with_commas(text: str, bots: list[str]) -> None:
    assert split_bots(text) == bots


def test_every_level_for_people_is_a_bot() -> None:
    assert parse_bot("seneschal") == ("chancellor", Budget(simulations=100))
    for level in LEVELS:
        assert parse_bot(level.id) == parse_bot(level.bot)
        assert digest_of(level.id) == digest_of(level.bot)


def test_a_trained_level_plays_with_its_own_temperament() -> None:
    game = Game("kingup", 4, seed=1)
    view = game.view(game.to_act[0])

    def chosen(bot: str) -> list[str]:
        return [make_bot(bot, seed).choose(view) for seed in range(20)]

    assert chosen("groom") == chosen(bot_of("groom")) != chosen("sovereign")


def test_a_bot_cannot_choose_for_a_spectator() -> None:
    game = Game("kingup", 4, seed=1)
    with pytest.raises(kingup.KingUpError):
        make_bot("courtier", 1).choose(game.view(None))


def test_a_bot_without_a_seed_plays() -> None:
    game = kingup.Game("kingup", 3, seed=1)
    assert make_bot("page").choose(game.view(game.to_act[0])) in game.view(game.to_act[0]).actions
