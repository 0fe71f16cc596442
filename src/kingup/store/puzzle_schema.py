"""The database tables for puzzles: answers, and how hard solvers have found each one."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Integer, String, Table, UniqueConstraint

from kingup.store.schema import FORGET, METADATA

PUZZLE_ANSWERS = Table(
    "puzzle_answers",
    METADATA,
    Column("person", String(64), primary_key=True, info=FORGET),
    Column("puzzle", String(16), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("option", Integer, nullable=False),
    Column("right", Boolean, nullable=False),
    Column("strength", Double, nullable=False),
    Column("spread", Double, nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("person", "number", name="puzzle_answers_in_order"),
)
"""A person's first answer to each puzzle, numbered from 1, and their rating after it."""

PUZZLE_RATINGS = Table(
    "puzzle_ratings",
    METADATA,
    Column("puzzle", String(16), primary_key=True),
    Column("answers", Integer, nullable=False),
    Column("strength", Double, nullable=False),
    Column("spread", Double, nullable=False),
)
"""The current rating of each puzzle that somebody has answered."""
