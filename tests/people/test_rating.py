"""Ratings: winners move up, in the right pool, by the right amount."""

from __future__ import annotations

import pytest

from kingup.bots.levels import LADDER, LEVEL_IDS
from kingup.people.outcomes import OutcomeSide, PersonOutcome
from kingup.people.rating import POOLS, START, Rating, level_strengths, rated


def outcome(*sides: OutcomeSide, edition: str = "kingup") -> PersonOutcome:
    return PersonOutcome("rook-22222", edition, 1.0, sides)


def person(name: str, rank: int) -> OutcomeSide:
    return OutcomeSide((name,), (), rank, (name.title(),))


def bot(level: str, rank: int) -> OutcomeSide:
    return OutcomeSide((), (level,), rank)


def test_the_winner_moves_up_and_the_loser_down() -> None:
    after = rated(outcome(person("ana", 0), person("ben", 1)), "people", {})
    assert after["ana"].strength > START > after["ben"].strength
    assert after["ana"].spread < Rating().spread
    assert after["ana"].games == after["ben"].games == 1


def test_a_tie_between_equals_moves_nobody() -> None:
    after = rated(outcome(person("ana", 0), person("ben", 0)), "people", {})
    assert after["ana"].strength == pytest.approx(after["ben"].strength)


def test_games_against_bots_alone_do_not_affect_the_pool_of_people() -> None:
    game = outcome(person("ana", 0), bot("page", 1), bot("page", 2))
    assert rated(game, "people", {}) == {}
    assert set(rated(game, "bots", {})) == set(rated(game, "together", {})) == {"ana"}


def test_games_without_bots_do_not_affect_the_pool_of_bots() -> None:
    game = outcome(person("ana", 0), person("ben", 1))
    assert rated(game, "bots", {}) == {}
    assert rated(game, "together", {}) == rated(game, "people", {})


def test_results_of_bots_do_not_affect_the_pool_of_people() -> None:
    one = outcome(person("ana", 0), bot("page", 1), person("ben", 2), bot("page", 3))
    two = outcome(bot("page", 0), person("ana", 1), bot("page", 2), person("ben", 3))
    assert rated(one, "people", {}) == rated(two, "people", {})


def test_results_of_other_people_do_not_affect_the_pool_of_bots() -> None:
    one = outcome(person("ana", 0), bot("page", 1), person("ben", 2))
    two = outcome(person("ben", 0), person("ana", 1), bot("page", 2))
    assert rated(one, "bots", {})["ana"] == rated(two, "bots", {})["ana"]
    assert rated(one, "bots", {})["ben"].strength < START < rated(two, "bots", {})["ben"].strength


def test_beating_a_chancellor_is_worth_more_than_beating_a_page() -> None:
    def gain(level: str) -> float:
        return rated(outcome(person("ana", 0), bot(level, 1)), "bots", {})["ana"].strength

    levels = ("sovereign", "chancellor", "seneschal", "courtier", "page")
    gains = [gain(level) for level in levels]
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] > START


@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
def test_levels_are_in_order_and_a_courtier_has_the_starting_strength(edition: str) -> None:
    strengths = level_strengths(edition)
    assert set(strengths) == set(LEVEL_IDS)
    assert sorted(strengths.values()) == list(strengths.values())
    for order in (
        ("page", "courtier", "seneschal", "chancellor", "sovereign"),
        tuple(level.id for level in LADDER),
    ):
        assert [level for level in strengths if level in order] == list(order)
    assert strengths["courtier"] == START
    assert Rating(strengths["courtier"]).points == 1500


def test_an_unmeasured_level_counts_as_a_beginner() -> None:
    after = rated(outcome(person("ana", 0), bot("regent", 1)), "bots", {})
    assert after["ana"].strength > START


def test_teammates_move_together_even_with_a_bot() -> None:
    team = OutcomeSide(("ana",), ("page",), 0, ("Ana",))
    after = rated(outcome(team, person("ben", 1)), "people", {})
    assert set(after) == {"ana", "ben"}
    both = OutcomeSide(("ana", "cleo"), (), 0, ("Ana", "Cleo"))
    after = rated(outcome(both, person("ben", 1)), "people", {})
    assert after["ana"] == after["cleo"]


def test_a_deleted_person_counts_as_an_opponent_but_is_not_rated() -> None:
    game = outcome(person("ana", 0), person("~gone", 1))
    for pool in POOLS:
        assert "~gone" not in rated(game, pool, {})
    assert rated(game, "people", {})["ana"].strength > START


def test_doubt_shrinks_with_many_games() -> None:
    ratings: dict[str, Rating] = {}
    for i in range(100):
        game = outcome(person("ana", i % 3 == 0), person("ben", i % 3 > 0))
        ratings.update(rated(game, "people", ratings))
    assert ratings["ana"].games == 100
    assert ratings["ana"].doubt < Rating().doubt / 2
    assert ratings["ana"].proven > ratings["ben"].proven
