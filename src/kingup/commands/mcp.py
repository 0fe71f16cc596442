"""`kingup mcp`: a table for language models, over standard input and output."""

from __future__ import annotations

import argparse
import asyncio

from kingup.client.http_client import AsyncClient
from kingup.commands.connect import add_server, token_of
from kingup.rules.errors import KingUpError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command line of `kingup mcp` takes."""
    add_server(parser)


def run(options: argparse.Namespace) -> int:
    """Serve the Model Context Protocol until its client goes, and return the exit status."""
    token = token_of(options)
    try:
        from kingup.client.tools import make_server
    except ImportError as error:
        raise KingUpError(
            "The Model Context Protocol needs one more package: install kingup[mcp]."
        ) from error

    async def serve() -> None:
        async with AsyncClient(options.server, token) as client:
            await make_server(client).run_stdio_async()

    asyncio.run(serve())
    return 0
