"""The castle in cross-section: the throne on top, six floors, dungeons and privies beside them."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from kingup.language import _
from kingup.rules.constants import TOP_FLOOR
from kingup.rules.setup import Setup
from kingup.telling.scene import TextScene
from kingup.telling.slots import Slots, slots
from kingup.telling.words import FLOORS, label_of
from kingup.telling.worth import worth_now
from kingup.terminal import styles
from kingup.terminal.ink import ink

NICHES = 4
WALL = 3
LEFT, RIGHT = 8, 6
"""Columns beside the walls, for the dungeons on the left and the privies on the right."""


@dataclass(frozen=True, slots=True)
class Size:
    """The size in which a castle is drawn."""

    niche: int
    """Columns for one character."""
    rows: int
    """Rows of a room: with two there is one for names."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A character that stands out, and the place where its ghost is drawn."""

    letter: str | None = None
    place: str | None = None


NOBODY = Pick()


def fitting_size(scene: TextScene, width: int, height: int) -> Size:
    """Return the largest castle that leaves room for everything else on a screen."""
    rows = 3 if height >= 48 else 2 if height >= 34 else 1
    niche = 7 + 2 * sum(width >= step for step in (96, 110, 140, 170))
    return Size(niche + (0 if _has_gutters(scene) else 2), rows)


def castle_width(scene: TextScene, size: Size) -> int:
    """Return how many columns a castle takes."""
    gutters = LEFT + RIGHT if _has_gutters(scene) else 0
    return gutters + 2 * WALL + NICHES * size.niche


def castle(scene: TextScene, size: Size, pick: Pick = NOBODY) -> list[Text]:
    """Return the castle as lines. Clicks on it mean a `letter`, a `place` or both."""
    standing = slots(scene.view)
    lines = _throne(scene, size, pick)
    for floor in range(TOP_FLOOR, -1, -1):
        lines += _floor(scene, size, floor, standing, pick)
    return lines


def token(scene: TextScene, letter: str, pick: Pick = NOBODY) -> Text:
    """Return a character, three columns wide, with a star if it is a favourite of the viewer."""
    if letter == pick.letter:
        return ink(f"▸{letter}◂", styles.GOLD, letter=letter)
    mark = scene.marks.get(letter, " ")
    return ink(f"{mark}{letter} ", styles.token_style(scene.view.edition, letter), letter=letter)


def _ghost(pick: Pick, place: str) -> Text | None:
    """Return the picked character as it would stand in a place, if that place is picked, too."""
    if pick.letter is None or pick.place != place:
        return None
    return ink(f"‹{pick.letter}›", styles.GOLD, place=place)


def _has_gutters(scene: TextScene) -> bool:
    return scene.view.edition == "vive-le-roi"


def _margin(scene: TextScene, width: int = LEFT) -> Text:
    return Text(" " * width if _has_gutters(scene) else "")


def _throne(scene: TextScene, size: Size, pick: Pick) -> list[Text]:
    view = scene.view
    keep = 2 * WALL + NICHES * size.niche
    room = _throne_room(scene, pick)
    inner = len(room)
    left = (keep - inner - 2) // 2
    right = keep - inner - 2 - left
    roof = ink(" " * left + "▟" + "█" * inner + "▙", styles.ROOF)
    room_line = Text(" " * left) + ink("▐", styles.ROOF) + room + ink("▌", styles.ROOF)
    if view.monarch is not None:
        # A wedding's first monarch waits beside the throne.
        room_line += ink(" ♛", styles.GOLD_INK) + token(scene, view.monarch, pick)
    battlements = Text.assemble(
        (("▄▄ " * keep)[:left], styles.BATTLEMENT),
        ("▐", styles.ROOF),
        ("▄" * inner, styles.THRONE_STEP),
        ("▌", styles.ROOF),
        ((" ▄▄" * keep)[:right], styles.BATTLEMENT),
    )
    lines = [roof, room_line, battlements]
    if size.rows > 1:
        lines.insert(0, ink(" " * (left + 3) + "▟" + "█" * (inner - 6) + "▙", styles.ROOF))
    return [_margin(scene) + line for line in lines]


def _throne_room(scene: TextScene, pick: Pick) -> Text:
    """Return the throne room with the candidate, or the monarch of a round that is over."""
    view = scene.view
    sitting = [letter for letter, place in view.castle.items() if place == "throne"]
    king = view.candidate or next((x for x in sitting if x != view.monarch), None)
    ghost = _ghost(pick, "throne")
    value = "   "
    if king is not None:
        ghost = token(scene, king, pick)
        value = f"{worth_now(view, king):>3}" if king in scene.marks else value
    inside = ghost or ink("10 ", styles.THRONE_ROOM, place="throne")
    crown, rest = ink("  ♛ ", styles.THRONE_ROOM), ink(value + "  ", styles.THRONE_ROOM)
    return crown + inside + rest


