"""The names and settings of the trained player.

`sovereign`, `sovereign:temperature=0.5`, `sovereign+:500`, `sovereign+:0.5s`; with one's own
weights `sovereign:weights=FILE` or `sovereign+:0.5s,weights=FILE`, always last, so that a path may
contain commas.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kingup.bots.bot import Bot, BotError, Budget
from kingup.bots.budgets import parse_budget
from kingup.bots.sovereign.weights import load_weights

DEFAULT_SIMULATIONS = 128
"""The number of rollouts of `sovereign+` at a decision, over all actions."""

LEAST_TEMPERATURE, MOST_TEMPERATURE = 0.01, 100.0


@dataclass(frozen=True, slots=True)
class Request:
    """A parsed name with its settings."""

    search: bool
    budget: Budget
    temperature: float
    weights: Path | None


def parse_request(text: str) -> Request:
    """Parse a name with settings; raise `BotError` if it is wrong or its weights are missing."""
    name, _, words = text.partition(":")
    search = name == "sovereign+"
    words, found, path = words.partition("weights=")
    if found and not path:
        raise BotError("Name the weights file, like {bot}:weights=FILE.", bot=name)
    weights = Path(path) if found else None
    budget, temperature = Budget(simulations=DEFAULT_SIMULATIONS), 1.0
    given: set[str] = set()
    for word in filter(None, words.split(",")):
        key, equals, value = word.partition("=")
        if (key if equals else "budget") in given:
            raise BotError("“{setting}” is given twice for {bot}.", bot=name, setting=word)
        given.add(key if equals else "budget")
        if key == "temperature" and equals:
            temperature = _temperature(value)
        elif search and not equals:
            budget = parse_budget(word)
        else:
            raise BotError(
                "{bot} has no setting “{setting}”: there are temperature=NUMBER and "
                "weights=FILE, and only chancellor and sovereign+ take a budget.",
                bot=name,
                setting=word,
            )
    load_weights(weights)
    return Request(search, budget, temperature, weights)


def _temperature(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not LEAST_TEMPERATURE <= number <= MOST_TEMPERATURE:
        raise BotError(
            "“{text}” is not a temperature: write a number from {least} to {most}.",
            text=text,
            least=LEAST_TEMPERATURE,
            most=int(MOST_TEMPERATURE),
        )
    return number


def make_sovereign(text: str, seed: int) -> Bot:
    """Return the trained player that a text describes."""
    from kingup.bots.sovereign.networks import networks_of

    request = parse_request(text)
    networks = networks_of(request.weights)
    if request.search:
        from kingup.bots.sovereign.search_bot import SovereignPlus

        return SovereignPlus(seed, networks, request.budget, request.temperature)
    from kingup.bots.sovereign.policy_bot import Sovereign

    return Sovereign(seed, networks, request.temperature)
