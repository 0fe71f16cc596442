"""Chat: remarks, mutes, reports and the operator's sanctions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003_talk"
down_revision = "0002_servers"


def upgrade() -> None:
    """Create the tables for chat."""
    op.create_table(
        "remarks",
        sa.Column("code", sa.String(32), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reaction", sa.String(16)),
        sa.Column("heard_by", sa.String(64)),
        sa.Column("key", sa.String(64)),
        sa.UniqueConstraint("code", "key", name="remarks_once"),
    )
    op.create_index("remarks_by_person", "remarks", ["person"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("muted", sa.String(64), primary_key=True),
    )
    op.create_index("mutes_of_somebody", "mutes", ["muted"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("around", sa.JSON, nullable=False),
        sa.UniqueConstraint("code", "number", "reporter", name="reports_once"),
    )
    op.create_table(
        "closed_talks",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "silenced",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    )
