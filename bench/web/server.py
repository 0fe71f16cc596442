"""A real server in its own process: `python -m bench.web.server SETTINGS-AS-JSON`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from kingup.commands.addresses import LOOPBACK, listen, web_address
from kingup.commands.serve import serve
from kingup.server.settings import ServerSettings

MOST_FILES = 1 << 16
TIMEOUT = 20.0
"""Seconds for a server to stop."""


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A running server."""

    address: str
    process: int


def url_of(folder: Path) -> str:
    """Return the URL of the database in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


@contextmanager
def running(settings: ServerSettings) -> Iterator[ServerProcess]:
    """Run a server on a free loopback port."""
    command = [sys.executable, "-m", "bench.web.server", json.dumps(asdict(settings))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            if not address:
                raise RuntimeError("The server did not start.")
            yield ServerProcess(address, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()


def allow_many_files() -> None:
    """Raise the limit of open files, as far as the system allows, for thousands of sockets."""
    if sys.platform == "win32":
        return
    import resource

    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main() -> int:
    """Print the address, and serve until told to stop."""
    allow_many_files()
    settings = ServerSettings(**json.loads(sys.argv[1]))
    with listen(LOOPBACK, 0) as listening:
        address = web_address(LOOPBACK, int(listening.getsockname()[1]))
        return serve(settings, listening, lambda: print(address, flush=True))


if __name__ == "__main__":
    sys.exit(main())
