"""`kingup join`: play at a server's table in the terminal."""

from __future__ import annotations

import argparse
import getpass
import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from kingup.client import AsyncClient, Client, calls
from kingup.client.http_client import read_address
from kingup.client.tokens import make_token
from kingup.commands.addresses import data_folder
from kingup.commands.arguments import TOKEN_VARIABLE, add_plain, add_token_file, read_token
from kingup.commands.connect import code_in
from kingup.commands.output import make_console, say
from kingup.commands.remote_table import RemoteTable, leave, play_in_lines, play_on_screen
from kingup.commands.token import keep_token
from kingup.language import _
from kingup.rules.characters import EDITIONS, TITLES
from kingup.rules.errors import KingUpError
from kingup.terminal.screen import Leave, Screen, is_full_screen

EXAMPLES = (
    "kingup join http://127.0.0.1:8000/t/rook-7k2fm",
    "kingup join http://127.0.0.1:8000/t/rook-7k2fm --name Ada --plain",
    "kingup join http://127.0.0.1:8000",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Sits down at the table, or watches it if no place is free. Others see a person, unless "
        "you give a bot’s token. The first time a token of yours is made and kept for this server."
    )
    add = parser.add_argument
    add("url", metavar="URL", help=_("a table’s address; a server’s lists its open tables"))
    add("--name", help=_("your name at the table (default: that of your account here)"))
    add_token_file(parser)
    add_plain(parser)


def run(options: argparse.Namespace) -> int:
    """Play until the game is over, or somebody leaves."""
    parts = urlsplit(options.url)
    server = read_address(f"{parts.scheme}://{parts.netloc}")
    token = _token(server, options.token_file, options.name or getpass.getuser())
    if "/t/" not in parts.path:
        return _list_tables(server, token)
    table = RemoteTable(code_in(options.url))
    with Client(server, token) as client:
        table.line = client.ask(calls.table(table.code))
        if table.is_closed:
            raise KingUpError("This table is closed.")
        entrance = table.entrance()
        if entrance is not None:
            client.ask(entrance)
        elif table.line["you"] is None:
            say(_("No place is free: you are watching."))
    console = make_console()
    try:
        if options.plain or not is_full_screen(console):
            with suppress(Leave), Client(server, token) as client:
                play_in_lines(Screen(console), table, client)
        else:
            _play_on_full_screen(server, token, table)
    finally:
        leave(table, server, token)
    if table.is_playing:
        say(
            _("A bot plays for you until you return: {command}").format(
                command=f"kingup join {options.url}"
            )
        )
    return 0


def _play_on_full_screen(server: str, token: str, table: RemoteTable) -> None:
    from kingup.terminal.app import TableApp  # Textual is slow to import

    async def drive(app: TableApp) -> None:
        async with AsyncClient(server, token) as client:
            await play_on_screen(app, table, client)

    app = TableApp(drive, question=_("Leave the table? A bot will play for you."))
    app.run()
    if app.failure is not None:
        raise app.failure


def _token(server: str, file: Path | None, name: str) -> str:
    """Return the token that was given, or the one kept for a server, which may be made first."""
    if file is not None or os.environ.get(TOKEN_VARIABLE, "").strip():
        return read_token(file)
    parts = urlsplit(server)
    host = f"{parts.hostname}-{parts.port or parts.scheme}".replace(":", "_")
    kept = data_folder() / "tokens" / f"{host}-{_safe(name)}.txt"
    if not kept.exists():
        token = make_token(server, name, None)
        kept.parent.mkdir(parents=True, exist_ok=True)
        keep_token(kept, token)
    return read_token(kept)


def _safe(name: str) -> str:
    """Return a name as part of a file's name."""
    return "".join(sign if sign.isalnum() else "_" for sign in name)[:40]


def _list_tables(server: str, token: str) -> int:
    with Client(server, token) as client:
        tables = client.ask(calls.tables())["tables"]
    for table in tables:
        title = TITLES[EDITIONS.index(table["edition"])]
        names = ", ".join(player["name"] for player in table["players"] if player)
        say(f"{server}/t/{table['code']}  {title}  {names}")
    if not tables:
        say(_("No table has a free place now."))
    return 0
