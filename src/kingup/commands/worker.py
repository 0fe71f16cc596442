"""`kingup worker`: run the bots of servers that share a PostgreSQL."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal

from kingup.commands.arguments import add_database
from kingup.commands.databases import bring_up_to_date, database_address, kept_in
from kingup.commands.output import say
from kingup.compile_notice import listening, say_nothing
from kingup.language import _
from kingup.rules.errors import KingUpError

EXAMPLES = ("kingup worker --database postgresql://kingup@localhost/kingup --threads 4",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    add_database(parser, _("a worker needs PostgreSQL"))
    parser.add_argument(
        "--threads", type=int, metavar="N", help=_("how many bots think at the same time")
    )


def run(options: argparse.Namespace) -> int:
    """Work until the process is told to stop, and return the exit status."""
    address = database_address(options.database)
    if not address.startswith("postgres"):
        raise KingUpError("Workers need a PostgreSQL database: --database postgresql://…")
    if options.threads is not None and not 1 <= options.threads <= 256:
        raise KingUpError("A worker has from 1 to 256 threads.")
    from kingup.server.settings import STAND_IN

    bring_up_to_date(address)
    say(_("Running the bots of the tables in {path}").format(path=kept_in(address)))
    say(_("Press Ctrl-C to stop."))
    threads = options.threads or max(1, (os.cpu_count() or 2) - 1)
    # What a worker compiles, it compiles in the background.
    with listening(say_nothing):
        asyncio.run(work(address, threads, STAND_IN))
    return 0


async def work(address: str, threads: int, stand_in: str, *, prepare: bool = True) -> None:
    """Run the bots' jobs until SIGINT or SIGTERM."""
    from kingup.server.cluster.worker import run_worker

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    working = asyncio.create_task(run_worker(address, threads, stand_in, prepare=prepare))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    working.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await working
