"""The topology of compose.yaml on one machine without containers, for a trial.

`python deploy/topology.py [PORT]` starts a private PostgreSQL from Debian's packages, two servers,
two workers, and Debian's nginx in front of them with deploy/nginx.conf, all at 127.0.0.1 and in a
temporary folder, and prints the address. Ctrl-C stops everything and deletes all data. It needs
the packages of requirements/serve.txt.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from tests.postgresql import PostgreSQL

PACKAGES = ("kingup", "psycopg", "procrastinate", "sqlalchemy", "uvicorn")
"""What servers and workers import, and what this script does."""
PLACES = ("/usr/sbin/nginx", "/usr/local/sbin/nginx")


def nginx() -> str | None:
    """Return the path of nginx, which on Debian is not in an ordinary user's PATH."""
    return shutil.which("nginx") or next((p for p in PLACES if Path(p).exists()), None)


def configuration(port: int, servers: list[int], folder: Path) -> str:
    """Return deploy/nginx.conf with other ports, and with its files in a folder."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for number, server in enumerate(servers, 1):
        text = text.replace(f"server web{number}:8000", f"server 127.0.0.1:{server}")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{port};")
    text = re.sub(r"^pid .*$", f"pid {folder}/nginx.pid;", text, flags=re.M)
    text = text.replace("worker_processes auto;", "worker_processes 1;\ndaemon off;")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    return text.replace("http {\n", "http {\n" + paths, 1)


def missing() -> list[str]:
    """Return a line for everything that a trial needs and this machine has not."""
    lines = []
    lacking = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if lacking:
        lines.append(
            f"{sys.executable} has no {', '.join(lacking)}: make an environment of its own with\n"
            "  python3 -m venv trial\n"
            "  trial/bin/pip install --no-deps --require-hashes -r requirements/serve.txt\n"
            "  trial/bin/pip install --no-deps --no-build-isolation .\n"
            "and run trial/bin/python deploy/topology.py"
        )
    if nginx() is None:
        lines.append("nginx is not installed: apt-get install nginx-light")
    if not lacking:
        from tests.postgresql import NoPostgreSQL, programs

        try:
            programs()
        except NoPostgreSQL:
            lines.append("PostgreSQL is not installed: apt-get install postgresql")
    return lines


class Topology:
    """PostgreSQL, servers, workers and nginx, as a context manager."""

    def __init__(self, port: int = 0) -> None:
        self.port = port or _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.servers: dict[int, subprocess.Popen[bytes]] = {}
        """The servers by their ports."""
        self.workers: list[subprocess.Popen[bytes]] = []
        self._nginx: subprocess.Popen[bytes] | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="kingup-topology-"))
        self._database: PostgreSQL | None = None

    def __enter__(self) -> Topology:
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _start(self) -> None:
        if lines := missing():
            raise SystemExit("\n".join(lines))
        from tests.postgresql import PostgreSQL  # needs what is checked first

        program = nginx()
        assert program is not None  # it is not missing
        self._folder.chmod(0o755)
        self._database = PostgreSQL(settings={})
        self._database.start()
        url = self._database.new_database()
        environment = {**os.environ, "DATABASE_URL": url}
        ports = [_free_port() for _ in range(2)]
        for port in ports:
            self.servers[port] = self._run("serve", "--loopback", "--port", str(port),
                                           "--address", self.address,
                                           environment=environment)  # fmt: skip
        for _ in range(2):
            self.workers.append(self._run("worker", "--threads", "1", environment=environment))
        for port in ports:
            _wait_for(f"http://127.0.0.1:{port}/health", self.servers[port])
        written = self._folder / "nginx.conf"
        written.write_text(configuration(self.port, ports, self._folder), encoding="utf-8")
        self._nginx = subprocess.Popen([program, "-e", "stderr", "-c", str(written)])
        _wait_for(f"{self.address}/health", self._nginx)

    def _run(self, *words: str, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "kingup", *words],
            env=environment,
            stdout=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        """Stop everything and delete all data."""
        processes = [self._nginx, *self.servers.values(), *self.workers]
        for process in processes:
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in processes:
            if process is not None:
                process.wait(30)
        if self._database is not None:
            self._database.remove()
        shutil.rmtree(self._folder, ignore_errors=True)


def _wait_for(url: str, process: subprocess.Popen[bytes], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"nothing answers at {url}") from None
            time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _leave(*_given: object) -> None:
    """Stop everything, however far the start has come; a second Ctrl-C must not interrupt that."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    print("stopping everything", flush=True)
    sys.exit(0)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, _leave)
    signal.signal(signal.SIGTERM, _leave)
    with Topology(int(sys.argv[1]) if len(sys.argv) > 1 else 0) as running:
        print(f"nginx, two servers, two workers and PostgreSQL: {running.address}", flush=True)
        while True:
            signal.pause()
