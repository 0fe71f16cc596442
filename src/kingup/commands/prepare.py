"""`kingup prepare`: compile the rules and the bots before their first use."""

from __future__ import annotations

import argparse

from kingup.commands.output import make_console
from kingup.language import _
from kingup.prepare import prepare_bots, prepare_rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the command has no options."""


def run(_options: argparse.Namespace) -> int:
    """Compile everything, and return the exit status."""
    console = make_console()
    with console.status(_("Compiling the rules…")):
        prepare_rules()
    with console.status(_("Compiling the bots…")):
        prepare_bots()
    return 0
