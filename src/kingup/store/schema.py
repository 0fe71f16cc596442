"""The store's tables: SQLite and PostgreSQL understand all of it."""

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
"""Marks columns of person ids: rows with the id of somebody who deletes their data go."""

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
"""What lists of tables show, and when something happens there by itself. It follows from the
events."""

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
"""The truth, append-only. A key marks the first event of something that is done only once."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("code", ForeignKey("tables.code"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Index("people_by_table", "code"),
)
"""Who plays where. It follows from the events."""

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the server must remember, such as its secret."""

SERVERS = Table(
    "servers",
    METADATA,
    Column("server", String(32), primary_key=True),
    Column("seen_at", Double, nullable=False),
)
"""The servers that share this database, and when each last said that it is up."""

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
"""Who has a table open at which server, since when; or when they left. Only servers that share
a database need it."""
