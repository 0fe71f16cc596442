"""What bots have decided in workers, until it is done at the table."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table

from kingup.store.schema import METADATA

THOUGHTS = Table(
    "thoughts",
    METADATA,
    Column("code", String(32), primary_key=True),
    Column("question", Integer, primary_key=True, autoincrement=False),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("action", String(64), nullable=False),
)
"""By table, by the number of the event after which the game asked, and by player. A sealed vote
may stand here: nothing shows it."""
