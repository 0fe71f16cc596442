"""`kingup connect`: a bot of one's own at a server's tables."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

from kingup.bots.bot import MOST_SECONDS
from kingup.bots.bot_names import split_bots
from kingup.client import calls
from kingup.client.bot_pool import Minds
from kingup.client.connection import CLOSED, Connector, Manners
from kingup.client.http_client import AsyncClient
from kingup.language import _
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.rules.setup import OPTIONS

TOKEN = "KINGUP_TOKEN"  # noqa: S105 - the name of it
LONGEST_PAUSE = 60.0
SEATS = 4
NEW = ("seats", "options", "bots")
"""Options that say how a new table is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command line of `kingup connect` takes."""
    add = parser.add_argument
    add(
        "--bot",
        required=True,
        metavar=_("COMMAND"),
        help=_("a bot’s name, or the command that starts yours"),
    )
    add_server(parser)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--table",
        metavar=_("CODE"),
        help=_("sit down at this table (its code or address) and play"),
    )
    where.add_argument("--new", choices=EDITIONS, help=_("set up a table, sit down and play"))
    where.add_argument("--wait", action="store_true", help=_("accept every challenge"))
    add("--seats", type=int, metavar="N", help=_("seats of the new table"))
    add(
        "--options",
        metavar=_("LIST"),
        help=_("separated by commas: {options}").format(options=", ".join(OPTIONS)),
    )
    add("--bots", metavar=_("LIST"), help=_("levels of the server’s bots at the new table"))
    add("--seconds", type=float, default=5.0, metavar="S", help=_("time limit for a decision"))
    add(
        "--pause",
        type=float,
        default=1.0,
        metavar="S",
        help=_("wait this long before moving when people play"),
    )
    add(
        "--games",
        type=int,
        metavar="N",
        help=_("leave after this many games, counting the bot’s other tables"),
    )
    add("--at-once", type=int, default=8, metavar="N", help=_("games at the same time"))


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add where the server is, and which token is used there."""
    parser.add_argument("--server", required=True, metavar="URL", help=_("the server's address"))
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar=_("FILE"),
        help=_("a file with your token; otherwise it is read from ${name}").format(name=TOKEN),
    )


def token_of(options: argparse.Namespace) -> str:
    """Return the token: from a file or the environment, never from the command line.

    What is written on a command line is seen by everybody on the machine.
    """
    if options.token_file is None:
        token = os.environ.get(TOKEN, "").strip()
        if not token:
            raise KingUpError("Give your token with --token-file, or in ${name}.", name=TOKEN)
        return token
    try:
        return str(options.token_file.read_text(encoding="utf-8")).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise KingUpError(
            "{path} cannot be read: {reason}.",
            path=options.token_file,
            reason=getattr(error, "strerror", None) or error,
        ) from error


def run(options: argparse.Namespace) -> int:
    """Connect a bot, and return the exit status when it leaves."""
    for name, most in (("seconds", MOST_SECONDS), ("pause", LONGEST_PAUSE)):
        if not 0 <= getattr(options, name) <= most:
            raise KingUpError("--{name} can be at most {most} seconds.", name=name, most=int(most))
    for name in ("games", "at_once"):
        number = getattr(options, name)
        if number is not None and number < 1:
            raise KingUpError("--{name} must be at least 1.", name=name.replace("_", "-"))
    for name in NEW:
        if getattr(options, name) is not None and not options.new:
            raise KingUpError("--{name} only goes with --new.", name=name)
    token = token_of(options)
    try:
        with Minds(options.bot, options.seconds) as minds:
            asyncio.run(_connect(options, token, minds))
    except KeyboardInterrupt:
        _say(_("Your bot has left."))
    return 0


async def _connect(options: argparse.Namespace, token: str, minds: Minds) -> None:
    # Started now, so that a bot that does not work is known before anybody waits for it.
    minds.give_back(await minds.take())
    async with AsyncClient(options.server, token) as client:
        me = await client.ask(calls.me())
        _say(_("{name} is connected to {server}.").format(name=me["name"], server=options.server))
        table = None
        if options.table:
            table = code_in(options.table)
            await _sit(client, table)
        elif options.new:
            made = await client.ask(
                calls.set_table(
                    edition=options.new,
                    seats=SEATS if options.seats is None else options.seats,
                    options=_words(options.options or ""),
                    bots=split_bots(options.bots or ""),
                )
            )
            table = made["code"]
            address = f"{options.server.rstrip('/')}/t/{table}"
            _say(_("The table is ready: {address}").format(address=address))
        manners = Manners(options.wait, options.games, options.at_once, options.pause)
        connector = Connector(client, minds, manners, _say)
        if table is not None and options.games in (None, 1):
            await connector.play(table)
        else:
            await connector.run()


def code_in(text: str) -> str:
    """Return a table's code, which may be given as the address that people are shown."""
    if "/t/" not in text:
        return text
    path: str = urlsplit(text).path
    return path.partition("/t/")[2].partition("/")[0]


async def _sit(client: AsyncClient, code: str) -> None:
    table = await client.ask(calls.table(code))
    if table["status"] in CLOSED:
        raise KingUpError("This table is closed.")
    if table["you"] is None:  # else it was here before, and goes on
        await client.ask(calls.sit(code))


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
