"""The database tables for leagues: their settings, members and games."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table

from kingup.store.schema import FORGET, METADATA

LEAGUES = Table(
    "leagues",
    METADATA,
    Column("code", String(32), primary_key=True),
    Column("host", String(64), nullable=False, info=FORGET),
    Column("name", String(80), nullable=False),
    Column("edition", String(16), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Column("created_at", Double, nullable=False),
    Index("leagues_by_host", "host"),
)
"""The leagues, and what is played in them."""

LEAGUE_MEMBERS = Table(
    "league_members",
    METADATA,
    Column("code", ForeignKey("leagues.code", ondelete="CASCADE"), primary_key=True),
    Column("bot", String(64), primary_key=True, info=FORGET),
    Column("token", String(32), nullable=False),
    Column("person", String(64), nullable=False, info=FORGET),
    Column("name", String(80), nullable=False),
    Column("owner", String(80), nullable=False),
    Column("joined_at", Double, nullable=False),
    Column("gone", Boolean, nullable=False),
    Index("league_members_by_person", "person"),
)
"""The bots in leagues. One that has left keeps its results."""

LEAGUE_GAMES = Table(
    "league_games",
    METADATA,
    Column("code", ForeignKey("leagues.code", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("lineup", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("table_code", String(32)),
    Column("absent", JSON, nullable=False),
    Column("outcome", JSON(none_as_null=True)),
    Index("league_games_by_status", "status"),
)
"""The games of rounds, and their outcomes."""
