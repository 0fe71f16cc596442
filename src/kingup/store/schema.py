"""The core database tables, portable between SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

FORGET = {"forget": True}
"""Marks a column of person ids: the rows of people who delete their data are deleted."""

TABLES = Table(
    "tables",
    METADATA,
    Column("code", String(32), primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("status", String(16), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("edition", String(16), nullable=False),
    Column("host", String(64), nullable=False),
    Column("about", JSON, nullable=False),
    Column("due_at", Double),
    Index("tables_listed", "private", "status", "updated_at"),
    Index("tables_by_host", "host"),
    Index("tables_due", "due_at"),
)
"""What lists of tables show, and when an automatic action is due. Derived from the events."""

EVENTS = Table(
    "events",
    METADATA,
    Column("code", ForeignKey("tables.code"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("body", JSON, nullable=False),
    Column("key", String(64)),
    UniqueConstraint("code", "key", name="events_once"),
)
"""The source of truth, append-only. A key marks the first event of an idempotent action."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("code", ForeignKey("tables.code"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Index("people_by_table", "code"),
)
"""Who plays where. Derived from the events."""

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Settings that the server itself stores, such as its secret."""

SERVERS = Table(
    "servers",
    METADATA,
    Column("server", String(32), primary_key=True),
    Column("seen_at", Double, nullable=False),
)
"""The servers that share this database, and the last heartbeat of each."""

ATTENDANCE = Table(
    "attendance",
    METADATA,
    Column("code", String(32), primary_key=True),
    Column("person", String(64), primary_key=True, info=FORGET),
    Column("server", String(32), primary_key=True),
    Column("arrived_at", Double, nullable=False),
    Column("left_at", Double),
    Index("attendance_by_server", "server"),
)
"""Who has a table open at which server and since when, or when they left. Only used by servers
that share a database.
"""
