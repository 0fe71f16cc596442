"""How a bot is asked for: by its name, or by a level for people."""

from __future__ import annotations

from kingup.bots.bot import MOST_SECONDS, Bot, BotError, Budget
from kingup.bots.levels import LEVELS

BOTS = ("page", "courtier", "chancellor")
"""The names of all bots, from the weakest to the strongest."""

DEFAULT_SIMULATIONS = 5000
MOST_SIMULATIONS = 10_000_000


def parse_bot(text: str) -> tuple[str, Budget]:
    """Return name and budget of a bot: a level, or like `chancellor:500` or `chancellor:0.5s`."""
    # A level for people is a bot with a budget of its own; a budget given goes first.
    text = next((level.bot for level in LEVELS if level.id == text), text)
    name, _, effort = text.partition(":")
    if name not in BOTS:
        names = dict.fromkeys((*(level.id for level in LEVELS), *BOTS))
        raise BotError(
            "There is no bot “{name}”: choose from {bots}.", name=name, bots=", ".join(names)
        )
    if not effort:
        return name, Budget(simulations=DEFAULT_SIMULATIONS)
    if name != "chancellor":
        raise BotError("{name} takes no budget: only a chancellor thinks ahead.", name=name)
    number = effort.removesuffix("s")
    try:
        amount = float(number) if effort.endswith("s") else int(number)
    except ValueError:
        amount = 0
    most = MOST_SECONDS if effort.endswith("s") else MOST_SIMULATIONS
    if not 0 < amount <= most:
        raise BotError(
            "“{effort}” is no budget: write simulations from 1 to {simulations}, "
            "or seconds up to {seconds} like 0.5s.",
            effort=effort,
            simulations=MOST_SIMULATIONS,
            seconds=int(MOST_SECONDS),
        )
    if effort.endswith("s"):
        return name, Budget(seconds=float(amount))
    return name, Budget(simulations=int(amount))


def make_bot(text: str, seed: int) -> Bot:
    """Return a bot by its level, or given like `chancellor:500` or `chancellor:0.5s`."""
    name, budget = parse_bot(text)
    if name == "page":
        from kingup.bots.page import Page

        return Page(seed)
    if name == "courtier":
        from kingup.bots.courtier import Courtier

        return Courtier(seed)
    from kingup.bots.chancellor import Chancellor

    return Chancellor(seed, budget)
