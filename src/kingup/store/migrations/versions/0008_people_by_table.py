"""An index that finds the people at a table without a full scan."""

from __future__ import annotations

from alembic import op

revision = "0008_people_by_table"
down_revision = "0007_leagues"


def upgrade() -> None:
    """Index people by table."""
    op.create_index("people_by_table", "people", ["code"])
