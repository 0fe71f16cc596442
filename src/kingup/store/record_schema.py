"""The database table for records that people have brought to watch."""

from __future__ import annotations

from sqlalchemy import Column, Double, Index, String, Table, Text

from kingup.store.schema import METADATA

RECORDS = Table(
    "records",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),
    Index("records_by_time", "at"),
)
"""Records as JSON, by a digest of their content. `at` is when one was last watched, to the day."""
