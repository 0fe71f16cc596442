"""Ratings, public names, transfer codes, passkeys and push subscriptions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006_people"
down_revision = "0005_thoughts"


def upgrade() -> None:
    """Create the tables for people."""
    op.create_table(
        "rated",
        sa.Column("code", sa.String(32), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("edition", sa.String(16), primary_key=True),
        sa.Column("pool", sa.String(16), primary_key=True),
        sa.Column("games", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("strength", sa.Double, nullable=False),
        sa.Column("spread", sa.Double, nullable=False),
        sa.Column("code", sa.String(32), sa.ForeignKey("tables.code"), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("code", "person", "pool", name="ratings_once"),
    )
    op.create_table(
        "profiles",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "moving",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, unique=True),
        sa.Column("expires_at", sa.Double, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("site", sa.String(255), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double),
    )
    op.create_index("passkeys_of", "passkeys", ["person"])
    op.create_table(
        "passkey_challenges",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
    )
    op.create_index("passkey_challenges_of", "passkey_challenges", ["person"])
    op.create_table(
        "subscriptions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("subscriptions_of", "subscriptions", ["person"])
    op.create_table(
        "reminded",
        sa.Column("code", sa.String(32), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
