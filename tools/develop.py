"""Serve the web table, and start the server again whenever a file of ours changes.

    .venv/bin/python tools/develop.py [options of `kingup serve`]

It listens to this computer only, at port 8000, and keeps its tables in `.development/`, unless the
options say otherwise. Open pages connect again by themselves; load a page again to see new HTML.
Ctrl-C stops it.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "kingup"
DATABASE = ROOT / ".development" / "tables.sqlite"
KINDS = {".py", ".html", ".po"}
"""Files that a server reads once, when it starts. Scripts, styles and pictures it reads again."""
LOOK_EVERY = 0.5
"""Seconds."""


def stamps() -> dict[Path, int]:
    """Return when each file was last changed."""
    files = (path for path in SOURCES.rglob("*") if path.suffix in KINDS)
    return {path: path.stat().st_mtime_ns for path in files}


def command(options: list[str]) -> list[str]:
    """Return the command that serves."""
    given = {option.partition("=")[0] for option in options}
    more = []
    if not given & {"--host", "--loopback", "--local"}:
        more.append("--loopback")
    if "--port" not in given:
        more += ["--port", "8000"]
    if "--database" not in given:
        more += ["--database", str(DATABASE)]
    return [sys.executable, "-m", "kingup", "serve", *more, *options]


def serve_until_changed(options: list[str]) -> None:
    """Serve until a file changes; a server that ends by itself is waited for as long."""
    before = stamps()
    server = subprocess.Popen(command(options))
    try:
        while stamps() == before:
            time.sleep(LOOK_EVERY)
    finally:
        server.terminate()
        server.wait()


def main() -> int:
    """Serve again and again."""
    # SIGTERM means the same as Ctrl-C, so that no server is left behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while True:
            serve_until_changed(sys.argv[1:])
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
