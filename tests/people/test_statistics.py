"""What games add up to, compared with the same counted by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kingup.analysis import ballots
from kingup.analysis.ballots import DECISIVE
from kingup.people.statistics import (
    GameDeeds,
    GameHiding,
    PlayedGame,
    deeds_of,
    played_game,
    statistics,
)
from kingup.tables import TableSetting
from kingup.tables.listing import about
from tests.analysis.games import finished, golden
from tests.web.pages.me.finished_games import played


def test_a_known_game_is_counted_by_hand() -> None:
    """Seat 3 of the golden game said No, among others, in the vote that decided the game."""
    game = golden()
    deeds = deeds_of(game, 2)
    mine = [vote for ballot in ballots(game) for vote in ballot.votes if vote.seat == 2]
    nos = [vote for vote in mine if vote.card == "N"]
    assert deeds.nos == len(nos) > 0
    assert deeds.decisive == sum(vote.effect == DECISIVE for vote in nos) > 0
    assert deeds.wasted == deeds.nos - deeds.decisive > 0
    crowned = [
        crowning.letter in round_.deal.favourites[2]
        for round_ in game.rounds
        for crowning in round_.crownings
    ]
    assert (deeds.crownings, deeds.favourites) == (3, sum(crowned))


def test_a_banished_character_is_no_favourite() -> None:
    for seed in range(20):
        game = finished("vive-le-roi", 3, ("banished",), seed=seed)
        for player in range(3):
            counted = deeds_of(game, player).favourites
            printed = sum(
                crowning.letter in round_.deal.favourites[player]
                for round_ in game.rounds
                for crowning in round_.crownings
            )
            assert counted <= printed
            if counted < printed:
                return
    raise AssertionError("no banished character was crowned in any of these games")


@pytest.mark.parametrize("seats", [(1, 1, 1), (2, 1, 1)])
def test_a_game_is_read_from_its_entry_in_lists(seats: tuple[int, ...]) -> None:
    people = [("ana", "Ana"), ("ben", "Ben"), ("cleo", "Cleo")]
    table = played(people, 3, TableSetting("vive-le-roi", seats))
    game = table.game
    assert game is not None
    for player in range(3):
        found = played_game(table.code, 5.0, about(table), (player,))
        seat = table.setting.seat_of(player)
        assert found == PlayedGame(
            table.code, "vive-le-roi", 5.0, player, seat in game.winners, game.scores[player]
        )


def test_games_that_are_not_one_persons_are_left_out() -> None:
    passed = played([("ana", "Ana")], 1, TableSetting(screens="passed"))
    assert played_game("x", 0.0, about(passed), (0,)) is None
    own = about(played([("ana", "Ana")], 1, TableSetting()))
    assert played_game("x", 0.0, own, (0, 1)) is None
    assert played_game("x", 0.0, own, ()) is None
    assert played_game("x", 0.0, {**own, "status": "abandoned"}, (0,)) is None


def test_editions_and_months_add_up() -> None:
    def at(month: int) -> float:
        return datetime(2026, month, 15, tzinfo=UTC).timestamp()

    games = [
        PlayedGame("d", "vive-le-roi", at(5), 0, True, 31),
        PlayedGame("c", "kingup", at(5), 0, False, 20),
        PlayedGame("b", "kingup", at(5), 1, True, 41),
        PlayedGame("a", "kingup", at(3), 2, False, 30),
    ]
    deeds = {"b": GameDeeds(3, 2, 4, 1, 3), "c": GameDeeds(3, 1, 2, 0, 2)}
    hiding = {"a": GameHiding(2, 1, 3), "c": GameHiding(1, 3, 3)}
    found = statistics(games, deeds, hiding, 200)
    assert (found.games, found.counted) == (4, 2)
    kingup, other = found.editions["kingup"], found.editions["vive-le-roi"]
    assert (kingup.games, kingup.wins, kingup.best, kingup.counted) == (3, 1, 41, 2)
    assert kingup.points == {"kingup": pytest.approx(91 / 3)}
    assert kingup.deeds == GameDeeds(6, 3, 6, 1, 5)
    assert (other.counted, other.deeds) == (0, GameDeeds(*[0] * 5))
    assert (kingup.analysed, kingup.hiding) == (2, GameHiding(3, 4, 6))
    assert (other.analysed, other.hiding) == (0, GameHiding(0, 0, 0))
    assert list(found.months) == [(2026, 3), (2026, 5)], "the latest last"
    march, may = found.months.values()
    assert (march.games, march.wins, march.points) == (1, 0, {"kingup": 30})
    assert (march.counted, march.deeds) == (0, GameDeeds(*[0] * 5))
    assert (march.analysed, march.hiding) == (1, GameHiding(2, 1, 3))
    assert (may.games, may.wins) == (3, 2)
    assert may.points == {"kingup": 30.5, "vive-le-roi": 31.0}
    assert (may.counted, may.deeds) == (2, GameDeeds(6, 3, 6, 1, 5))
    assert (may.analysed, may.hiding) == (1, GameHiding(1, 3, 3))


def test_nobody_has_no_statistics() -> None:
    found = statistics([], {}, {}, 200)
    assert (found.games, found.counted, found.editions, found.months) == (0, 0, {}, {})
