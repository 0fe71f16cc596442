"""Analyses of records that people bring, in the same queue as those of tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013_analysed_records"
down_revision = "0012_hiding"

NAMES = {"fk": "%(table_name)s_%(column_0_name)s_fkey"}
"""What PostgreSQL has called foreign keys; SQLite gave them no names."""


def upgrade() -> None:
    """Let the code be a record's id, too, and delete the analysis with that record."""
    with op.batch_alter_table("analyses", naming_convention=NAMES) as analyses:
        analyses.drop_constraint("analyses_code_fkey", type_="foreignkey")
        analyses.add_column(sa.Column("record", sa.String(32)))
        analyses.create_foreign_key(
            "analyses_record_fkey", "records", ["record"], ["id"], ondelete="CASCADE"
        )
