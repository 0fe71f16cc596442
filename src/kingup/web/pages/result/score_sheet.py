"""The score sheet: what every player's favourites scored, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kingup.history import Crowning, Placed, Voted
from kingup.language import _
from kingup.rules.constants import COMPENSATION, EMISSARY_START_SCORE, START_SCORE
from kingup.rules.setup import Setup
from kingup.telling.words import (
    JESTER,
    ambition_scored,
    name_of,
    place_in_words,
    player_names,
    seat_of,
)
from kingup.telling.worth import banished_on, castle_at, favourites_on, worth
from kingup.view import RoundView, View


@dataclass(frozen=True, slots=True)
class Seal:
    """A favourite on the sheet."""

    letter: str
    points: int
    king: bool
    description: str
    """The character and its place, for screen readers."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A player's points from one crowning."""

    short: str
    long: str
    seals: tuple[Seal, ...]
    notes: tuple[str, ...]
    """What else counted: an Ambition card, placing one fewer, 33 for a score of zero."""
    points: int


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A player on the sheet, or the Emissary."""

    name: str
    colour: int
    """The pennant; 0 is the Emissary's."""
    total: int
    lines: tuple[SheetLine, ...]


def score_sheet(view: View, colours: Sequence[int]) -> list[SheetEntry]:
    """Return the sheet of all crownings so far, one entry a player, the Emissary last."""
    entries = [
        SheetEntry(name, colours[player], view.scores[player], _lines(view, player))
        for player, name in enumerate(player_names(view))
    ]
    if view.emissary is not None:
        entries.append(SheetEntry(_("Emissary"), 0, view.emissary.score, _lines(view, None)))
    return entries


def start_score(view: View, player: int | None) -> int:
    """Return the score with which a player, or the Emissary (None), begins."""
    if view.edition == "kingup":
        return 0
    return EMISSARY_START_SCORE if player is None else START_SCORE


def _lines(view: View, player: int | None) -> tuple[SheetLine, ...]:
    found = []
    for number, round_ in enumerate(view.rounds, start=1):
        for index, crowned in enumerate(round_.crownings):
            seals = tuple(_seals(view, round_, index, player))
            notes, extra = _notes(view, round_, index, player)
            favourites = _favourites_points(crowned, player)
            if favourites != sum(seal.points for seal in seals):
                notes.insert(
                    0, _("Exactly 0 in the last round: {points}").format(points=favourites)
                )
            long = _("Round {number}").format(number=number)
            short = str(number)
            if "wedding" in view.options:
                long = _("second crowning") if index else long
                short += "b" if index else "a"
            found.append(SheetLine(short, long, seals, tuple(notes), favourites + extra))
    return tuple(found)


def _favourites_points(crowned: Crowning, player: int | None) -> int:
    return crowned.emissary_points or 0 if player is None else crowned.points[player]


def _seals(view: View, round_: RoundView, crowning: int, player: int | None) -> list[Seal]:
    card = round_.emissary_card if player is None else (round_.favourites or ())[player]
    crowned = round_.crownings[crowning]
    castle = castle_at(view, round_, crowning)
    counted = round_.crownings[0].letter if crowning else None
    seals = []
    for letter in favourites_on(view, card or ""):
        points = worth(castle[letter], jester=crowned.letter == JESTER)
        if letter == counted:  # a wedding's first monarch has had their crowning
            points = 0
        description = f"{name_of(view, letter)}, {place_in_words(castle[letter])}"
        seals.append(Seal(letter, points, letter == crowned.letter, description))
    return sorted(seals, key=lambda seal: (not seal.king, -seal.points, seal.letter))


def _notes(
    view: View, round_: RoundView, crowning: int, player: int | None
) -> tuple[list[str], int]:
    """Return what counted besides favourites, as sentences and as points."""
    notes: list[str] = []
    extra = 0
    if player is None:
        return notes, extra
    if crowning == 0 and seat_of(view, player) in placed_fewer(view, round_):
        extra += COMPENSATION
        notes.append(_("Placed one fewer: {points:+}").format(points=COMPENSATION))
    card = banished_on(view, (round_.favourites or ())[player])
    if card and crowning == 0:
        notes.append(_("Banished: {name}").format(name=name_of(view, card)))
    crowned = round_.crownings[crowning]
    kept = round_.kept[player] if round_.kept and crowned.ambition is not None else None
    if kept is not None and crowned.ambition is not None:
        extra += crowned.ambition[player]
        notes.append(ambition_scored(kept, crowned.ambition[player]))
    return notes, extra


def placed_fewer(view: View, round_: RoundView) -> set[int]:
    """Return the seats that placed one character fewer, and scored for it."""
    placed = Counter(move.seat for move in round_.moves if isinstance(move, Placed))
    setup = Setup.of(view.edition, view.seats, view.options)
    if setup.placements % len(view.seats) == 0 or placed.total() < setup.placements:
        return set()
    return {seat for seat in range(len(view.seats)) if placed[seat] < max(placed.values())}


def votes_of(round_: RoundView) -> list[Voted]:
    """Return the votes of a round."""
    return [move for move in round_.moves if isinstance(move, Voted)]
