"""A league as a zip file: its records, results and standings."""

from __future__ import annotations

import asyncio
import csv
import io
import zipfile
from collections.abc import Iterable, Sequence

from kingup.leagues import LeagueGame, LeagueRow, standings
from kingup.notation import write_json
from kingup.server.league_service import LeagueSnapshot
from kingup.store import Store
from kingup.tables import Table

MOST_RECORDS = 2_000
"""Only the last games are included; more would take too long to download."""


async def write_archive(snapshot: LeagueSnapshot, store: Store) -> bytes:
    """Return the zip. Only games that are over are in it, so it holds no secrets."""
    buffer = io.BytesIO()
    played = [game for game in snapshot.games if game.status == "done" and game.table]
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = standings(snapshot.everybody, snapshot.games)
        archive.writestr("standings.csv", _standings(rows))
        archive.writestr("games.csv", _games(snapshot))
        for game in played[-MOST_RECORDS:]:
            events = await store.events(game.table or "")
            record = await asyncio.to_thread(_record, events)
            if record is not None:
                name = f"round-{game.round:03}-game-{game.number:03}.json"
                archive.writestr(f"records/{name}", record)
    return buffer.getvalue()


def _record(events: Sequence[object]) -> str | None:
    table = Table.of(events)  # type: ignore[arg-type]
    if not table.is_closed or table.game is None or not table.game.rounds:
        return None
    return write_json(table.game)


def _standings(rows: Iterable[LeagueRow]) -> str:
    columns = [
        "place",
        "bot",
        "owner",
        "games",
        "wins",
        "share",
        "low",
        "high",
        "rating",
        "spread",
        "missed",
    ]
    return _csv(
        columns,
        (
            (
                row.place,
                row.member.name,
                row.member.owner,
                row.games,
                f"{row.wins:.4f}",
                f"{row.share:.4f}",
                f"{row.interval[0]:.4f}",
                f"{row.interval[1]:.4f}",
                f"{row.rating:.3f}",
                f"{row.spread:.3f}",
                row.missed,
            )
            for row in rows
        ),
    )


def _games(snapshot: LeagueSnapshot) -> str:
    names = {member.bot: member.name for member in snapshot.everybody}
    columns = ["round", "game", "seat", "bot", "score", "rank", "share", "missing"]
    lines = [line for game in snapshot.games for line in _seats(game, names)]
    return _csv(columns, lines)


def _seats(game: LeagueGame, names: dict[str, str]) -> list[tuple[object, ...]]:
    outcome = game.outcome
    if outcome is None:
        return []
    return [
        (
            game.round,
            game.number,
            seat + 1,
            names.get(bot, "?") if bot else "",
            outcome.scores[seat] if outcome.scores else "",
            outcome.ranks[seat] + 1,
            f"{outcome.shares[seat]:.4f}",
            int(seat in outcome.missing),
        )
        for seat, bot in enumerate(game.lineup)
    ]


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    # Names must not be read as formulas by a spreadsheet.
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    return text.getvalue()


def _plain(cell: object) -> object:
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@"):
        return "'" + cell
    return cell
