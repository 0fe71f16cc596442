"""The logic of leagues: fair rounds, losses for missing bots, reliable standings."""

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
def test_each_bot_takes_every_seat_once_per_round(bots: int, seats: int) -> None:
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


def test_a_round_depends_only_on_its_seed() -> None:
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
def test_an_invalid_league_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(KingUpError):
        LeagueSetting(**{"name": "Course", **wrong})


def test_a_games_outcome_has_its_scores_and_winners() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1, 2]).play(random.Random(1))
    outcome = settle(sample.table, ())
    assert outcome.scores == tuple(sample.game.scores)
    assert {seat for seat, rank in enumerate(outcome.ranks) if rank == 0} == set(
        sample.game.winners
    )
    assert sum(outcome.shares) == pytest.approx(1)
    assert outcome.missing == ()


def test_a_missing_bot_loses_whatever_its_score() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1, 2]).play(random.Random(1))
    winner = sample.game.winners[0]
    outcome = settle(sample.table, [winner])
    assert outcome.ranks[winner] == 2
    assert outcome.shares[winner] == 0
    assert sum(outcome.shares) == pytest.approx(1)
    assert outcome.missing == (winner,)


def test_a_bot_with_a_stand_in_counts_as_missing() -> None:
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1, 2])
    sample.do(decisions.stand_in(sample.table, 1, "clock"))
    sample.play(random.Random(2))
    outcome = settle(sample.table, ())
    assert outcome.missing == (1,)
    assert outcome.shares[1] == 0


def test_no_bot_wins_if_the_emissary_does() -> None:
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


def test_a_walkover_is_won_by_the_only_bot_present() -> None:
    outcome = walkover(3, [0, 2])
    assert (outcome.ranks, outcome.shares, outcome.scores) == ((1, 0, 1), (0.0, 1.0, 0.0), ())
    assert walkover(3, [0, 1, 2]).shares == (0.0, 0.0, 0.0)


def test_standings_are_ordered_by_win_share_with_an_interval() -> None:
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


def test_members_without_games_share_a_place() -> None:
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


def test_standings_continued_equal_standings_recomputed() -> None:
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


def test_built_in_bots_count_as_opponents() -> None:
    games = [game(i, ("ada", None, None), 0, 1, 2) for i in range(5)]
    [row] = standings([member("ada")], games)
    assert row.rating > 25
