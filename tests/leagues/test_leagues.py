"""Leagues as pure logic: fair rounds, losses for the missing, standings that can be trusted."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from kingup.leagues import (
    LeagueGame,
    LeagueOutcome,
    LeagueSetting,
    LeagueStandings,
    Member,
    lineups,
    settle,
    standings,
    walkover,
)
from kingup.rules.errors import KingUpError
from kingup.tables import decisions
from tests.tables.sample_tables import SampleTable


def member(name: str) -> Member:
    return Member(name, name, name, name.title(), "Somebody", 0.0)


def game(number: int, lineup: tuple[str | None, ...], *ranks: int, **more: Any) -> LeagueGame:
    best = [rank for rank in ranks if rank == 0]
    shares = tuple(1 / len(best) if rank == 0 else 0.0 for rank in ranks)
    scores = more.pop("scores", tuple(10 - rank for rank in ranks))
    outcome = LeagueOutcome(ranks, shares, scores, more.pop("missing", ()))
    return LeagueGame(1, number, lineup, "done", "rook-22222", (), outcome)


@pytest.mark.parametrize("bots", range(2, 9))
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_in_every_round_each_bot_sits_once_on_every_seat(bots: int, seats: int) -> None:
    names = [f"bot-{i}" for i in range(bots)]
    for round_ in range(5):
        games = lineups(names, seats, f"rook {round_}")
        for seat in range(seats):
            sat = Counter(lineup[seat] for lineup in games)
            assert all(sat[name] == 1 for name in names)
        for lineup in games:
            there = [bot for bot in lineup if bot is not None]
            assert len(there) == len(set(there)), "nobody meets themselves"
            assert there, "bots of ours do not play alone"


def test_a_round_is_drawn_from_its_seed_alone_and_opponents_change() -> None:
    names = [f"bot-{i}" for i in range(7)]
    assert lineups(names, 3, "a") == lineups(names[::-1], 3, "a")
    assert lineups(names, 3, "a") != lineups(names, 3, "b")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"seats": 9},
        {"seats": 2},
        {"seconds": 5},
        {"edition": "go"},
        {"options": ("ambition",)},
        {"edition": "vive-le-roi", "options": ("shared-marker",)},
        {"edition": "vive-le-roi", "seats": 2},
        {"edition": "vive-le-roi", "seats": 6, "options": ("emissary",)},
    ],
)
def test_a_league_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(KingUpError):
        LeagueSetting(**{"name": "Course", **wrong})


def test_the_result_of_a_game_is_its_scores() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1, 2]).play(random.Random(1))
    outcome = settle(sample.table, ())
    assert outcome.scores == tuple(sample.game.scores)
    assert {seat for seat, rank in enumerate(outcome.ranks) if rank == 0} == set(
        sample.game.winners
    )
    assert sum(outcome.shares) == pytest.approx(1)
    assert outcome.missing == ()


def test_who_was_not_there_has_lost_whatever_the_score_says() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1, 2]).play(random.Random(1))
    winner = sample.game.winners[0]
    outcome = settle(sample.table, [winner])
    assert outcome.ranks[winner] == 2
    assert outcome.shares[winner] == 0
    assert sum(outcome.shares) == pytest.approx(1)
    assert outcome.missing == (winner,)


def test_who_let_a_bot_of_ours_act_was_not_there() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1, 2])
    sample.do(decisions.stand_in(sample.table, 1, "clock"))
    sample.play(random.Random(2))
    outcome = settle(sample.table, ())
    assert outcome.missing == (1,)
    assert outcome.shares[1] == 0


def test_where_the_emissary_wins_nobody_has_won() -> None:
    for seed in range(200):
        sample = SampleTable(edition="vive-le-roi", seats=(1, 1), options=("emissary",)).seat(
            [0, 1]
        )
        sample.play(random.Random(seed))
        if not sample.game.winners:
            break
    outcome = settle(sample.table, ())
    assert outcome.shares == (0.0, 0.0)
    assert min(outcome.ranks) == 0
    best = max(outcome.scores)
    assert [rank == 0 for rank in outcome.ranks] == [score == best for score in outcome.scores]


def test_a_game_that_nobody_came_to_is_won_by_who_did() -> None:
    outcome = walkover(3, [0, 2])
    assert (outcome.ranks, outcome.shares, outcome.scores) == ((1, 0, 1), (0.0, 1.0, 0.0), ())
    assert walkover(3, [0, 1, 2]).shares == (0.0, 0.0, 0.0)


def test_standings_go_by_win_share_and_know_how_uncertain_they_are() -> None:
    members = [member(name) for name in ("ada", "bob", "cyd")]
    games = [game(i, ("ada", "bob", "cyd"), 0, 1, 2) for i in range(12)]
    games += [game(12 + i, ("cyd", "ada", "bob"), 2, 1, 0) for i in range(4)]
    rows = standings(members, games)
    assert [row.member.bot for row in rows] == ["ada", "bob", "cyd"]
    assert [row.place for row in rows] == [1, 2, 3]
    assert [row.games for row in rows] == [16, 16, 16]
    assert rows[0].share == pytest.approx(0.75)
    assert rows[0].interval[0] < 0.75 < rows[0].interval[1]
    assert rows[0].rating > rows[1].rating > rows[2].rating
    assert all(row.spread < 25 / 3 for row in rows)


def test_who_has_not_played_stands_without_a_result_and_equals_share_a_place() -> None:
    rows = standings([member("ada"), member("bob")], [])
    assert [(row.place, row.games, row.interval) for row in rows] == [(1, 0, (0.0, 1.0))] * 2


def test_missed_games_are_counted_and_a_walkover_moves_no_rating() -> None:
    members = [member("ada"), member("bob")]
    won = walkover(3, [1, 2])
    games = [
        LeagueGame(1, 1, ("ada", "bob", "cyd"), "done", None, (1, 2), won),
        LeagueGame(1, 2, ("ada", "bob", None), "done", "rook-22222", (), None),  # broken off
        LeagueGame(1, 3, ("ada", "bob", None), "playing", "rook-33333"),
    ]
    ada, bob = standings(members, games)
    assert (ada.member.bot, ada.games, ada.wins, ada.missed) == ("ada", 1, 1, 0)
    assert (bob.games, bob.missed) == (1, 1)
    assert ada.rating == bob.rating


def test_standings_that_go_on_are_those_that_begin_anew() -> None:
    members = [member(name) for name in ("ada", "bob", "cyd")]
    games = [game(i, ("ada", "bob", "cyd"), i % 3, (i + 1) % 3, (i + 2) % 3) for i in range(9)]
    first = LeagueStandings()
    for one in games[:5]:
        first.add(one)
    later = first.copy()
    for one in games[5:]:
        later.add(one)
    assert later.rows(members) == standings(members, games)
    assert first.rows(members) == standings(members, games[:5])


def test_our_own_bots_are_opponents_too() -> None:
    games = [game(i, ("ada", None, None), 0, 1, 2) for i in range(5)]
    [row] = standings([member("ada")], games)
    assert row.rating > 25
