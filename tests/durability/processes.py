"""Starts servers quickly: a process that is ready to serve, and forks a server on demand.

`python -m tests.durability.processes DATABASE` reads ports and prints process ids. What it forks
is the server of `kingup serve`, with fast bots and without limits on requests.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace

import uvicorn

from kingup.commands.addresses import listen
from kingup.commands.serve import server_config
from tests.web.server import HURRIED


def main(database: str) -> None:
    """Fork a server for every port that is asked for."""
    config = server_config(replace(HURRIED, database=database))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # killed servers are reaped automatically
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            with listen("127.0.0.1", int(line)) as listening:
                uvicorn.Server(config).run(sockets=[listening])
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
