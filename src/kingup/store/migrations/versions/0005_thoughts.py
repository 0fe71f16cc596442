"""What bots have decided in workers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_thoughts"
down_revision = "0004_tokens"


def upgrade() -> None:
    """Make room for thoughts."""
    op.create_table(
        "thoughts",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("question", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("action", sa.String(64), nullable=False),
    )
