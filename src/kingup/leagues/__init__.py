"""Leagues of bots for a course: members, rounds, results and standings, as pure logic."""

from kingup.leagues.league import League, LeagueGame, LeagueSetting, Member
from kingup.leagues.results import LeagueOutcome, settle, walkover
from kingup.leagues.schedule import lineups
from kingup.leagues.standings import LeagueRow, LeagueStandings, standings

__all__ = [
    "League",
    "LeagueGame",
    "LeagueOutcome",
    "LeagueRow",
    "LeagueSetting",
    "LeagueStandings",
    "Member",
    "lineups",
    "settle",
    "standings",
    "walkover",
]
