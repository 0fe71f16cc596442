"""The database table of the analyses of finished games."""

from __future__ import annotations

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, LargeBinary, String, Table, Text

from kingup.store.record_schema import RECORDS
from kingup.store.schema import METADATA

ANALYSES = Table(
    "analyses",
    METADATA,
    Column("code", String(32), primary_key=True),
    Column("record", ForeignKey(RECORDS.c.id, ondelete="CASCADE")),
    Column("method", String(120), nullable=False),
    Column("asked_at", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("progress", Double, nullable=False),
    Column("server", String(32)),
    Column("seen_at", Double),
    Column("steps", LargeBinary),
    Column("body", LargeBinary),
    Column("fault", Text),
    Column("hiding", Text),
    Index("analyses_by_time", "asked_at"),
)
"""Analyses that somebody has asked for, by the code of a table or the id of a record that was
brought; `record` is that id again, and the analysis is deleted with it. Then: the method (schema,
judge, effort), how far it is, which server works on it and when that last said so, the rounds that
are done, and in the end the analysis or the reason why there is none. Steps and body are JSON,
packed with zlib. Hiding is a part of the body for statistics, as JSON: by player their bluffs,
kept secrets and rounds. They name nobody.
"""
