"""The table of actions that bots have chosen in workers and that are not yet applied."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table

from kingup.store.schema import METADATA

BOT_ANSWERS = Table(
    "thoughts",
    METADATA,
    Column("code", String(32), primary_key=True),
    Column("question", Integer, primary_key=True, autoincrement=False),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("action", String(64), nullable=False),
)
"""Keyed by table, number of the event that asked, and player. An action may be a sealed vote, so
this table must never be shown.
"""
