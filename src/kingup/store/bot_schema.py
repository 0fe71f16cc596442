"""The database tables for external bots."""

from __future__ import annotations

from sqlalchemy import Column, Double, ForeignKey, Index, String, Table

from kingup.store.schema import FORGET, METADATA

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("person", String(64), nullable=False, info=FORGET),
    Column("bot", String(64), nullable=False, unique=True),
    Column("name", String(80), nullable=False),
    Column("owner", String(80), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("used_at", Double),
    Index("tokens_by_person", "person"),
)
"""The API tokens of external bots; only digests are stored."""

CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("bot", String(64), nullable=False, info=FORGET),
    Column("code", ForeignKey("tables.code"), nullable=False),
    Column("by", String(80), nullable=False),
    Column("at", Double, nullable=False),
    Index("challenges_by_bot", "bot"),
)
"""Invitations of external bots to tables, until they are answered."""
