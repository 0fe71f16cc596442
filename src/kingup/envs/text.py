"""A game as text: its public state."""

from __future__ import annotations

from kingup.rules.characters import LETTERS, TITLES
from kingup.rules.constants import (
    ASIDE,
    BOX,
    DUNGEON_1,
    NOBODY,
    PRIVY_3,
    THRONE,
    TOP_FLOOR,
    VIVE_LE_ROI,
    VOTE,
)
from kingup.rules.places import PHASE_NAMES
from kingup.rules.state import State

WIDTH = 9


def standing(game: State, place: int) -> str:
    """Return the letters of the characters in a place."""
    letters = LETTERS[game.edition]
    return " ".join(c for who, c in enumerate(letters) if game.place[who] == place)


def draw_text(game: State) -> str:
    """Return a game as lines of text, without any secrets."""
    lines = [f"{TITLES[game.edition]}, round {game.round}, {PHASE_NAMES[game.phase]}"]
    lines.append(f"{'throne':>8} | {standing(game, THRONE)}".rstrip())
    for floor in range(TOP_FLOOR, -1, -1):
        line = f"{floor:>8} | {standing(game, floor):{WIDTH}}"
        if game.edition == VIVE_LE_ROI:
            if floor in (3, 4):
                line += f" | privy: {standing(game, PRIVY_3 + floor - 3) or '-'}"
            if 1 <= floor <= 3:
                line += f" | dungeon: {standing(game, DUNGEON_1 + floor - 1) or '-'}"
        lines.append(line.rstrip())
    lines.append(f"{'box':>8} | {standing(game, BOX)}".rstrip())
    lines.append(f"{'aside':>8} | {standing(game, ASIDE)}".rstrip())
    if game.phase == VOTE and game.candidate != NOBODY:
        lines.append(f"vote on {LETTERS[game.edition][game.candidate]}")
    scores = [str(game.score[player]) for player in range(game.players)]
    if game.emissary:
        scores.append(f"Emissary {game.emissary_score}")
    lines.append("scores: " + ", ".join(scores) + f"; first seat {game.first}, turn {game.turn}")
    return "\n".join(lines) + "\n"
