"""docs/running.md: its commands are run here, or were run by hand, or are marked as not run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from kingup.cli import make_parser
from kingup.server.settings import ServerSettings
from kingup.store import Store
from kingup.web.app import create_app
from tests.durability.test_workers import worker
from tests.postgresql import PostgreSQL, programs
from tests.store.dumps import CODE, fill, game
from tests.waiting import wait_until_async

TEXT = (Path(__file__).parents[2] / "docs" / "running.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^ *```(\w+)\n(.*?)^ *```", TEXT, re.MULTILINE | re.DOTALL)
SHELL: list[str] = [block for kind, block in BLOCKS if kind == "sh"]
SQL: list[str] = [block for kind, block in BLOCKS if kind == "sql"]

RUN_HERE = ("kingup backup ", "rm -f ~/", "cp tables-today", "umask ", "pg_dump ", "pg_restore ",
            'su postgres -c "createdb --owner kingup kingup_restored"')  # fmt: skip
RUN_BY_HAND = (
    "python3 -m venv /opt/kingup",
    "/opt/kingup/bin/pip install --require-hashes -r requirements/serve.txt",
    "/opt/kingup/bin/pip install --no-deps --no-build-isolation .",
    "/opt/kingup/bin/kingup prepare",
    'su postgres -c "createuser --pwprompt kingup"',
    'su postgres -c "createdb --owner kingup kingup"',
    "export DATABASE_URL=postgresql://kingup:PASSWORD@127.0.0.1/kingup",
    "kingup serve --loopback --port 8001",
    "kingup serve --loopback --port 8002",
    "kingup serve --loopback --port 8001 --metrics 127.0.0.1",
    "curl --fail http://127.0.0.1:8001/metrics",
    "kingup worker",
    "python deploy/topology.py 8080",
)
"""What changes a machine, or is run in another way by `test_deploy.py`. Run a line by hand before
you add it here."""


def block_with(words: str) -> str:
    """Return the only block of commands that contains some words."""
    (found,) = [block for block in SHELL if words in block]
    return found


def test_every_command_was_run_or_is_marked_as_not_run() -> None:
    lines = [line.strip() for block in SHELL for line in block.splitlines()]
    assert len(lines) > 15
    for line in lines:
        known = line in RUN_BY_HAND or line.startswith(RUN_HERE) or line.endswith("# not run")
        assert known, f"run {line!r}, or mark it"


def test_every_kingup_command_is_valid() -> None:
    words = [shlex.split(line, comments=True) for block in SHELL for line in block.splitlines()]
    ours = [one[1:] for one in words if one and one[0].endswith("kingup")]
    assert len(ours) > 4
    for one in ours:
        make_parser().parse_args(one)  # exits if it is not understood


def run(commands: str, folder: Path, **environment: str) -> None:
    """Run a block in a shell in which `kingup` is this one and home is a folder."""
    tools = folder / "bin"
    tools.mkdir(exist_ok=True)
    ours = tools / "kingup"
    ours.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m kingup "$@"\n')
    ours.chmod(0o755)
    known = {name: value for name, value in os.environ.items() if name != "KINGUP_DATA"}
    known |= {"HOME": str(folder), "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    known["PATH"] = os.pathsep.join((str(tools), str(programs()), os.environ["PATH"]))
    known.pop("XDG_DATA_HOME", None)
    done = subprocess.run(
        ["sh", "-e", "-c", commands], cwd=folder, env=known, check=False, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()


async def check_game(url: str) -> None:
    store = await Store.open(url)
    assert await store.events(CODE) == game().log
    assert await store.setting("secret") == "of the server"
    await store.close()


async def test_a_file_is_backed_up_and_restored(tmp_path: Path) -> None:
    file = tmp_path / ".local" / "share" / "kingup" / "tables.sqlite"
    file.parent.mkdir(parents=True)

    await fill(f"sqlite:///{file}")
    store = await Store.open(f"sqlite:///{file}")
    run(block_with("kingup backup"), tmp_path)  # while it is open
    await store.close()
    file.write_bytes(b"a disk that broke")
    run(block_with("cp tables-today"), tmp_path)
    await check_game(f"sqlite:///{file}")


async def test_a_database_is_backed_up_and_restored(cluster: PostgreSQL, tmp_path: Path) -> None:
    def on_this_cluster(commands: str) -> str:
        server = f"-h 127.0.0.1 -p {cluster.port} -U kingup"
        commands = re.sub(r'su postgres -c "createdb (.*)"', rf"createdb {server} \1", commands)
        return commands.replace("@127.0.0.1/", f"@127.0.0.1:{cluster.port}/")

    url = cluster.new_database()
    await fill(url)
    run(on_this_cluster(block_with("pg_dump")), tmp_path, DATABASE_URL=url)
    assert (tmp_path / "tables-today.dump").stat().st_mode & 0o077 == 0
    run(on_this_cluster(block_with("pg_restore")), tmp_path)
    await check_game(cluster.address("kingup_restored"))


async def test_the_query_for_workers_finds_those_that_run(postgresql_url: str) -> None:
    (query,) = [one for one in SQL if "procrastinate_workers" in one]

    def found() -> list[object]:
        with psycopg.connect(postgresql_url) as connection:
            return list(connection.execute(query.encode()))

    app = create_app(ServerSettings(database=postgresql_url, prepare=False))
    async with app.router.lifespan_context(app):
        assert not found()
        async with worker(postgresql_url), worker(postgresql_url):
            await wait_until_async(lambda: len(found()) == 2)
            with psycopg.connect(postgresql_url) as connection:  # one dies: it beats no more
                connection.execute(
                    "UPDATE jobs.procrastinate_workers SET last_heartbeat = 'yesterday' "
                    "WHERE id = (SELECT min(id) FROM jobs.procrastinate_workers)"
                )
                assert len(list(connection.execute(query.encode()))) == 1


@pytest.mark.parametrize("number", range(len(SQL)))
async def test_every_sql_query_runs(postgresql_url: str, number: int) -> None:
    assert SQL[number].strip().endswith(";")
    app = create_app(ServerSettings(database=postgresql_url, prepare=False))
    async with app.router.lifespan_context(app):
        for query in SQL[number].split(";"):
            if query.strip():
                with psycopg.connect(postgresql_url) as connection:
                    connection.execute(query.encode()).fetchall()
