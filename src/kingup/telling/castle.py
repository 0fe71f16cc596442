"""The castle in letters, for `print(game)`."""

from __future__ import annotations

from kingup.language import _
from kingup.rules.constants import ROUNDS, TOP_FLOOR
from kingup.rules.setup import Setup
from kingup.telling.slots import slots
from kingup.telling.words import PHASES, clean, label_of, players_of, seat_name, seat_of, title
from kingup.view import View

GAP = "·"
"""A free place on a floor that is not empty."""


def castle_in_text(view: View) -> str:
    """Return where everybody stands, and the points, as a viewer sees them."""
    setup = Setup.of(view.edition, view.seats, view.options)
    floors = slots(view)
    width = max(setup.limit, *(len(row) for row in floors.values()))
    left = len(_("dungeon")) + 3 if view.edition == "vive-le-roi" else 2
    wall = " " * (left + 3)
    lines = [_heading(view), "", f"{wall}{_throne(view):^{3 * width + 3}}".rstrip()]
    lines.append(f"{wall}┌{'─' * (3 * width + 1)}┐")
    for floor in range(TOP_FLOOR, -1, -1):
        row = [*floors[str(floor)]]
        people = "".join(f"{letter or GAP:<3}" for letter in row)
        line = f"{_beside(view, 'dungeon', floor):>{left}} {floor} │ {people:<{3 * width}}│"
        lines.append(f"{line} {_beside(view, 'privy', floor)}".rstrip())
    lines.append(f"{wall}└{'─' * (3 * width + 1)}┘")
    for place, word in (("aside", _("Aside")), ("box", _("Out"))):
        there = sorted(letter for letter, at in view.castle.items() if at == place)
        if there:
            lines.append(f"{word:<7} {' '.join(there)}")
    lines.append(f"{_('Points'):<7} {_points(view)}")
    return "\n".join(lines)


def _heading(view: View) -> str:
    return _("{title}, round {number} of {rounds}, {phase}").format(
        title=title(view),
        number=max(view.round, 1),
        rounds=ROUNDS,
        phase=_(PHASES[view.phase]),
    )


def _throne(view: View) -> str:
    sitting = sorted(x for x, place in view.castle.items() if place == "throne")
    if view.candidate and view.candidate not in sitting:
        sitting.append(view.candidate)
    return " ".join(["♛", *sitting])


def _beside(view: View, kind: str, floor: int) -> str:
    """Return who is in the dungeon or the privy beside a floor."""
    place = f"{kind}-{floor}"
    inside = "".join(letter for letter, at in view.castle.items() if at == place)
    word = _("dungeon") if kind == "dungeon" else _("privy")
    return f"{word} {inside}" if inside else ""


def _points(view: View) -> str:
    asked = {seat_of(view, player) for player in view.to_act}
    words = []
    for seat in range(len(view.seats)):
        points = "/".join(str(view.scores[player]) for player in players_of(view, seat))
        text = f"{seat_name(view, seat)}: {points}"
        if seat in asked and view.phase in ("place", "climb"):
            text = _("{player} (to move)").format(player=text)
        words.append(text)
    if view.emissary is not None:
        words.append(f"{_('Emissary')}: {view.emissary.score}")
    if view.candidate is not None:
        words.append(_("{name} asks for the throne").format(name=label_of(view, view.candidate)))
    return clean(" · ".join(words), 1000)
