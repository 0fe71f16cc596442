"""Actions that bots have chosen in workers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_thoughts"
down_revision = "0004_tokens"


def upgrade() -> None:
    """Create the table of bots' answers."""
    op.create_table(
        "thoughts",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("question", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("action", sa.String(64), nullable=False),
    )
