"""Tables, their events, who plays where, and the server's settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001_tables"
down_revision = None


def upgrade() -> None:
    """Create the first schema."""
    op.create_table(
        "tables",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("edition", sa.String(16), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("about", sa.JSON, nullable=False),
    )
    op.create_index("tables_listed", "tables", ["private", "status", "updated_at"])
    op.create_index("tables_by_host", "tables", ["host"])
    op.create_table(
        "events",
        sa.Column("code", sa.String(32), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.UniqueConstraint("code", "key", name="events_once"),
    )
    op.create_table(
        "people",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(32), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
