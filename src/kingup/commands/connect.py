"""`kingup connect`: seat a bot of your own at a server's tables."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any
from urllib.parse import urlsplit

from kingup.bots.bot import MOST_SECONDS
from kingup.bots.bot_names import split_bots
from kingup.client import calls
from kingup.client.bot_pool import BotPool
from kingup.client.connection import CLOSED, Behaviour, Connector
from kingup.client.http_client import AsyncClient
from kingup.commands.arguments import (
    add_game_arguments,
    add_seconds,
    add_server_arguments,
    read_token,
)
from kingup.commands.compiling import compile_bots
from kingup.commands.output import say
from kingup.language import _, ngettext
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError

LONGEST_PAUSE = 60.0
NO_CLOCK: dict[str, Any] = {"kind": "none", "amount": 0}
SEATS = 4
NEW = ("edition", "seats", "options", "bots", "pace")
"""Options that go with `--new` only."""

EXAMPLES = (
    "kingup connect --server http://127.0.0.1:8000 --token-file token.txt "
    "--bot 'python3 my_bot.py' --wait",
    "kingup connect --server http://127.0.0.1:8000 --token-file token.txt --bot courtier --new",
    "kingup connect --server http://127.0.0.1:8000 --token-file token.txt --bot courtier "
    "--new --edition vive-le-roi --seats 3 --bots page,page --pace 60",
)


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
    where.add_argument(
        "--new",
        nargs="?",
        const=True,
        choices=EDITIONS,
        metavar=_("EDITION"),
        help=_("set up a table (see --edition, --seats, --options, --bots, --pace), and play"),
    )
    where.add_argument("--wait", action="store_true", help=_("accept every challenge"))
    add_game_arguments(parser)
    add(
        "--bots",
        metavar=_("LIST"),
        help=_(
            "levels of the server’s bots at the new table, one for each; other seats stay free"
        ),
    )
    add(
        "--pace",
        type=read_pace,
        metavar=_("PACE"),
        help=_(
            "how long everybody at the new table may think: seconds (60), days (2d) or none "
            "(default)"
        ),
    )
    add_seconds(parser, float, 5.0)
    add(
        "--pause",
        type=float,
        default=1.0,
        metavar="S",
        help=_("wait this many seconds before moving when people play (default: 1)"),
    )
    add(
        "--games",
        type=int,
        metavar="N",
        help=_("leave after this many games, counting the bot’s other tables"),
    )
    add(
        "--at-once",
        type=int,
        default=8,
        metavar="N",
        help=_("games at the same time (default: 8)"),
    )


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
        if getattr(options, name) is not None and options.new is None:
            raise KingUpError("--{name} only goes with --new.", name=name)
    if options.edition and options.new not in (None, True, options.edition):
        raise KingUpError("--new and --edition name two editions: name one.")
    token = read_token(options.token_file)
    compile_bots([options.bot])
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
        elif options.new is not None:
            made = await client.ask(
                calls.set_table(
                    edition=_edition(options),
                    seats=SEATS if options.seats is None else options.seats,
                    options=list(options.options or ()),
                    bots=split_bots(options.bots or ""),
                    pace=options.pace or NO_CLOCK,
                )
            )
            table = made["code"]
            address = f"{options.server.rstrip('/')}/t/{table}"
            say(_("The table is ready: {address}").format(address=address))
            await _say_who_is_missing(client, table)
        behaviour = Behaviour(options.wait, options.games, options.at_once, options.pause)
        connector = Connector(client, bots, behaviour, say)
        if table is not None and options.games in (None, 1):
            await connector.play(table)
        else:
            await connector.run()


def _edition(options: argparse.Namespace) -> str:
    """Return the new table's edition: after `--new` it was named before there was `--edition`."""
    named: str | None = options.edition or (None if options.new is True else options.new)
    return named or EDITIONS[0]


async def _say_who_is_missing(client: AsyncClient, code: str) -> None:
    free = (await client.ask(calls.table(code)))["players"].count(None)
    if free:
        text = ngettext(
            "The game begins when one more has sat down.",
            "The game begins when {number} more have sat down.",
            free,
        )
        say(text.format(number=free))


def read_pace(text: str) -> dict[str, Any]:
    """Return a pace as the API takes it: “none”, seconds like 60, days like 2d."""
    number = text.removesuffix("d").removesuffix("s")
    if text == NO_CLOCK["kind"]:
        return NO_CLOCK
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        raise argparse.ArgumentTypeError(
            _("“{text}” is neither none, nor seconds like 60, nor days like 2d").format(
                text=text[:30]
            )
        )
    return {"kind": "days" if text.endswith("d") else "seconds", "amount": int(number)}


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
