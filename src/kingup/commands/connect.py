"""`kingup connect`: seat a bot of your own at a server's tables."""

from __future__ import annotations

import argparse
import asyncio
from urllib.parse import urlsplit

from kingup.bots.bot import MOST_SECONDS
from kingup.bots.bot_names import split_bots
from kingup.client import calls
from kingup.client.bot_pool import BotPool
from kingup.client.connection import CLOSED, Behaviour, Connector
from kingup.client.http_client import AsyncClient
from kingup.commands.arguments import add_server_arguments, read_list, read_token
from kingup.commands.output import say
from kingup.language import _
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError
from kingup.rules.setup import OPTIONS

LONGEST_PAUSE = 60.0
SEATS = 4
NEW = ("seats", "options", "bots")
"""Options that go with `--new` only."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    add = parser.add_argument
    add(
        "--bot",
        required=True,
        metavar=_("COMMAND"),
        help=_("a bot’s name, or the command that starts yours"),
    )
    add_server_arguments(parser)
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


def run(options: argparse.Namespace) -> int:
    """Connect the bot, and return the exit status when it leaves."""
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
    token = read_token(options.token_file)
    try:
        with BotPool(options.bot, options.seconds) as bots:
            asyncio.run(_connect(options, token, bots))
    except KeyboardInterrupt:
        say(_("Your bot has left."))
    return 0


async def _connect(options: argparse.Namespace, token: str, bots: BotPool) -> None:
    # Start it now: a bot that does not work is reported before anybody waits for it.
    bots.give_back(await bots.take())
    async with AsyncClient(options.server, token) as client:
        me = await client.ask(calls.me())
        say(_("{name} is connected to {server}.").format(name=me["name"], server=options.server))
        table = None
        if options.table:
            table = code_in(options.table)
            await _sit(client, table)
        elif options.new:
            made = await client.ask(
                calls.set_table(
                    edition=options.new,
                    seats=SEATS if options.seats is None else options.seats,
                    options=list(read_list(options.options or "")),
                    bots=split_bots(options.bots or ""),
                )
            )
            table = made["code"]
            address = f"{options.server.rstrip('/')}/t/{table}"
            say(_("The table is ready: {address}").format(address=address))
        behaviour = Behaviour(options.wait, options.games, options.at_once, options.pause)
        connector = Connector(client, bots, behaviour, say)
        if table is not None and options.games in (None, 1):
            await connector.play(table)
        else:
            await connector.run()


def code_in(text: str) -> str:
    """Return a table's code, given as such or as the address of its page."""
    if "/t/" not in text:
        return text
    path: str = urlsplit(text).path
    return path.partition("/t/")[2].partition("/")[0]


async def _sit(client: AsyncClient, code: str) -> None:
    table = await client.ask(calls.table(code))
    if table["status"] in CLOSED:
        raise KingUpError("This table is closed.")
    if table["you"] is None:  # else it sits there already
        await client.ask(calls.sit(code))
