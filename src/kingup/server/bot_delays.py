"""When bots act: at a pace that people can follow and that reveals nothing about cards.

A delay depends only on what everybody at the table knows.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import floor

from kingup.history import Voted
from kingup.tables.table import Table

STEP = 0.5
"""Seconds. A bot that thinks longer than its delay acts at the next multiple of this, so that
nobody can measure how long it took."""


@dataclass(frozen=True, slots=True)
class BotDelay:
    """Seconds before a bot acts."""

    move: float
    vote: float
    reveal: float
    """Added after a vote, so that people see the result."""
    jitter: float


BOT_DELAYS = {
    "calm": BotDelay(move=1.8, vote=1.4, reveal=3.2, jitter=1.2),
    "brisk": BotDelay(move=0.9, vote=0.7, reveal=2.2, jitter=0.6),
    "swift": BotDelay(move=0.3, vote=0.3, reveal=1.4, jitter=0.2),
}


def bot_due_at(table: Table, player: int, speed: float = 1.0) -> float:
    """Return the time at which a bot acts for a player, if it has finished thinking."""
    pace = BOT_DELAYS[table.bot_pace]
    question = table.question
    pause = pace.vote if question and question[0] == "vote" else pace.move
    if _vote_just_ended(table):
        pause += pace.reveal
    pause += pace.jitter * _chance(table.code, table.question_number, player)
    return table.waiting_since + pause / speed


def next_step_at(table: Table, now: float, speed: float = 1.0) -> float:
    """Return the next time at which a bot that was still thinking may act."""
    step = STEP / speed
    at = table.waiting_since + (floor((now - table.waiting_since) / step) + 1) * step
    return at if at > now else at + step  # rounding of large floats can yield `now` itself


def _vote_just_ended(table: Table) -> bool:
    rounds = table.view(None).rounds
    moves = rounds[-1].moves if rounds else ()
    return bool(moves) and isinstance(moves[-1], Voted)


def _chance(code: str, number: int, player: int) -> float:
    """Return a number from 0 to 1 that depends on public information only."""
    digest = hashlib.sha256(f"{code} {number} {player}".encode()).digest()
    return int.from_bytes(digest[:4]) / 2**32
