"""Replays of recorded games: positions, step by step, and as text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kingup
from kingup.notation import read_file
from kingup.rules.errors import KingUpError
from kingup.terminal.positions import position
from kingup.terminal.record_text import narration
from kingup.terminal.replay import replay, show
from tests.strategies import each_family, random_play
from tests.terminal.helpers import terminal, typed

RECORDS = Path(__file__).parent.parent / "records"


def _record(name: str) -> kingup.Game:
    return read_file(RECORDS / f"{name}.json")


@pytest.mark.parametrize(("edition", "seats", "options"), each_family(unpacked=True))
def test_every_position_is_rebuilt_as_it_was(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    game = kingup.Game(edition, seats, options, dealer=None)
    castles: dict[int, object] = {}
    for _ in random_play(game, random.Random(2), 200):
        if game.rounds and game.phase not in ("ambition", "vote", "shuffle"):
            castles.setdefault(game.move_count, (game.castle, game.scores, game.phase))
    for number, castle in castles.items():
        again = position(game, number)
        assert (again.castle, again.scores, again.phase) == castle


def test_a_position_before_the_first_move_is_after_the_first_deal() -> None:
    game = _record("king-up-4")
    assert position(game, 0).phase == "place"
    assert position(game, 0).rounds[0].moves == []


def test_the_end_of_a_round_comes_before_the_next_deal() -> None:
    game = _record("king-up-4")
    end = len(game.rounds[0].moves)
    assert position(game, end).phase == "deal"
    assert position(game, end + 1).round == 2


@pytest.mark.parametrize("at", [-1, 10_000])
def test_a_move_beyond_the_record_is_refused(at: int) -> None:
    game = _record("king-up-4")
    with terminal(typed()) as shown, pytest.raises(KingUpError) as caught:
        show(game, at, shown.console)
    last = game.move_count
    assert str(caught.value) == f"There is no move {at}: this record goes from 0 to {last}."


@pytest.mark.parametrize("name", ["king-up-4", "vive-le-roi-7", "vive-le-roi-team-emissary"])
@pytest.mark.parametrize("tty", [False, True])
def test_every_position_of_a_record_can_be_shown(name: str, tty: bool) -> None:
    game = _record(name)
    for at in (None, 0, 1, 20, 40, len(game.rounds[0].moves), len(game.rounds[0].moves) + 1):
        with terminal(typed(), tty=tty, colour=tty) as shown:
            show(game, at, shown.console)
        assert "Favourites: " in shown.output.getvalue()
        assert tty or "\x1b" not in shown.output.getvalue()


@pytest.mark.parametrize("name", ["king-up-4", "vive-le-roi-7", "vive-le-roi-team-emissary"])
def test_a_pipe_gets_the_whole_game_as_text(name: str) -> None:
    game = _record(name)
    with terminal(typed()) as shown:
        replay(game, shown.console)
    told = shown.output.getvalue()
    assert told.count("begins.") == 3
    assert f"{game.move_count}. " in told
    assert "\x1b" not in told
    assert max(len(line) for line in told.split("\n")) <= 80


def test_an_unfinished_record_keeps_its_secrets() -> None:
    game = kingup.Game("vive-le-roi", 3, ["ambition", "emissary"], seed=1)
    rng = random.Random(1)
    while not game.rounds[0].ended:
        player = game.to_act[0]
        game.play(player, rng.choice(game.legal_actions(player)))
    told = "\n".join(narration(game))
    hidden = game.rounds[1].deal.favourites
    assert all(card not in told for card in hidden)
    assert all(card in told for card in game.rounds[0].deal.favourites)


def test_a_record_without_moves_is_shown() -> None:
    game = kingup.Game("vive-le-roi", 3, ["ambition"], seed=1)
    assert [number for number, _now in game.positions()] == [0]
    with terminal(typed()) as shown:
        show(game, None, shown.console)
        replay(game, shown.console)
    assert "begins." in shown.output.getvalue()
