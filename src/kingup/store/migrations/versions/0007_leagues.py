"""Leagues of bots: settings, members and games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007_leagues"
down_revision = "0006_people"


def upgrade() -> None:
    """Create the tables for leagues."""
    op.create_table(
        "leagues",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("edition", sa.String(16), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("automatic", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_index("leagues_by_host", "leagues", ["host"])
    op.create_table(
        "league_members",
        sa.Column(
            "code",
            sa.String(32),
            sa.ForeignKey("leagues.code", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("bot", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("joined_at", sa.Double, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
    )
    op.create_index("league_members_by_person", "league_members", ["person"])
    op.create_table(
        "league_games",
        sa.Column(
            "code",
            sa.String(32),
            sa.ForeignKey("leagues.code", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("lineup", sa.JSON, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("table_code", sa.String(32)),
        sa.Column("absent", sa.JSON, nullable=False),
        sa.Column("outcome", sa.JSON),
    )
    op.create_index("league_games_by_status", "league_games", ["status"])
