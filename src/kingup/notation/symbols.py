"""The text record's symbols for places, seats and players."""

from __future__ import annotations

from kingup.game import Game

FORMAT = "kingup-game"
VERSION = 1

UNFINISHED = "*"
EMISSARY = "Emissary"

_PLACES = {
    "throne": "6",
    "privy-3": "p3",
    "privy-4": "p4",
    "dungeon-1": "d1",
    "dungeon-2": "d2",
    "dungeon-3": "d3",
}


def place_symbol(place: str) -> str:
    """Return a move's symbol for a destination: 0 to 6, p3, p4, d1 to d3, box."""
    return _PLACES.get(place, place)


def outcome_symbol(place: str) -> str:
    """Return a vote's symbol for the candidate's destination: the throne becomes a crown."""
    return "crown" if place == "throne" else place_symbol(place)


def player_labels(seats: tuple[int, ...]) -> list[str]:
    """Return the deal's label for each player: 1 for a seat of one, 2a and 2b for a team."""
    labels = []
    for number, size in enumerate(seats, start=1):
        labels += [str(number)] if size == 1 else [f"{number}a", f"{number}b"]
    return labels


def result_text(game: Game) -> str:
    """Return the result for the header."""
    if not game.is_over:
        return UNFINISHED
    numbers = [str(seat + 1) for seat in game.winners]
    if not numbers:
        return EMISSARY
    return ("seat " if len(numbers) == 1 else "seats ") + " & ".join(numbers)
