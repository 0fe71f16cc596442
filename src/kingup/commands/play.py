"""`kingup play`: serve tables, and open a browser to play in."""

from __future__ import annotations

import argparse

from kingup.commands import serve

EXAMPLES = (
    "kingup play",
    "kingup play --loopback --port 8080",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    serve.add_arguments(parser, browser=True)


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C, and return the exit status."""
    return serve.run(options)
