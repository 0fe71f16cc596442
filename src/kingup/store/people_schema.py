"""The database tables for people: ratings, public names, transfer codes, passkeys, push."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from kingup.store.schema import FORGET, METADATA

RATED = Table(
    "rated",
    METADATA,
    Column("code", ForeignKey("tables.code"), primary_key=True),
    Column("at", Double, nullable=False),
)
"""The finished games that ratings have processed, whether they count or not: each once."""

RATINGS = Table(
    "ratings",
    METADATA,
    Column("person", String(64), primary_key=True, info=FORGET),
    Column("edition", String(16), primary_key=True),
    Column("pool", String(16), primary_key=True),
    Column("games", Integer, primary_key=True, autoincrement=False),
    Column("strength", Double, nullable=False),
    Column("spread", Double, nullable=False),
    Column("code", ForeignKey("tables.code"), nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("code", "person", "pool", name="ratings_once"),
)
"""A person's rating after each of their games, numbered from 1; the last one is current."""

PROFILES = Table(
    "profiles",
    METADATA,
    Column("person", String(64), primary_key=True, info=FORGET),
    Column("name", String(80), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("at", Double, nullable=False),
)
"""People on the leaderboard, with names that cannot be mistaken for one another."""

DEVICE_TRANSFERS = Table(
    "moving",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("person", String(64), nullable=False, unique=True, info=FORGET),
    Column("expires_at", Double, nullable=False),
)
"""One-time codes that move an identity to another device."""

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("person", String(64), nullable=False, info=FORGET),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("site", String(255), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("used_at", Double),
    Index("passkeys_of", "person"),
)
"""Passkeys by the SHA-256 of their ids. They are public keys: nobody can sign in with them."""

CHALLENGES = Table(
    "passkey_challenges",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("person", String(64), nullable=False, info=FORGET),
    Column("purpose", String(16), nullable=False),
    Column("expires_at", Double, nullable=False),
    Index("passkey_challenges_of", "person"),
)
"""Challenges for passkeys, each usable once and within minutes."""

SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("person", String(64), nullable=False, info=FORGET),
    Column("endpoint", Text, nullable=False),
    Column("key", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("at", Double, nullable=False),
    Index("subscriptions_of", "person"),
)
"""Browsers subscribed to push notifications of turns, by the SHA-256 of their endpoints."""

REMINDED = Table(
    "reminded",
    METADATA,
    Column("code", ForeignKey("tables.code"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
)
"""For each player, the last question of the game that they were reminded of."""
