"""Analyses of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010_analyses"
down_revision = "0009_records"


def upgrade() -> None:
    """Create the table of analyses."""
    op.create_table(
        "analyses",
        sa.Column("code", sa.String(32), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("method", sa.String(120), nullable=False),
        sa.Column("asked_at", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("server", sa.String(32)),
        sa.Column("seen_at", sa.Double),
        sa.Column("steps", sa.LargeBinary),
        sa.Column("body", sa.LargeBinary),
        sa.Column("fault", sa.Text),
    )
    op.create_index("analyses_by_time", "analyses", ["asked_at"])
