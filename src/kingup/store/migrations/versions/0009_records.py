"""Records that people have brought to watch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009_records"
down_revision = "0008_people_by_table"


def upgrade() -> None:
    """Create the table of records."""
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("records_by_time", "records", ["at"])
