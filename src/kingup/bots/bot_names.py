"""Bots by name, or by a level for people."""

from __future__ import annotations

import secrets

from kingup.bots.bot import Bot, BotError, Budget
from kingup.bots.budgets import parse_budget
from kingup.bots.levels import LEVELS

BOTS = ("page", "courtier", "chancellor")
"""The names of the bots that are always available, from the weakest to the strongest."""

TRAINED = ("sovereign", "sovereign+")
"""The names of the trained player, available if its weights are."""

NAMES = tuple(dict.fromkeys((*(level.id for level in LEVELS), *BOTS, *TRAINED)))
"""All names that users may choose from: the levels, and the other bots."""

DEFAULT_SIMULATIONS = 5000


def split_bots(text: str) -> list[str]:
    """Split a comma-separated list of bots, whose settings may contain commas as well."""
    bots: list[str] = []
    for word in filter(None, map(str.strip, text.split(","))):
        # Settings follow a colon; a word that is not a bot's name continues them.
        if bots and ":" in bots[-1] and word.partition(":")[0] not in NAMES:
            bots[-1] += f",{word}"
        else:
            bots.append(word)
    return bots


def bot_of(text: str) -> str:
    """Return the bot behind a level; names with settings are taken as they are."""
    return next((level.bot for level in LEVELS if level.id == text), text)


def parse_bot(text: str) -> tuple[str, Budget]:
    """Parse a level or a text like `chancellor:500` or `chancellor:0.5s` into name and budget."""
    text = bot_of(text)
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
    """Return the digest of a trained player's weights; None for any other bot."""
    text = bot_of(text)
    if text.partition(":")[0] not in TRAINED:
        return None
    from kingup.bots.sovereign.bot_name import parse_request
    from kingup.bots.sovereign.weights import digest_of_weights

    return digest_of_weights(parse_request(text).weights)


def make_bot(text: str, seed: int | None = None) -> Bot:
    """Return a bot for a level or a text like `chancellor:500` or `chancellor:0.5s`.

    With a seed it always chooses the same.
    """
    name, budget = parse_bot(text)
    seed = secrets.randbits(48) if seed is None else seed
    if name == "page":
        from kingup.bots.page import Page

        return Page(seed)
    if name == "courtier":
        from kingup.bots.courtier import Courtier

        return Courtier(seed)
    if name in TRAINED:
        from kingup.bots.sovereign.bot_name import make_sovereign

        return make_sovereign(bot_of(text), seed)
    from kingup.bots.chancellor import Chancellor

    return Chancellor(seed, budget)
