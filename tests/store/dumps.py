"""SQL dumps of a database of every schema version that may be in use, each with a game in it.

`python -m tests.store.dumps` writes those of the newest version; run it with every migration.
"""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import psycopg

from kingup.store import Store
from kingup.store.schema_upgrade import versions
from kingup.tables.listing import summary_of
from tests.postgresql import postgresql, programs
from tests.tables.sample_tables import SampleTable

SCHEMAS = Path(__file__).parent / "schemas"
CODE = "rook-23456"
SECRET = "5e" * 32
"""In the format of the first dump, so that the games of all dumps stay the same."""


def game() -> SampleTable:
    """Return a game after about forty events."""
    sample = SampleTable(code=CODE, secret=SECRET, seats=(1, 1, 1)).seat([0, 1])
    return sample.play(random.Random(1), lambda table: table.number > 40)


def load(url: str, dump: Path) -> None:
    """Fill an empty database."""
    sql = dump.read_text(encoding="utf-8")
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.executescript(sql)
        connection.close()
    else:
        with psycopg.connect(url) as server:
            server.execute(sql.encode())


async def fill(url: str) -> None:
    """Put a game and the server's secret into a database."""
    store = await Store.open(url)
    sample = game()
    await store.create(sample.log, summary_of(sample.table))
    await store.get_or_store_setting("secret", "of the server")
    await store.close()


def _sqlite() -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        asyncio.run(fill(f"sqlite:///{file}"))
        connection = sqlite3.connect(file)
        lines = list(connection.iterdump())
        connection.close()
    return "\n".join(lines) + "\n"


def _postgresql() -> str:
    with postgresql() as cluster:
        url = cluster.new_database()
        asyncio.run(fill(url))
        command = [str(programs() / "pg_dump"), "--inserts", "--no-owner", url]
        dump = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    kept = [
        line
        for line in dump.splitlines()
        # Commands of psql, comments, and settings that another version may not know.
        if line and not re.match(r"\\|--|SET |SELECT pg_catalog\.set_config", line)
    ]
    return "\n".join(kept) + "\n"


if __name__ == "__main__":
    for kind, text in (("sqlite", _sqlite()), ("postgresql", _postgresql())):
        (SCHEMAS / f"{versions()[-1]}.{kind}.sql").write_text(text, encoding="utf-8")
