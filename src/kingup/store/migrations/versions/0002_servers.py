"""What several servers share: due times, heartbeats and presence."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_servers"
down_revision = "0001_tables"


def upgrade() -> None:
    """Add the tables; games in progress become due at once, to be looked at."""
    op.add_column("tables", sa.Column("due_at", sa.Double))
    op.create_index("tables_due", "tables", ["due_at"])
    op.execute("UPDATE tables SET due_at = 0 WHERE status = 'playing'")
    op.create_table(
        "servers",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.create_table(
        "attendance",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("arrived_at", sa.Double, nullable=False),
        sa.Column("left_at", sa.Double),
    )
    op.create_index("attendance_by_server", "attendance", ["server"])
