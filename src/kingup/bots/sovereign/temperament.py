"""Temperaments: how a player departs from the trained policy, as people do.

Weaker levels forget who did what, play for the round instead of the game, and stray from the best
choice; characters lean towards some actions. All functions work on rows of an observation, of
NumPy or of PyTorch, so that training can measure the same temperaments; a setting is a number, or
a column with one for each row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingup.rules.constants import (
    ACTIONS,
    CARDS,
    CHARACTERS,
    EMISSARY_START_SCORE,
    FIRST_CLIMB,
    FIRST_KEEP,
    FIRST_VOTE,
    MAX_SEATS,
    PLACES,
    START_SCORE,
    TOP_FLOOR,
    VIVE_LE_ROI,
)
from kingup.rules.features import BY_SEAT, MEMORY, OFFSETS

ALL = 99
"""The memory of somebody who forgets nothing."""

MOST_MEMORY = MEMORY
"""The most climbs that a setting may name: the observation does not date older ones."""

MOST_LEANING = 10.0

MOST_DISTANCE = 1.0
"""The greatest distance of a searched choice from the policy (Kullback-Leibler, in nats).

Against networks a greater one is better still, but strangers do not play as imagined.
"""

FONDNESS = 0.5
"""How often somebody on impulse looks for a favourite first."""

_TOPS = [OFFSETS["places"] + who * PLACES + TOP_FLOOR for who in range(CHARACTERS)]
_VIVE_LE_ROI = OFFSETS["edition"] + VIVE_LE_ROI
_WITH_EMISSARY = OFFSETS["options"] + 2
_FLOORS = range(1, 5)
_MIDDLE, _HALF = 2.5, 1.5


@dataclass(frozen=True, slots=True)
class Temperament:
    """The settings of a player; by default it plays as trained."""

    temperature: float = 1.0
    """Below 1 it more often does what it likes best, above 1 less often."""
    memory: int = ALL
    """How many of the last climbs it remembers. Any number but ALL also loses count of hands."""
    whole_game: bool = True
    """Whether it knows the round and the scores; else every round is the first to it."""
    heart: float = 0.0
    """How openly it favours its own: nats for moving them up and voting for them."""
    daring: float = 0.0
    """How gladly it calls a vote, and refuses others' candidates: nats for both."""
    impulse: float = 0.0
    """How often it acts like a beginner instead: for its favourites, without a thought."""

    @property
    def sees_all(self) -> bool:
        """Whether it knows all that its observation says."""
        return self.memory == ALL and self.whole_game

    @property
    def only_warmer(self) -> bool:
        """Whether it departs from the policy in its temperature only."""
        return self == Temperament(self.temperature)


AS_TRAINED = Temperament()
"""The temperament of a player that departs from its policy in nothing."""


def forget(rows: Any, memory: Any) -> None:
    """Remove from observations what somebody with this memory has forgotten.

    Remembered are the last climbs, and one's own hand. Forgotten are older climbs, who placed
    whom, and all votes: others are thought to hold as many No cards and Bellyaches as at first.
    """
    keeps = 1 * (memory >= ALL)
    recent = _block(rows, "recent", BY_SEAT)
    fresh = recent > MEMORY - memory
    for name in ("pushes", "thrones", "recent"):
        _set(rows, name, BY_SEAT, _block(rows, name, BY_SEAT) * fresh)
    _set(rows, "placed", BY_SEAT, _block(rows, "placed", BY_SEAT) * keeps)
    for hand, votes in (("no-cards", "no"), ("bellyaches", "bellyache")):
        cast = _block(rows, votes, BY_SEAT).reshape(len(rows), MAX_SEATS, CHARACTERS).sum(2)
        cast[:, 0] = 0
        _set(rows, hand, MAX_SEATS, _block(rows, hand, MAX_SEATS) + cast * (1 - keeps))
        added = (cast * (1 - keeps)).sum(1)
        rows[:, OFFSETS["stoppers"]] = rows[:, OFFSETS["stoppers"]] + added
    start = OFFSETS["yes-votes"]
    rows[:, start + 1 : start + MAX_SEATS] = rows[:, start + 1 : start + MAX_SEATS] * keeps
    for name in ("yes", "no", "bellyache"):
        _set(rows, name, BY_SEAT, _block(rows, name, BY_SEAT) * keeps)


