"""What a person has chosen so far, by keys or mouse, among the actions that a view offers."""

from __future__ import annotations

from kingup.language import _
from kingup.telling.scene import TextScene
from kingup.telling.slots import slots
from kingup.telling.words import VOTES
from kingup.terminal.castle import NOBODY, Pick
from kingup.terminal.commands import folded


class Cursor:
    """A cursor over the actions of a view. Nothing is chosen at first, so that Enter is safe."""

    def __init__(self, scene: TextScene) -> None:
        view = scene.view
        self.scene = scene
        self.placing = view.phase == "place"
        """Whether an action is a letter and a floor, not one thing."""
        self.chosen: str | None = None
        """The character, the voting card or the Ambition card."""
        self.floor: str | None = None
        self._floors = sorted({action[1:] for action in view.actions}) if self.placing else []
        self._rows = _rows(scene)

    @property
    def offers(self) -> bool:
        """Whether there is anything to choose."""
        return bool(self.scene.view.actions)

    @property
    def action(self) -> str | None:
        """The action that is chosen, if it is complete."""
        if not self.placing:
            return self.chosen
        return f"{self.chosen}{self.floor}" if self.chosen and self.floor else None

    @property
    def pick(self) -> Pick:
        """How the castle shows the choice."""
        if self.scene.view.phase not in ("place", "climb") or self.chosen is None:
            return NOBODY
        target = self.floor if self.placing else self.scene.steps.get(self.chosen)
        return Pick(self.chosen, target)

    def move(self, right: int, up: int) -> None:
        """Move by an arrow key. While placing, up and down choose the floor."""
        flat = [one for row in self._rows for one in row]
        if not flat:
            return
        if self.chosen is None:
            self.chosen = flat[0] if right >= 0 else flat[-1]
        elif right:
            self.chosen = flat[(flat.index(self.chosen) + right) % len(flat)]
        elif self.placing:
            # The first step up comes from the ground, the first step down from the roof.
            at = self._floors.index(self.floor) + up if self.floor else 0 if up > 0 else -1
            self.floor = self._floors[at % len(self._floors)]
        else:
            self._change_row(up)

    def _change_row(self, up: int) -> None:
        row = next(i for i, row in enumerate(self._rows) if self.chosen in row)
        place = self._rows[row].index(self.chosen or "")
        there = self._rows[(row - up) % len(self._rows)]
        self.chosen = there[min(place, len(there) - 1)]

    def press(self, key: str) -> bool:
        """Choose by a letter or a digit; return whether that meant anything."""
        sign = folded(key)
        if self.scene.view.phase == "vote":
            found = next((card for card in self.scene.view.actions if sign in _keys(card)), None)
        elif self.scene.view.phase == "ambition":
            found = self.scene.view.actions[int(sign) - 1] if sign in ("1", "2") else None
        elif self.placing and sign in self._floors and sign:
            self.floor = sign
            return True
        else:
            found = next((one for row in self._rows for one in row if folded(one) == sign), None)
        self.chosen = found or self.chosen
        return found is not None

    def click(self, letter: str | None, place: str | None, action: str | None) -> bool:
        """Choose by the mouse; return whether the choice is made."""
        if action is not None:
            self.chosen = action
            return True
        if letter is not None and any(letter in row for row in self._rows):
            again = letter == self.chosen and not self.placing
            self.chosen = letter
            return again
        if self.placing and self.chosen is not None and place in self._floors:
            self.floor = place
            return True
        return place is not None and self.pick.place == place


def _rows(scene: TextScene) -> list[list[str]]:
    """Return what can be chosen, as it lies on the screen."""
    view = scene.view
    if view.phase == "place":
        return [sorted({action[0] for action in view.actions})] if view.actions else []
    if view.phase != "climb":
        return [list(view.actions)] if view.actions else []
    standing = slots(view)
    rows = []
    for floor in "543210":
        # A privy lies at the right end of its floor.
        there = [*standing[floor], *(x for x in view.castle if view.castle[x] == f"privy-{floor}")]
        rows.append([letter for letter in there if letter in view.actions])
    return [row for row in rows if row]


def _keys(card: str) -> tuple[str, str]:
    """Return the keys for a voting card: its letter, and the first one of its translated name."""
    return folded(card), folded(_(VOTES[card]))[0]
