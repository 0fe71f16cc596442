"""Answers to puzzles, and the ratings that follow from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011_puzzles"
down_revision = "0010_analyses"


def upgrade() -> None:
    """Create the tables for puzzles."""
    op.create_table(
        "puzzle_answers",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("option", sa.Integer, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("strength", sa.Double, nullable=False),
        sa.Column("spread", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("person", "number", name="puzzle_answers_in_order"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("strength", sa.Double, nullable=False),
        sa.Column("spread", sa.Double, nullable=False),
    )
