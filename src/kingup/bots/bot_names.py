"""How a bot is asked for: by its name, or by a level for people."""

from __future__ import annotations

from kingup.bots.bot import Bot, BotError, Budget
from kingup.bots.budgets import parse_budget
from kingup.bots.levels import LEVELS

BOTS = ("page", "courtier", "chancellor")
"""The names of the bots that are always there, from the weakest to the strongest."""

TRAINED = ("sovereign", "sovereign+")
"""The names of the trained player, which is there where its weights are."""

NAMES = tuple(dict.fromkeys((*(level.id for level in LEVELS), *BOTS, *TRAINED)))
"""What people may choose from: the levels, and the bots that are none."""

DEFAULT_SIMULATIONS = 5000


def split_bots(text: str) -> list[str]:
    """Return the bots of a list with commas, which a bot's settings may hold as well."""
    bots: list[str] = []
    for word in filter(None, map(str.strip, text.split(","))):
        # Settings come after a colon; what is no bot's name goes on with them.
        if bots and ":" in bots[-1] and word.partition(":")[0] not in NAMES:
            bots[-1] += f",{word}"
        else:
            bots.append(word)
    return bots


def parse_bot(text: str) -> tuple[str, Budget]:
    """Return name and budget of a bot: a level, or like `chancellor:500` or `chancellor:0.5s`."""
    # A level for people is a bot with a budget of its own; a budget given goes first.
    text = next((level.bot for level in LEVELS if level.id == text), text)
    name, _, effort = text.partition(":")
    if name in TRAINED:
        from kingup.bots.sovereign.bot_name import parse_request

        return name, parse_request(text).budget
    if name not in BOTS:
        raise BotError(
            "There is no bot “{name}”: choose from {bots}.", name=name, bots=", ".join(NAMES)
        )
    if not effort:
        return name, Budget(simulations=DEFAULT_SIMULATIONS)
    if name != "chancellor":
        raise BotError(
            "{name} takes no budget: only chancellor and sovereign+ think ahead.", name=name
        )
    return name, parse_budget(effort)


def digest_of(text: str) -> str | None:
    """Return what tells a trained player's weights from others; None for any other bot."""
    if text.partition(":")[0] not in TRAINED:
        return None
    from kingup.bots.sovereign.bot_name import parse_request
    from kingup.bots.sovereign.weights import digest_of_weights

    return digest_of_weights(parse_request(text).weights)


def make_bot(text: str, seed: int) -> Bot:
    """Return a bot by its level, or given like `chancellor:500` or `chancellor:0.5s`."""
    name, budget = parse_bot(text)
    if name == "page":
        from kingup.bots.page import Page

        return Page(seed)
    if name == "courtier":
        from kingup.bots.courtier import Courtier

        return Courtier(seed)
    if name in TRAINED:
        from kingup.bots.sovereign.bot_name import make_sovereign

        return make_sovereign(text, seed)
    from kingup.bots.chancellor import Chancellor

    return Chancellor(seed, budget)
