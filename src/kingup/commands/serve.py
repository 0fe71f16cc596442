"""`kingup serve`: serve tables to browsers."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from ipaddress import ip_network
from typing import TYPE_CHECKING

from kingup import compile_notice
from kingup.commands.addresses import (
    EVERYWHERE,
    LOOPBACK,
    has_screen,
    lan_address,
    listen,
    web_address,
)
from kingup.commands.arguments import add_database
from kingup.commands.databases import bring_up_to_date, database_address, kept_in
from kingup.language import _
from kingup.rules.errors import KingUpError
from kingup.web.garbage import collect_seldom

if TYPE_CHECKING:
    import uvicorn

    from kingup.server.settings import ServerSettings
    from kingup.web.observability.shutdown import Shutdown

SECONDS_TO_STOP = 2
STYLES = ("json", "text")
"""How requests are logged."""
ADDRESS = re.compile(r"https?://(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?/?", re.ASCII)
"""What `--address` may be: the address of the home page."""
MOST_CONNECTIONS = 10_000
"""Open connections of all clients together; beyond that requests are answered with 503."""
KEEP_ALIVE_SECONDS = 5
"""How long a connection may stay silent after an answer."""
LARGEST_MESSAGE = 4096
"""Bytes of a message from a browser; its own are a few words long."""

EXAMPLES = (
    "kingup serve --no-browser",
    "kingup serve --loopback --database tables.sqlite --log text",
    "kingup serve --address https://kingup.example.org --metrics 127.0.0.1 --log json",
)


def add_arguments(parser: argparse.ArgumentParser, *, browser: bool = False) -> None:
    """Add the options of the command to its parser; `browser`: open one unless told not to."""
    add = parser.add_argument
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", metavar=_("ADDRESS"), help=_("listen at this address only"))
    where.add_argument(
        "--loopback",
        "--local",
        action="store_true",
        help=_("serve this computer only, not its network"),
    )
    add("--port", type=int, metavar="N", help=_("default: the first free port from 8000"))
    add_database(parser)
    add("--address", metavar="URL", help=_("the address in invitations, behind a proxy"))
    add(
        "--metrics",
        action="append",
        default=[],
        metavar=_("NETWORK"),
        help=_("let this address or network read /metrics (can be repeated)"),
    )
    add("--log", choices=STYLES, help=_("log every response, as JSON or for people to read"))
    add(
        "--push",
        metavar=_("E-MAIL"),
        help=_("notify people in their browsers when it is their turn"),
    )
    add(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=browser,
        help=_("open a browser on this computer"),
    )


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C, and return the exit status."""
    from kingup.server.settings import ServerSettings

    if options.port is not None and not 0 <= options.port <= 65535:
        raise KingUpError("A port is a number from 0 to 65535.")
    _check_networks(options.metrics)
    if options.log:
        from kingup.web.observability.logs import write_logs

        write_logs(options.log)
    contact = _contact(options.push)
    _check_address(options.address)
    host = options.host or (LOOPBACK if options.loopback else EVERYWHERE)
    database = database_address(options.database)
    bring_up_to_date(database, alone=True)
    with listen(host, options.port) as listening:
        port = int(listening.getsockname()[1])
        lan = lan_address() if host in (EVERYWHERE, "::") else None
        own = web_address(LOOPBACK if host in (EVERYWHERE, "::") else host, port)
        public = options.address or (web_address(lan, port) if lan else None)
        settings = ServerSettings(
            database=database,
            address=public,
            known_address=options.address is not None,
            push_contact=contact,
            metrics_for=tuple(options.metrics),
            logged=options.log is not None,
        )

        def started() -> None:
            announce(own, public, kept_in(database), everywhere=host in (EVERYWHERE, "::"))
            if options.browser and has_screen():
                # In a thread, because some browsers do not return before they are closed.
                threading.Thread(target=webbrowser.open, args=(own,), daemon=True).start()

        # What a server compiles, it compiles in the background.
        with compile_notice.listening(compile_notice.say_nothing):
            return serve(settings, listening, started)


def serve(settings: ServerSettings, listening: socket.socket, started: Callable[[], None]) -> int:
    """Serve at a socket until the process is told to stop."""
    import uvicorn

    from kingup.web.observability.shutdown import Shutdown

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                collect_seldom()
                started()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            shutdown.begin()  # before anything is closed: those who stream end by themselves
            await super().shutdown(sockets)

    shutdown = Shutdown()
    server = Server(server_config(settings, shutdown))
    # The server ends its work before it lets Ctrl-C through; where the shell ignores Ctrl-C,
    # as for what runs in the background, nothing is raised at all.
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        return 2
    _say("\n" + _("The server has stopped. All tables are kept."))
    return 0


def _check_networks(networks: list[str]) -> None:
    for network in networks:
        try:
            ip_network(network, strict=False)
        except ValueError:
            raise KingUpError(
                "{network} is neither an address nor a network.", network=network
            ) from None


def server_config(settings: ServerSettings, shutdown: Shutdown | None = None) -> uvicorn.Config:
    """Return how uvicorn serves our pages."""
    import uvicorn
    from uvicorn.config import LOGGING_CONFIG

    from kingup.web.app import create_app

    return uvicorn.Config(
        create_app(settings, shutdown),
        http="httptools",
        ws="websockets-sansio",
        lifespan="on",
        log_level="warning",
        log_config=None if settings.logged else LOGGING_CONFIG,
        access_log=False,  # addresses hold the tokens of seat links
        server_header=False,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", LOOPBACK),
        limit_concurrency=MOST_CONNECTIONS if settings.limited else None,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SECONDS_TO_STOP,
        ws_max_size=LARGEST_MESSAGE,
        # A board goes to everybody alike: compressing it again for each of them would cost more
        # than it saves.
        ws_per_message_deflate=False,
    )


def _check_address(text: str | None) -> None:
    if text is not None and not ADDRESS.fullmatch(text):
        raise KingUpError(
            "“{address}” is not an address a browser can open: write https:// and a name.",
            address=text,
        )


def _contact(text: str | None) -> str | None:
    if text is None:
        return None
    from kingup.server.push.vapid import read_contact

    return read_contact(text)


def announce(own: str, public: str | None, place: str, *, everywhere: bool) -> None:
    """Print where the server is, who can reach it, and how to stop it."""
    lines = [_("The table is ready: {address}").format(address=own)]
    if public:
        lines.append(_("For others on the same network: {address}").format(address=public))
    if everywhere:
        lines.append(
            _("The server listens on all of this computer’s networks: anybody on them can join.")
        )
    else:
        lines.append(_("The server listens at this address only."))
    lines.append(_("Tables are kept in {path}").format(path=place))
    lines.append(_("Press Ctrl-C to stop."))
    _say("\n".join(lines))
    if public and sys.stdout.isatty():
        import segno

        segno.make(public, micro=False).terminal(compact=True)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
