"""docs/running.md: its commands are run here, by another test, or are marked as not run."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from deploy.topology import missing

from kingup.cli import make_parser
from kingup.rules.compiled import CACHE
from kingup.server.settings import ServerSettings
from kingup.store import Store
from kingup.web.app import create_app
from tests.durability.test_workers import worker
from tests.postgresql import NoPostgreSQL, PostgreSQL, free_port, postgresql, programs
from tests.store.dumps import CODE, fill, game
from tests.waiting import PATIENCE, wait_until, wait_until_async

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^ *```(\w+)\n(.*?)^ *```", TEXT, re.MULTILINE | re.DOTALL)
SHELL: list[str] = [block for kind, block in BLOCKS if kind == "sh"]
SQL: list[str] = [block for kind, block in BLOCKS if kind == "sql"]

RUN_HERE = (
    "kingup ", "rm -f ~/", "cp tables-today", "umask ", "pg_dump ", "pg_restore ", "curl --fail",
    "su postgres -c ", "export DATABASE_URL=", "python deploy/topology.py",
)  # fmt: skip
"""Commands that are run below as they are written, except that ports and folders are free ones."""
RUN_ELSEWHERE = {
    "python3 -m venv /opt/kingup": "tests/test_requirements.py",
    "/opt/kingup/bin/": "tests/test_requirements.py",
}
NOT_RUN = {
    "systemctl enable": "needs a machine that systemd has started",
    "POSTGRES_PASSWORD=": "needs a container engine",
}
"""These are also marked in the document."""


def block_with(words: str) -> str:
    """Return the only block of commands that contains some words."""
    (found,) = [block for block in SHELL if words in block]
    return found


def test_every_command_is_run_or_is_marked_as_not_run() -> None:
    lines = [line.strip() for block in SHELL for line in block.splitlines()]
    assert len(lines) > 15
    for line in lines:
        run_by_tests = line.startswith((*RUN_HERE, *RUN_ELSEWHERE))
        marked = line.endswith("# not run")
        assert run_by_tests != marked, f"run {line!r}, or mark it"
        assert marked == line.startswith(tuple(NOT_RUN)), line
    for test in RUN_ELSEWHERE.values():
        assert "running.md" in (ROOT / test).read_text(encoding="utf-8")


def test_every_kingup_command_is_valid() -> None:
    words = [shlex.split(line, comments=True) for block in SHELL for line in block.splitlines()]
    ours = [one[1:] for one in words if one and one[0].endswith("kingup")]
    assert len(ours) > 4
    for one in ours:
        make_parser().parse_args(one)  # exits if it is not understood


def shell(folder: Path, **environment: str) -> dict[str, str]:
    """Return an environment in which `kingup` is this one and home is a folder."""
    tools = folder / "bin"
    tools.mkdir(exist_ok=True)
    programs_here = {
        "kingup": f'exec {shlex.quote(sys.executable)} -m kingup "$@"',
        "python": f'exec {shlex.quote(sys.executable)} "$@"',
        "su": 'test "$1 $2" = "postgres -c" && PGHOST=127.0.0.1 PGUSER=postgres exec sh -c "$3"',
    }
    for name, command in programs_here.items():
        if not (tools / name).exists():  # else a program that just starts could not be read
            (tools / name).write_text(f"#!/bin/sh\n{command}\n")
            (tools / name).chmod(0o755)
    known = {name: value for name, value in os.environ.items() if name != "KINGUP_DATA"}
    known |= {"HOME": str(folder), "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    known["PATH"] = os.pathsep.join((str(tools), str(programs()), os.environ["PATH"]))
    if CACHE.folder is not None:  # else everything is compiled again
        known["KINGUP_CACHE"] = str(CACHE.folder.parents[1])
    known.pop("XDG_DATA_HOME", None)
    return known


def run(commands: str, folder: Path, typed: str = "", **environment: str) -> None:
    """Run a block in a shell at a new home."""
    done = subprocess.run(
        ["sh", "-e", "-c", commands],
        cwd=folder,
        env=shell(folder, **environment),
        input=typed,
        text=True,
        capture_output=True,
        start_new_session=True,  # without a terminal, passwords are read from the input
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def running(command: str, folder: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command that does not end by itself, and interrupt it afterwards, as Ctrl-C does."""
    process = subprocess.Popen(
        ["sh", "-c", f"exec {command}"],
        cwd=folder,
        env=shell(folder, **environment),
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0, command


def answers(address: str, process: subprocess.Popen[bytes]) -> bool:
    """Return whether a server that still runs answers with 200."""
    assert process.poll() is None, "it has ended"
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return int(answer.status) == 200
    except OSError:
        return False


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


@contextmanager
def fresh_postgresql() -> Iterator[PostgreSQL]:
    """Run a PostgreSQL as Debian sets it up: its only role is `postgres`."""
    try:
        with postgresql() as cluster:
            with psycopg.connect(cluster.address(), autocommit=True) as connection:
                connection.execute("CREATE ROLE other SUPERUSER LOGIN")
            other = cluster.address().replace("kingup@", "other@")
            with psycopg.connect(other, autocommit=True) as connection:
                connection.execute("ALTER ROLE kingup RENAME TO postgres")
            yield cluster
    except NoPostgreSQL as error:
        pytest.skip(f"no PostgreSQL: {error}")


def at_free_ports(commands: str, ports: dict[str, str]) -> str:
    """Return commands with other ports, the same for the same number."""

    def other(found: re.Match[str]) -> str:
        return found[1] + ports.setdefault(found[2], str(free_port()))

    return re.sub(r"(--port |127\.0\.0\.1:|topology\.py )(\d{4})\b", other, commands)


@pytest.mark.full
def test_servers_and_workers_share_a_database_as_documented(tmp_path: Path) -> None:
    (query,) = [one for one in SQL if "procrastinate_workers" in one]
    ports: dict[str, str] = {}
    known: dict[str, str] = {}
    with fresh_postgresql() as cluster, ExitStack() as stack:
        known["PGPORT"] = str(cluster.port)
        for line in at_free_ports(block_with("createuser"), ports).splitlines():
            if line.startswith("su "):
                run(line, tmp_path, typed="PASSWORD\nPASSWORD\n", **known)
            elif line.startswith("export "):
                name, _equals, value = line.removeprefix("export ").partition("=")
                known[name] = value
            else:
                started = stack.enter_context(running(line, tmp_path, **known))
                if "serve" in line:
                    address = f"http://127.0.0.1:{line.rpartition(' ')[2]}/ready"
                    wait_until(partial(answers, address, started))
        assert len(ports) == 2

        def workers() -> int:
            url = known["DATABASE_URL"].replace("127.0.0.1", f"127.0.0.1:{cluster.port}")
            with psycopg.connect(url) as connection:
                return len(connection.execute(query.encode()).fetchall())

        wait_until(lambda: workers() == 2, "two workers beat")


@pytest.mark.full
@pytest.mark.parametrize("database", ["SQLite", "PostgreSQL"])
def test_metrics_are_read_as_documented(database: str, tmp_path: Path) -> None:
    serve, curl = at_free_ports(block_with("/metrics"), {}).splitlines()
    with ExitStack() as stack:
        known = {}
        if database == "PostgreSQL":
            cluster = stack.enter_context(fresh_postgresql())
            known["DATABASE_URL"] = f"postgresql://postgres@127.0.0.1:{cluster.port}/postgres"
        started = stack.enter_context(running(serve, tmp_path, **known))
        address = curl.split()[-1].replace("/metrics", "/ready")
        wait_until(lambda: answers(address, started))
        run(curl, tmp_path)


@pytest.mark.full
def test_a_server_with_a_file_runs_as_documented(tmp_path: Path) -> None:
    (line,) = re.findall(r"`/opt/kingup/bin/(kingup serve .*?)`", TEXT)
    ports: dict[str, str] = {}
    with running(at_free_ports(line, ports), tmp_path) as started:
        (port,) = ports.values()
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/ready", started))
    assert (tmp_path / ".local" / "share" / "kingup" / "tables.sqlite").exists()


@pytest.mark.full
def test_the_trial_runs_and_is_removed_as_documented(tmp_path: Path) -> None:
    if lines := missing():
        pytest.skip("; ".join(lines))
    ports: dict[str, str] = {}
    command = at_free_ports(block_with("topology.py"), ports).strip()
    command = command.replace("deploy/", f"{shlex.quote(str(ROOT))}/deploy/")
    with running(command, tmp_path) as started:
        (port,) = ports.values()
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/ready", started))
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5)


@pytest.mark.parametrize("number", range(len(SQL)))
async def test_every_sql_query_runs(postgresql_url: str, number: int) -> None:
    assert SQL[number].strip().endswith(";")
    app = create_app(ServerSettings(database=postgresql_url, prepare=False))
    async with app.router.lifespan_context(app):
        for query in SQL[number].split(";"):
            if query.strip():
                with psycopg.connect(postgresql_url) as connection:
                    connection.execute(query.encode()).fetchall()
