"""Upgrading a database to this version's schema: once, however many processes start."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, MetaData, String, column, inspect, select, table, text

from kingup.rules.errors import KingUpError

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 5_489_016_223_071
"""The PostgreSQL advisory lock under which one process migrates while the others wait."""

VERSION = table("alembic_version", column("version_num", String))
FIRST = "0001_tables"
UNVERSIONED = frozenset({"tables", "events", "people", "settings"})
"""The tables of a database from before schemas had versions."""


class SchemaError(KingUpError):
    """A database that this version cannot use."""


def versions() -> tuple[str, ...]:
    """Return all schema versions, the newest last."""
    return tuple(sorted(path.stem for path in MIGRATIONS.glob("versions/[0-9]*.py")))


def migrate(connection: Connection, to: str | None = None) -> None:
    """Migrate a database to a version, the newest by default, within a transaction.

    A database that is newer than this program is refused and left unchanged.
    """
    to = to or versions()[-1]
    if _version(connection) == to:
        return  # no lock needed, and Alembic is not imported
    if connection.dialect.name == "sqlite":
        # Without it SQLite would take its lock too late, and a second process would migrate as
        # well.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    version = _version(connection)
    if version == to:
        return  # another process has done it
    if version is not None and version not in versions():
        raise SchemaError(
            "The database has the schema “{version}”, which this version of kingup ({known}) does "
            "not know: a newer kingup has used it. Update this one.",
            version=version,
            known=versions()[-1],
        )
    _run(connection, to, unversioned=version is None and _is_unversioned(connection))


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.execute(select(VERSION.c.version_num)).scalar()


def _is_unversioned(connection: Connection) -> bool:
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in UNVERSIONED)
    return set(found.tables) == UNVERSIONED


def _run(connection: Connection, to: str, *, unversioned: bool) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    if unversioned:
        command.stamp(config, FIRST)
    command.upgrade(config, to)
