"""Parsing of thinking budgets."""

from __future__ import annotations

from kingup.bots.bot import MOST_SECONDS, BotError, Budget

MOST_SIMULATIONS = 10_000_000


def parse_budget(effort: str) -> Budget:
    """Parse a budget like `500` (simulations) or `0.5s`."""
    number = effort.removesuffix("s")
    try:
        amount = float(number) if effort.endswith("s") else int(number)
    except ValueError:
        amount = 0
    most = MOST_SECONDS if effort.endswith("s") else MOST_SIMULATIONS
    if not 0 < amount <= most:
        raise BotError(
            "“{effort}” is not a budget: write a number of simulations from 1 to "
            "{simulations}, or seconds up to {seconds}, like 0.5s.",
            effort=effort,
            simulations=MOST_SIMULATIONS,
            seconds=int(MOST_SECONDS),
        )
    if effort.endswith("s"):
        return Budget(seconds=float(amount))
    return Budget(simulations=int(amount))
