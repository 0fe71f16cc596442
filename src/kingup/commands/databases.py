"""Which database a command works with: from its option, from the environment, or our own file."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

from kingup.commands.addresses import data_folder
from kingup.rules.errors import KingUpError

FILE = "tables.sqlite"
VARIABLE = "DATABASE_URL"


def database_address(chosen: str | None, *, make_folder: bool = True) -> str:
    """Return the address of a database: of a file, or one that is an address already."""
    chosen = chosen or os.environ.get(VARIABLE) or str(data_folder() / FILE)
    if "://" in chosen:
        return chosen
    file = Path(chosen).absolute()
    if not make_folder:
        return f"sqlite:///{file}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KingUpError(
            "{path} cannot be written: {reason}.",
            path=file.parent,
            reason=error.strerror or error,
        ) from error
    return f"sqlite:///{file}"


def kept_in(address: str) -> str:
    """Return where tables are kept, for people: without any password."""
    from kingup.store.engine import with_driver

    url = with_driver(address)
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return f"postgresql://{url.host or ''}/{url.database or ''}"


def bring_up_to_date(address: str, *, alone: bool = False) -> None:
    """Open a database once before anything is served, so that what is wrong is said plainly.

    `alone`: for a server, which must be the only one that uses an SQLite file.
    """
    from kingup.store import Database, Unavailable
    from kingup.store.engine import with_driver
    from kingup.store.sqlite_file import check_intact, check_ours, file_of, only_server

    async def look() -> None:
        async with only_server(address) if alone else contextlib.nullcontext():
            database = await Database.open(address)
            await database.close()

    file = file_of(with_driver(address))
    if file is not None:
        with contextlib.suppress(OSError):  # the database itself says better what is wrong
            make_private(file)
        check_ours(file)
        check_intact(file)
    try:
        asyncio.run(look())
    except Unavailable as error:
        raise KingUpError(
            "The database does not answer or is read-only: {place}.", place=kept_in(address)
        ) from error


def make_private(file: Path) -> None:
    """Make an empty file that only its owner can read, where there is none yet.

    It will hold everybody's cards and the key that signs cookies. SQLite gives the files beside
    it the same rights.
    """
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
