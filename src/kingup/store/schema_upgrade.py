"""Upgrading a database to this version's schema: once, however many processes start."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, MetaData, String, column, inspect, select, table, text

from kingup.rules.errors import KingUpError
from kingup.store.sqlite_file import APPLICATION_ID, OLDEST_TABLES

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 5_489_016_223_071
"""The PostgreSQL advisory lock under which one process migrates while the others wait."""

VERSION = table("alembic_version", column("version_num", String))
FIRST = "0001_tables"


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
    if _version(connection) == to and _is_marked(connection):
        return  # no lock needed, and Alembic is not imported
    if connection.dialect.name == "sqlite":
        # Without it SQLite would take its lock too late, and a second process would migrate as
        # well.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    version = _version(connection)
    if version == to:
        _mark(connection)  # another process has migrated it, or an earlier version made it
        return
    if version is not None and version not in versions():
        raise SchemaError(
            "The database has the schema “{version}”, which this version of kingup ({known}) does "
            "not know: a newer kingup has used it. Update this one.",
            version=version,
            known=versions()[-1],
        )
    _run(connection, to, unversioned=version is None and _is_unversioned(connection))
    _mark(connection)


def _is_marked(connection: Connection) -> bool:
    if connection.dialect.name != "sqlite":
        return True
    found = connection.exec_driver_sql("PRAGMA application_id").scalar()
    return found == APPLICATION_ID


def _mark(connection: Connection) -> None:
    """Write into an SQLite file that it is ours."""
    if not _is_marked(connection):
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.execute(select(VERSION.c.version_num)).scalar()


def _is_unversioned(connection: Connection) -> bool:
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in OLDEST_TABLES)
    return set(found.tables) == OLDEST_TABLES


def _run(connection: Connection, to: str, *, unversioned: bool) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    if unversioned:
        command.stamp(config, FIRST)
    command.upgrade(config, to)
