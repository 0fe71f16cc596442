"""The opening questions of `kingup terminal` on one full screen, for keys and mouse."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widgets import Static

from kingup.bots.levels import LEVELS
from kingup.language import _, ngettext, sentence_of
from kingup.rules.characters import EDITIONS, TITLES
from kingup.rules.errors import KingUpError
from kingup.rules.setup import SEATS
from kingup.telling.words import listed
from kingup.terminal import styles
from kingup.terminal.ink import ink, joined, padded, wrapped
from kingup.terminal.menu import Opening
from kingup.terminal.opening import PERSON, Draft, SeatChoice
from kingup.terminal.options import EXPLAINED

LABEL = 12
"""Columns of the labels."""
VALUE = 22
"""Columns of a seat's player, with the arrows around."""
WIDEST = 100
STEPS = {"left": -1, "right": 1}
MOVES = {"up": -1, "down": 1, "shift+tab": -1, "tab": 1}
LEVELS_BY_ID = {level.id: level for level in LEVELS}


class OpeningApp(App[Opening | None]):
    """Asks what to play. It returns the game, or None if somebody leaves."""

    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self.title = "kingup"
        self.draft = draft
        self.row = draft.rows[2]  # the first seat: a name can be typed at once

    def compose(self) -> ComposeResult:
        """Lay out the rows, what they mean, and the keys."""
        yield Static(id="bar")
        with VerticalScroll(id="rows", can_focus=False):
            yield Static(id="chosen")
        yield Static(id="about")
        yield Static(id="result")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Show the usual game."""
        self._draw()

    def on_resize(self) -> None:
        """Lay it out for the new width."""
        self._draw()

    def on_key(self, event: events.Key) -> None:
        """Move, change, type, play or leave."""
        event.stop()
        rows = self.draft.rows
        if event.key in MOVES:
            self.row = rows[(rows.index(self.row) + MOVES[event.key]) % len(rows)]
        elif event.key in STEPS:
            self.draft.change(self.row, STEPS[event.key])
        elif event.key in ("enter", "escape", "f5"):
            self._do(event.key)
            return
        elif event.key == "backspace":
            self.draft.erase(self.row)
        elif event.is_printable and event.character:
            if event.character == " " and self.row.startswith("option"):
                self.draft.change(self.row, 1)
            self.draft.type(self.row, event.character)
        self._draw()

    def on_paste(self, event: events.Paste) -> None:
        """Add pasted text to a name."""
        self.draft.type(self.row, event.text)
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Choose the row that was clicked, and do what the mark on it means."""
        meta = event.style.meta
        if "key" in meta:
            self._do(meta["key"])
            return
        if meta.get("row") in self.draft.rows:
            self.row = meta["row"]
            if "step" in meta:
                self.draft.change(self.row, int(meta["step"]))
            self._draw()

    def _do(self, key: str) -> None:
        if key == "f5":
            self.draft.pair(self.row)
            self._draw()
        elif key == "escape":
            self._close(None)
        else:
            try:
                self._close(self.draft.opening())
            except KingUpError:
                self.bell()  # the reason is on the screen

    async def action_quit(self) -> None:
        """Leave."""
        self._close(None)

    def action_help_quit(self) -> None:
        """Ctrl-C: leave."""
        self._close(None)

    def _close(self, opening: Opening | None) -> None:
        """Leave with a blank screen: after a resize, tmux keeps what the last one showed."""
        for part in self.screen.children:
            part.visible = False
        self.call_after_refresh(self.exit, opening)

    # Drawing.

    def _draw(self) -> None:
        width = min(self.size.width - 4, WIDEST)
        draft = self.draft
        if self.row not in draft.rows:
            self.row = draft.rows[-1]
        lines: list[Text] = []
        for row, name in zip(draft.rows, _names(draft), strict=True):
            if row in ("place-0", "option-ambition"):
                lines.append(Text())
            if row == self.row:
                at = len(lines)
            lines.append(padded(self._line(row, name), width))
        self._set("bar", padded(ink(" " + " · ".join(TITLES), styles.BAR), self.size.width))
        self._set("chosen", joined(lines))
        self._set("about", joined(wrapped(self._about(), width)[:2]))
        self._set("result", joined(wrapped(self._result(), width)[:3]))
        self._set("keys", padded(self._keys(), width))
        self.query_one("#rows").scroll_to_region(Region(0, at, 1, 1), animate=False)

    def _set(self, part: str, text: Text) -> None:
        self.query_one(f"#{part}", Static).update(text)

    def _line(self, row: str, names: Sequence[str]) -> Text:
        """Return a row: its label, its value between arrows, and who that is."""
        draft, here = self.draft, row == self.row
        label, value = self._words(row)
        line = ink(("▸ " if here else "  ") + label.ljust(LABEL), row=row)
        if row.startswith("option"):
            option = row.removeprefix("option-")
            mark = "[x]" if option in draft.chosen else "[ ]"
            line = ink("▸ " if here else "  ", row=row)
            line += ink(f"{mark} {option}", styles.STRONG if here else "", row=row, step="1")
            return line + ink(f"  {_(EXPLAINED[option])}", styles.QUIET, row=row, step="1")
        line += ink("‹ ", styles.GOLD_INK, row=row, step="-1")
        line += ink(value, styles.GOLD if here else styles.STRONG, row=row)
        line += ink(" ›", styles.GOLD_INK, row=row, step="1")
        place = draft.place(row)
        if place is None:
            return line
        line = padded(line, LABEL + 2 + VALUE)
        shown = " & ".join(names)
        if here and place.kind == PERSON:
            line += ink(f"{place.typed}▏", styles.STRONG, row=row)
            return line if place.typed else line + ink(shown, styles.QUIET, row=row)
        return line + ink(shown, row=row)

    def _words(self, row: str) -> tuple[str, str]:
        """Return the label and the value of a row."""
        draft = self.draft
        place = draft.place(row)
        if row == "edition":
            return _("Game"), TITLES[EDITIONS.index(draft.edition)]
        if row == "seats":
            return _("Seats"), str(len(draft.places))
        if place is None:
            return "", ""
        number = int(row.removeprefix("place-")) + 1
        return _("Seat {number}").format(number=number), _player(place)

    def _about(self) -> str:
        """Return what the row of the cursor is for."""
        place = self.draft.place(self.row)
        if self.row == "edition":
            low, high = SEATS[EDITIONS.index(self.draft.edition)]
            title = TITLES[EDITIONS.index(self.draft.edition)]
            return _("{title}, for {low} to {high} seats").format(title=title, low=low, high=high)
        if self.row == "seats":
            return _("People at this keyboard and bots may sit in any order.")
        if place is None:
            return _(EXPLAINED[self.row.removeprefix("option-")])
        if place.kind == PERSON and place.team:
            return _("Type both names with & between them. A team shares a seat and a vote.")
        if place.kind == PERSON:
            return _("Type the name of whoever sits here.")
        level = LEVELS_BY_ID.get(place.kind)
        return _(level.character) if level else place.kind

    def _result(self) -> Text:
        """Return who sits where, or why that is not possible."""
        try:
            seats = self.draft.opening().names
        except KingUpError as error:
            return ink(sentence_of(error), styles.VOTES["N"])
        text = ngettext("{number} seat: {names}.", "{number} seats: {names}.", len(seats))
        shown = listed([" & ".join(seat) for seat in seats])
        return ink(text.format(number=len(seats), names=shown), styles.STRONG)

    def _keys(self) -> Text:
        keys = {"enter": ("Enter", _("Play")), "escape": ("Esc", _("Leave"))}
        if self.draft.edition == "vive-le-roi" and self.draft.place(self.row):
            keys["f5"] = ("F5", _("Team of two"))
        row = Text()
        for key, (sign, label) in keys.items():
            row += ink(f" {sign} ", styles.GOLD, key=key) + ink(f" {label}   ", key=key)
        return row + ink(_("↑ ↓ move, ← → change"), styles.QUIET)


def _names(draft: Draft) -> list[list[str]]:
    """Return the names of the players of each row."""
    seats = draft.names()
    return [[], [], *seats, *([] for _row in draft.rows[2 + len(seats) :])]


def _player(place: SeatChoice) -> str:
    """Return who plays at a seat, in a word or two."""
    if place.kind == PERSON:
        return _("two people") if place.team else _("a person")
    level = LEVELS_BY_ID.get(place.kind)
    name = _(level.name) if level else place.kind
    return f"2 × {name}" if place.team else name
