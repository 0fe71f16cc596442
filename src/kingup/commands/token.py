"""`kingup token`: a token for a bot, without a browser."""

from __future__ import annotations

import argparse
import getpass
import os
import shlex
from pathlib import Path

from kingup.client.tokens import make_token
from kingup.commands.arguments import TOKEN_VARIABLE, add_json, add_server
from kingup.commands.output import say, say_json, writing
from kingup.language import _
from kingup.rules.errors import KingUpError

EXAMPLES = (
    "kingup token --server http://127.0.0.1:8000 --name 'My bot' --out token.txt",
    "kingup token --server https://kingup.example.org --league tower-9m4kx --name 'My bot'",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Everybody at the server’s tables sees the names. The token is a secret: it is shown "
        "once, and whoever has it plays as your bot."
    )
    add_server(parser)
    add = parser.add_argument
    add("--name", required=True, help=_("the bot’s name"))
    add("--owner", help=_("your own name (default: that of your account on this computer)"))
    add("--league", metavar=_("CODE"), help=_("also enter this league (its code or address)"))
    add(
        "--out",
        type=Path,
        metavar=_("FILE"),
        help=_("keep the token in a new file that only you can read"),
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Ask the server for a token, and print or keep it."""
    if options.out is not None and options.out.exists():
        raise KingUpError(
            "{path} already exists and was not changed. Choose another file.", path=options.out
        )
    league = None if options.league is None else options.league.rstrip("/").rpartition("/")[2]
    owner = options.owner or getpass.getuser()
    token = make_token(options.server, options.name, owner, league=league)
    if options.out is not None:
        keep_token(options.out, token)
    if options.json:
        shown = None if options.out is not None else token
        say_json({"name": options.name, "owner": owner, "league": league, "token": shown})
        return 0
    command = f"kingup connect --server {shlex.quote(options.server)} --wait"
    if options.out is not None:
        say(_("The token is in {path}. Connect your bot:").format(path=options.out))
        say(f"  {command} --token-file {shlex.quote(str(options.out))} --bot 'python3 my_bot.py'")
        return 0
    say(token)
    say(_("Keep it: it is not shown again. Connect your bot:"))
    say(f"  {TOKEN_VARIABLE}=… {command} --bot 'python3 my_bot.py'")
    return 0


def keep_token(path: Path, token: str) -> None:
    """Write a token to a new file that only its owner can read."""
    with (
        writing(path),
        os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file,
    ):
        file.write(token + "\n")
