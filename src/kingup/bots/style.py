"""A courtier's style: the numbers that its choices depend on.

They were tuned by letting courtiers with slightly different styles play each other
(`tools/tune_courtier.py`), separately for each edition.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kingup.rules.constants import AMBITIONS, PLACES


@dataclass(slots=True)
class Style:
    """The weights of a courtier, in points of a round unless stated otherwise."""

    stand: list[float] = field(default_factory=lambda: [0.0] * PLACES)
    """The expected worth, at the end of the round, of a character in a place."""
    envy: float = 0.46
    """How much of a point for somebody else's favourite counts as a loss."""
    emissary: float = 0.25
    """The same for the Emissary's favourites."""
    blocker: float = 0.35
    """How much each No or Bellyache in other hands lowers the odds of a crowning."""
    patience: float = 1.5
    """The expected lead over the others if the round goes on."""
    card: float = 0.02
    """The worth of keeping a vote card, as a chance of winning."""
    hurry: float = 12.0
    """The spread of points still to come after this round, for each round left."""
    suspense: float = 7.0
    """The spread of points still to come in this round."""
    foresight: float = 6.0
    """The spread of a lead after one more round, as a chancellor judges the end of one."""
    ambition: list[float] = field(default_factory=lambda: [0.0] * AMBITIONS)
    """The expected points of each Ambition card."""
    trust: float = 0.7
    """The prior probability that others choose like courtiers."""
    doubt: float = 0.1
    """The share of a courtier's choices that are random."""
    softness: float = 2.0
    """How much more random than a courtier's the choices of others are."""
    heat_place: float = 0.8
    heat_climb: float = 0.5
    heat_vote: float = 0.03
    """How far choices stray from the best: the temperatures of a softmax."""


_AMBITION = [1.5, 1.8, 1.8, 3.5, 0.5, 2.0, 0.2, 1.0, 1.0, 0.3, 0.9, 0.3, 2.0, 1.5, 1.0, 1.2]

STYLES = (
    Style(
        # floors 0-5, throne, two privies, three dungeons, box, aside
        stand=[-1.3, 0.1, 3.1, 6.2, 5.3, 3.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -4.8, 0.0],
        envy=0.54,
        blocker=0.30,
        patience=-0.80,
        card=0.003,
        hurry=1.0,
        suspense=2.7,
        heat_place=0.15,
        heat_climb=0.12,
        heat_vote=0.01,
    ),
    Style(
        stand=[-1.8, 0.7, 3.2, 6.2, 5.4, 2.8, 0.0, 1.9, 3.1, -2.3, -4.2, -4.1, -3.2, 0.0],
        envy=0.55,
        emissary=0.30,
        blocker=0.41,
        patience=-1.0,
        card=0.0,
        hurry=1.6,
        suspense=4.1,
        ambition=_AMBITION,
        heat_place=0.15,
        heat_climb=0.12,
        heat_vote=0.01,
    ),
)
"""The style of each edition, by its code."""