def narrow(rows: Any, whole_game: Any) -> None:
    """Remove from observations how the game stands, unless somebody looks at the whole game.

    What is left looks like a first round.
    """
    keeps = 1 * whole_game
    vive_le_roi = rows[:, _VIVE_LE_ROI : _VIVE_LE_ROI + 1]
    at_first = START_SCORE * vive_le_roi * _block(rows, "there", MAX_SEATS)
    for name in ("score", "score-2"):
        scores = _block(rows, name, MAX_SEATS)
        _set(rows, name, MAX_SEATS, scores * keeps + at_first * (1 - keeps))
    theirs = _block(rows, "emissary-score", 1)
    their_first = EMISSARY_START_SCORE * rows[:, _WITH_EMISSARY : _WITH_EMISSARY + 1]
    _set(rows, "emissary-score", 1, theirs * keeps + their_first * (1 - keeps))
    _set(rows, "gone", CARDS, _block(rows, "gone", CARDS) * keeps)
    rounds = _block(rows, "round", 3) * keeps
    rounds[:, :1] = rounds[:, :1] + (1 - keeps)
    _set(rows, "round", 3, rounds)


def leaning(rows: Any, heart: Any, daring: Any) -> Any:
    """Return what each action gains, in nats."""
    found = rows[:, :ACTIONS] * 0.0
    own = 1.0 * (_block(rows, "own", CHARACTERS) + _block(rows, "mate", CHARACTERS) > 0)
    for floor in _FLOORS:
        found[:, floor - 1 : FIRST_CLIMB : 4] = heart * own * ((floor - _MIDDLE) / _HALF)
    found[:, FIRST_CLIMB:FIRST_VOTE] = heart * own + daring * rows[:, _TOPS]
    candidate = _block(rows, "candidate", CHARACTERS)
    mine = (candidate * own).sum(1)
    others = candidate.sum(1) - mine
    found[:, FIRST_VOTE : FIRST_VOTE + 1] = heart * mine[:, None]
    found[:, FIRST_VOTE + 1 : FIRST_KEEP] = daring * others[:, None]
    return found


def impulses(rows: Any, masks: Any) -> Any:
    """Return the probability of each legal action for somebody who acts on impulse: like a page.

    Half of the time it looks for a favourite to move up, or to place on a high floor. It votes Yes
    for its own; for others usually not, as long as it can.
    """
    liked = masks * 0.0
    own = 1.0 * (_block(rows, "own", CHARACTERS) + _block(rows, "mate", CHARACTERS) > 0)
    for floor in _FLOORS[2:]:
        liked[:, floor - 1 : FIRST_CLIMB : 4] = own
    liked[:, FIRST_CLIMB:FIRST_VOTE] = own
    liked = liked * masks
    mine = (_block(rows, "candidate", CHARACTERS) * own).sum(1)
    weights = 1.0 * masks
    for vote in (FIRST_VOTE + 1, FIRST_VOTE + 2):
        weights[:, vote] = weights[:, vote] * 2 * (1 - mine)
    by_chance = weights / weights.sum(1)[:, None]
    number = liked.sum(1)[:, None]
    fond = FONDNESS * (number > 0)
    return fond * liked / (number + (number == 0)) + (1 - fond) * by_chance


def _block(rows: Any, name: str, length: int) -> Any:
    return rows[:, OFFSETS[name] : OFFSETS[name] + length]


def _set(rows: Any, name: str, length: int, values: Any) -> None:
    rows[:, OFFSETS[name] : OFFSETS[name] + length] = values
