"""The database tables for chat: remarks, mutes, reports and the operator's sanctions."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from kingup.store.schema import FORGET, METADATA

REMARKS = Table(
    "remarks",
    METADATA,
    Column("code", ForeignKey("tables.code"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("person", String(64), nullable=False, info=FORGET),
    Column("name", String(80), nullable=False),
    Column("player", Integer),
    Column("text", Text, nullable=False),
    Column("reaction", String(16)),
    Column("heard_by", String(64), info=FORGET),
    Column("key", String(64)),
    UniqueConstraint("code", "key", name="remarks_once"),
    Index("remarks_by_person", "person"),
)
"""Chat remarks. `heard_by` is the only other person who may read it; null means everybody."""

MUTES = Table(
    "mutes",
    METADATA,
    Column("person", String(64), primary_key=True, info=FORGET),
    Column("muted", String(64), primary_key=True, info=FORGET),
    Index("mutes_of_somebody", "muted"),
)
"""Who has muted whom, at all tables."""

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("code", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", String(64), nullable=False, info=FORGET),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("reporter", String(64), nullable=False, info=FORGET),
    Column("around", JSON, nullable=False),
    UniqueConstraint("code", "number", "reporter", name="reports_once"),
)
"""Reported remarks, each with the remarks around it (names and texts)."""

CLOSED_TALKS = Table(
    "closed_talks",
    METADATA,
    Column("code", String(32), primary_key=True),
    Column("at", Double, nullable=False),
)
"""Tables whose chat the operator has closed."""

SILENCED = Table(
    "silenced",
    METADATA,
    Column("person", String(64), primary_key=True, info=FORGET),
    Column("until", Double, nullable=False),
)
"""People whom the operator has barred from chat, and until when."""
