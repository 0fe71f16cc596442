"""What favourites are worth, according to a view."""

from __future__ import annotations

from functools import lru_cache

from kingup.history import Climbed, Placed
from kingup.rules.cards import BANISHED, CARD_CODES
from kingup.rules.constants import ROUNDS, THIRD_ROUND_ZERO, VIVE_LE_ROI
from kingup.rules.kernel.scoring import place_value
from kingup.rules.places import PLACE_NAMES
from kingup.telling.words import JESTER
from kingup.view import RoundView, View

_PLACES = {name: place for place, name in enumerate(PLACE_NAMES)}


def banished_on(view: View, card: str) -> str | None:
    """Return the letter that a card's Banished mark removes; None without that option."""
    if "banished" not in view.options:
        return None
    return BANISHED[CARD_CODES[VIVE_LE_ROI][card]]


def favourites_on(view: View, card: str) -> str:
    """Return the letters of a card that are favourites."""
    return card.replace(banished_on(view, card) or "", "")


@lru_cache(64)  # there are few places, and screens ask for each of them again and again
def worth(place: str, *, jester: bool = False) -> int:
    """Return what a favourite in a place scores; `jester` means that the jester is crowned."""
    return place_value(_PLACES[place], jester)


def signed(points: int) -> str:
    """Return points with a true minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def gained(points: int) -> str:
    """Return points that are added to a score, with their sign."""
    return f"+{points}" if points > 0 else signed(points)


def worth_now(view: View, letter: str) -> int:
    """Return what a favourite scores if the candidate is crowned, or if the round ends now."""
    if letter == view.monarch and view.phase in ("climb", "vote", "shuffle"):
        return 0  # a wedding's first monarch has been counted
    return worth(view.castle[letter], jester=view.candidate == JESTER)


def card_worth_now(view: View, card: str) -> int:
    """Return what a card scores as things stand."""
    points = sum(worth_now(view, letter) for letter in favourites_on(view, card))
    if view.edition == "kingup" and view.round == ROUNDS and points == 0:
        return THIRD_ROUND_ZERO
    return points


def castle_at(view: View, round_: RoundView, crowning: int) -> dict[str, str]:
    """Return where everybody stood at a crowning of a round, from its moves alone."""
    castle = dict.fromkeys(view.castle, "0")
    if JESTER in castle:
        castle[JESTER] = "3"
    crowned = 0
    for move in round_.moves:
        if isinstance(move, Placed):
            castle[move.letter] = str(move.floor)
        elif isinstance(move, Climbed):
            castle[move.letter] = move.place
        else:
            castle[move.letter] = move.outcome
            if move.outcome == "throne":
                if crowned == crowning:
                    break
                crowned += 1
    return castle


def values_at_crowning(
    view: View, round_: int, crowning: int, card: str
) -> tuple[tuple[str, str, int], ...]:
    """Return letter, place and points of each favourite on a card at a crowning."""
    history = view.rounds[round_]
    castle = castle_at(view, history, crowning)
    jester = history.crownings[crowning].letter == JESTER
    counted = history.crownings[0].letter if crowning else None
    return tuple(
        (letter, castle[letter], 0 if letter == counted else worth(castle[letter], jester=jester))
        for letter in favourites_on(view, card)
    )
