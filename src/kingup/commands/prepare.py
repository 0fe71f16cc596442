"""`kingup prepare`: compile the rules and the bots before their first use."""

from __future__ import annotations

import argparse

EXAMPLES = ("kingup prepare",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the command has no options."""


def run(_options: argparse.Namespace) -> int:
    """Compile everything, and return the exit status."""
    from kingup.prepare import prepare

    prepare()
    return 0
