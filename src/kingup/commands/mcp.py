"""`kingup mcp`: the Model Context Protocol over standard input and output."""

from __future__ import annotations

import argparse
import asyncio

from kingup.client.http_client import AsyncClient
from kingup.commands.arguments import add_server_arguments, read_token
from kingup.extras import install_command
from kingup.rules.errors import KingUpError

EXAMPLES = ("kingup mcp --server http://127.0.0.1:8000 --token-file token.txt",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    add_server_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until the client disconnects, and return the exit status."""
    token = read_token(options.token_file)
    try:
        from kingup.client.tools import make_server
    except ImportError as error:
        raise KingUpError(
            "The Model Context Protocol needs one more package: {command}",
            command=install_command("mcp"),
        ) from error

    async def serve() -> None:
        async with AsyncClient(options.server, token) as client:
            await make_server(client).run_stdio_async()

    asyncio.run(serve())
    return 0
