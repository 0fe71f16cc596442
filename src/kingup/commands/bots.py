"""`kingup bots`: the levels of the bots."""

from __future__ import annotations

import argparse

from rich.table import Table

from kingup.bots.levels import LEVELS
from kingup.commands.output import make_console
from kingup.language import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the command has no options."""


def run(_options: argparse.Namespace) -> int:
    """Print the levels, and return the exit status."""
    table = Table(show_header=False, box=None, padding=(0, 2, 1, 0))
    for level in LEVELS:
        table.add_row(level.id, f"[bold]{_(level.name)}[/]", _(level.character))
    console = make_console()
    console.print(table)
    console.print(
        _("Beyond the levels: sovereign+ also looks ahead; chancellor:SIMULATIONS, "
"sovereign+:0.5s and so on set for how long.")
    )  # fmt: skip
    return 0
