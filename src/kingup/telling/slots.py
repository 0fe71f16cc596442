"""Where on its floor a character stands.

A character takes the lowest free slot of a floor and keeps it, so that nobody else seems to move
when one climbs, and a gap is a free slot.
"""

from __future__ import annotations

from collections import Counter

from kingup.history import Climbed, Placed, Voted
from kingup.telling.words import JESTER
from kingup.view import View

PRIVIES = (3, 4)
"""The floors that have a privy beside them."""
FLOORS_WITH_LOCKS = range(1, 6)

Slots = dict[str, list[str | None]]
"""The characters on each floor by slot; None is a gap."""


def slots(view: View, before: Slots | None = None, first: int = 0) -> Slots:
    """Return the slots of floors 0 to 5.

    With the slots `before` the round's move number `first`, earlier moves are skipped.
    """
    if before is not None:
        floors = {floor: list(row) for floor, row in before.items()}
    else:
        floors = {str(floor): [] for floor in range(6)}
        if JESTER in view.castle and view.round:
            _enter(floors, JESTER, "3")
    climbed = False
    for move in view.rounds[-1].moves[first:] if view.rounds else ():
        if isinstance(move, Placed):
            _enter(floors, move.letter, str(move.floor))
        elif isinstance(move, Climbed):
            if not climbed:
                _fill_bottom(view, floors)
                climbed = True
            _enter(floors, move.letter, move.place)
        else:
            _enter(floors, move.letter, move.outcome)
    if view.phase != "place":
        _fill_bottom(view, floors)
    return floors


def _enter(floors: Slots, letter: str, place: str) -> None:
    for floor in floors.values():
        if letter in floor:
            floor[floor.index(letter)] = None
    if place in floors:
        floor = floors[place]
        if None in floor:
            floor[floor.index(None)] = letter
        else:
            floor.append(letter)


def _fill_bottom(view: View, floors: Slots) -> None:
    """Put unplaced characters on floor 0 when the first one climbs."""
    if not view.rounds or view.phase == "ambition" or floors["0"]:
        return
    history = view.rounds[-1].moves
    placed = {move.letter for move in history if isinstance(move, Placed)}
    for letter in sorted(set(view.castle) - placed - {JESTER}):
        _enter(floors, letter, "0")


def is_waiting(view: View) -> bool:
    """Return whether characters wait on the road, which hides floor 0 as long as it is empty."""
    places = view.castle.values()
    return "aside" in places and "0" not in places


def drawn_places(view: View, floors: Slots | None = None) -> dict[str, tuple[str, int | None]]:
    """Return where each character is drawn, by letter: place, and slot where it has several."""
    places: dict[str, tuple[str, int | None]] = {}
    for floor, row in (slots(view) if floors is None else floors).items():
        places.update({who: (floor, slot) for slot, who in enumerate(row) if who})
    for letter, place in view.castle.items():
        if place.isdigit() and places.get(letter, ("", 0))[0] != place:
            # A position that was set up, not played: its moves do not say where on the floor.
            places.pop(letter, None)
            taken = {slot for floor, slot in places.values() if floor == place}
            places[letter] = (place, min(set(range(len(view.castle))) - taken))
    # Characters aside, and those out of the round, also keep fixed slots.
    aside = [letter for letter in sorted(view.castle) if letter != JESTER]
    moves = view.rounds[-1].moves if view.rounds else ()
    boxed = [move.letter for move in moves if isinstance(move, Voted) and move.outcome == "box"]
    for letter, place in view.castle.items():
        if place == "aside":
            places[letter] = (place, aside.index(letter) if letter in aside else 0)
        elif place == "box":
            places[letter] = (place, boxed.index(letter) if letter in boxed else len(boxed))
        elif letter == view.monarch:
            places[letter] = ("consort", None)
        elif not place.isdigit():
            places[letter] = (place, None)
    return places


def blocked_floors(view: View, limit: int) -> tuple[int, ...]:
    """Return the full floors that keep somebody below from climbing."""
    if view.phase not in ("climb", "vote", "shuffle"):
        return ()
    occupants = Counter(view.castle.values())
    return tuple([
        floor for floor in FLOORS_WITH_LOCKS
        if occupants[str(floor)] >= limit and _is_blocked(view, occupants, floor)
    ])  # fmt: skip


def _is_blocked(view: View, occupants: Counter[str], floor: int) -> bool:
    has_privy = view.edition == "vive-le-roi" and floor in PRIVIES
    privy_taken = occupants[f"privy-{floor}"] > 0
    below_waits = occupants[str(floor - 1)] > 0 and (not has_privy or privy_taken)
    return below_waits or privy_taken
