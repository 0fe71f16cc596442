"""Entrants: bots of ours by name, or programs that speak the line protocol."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kingup.bots.bot import Bot
from kingup.bots.bot_names import digest_of, make_bot
from kingup.bots.programs import is_program

INTERPRETER = re.compile(r"(python|pypy|node|deno|ruby|perl|lua|java|bash|sh|php)[\d.]*$")

LONGEST_LABEL = 28
"""The longest label in tables and plots, in characters."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part."""

    spec: str
    """What the user wrote: `courtier`, `chancellor:5000`, or a program's command."""
    label: str
    """Its short, unique name in tables."""
    external: bool
    weights: str | None = None
    """The digest of the trained player's weights: other weights are another player."""

    def make(self, seed: int, seconds: float) -> Bot:
        """Return a new bot for one game; `seconds` limits each decision of a program."""
        if not self.external:
            return make_bot(self.spec, seed)
        from kingup.bots.external import ExternalBot

        bot: Bot = ExternalBot(self.spec, seed=seed, seconds=seconds)
        return bot


def entrants_of(specs: Sequence[str]) -> tuple[Entrant, ...]:
    """Return the entrants that a user asked for; repeated ones are numbered."""
    entrants: list[Entrant] = []
    labels: set[str] = set()
    for spec in specs:
        external = is_program(spec)
        short = _shortened(spec, external)
        label, number = short, 1
        while label in labels:
            number += 1
            label = f"{short} ({number})"
        labels.add(label)
        entrants.append(Entrant(spec, label, external, None if external else digest_of(spec)))
    return tuple(entrants)


def _shortened(spec: str, external: bool) -> str:
    """Return a command without folders and interpreter: `my_bot.py --bold`."""
    text = "".join(c if c.isprintable() else " " for c in spec)
    if external:
        words = [word.rsplit("/", 1)[-1] or word for word in text.split()]
        text = " ".join(words[1:] if len(words) > 1 and INTERPRETER.match(words[0]) else words)
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
