"""The trained player: legal in every game, repeatable by seed, made by its name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kingup import Game
from kingup.bots import Bot, BotError, Budget, make_bot
from kingup.bots.bot_names import parse_bot
from kingup.bots.sovereign import weights as files
from kingup.bots.sovereign.bot_name import parse_request
from kingup.bots.sovereign.networks import networks_of
from kingup.bots.sovereign.policy_bot import Sovereign
from kingup.bots.sovereign.temperament import Temperament
from tests.bots.games import played
from tests.bots.sovereign_networks import SHAPES, untrained, written
from tests.strategies import each_family


@pytest.mark.parametrize("family", each_family())
def test_it_plays_every_kind_of_game_to_its_end(
    family: tuple[str, tuple[int, ...], tuple[str, ...]],
) -> None:
    kind = list(SHAPES)[len(family[1]) % 2]
    endings = []
    for _ in range(2):
        game = Game(*family, seed=9)
        bots: list[Bot] = [Sovereign(seat, untrained(kind)) for seat in range(len(game.names))]
        for _player in played(game, bots):
            pass  # the game refuses what is not allowed
        endings.append((game.scores, game.castle))
    assert endings[0] == endings[1]


def test_a_low_temperature_makes_choices_less_varied() -> None:
    view = Game("kingup", 4, seed=1).view(0)
    if not view.actions:
        view = Game("kingup", 4, seed=1).view(Game("kingup", 4, seed=1).to_act[0])
    cold = Counter(
        Sovereign(seed, untrained(), Temperament(0.01)).choose(view) for seed in range(40)
    )
    warm = Counter(
        Sovereign(seed, untrained(), Temperament(1.0)).choose(view) for seed in range(40)
    )
    assert len(cold) < len(warm)


def test_it_is_made_by_its_name_and_its_weights(tmp_path: Path) -> None:
    path = written(tmp_path)
    view = Game(seed=1).view(Game(seed=1).to_act[0])
    assert make_bot(f"sovereign:weights={path}", 1).choose(view) in view.actions
    request = parse_request(f"sovereign:temperature=0.5,weights={path}")
    assert (request.temperament, request.weights) == (Temperament(0.5), path)
    assert parse_bot(f"sovereign+:0.5s,weights={path}") == ("sovereign+", Budget(seconds=0.5))
    assert parse_bot(f"sovereign+:300,weights={path}") == ("sovereign+", Budget(simulations=300))


def test_weights_are_given_as_a_path_or_a_string(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert networks_of(str(path)) is networks_of(path)
    with pytest.raises(BotError, match="There is no weights file"):
        networks_of("nowhere.npz")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sovereign:500,weights={path}", "sovereign has no setting “500”: there are temperature"),
        ("sovereign:temperatur=0.5", "sovereign has no setting “temperatur=0.5”: there are temp"),
        ("sovereign+:temperatur=0.5", "sovereign+ has no setting “temperatur=0.5”: there are t"),
        ("sovereign+:0,weights={path}", "“0” is not a budget"),
        ("sovereign+:much,weights={path}", "“much” is not a budget"),
        ("sovereign:temperature=0,weights={path}", "“0” is not a temperature"),
        ("sovereign:temperature=hot,weights={path}", "“hot” is not a temperature"),
        ("sovereign:memory=17,weights={path}", "“17” is no memory: write memory=0 to 16 or all"),
        ("sovereign:sight=far,weights={path}", "“far” is no sight: write"),
        ("sovereign:heart=nan,weights={path}", "“nan” is no heart: write"),
        ("sovereign:daring=-11,weights={path}", "“-11” is no daring: write"),
        ("sovereign:impulse=1.5,weights={path}", "“1.5” is no impulse: write"),
        ("sovereign+:memory=4,weights={path}", "sovereign+ has no setting “memory=4”"),
        ("sovereign+:ahead=climbs,weights={path}", "sovereign+ has no setting “ahead=climbs”"),
        ("sovereign+:distance=2,weights={path}", "sovereign+ has no setting “distance=2”"),
        ("sovereign:weights={path}x", "There is no weights file"),
        ("sovereign:weights=", "Name the weights file, like sovereign:weights=FILE."),
        ("sovereign:temperature=1,temperature=2", "“temperature=2” is given twice for sovereign"),
        ("sovereign+:5,6", "“6” is given twice for sovereign+."),
        ("sovereign", "This kingup has no trained player"),
        ("sovereign+", "This kingup has no trained player"),
    ],
)
def test_an_impossible_sovereign_is_refused_with_a_reason(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SHIPPED", tmp_path / "sovereign.npz")
    with pytest.raises(BotError) as refusal:
        make_bot(text.replace("{path}", str(written(tmp_path))), 1)
    assert str(refusal.value).startswith(sentence)
