"""API tokens of external bots, and their open challenges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_tokens"
down_revision = "0003_talk"


def upgrade() -> None:
    """Create the tables for external bots."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double),
    )
    op.create_index("tokens_by_person", "tokens", ["person"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("code", sa.String(32), sa.ForeignKey("tables.code"), nullable=False),
        sa.Column("by", sa.String(80), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("challenges_by_bot", "challenges", ["bot"])