def _floor(scene: TextScene, size: Size, floor: int, standing: Slots, pick: Pick) -> list[Text]:
    view = scene.view
    limit = Setup.of(view.edition, view.seats, view.options).limit
    room, names = Text(), Text()
    people: list[str | None] = [*standing[str(floor)], *[None] * NICHES][:NICHES]
    ghost = _ghost(pick, str(floor))
    style = styles.room_style(floor)
    for place, letter in enumerate(people):
        # With a limit of three the fourth place is walled up, but never on floor 0.
        walled = letter is None and place >= limit and floor > 0
        name = label_of(view, letter) if letter else ""
        names += ink(f" {name[: size.niche - 1]:<{size.niche - 1}}", style, place=str(floor))
        if letter is not None:
            niche = _niche(scene, floor, letter, pick)
        elif ghost is not None and not walled:
            niche, ghost = ghost, None
        else:
            niche = ink("▒▒▒" if walled else " · ", style, place=str(floor))
        room += niche + ink(" " * (size.niche - len(niche)), style, place=str(floor))
    left, right = ink(f"{floor} │", styles.STONE), ink("│  ", styles.STONE)
    lines = [_dungeon(scene, floor, pick) + left + room + right + _privy(scene, floor, pick)]
    blank = ink(" " * len(names), style, place=str(floor))
    for row in (names, blank)[: size.rows - 1]:
        wall = _margin(scene) + ink("  │", styles.STONE)
        lines.append(wall + row + right + _margin(scene, RIGHT))
    lines.append(_beam(scene, size, floor))
    return lines


def _niche(scene: TextScene, floor: int, letter: str, pick: Pick) -> Text:
    value = f"{worth_now(scene.view, letter):<2}" if letter in scene.marks else "  "
    value += _arrow(scene, letter)
    return token(scene, letter, pick) + ink(value, styles.worth_style(floor), letter=letter)


def _arrow(scene: TextScene, letter: str) -> str:
    """Return the direction in which a character can move now, or a space."""
    target = scene.steps.get(letter)
    if target is None:
        return " "
    if scene.view.castle[letter].startswith("privy"):
        return "←"
    return "↗" if target.startswith("privy") else "↑"


def _beam(scene: TextScene, size: Size, floor: int) -> Text:
    width = NICHES * size.niche
    name = f" {_(FLOORS[floor])} "
    dashes = width - len(name)
    line = Text.assemble(
        ("  ├" + "─" * (dashes // 2), styles.BEAM),
        (name, styles.BEAM_NAME),
        ("─" * (dashes - dashes // 2) + "┤  ", styles.BEAM),
    )
    left, right = _margin(scene), _margin(scene, RIGHT)
    if _has_gutters(scene):
        if floor in (1, 2, 3):
            left = _label(_("dungeon"), LEFT)
        if floor in (3, 4):
            right = _label(_("privy"), RIGHT)
    return left + line + right


def _label(word: str, width: int) -> Text:
    return ink(f"{word if len(word) <= width else word[: width - 1] + '.':<{width}}", styles.QUIET)


def _dungeon(scene: TextScene, floor: int, pick: Pick) -> Text:
    if not _has_gutters(scene) or floor not in (1, 2, 3):
        return _margin(scene)
    prisoner = _who_is_in(scene, f"dungeon-{floor}")
    inside = token(scene, prisoner, pick) if prisoner else ink(" ▒ ", styles.CELL)
    cell = ink("┃", styles.CELL) + inside + ink("┃", styles.CELL)
    return ink(f"{-floor} ", styles.STRONG if prisoner else styles.QUIET) + cell


def _privy(scene: TextScene, floor: int, pick: Pick) -> Text:
    if not _has_gutters(scene) or floor not in (3, 4):
        return _margin(scene, RIGHT)
    place = f"privy-{floor}"
    occupant = _who_is_in(scene, place)
    inside = token(scene, occupant, pick) if occupant else _ghost(pick, place)
    inside = inside or ink(" ♥ ", styles.PRIVY, place=place)
    arrow = _arrow(scene, occupant) if occupant else " "
    door = ink("▐", styles.PRIVY) + inside + ink("▌", styles.PRIVY)
    return door + ink(arrow, styles.GOLD_INK)


def _who_is_in(scene: TextScene, place: str) -> str | None:
    return next((letter for letter, at in scene.view.castle.items() if at == place), None)


def road(scene: TextScene, pick: Pick = NOBODY) -> Text:
    """Return the characters who wait beside the castle, or who are out of the round."""
    aside = sorted(x for x, place in scene.view.castle.items() if place == "aside")
    out = sorted(x for x, place in scene.view.castle.items() if place == "box")
    if not aside and not out:
        return Text()
    line = ink(_("Aside:") if aside else _("Out:"), styles.QUIET) + Text(" ")
    for letter in aside or out:
        line += token(scene, letter, pick) + Text(" ")
    return line
