"""`kingup backup FILE`: copy an SQLite database, even while a server uses it."""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
from pathlib import Path

from kingup.commands.arguments import add_database
from kingup.commands.databases import database_address, kept_in, make_private
from kingup.commands.output import say
from kingup.language import _
from kingup.rules.errors import KingUpError

EXAMPLES = (
    "kingup backup copy.sqlite",
    "kingup backup copy.sqlite --database tables.sqlite",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("where to write the copy"))
    add_database(parser)


def run(options: argparse.Namespace) -> int:
    """Copy the database, check the copy, and return the exit status."""
    address = database_address(options.database)
    if not address.startswith("sqlite"):
        raise KingUpError("This copies SQLite only: use pg_dump for PostgreSQL.")
    source = Path(kept_in(address))
    copy_database(source, options.file)
    say(_("Tables are kept in {path}").format(path=options.file))
    return 0


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment. An existing target is never overwritten."""
    if not source.is_file():
        raise KingUpError("There are no tables in {path}.", path=source)
    if target.exists():
        raise KingUpError(
            "{path} already exists and was not changed. Choose another file.", path=target
        )
    _check_source(source)
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        make_private(unfinished)
        with (
            contextlib.closing(_open_to_read(source)) as tables,
            contextlib.closing(sqlite3.connect(unfinished)) as copy,
        ):
            tables.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # no second file beside it
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise KingUpError("The database is damaged: {reason}", reason=found)
        unfinished.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise KingUpError(
            "{path} cannot be written: {reason}.", path=target, reason=error
        ) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _check_source(source: Path) -> None:
    """Read the database first, so that its faults are not blamed on the copy."""
    try:
        with contextlib.closing(_open_to_read(source)) as tables:
            tables.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        raise KingUpError("{path} cannot be read: {reason}.", path=source, reason=error) from error


def _open_to_read(source: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{source}?mode=ro", uri=True)
