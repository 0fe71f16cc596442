"""Leagues of bots for a course: members, rounds, results and standings, as pure logic."""

from kingup.leagues.league import League, LeagueGame, LeagueSetting, Member
from kingup.leagues.results import Outcome, settle, walkover
from kingup.leagues.schedule import lineups
from kingup.leagues.standings import Row, Standings, standings

__all__ = [
    "League",
    "LeagueGame",
    "LeagueSetting",
    "Member",
    "Outcome",
    "Row",
    "Standings",
    "lineups",
    "settle",
    "standings",
    "walkover",
]
