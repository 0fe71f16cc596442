"""Opponents at a person's own level: it follows the results, one level at a time."""

from __future__ import annotations

import pytest

from kingup.bots.levels import LADDER, LEVEL_IDS
from kingup.people.ladder import level_for
from kingup.people.outcomes import OutcomeSide, PersonOutcome
from kingup.people.rating import ABOVE, Rating, level_strengths, rated

EDITIONS = tuple(ABOVE)
RANKS = tuple(level.id for level in LADDER)


def climb(edition: str, rank: int, games: int) -> list[str]:
    """Return the levels that somebody meets who always finishes at the same rank."""
    rating, met = Rating(), []
    for _ in range(games):
        met.append(level_for(edition, rating, "courtier", RANKS))
        others = [other for other in range(4) if other != rank]
        sides = (
            OutcomeSide(("ann",), (), rank, ("Ann",)),
            *(OutcomeSide((), (met[-1],), other) for other in others),
        )
        outcome = PersonOutcome("rook-22222", edition, 0.0, sides)
        rating = rated(outcome, "bots", {"ann": rating})["ann"]
    return met


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_game_has_the_servers_usual_level(edition: str) -> None:
    for level in LEVEL_IDS:
        assert level_for(edition, None, level, RANKS) == level
        assert level_for(edition, Rating(), level, RANKS) == level


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_person_as_strong_as_a_level_meets_it(edition: str) -> None:
    strengths = level_strengths(edition)
    for rank in RANKS:
        assert level_for(edition, Rating(strengths[rank], 3.0, 9), "page", RANKS) == rank


@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_wins_meets_stronger_bots_up_to_the_strongest(edition: str) -> None:
    met = climb(edition, rank=0, games=40)
    assert met[0] == "courtier"
    assert met[1] == "chamberlain"
    assert met[-1] == RANKS[-1]
    climbed = [RANKS.index(level) for level in met[1:]]
    assert climbed == sorted(climbed)


@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_comes_last_meets_pages_after_a_few_games(edition: str) -> None:
    met = climb(edition, rank=3, games=6)
    assert met[0] == "courtier"
    assert met[3:] == ["page"] * 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_holds_their_own_stays(edition: str) -> None:
    met = [RANKS.index(level) for level in climb(edition, rank=2, games=12)[1:]]
    assert max(met) - min(met) <= 1
