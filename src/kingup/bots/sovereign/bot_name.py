"""The names and settings of the trained player.

`sovereign`, `sovereign:temperature=0.5`, `sovereign+:500`, `sovereign+:0.5s`; weaker searches like
`sovereign+:ahead=votes,distance=0.2`; a weaker player or a character (`temperament.py`) like
`sovereign:memory=4,sight=round,heart=0.5,daring=-1,impulse=0.1`; with one's own weights
`sovereign:weights=FILE` or `sovereign+:0.5s,weights=FILE`, always last, so that a path may contain
commas.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isfinite
from pathlib import Path

from kingup.bots.bot import Bot, BotError, Budget
from kingup.bots.budgets import parse_budget
from kingup.bots.sovereign.temperament import (
    ALL,
    MOST_DISTANCE,
    MOST_LEANING,
    MOST_MEMORY,
    Temperament,
)
from kingup.bots.sovereign.weights import load_weights

DEFAULT_SIMULATIONS = 128
"""The number of rollouts of `sovereign+` at a decision, over all actions."""

LEAST_TEMPERATURE, MOST_TEMPERATURE = 0.01, 100.0

TEMPERS = ("memory", "sight", "heart", "daring", "impulse")
"""Settings of a temperament, besides its temperature."""

SIGHTS = {"round": False, "game": True}
"""What a player plays for, and whether that is the whole game."""


@dataclass(frozen=True, slots=True)
class Request:
    """A parsed name with its settings."""

    search: bool
    budget: Budget
    temperament: Temperament
    weights: Path | None
    votes_only: bool = False
    """Whether it looks ahead at votes only."""
    distance: float = MOST_DISTANCE
    """How far the search may depart from the policy, in nats."""


def parse_request(text: str) -> Request:
    """Parse a name with settings; raise `BotError` if it is wrong or its weights are missing."""
    name, _, words = text.partition(":")
    search = name == "sovereign+"
    words, found, path = words.partition("weights=")
    if found and not path:
        raise BotError("Name the weights file, like {bot}:weights=FILE.", bot=name)
    weights = Path(path) if found else None
    budget, temperament = Budget(simulations=DEFAULT_SIMULATIONS), Temperament()
    votes_only, distance = False, MOST_DISTANCE
    given: set[str] = set()
    for word in filter(None, words.split(",")):
        key, equals, value = word.partition("=")
        if (key if equals else "budget") in given:
            raise BotError("“{setting}” is given twice for {bot}.", bot=name, setting=word)
        given.add(key if equals else "budget")
        if key == "temperature" and equals:
            temperament = replace(temperament, temperature=_temperature(value))
        elif key in TEMPERS and equals and not search:
            temperament = _with(temperament, key, value)
        elif search and word == "ahead=votes":
            votes_only = True
        elif search and key == "distance" and 0 < _number(value) <= MOST_DISTANCE:
            distance = _number(value)
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
    return Request(search, budget, temperament, weights, votes_only, distance)


def _with(temperament: Temperament, key: str, text: str) -> Temperament:
    """Return a temperament with one more setting; raise `BotError` if it is not possible."""
    if key == "sight" and text in SIGHTS:
        return replace(temperament, whole_game=SIGHTS[text])
    if key == "memory" and (text == "all" or (text.isdecimal() and int(text) <= MOST_MEMORY)):
        return replace(temperament, memory=ALL if text == "all" else int(text))
    number = _number(text)
    if key == "heart" and abs(number) <= MOST_LEANING:
        return replace(temperament, heart=number)
    if key == "daring" and abs(number) <= MOST_LEANING:
        return replace(temperament, daring=number)
    if key == "impulse" and 0 <= number <= 1:
        return replace(temperament, impulse=number)
    raise BotError(
        "“{text}” is no {setting}: write memory=0 to {most} or all, sight=round or game, impulse "
        "from 0 to 1, and heart and daring from -{leaning} to {leaning}.",
        text=text,
        setting=key,
        most=MOST_MEMORY,
        leaning=int(MOST_LEANING),
    )


def _number(text: str) -> float:
    """Return a number; one that is larger than any allowed if it is none."""
    try:
        number = float(text)
    except ValueError:
        return inf
    return number if isfinite(number) else inf


def _temperature(text: str) -> float:
    number = _number(text)
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

        return SovereignPlus(
            seed,
            networks,
            request.budget,
            request.temperament.temperature,
            votes_only=request.votes_only,
            distance=request.distance,
        )
    from kingup.bots.sovereign.policy_bot import Sovereign

    return Sovereign(seed, networks, request.temperament)
