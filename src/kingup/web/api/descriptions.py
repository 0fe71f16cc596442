"""Tables and players as the API describes them."""

from __future__ import annotations

from typing import Any

from kingup.leagues import LeagueGame
from kingup.leagues.standings import LeagueRow
from kingup.server.league_service import LeagueSnapshot
from kingup.store import ListedTable
from kingup.store.challenges import Challenge
from kingup.tables.table import Table

MOST_LEAGUE_GAMES = 20
"""The games of a league that a bot is told about."""

RESULTS = ("won", "shared", "lost", "broken-off")
"""How a game can end for a player, in the words of the line protocol."""


def player_of(table: Table, bot: str) -> int | None:
    """Return the number of the player that a bot plays; None for a spectator."""
    held = table.player_of(bot)
    return held[0] if held else None


def result_of(table: Table, player: int | None) -> str:
    """Return how a game has ended for a player."""
    game = table.game
    if player is None or game is None or not game.is_over:
        return "broken-off"
    winners = game.winners
    if table.seat_of(player) not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "shared"


def league_of(snapshot: LeagueSnapshot, rows: list[LeagueRow], bot: str) -> dict[str, Any]:
    """Return a league as one of its bots sees it: its standing, and its last games."""
    row = next(one for one in rows if one.member.bot == bot)
    done = [game for game in snapshot.games if game.status == "done" and bot in game.lineup]
    return {
        "code": snapshot.league.code,
        "name": snapshot.league.setting.name,
        "place": row.place,
        "games": row.games,
        "share": row.share,
        "missed": row.missed,
        "last": [_league_game(game, game.lineup.index(bot)) for game in done[-MOST_LEAGUE_GAMES:]],
    }


def _league_game(game: LeagueGame, seat: int) -> dict[str, Any]:
    outcome = game.outcome
    return {
        "round": game.round,
        "number": game.number,
        "table": game.table,
        "share": None if outcome is None else outcome.shares[seat],
        "missed": outcome is not None and seat in outcome.missing,
    }


def challenge_of(challenge: Challenge) -> dict[str, Any]:
    """Return a challenge as its bot is told about it."""
    return {
        "id": challenge.id,
        "table": challenge.code,
        "by": challenge.by,
        "at": challenge.at,
    }


def listed(entry: ListedTable) -> dict[str, Any]:
    """Return a table as an entry of a list."""
    about = entry.about
    return {
        "code": entry.code,
        "status": entry.status,
        "title": about["title"],
        "edition": about["edition"],
        "seats": about["seats"],
        "options": about["options"],
        "pace": {"kind": about["pace"][0], "amount": about["pace"][1]},
        "players": [
            place
            and {
                "name": place["name"],
                "level": place["level"],
                "owner": place.get("owner", ""),  # missing in tables of earlier versions
                "ready": place["ready"],
            }
            for place in about["players"]
        ],
        "scores": about["scores"],
        "winners": about["winners"],
    }


def seated(table: Table, player: int) -> dict[str, Any] | None:
    """Return who plays as a player, as everybody may know it; None for a free place."""
    sitter = table.players[player]
    if sitter is None:
        return None
    return {
        "seat": table.seat_of(player),
        "name": sitter.name,
        "colour": sitter.colour,
        "level": sitter.level,
        "owner": sitter.owner,
        "ready": sitter.confirmed,
        "standing_in": sitter.standing_in is not None,
    }
