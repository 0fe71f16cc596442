"""The table on a full screen: castle, seats, voting cards, log and what can be chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from kingup.history import Placed, Voted
from kingup.language import _
from kingup.telling.narration import compensation, log, narrate, opening
from kingup.telling.scene import TextScene
from kingup.telling.words import VOTES, name_of, place_in_words, player_names, seat_name, seat_of
from kingup.terminal import screen as lines
from kingup.terminal import styles
from kingup.terminal.ballots import CARD_ROWS, Tempo, ballots, cards_in, frames
from kingup.terminal.castle import NOBODY, Pick, castle, castle_width, fitting_size, road
from kingup.terminal.cursor import Cursor
from kingup.terminal.frame import WIDEST_PANEL, bar, coloured
from kingup.terminal.ink import ink, joined, padded, wrapped
from kingup.terminal.panel import panel
from kingup.terminal.person import ambition_choice
from kingup.view import View

WIDEST_GAP = 4
"""Columns between castle and panel, at most."""
Wait = Callable[[float], Awaitable[None]]
"""Lets some seconds pass, as `asyncio.sleep` does."""


class BoardScreen(Screen[None]):
    """A position as somebody sees it, with a cursor if it is their turn."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, 1)", show=False),
        Binding("down", "move(0, -1)", show=False),
        Binding("enter,space", "confirm", show=False),
    ]

    class Chosen(Message):
        """Somebody has chosen an action."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, tempo: Tempo, wait: Wait) -> None:
        super().__init__()
        self.tempo = tempo
        self._wait = wait
        self._holding = False
        self._skipped = asyncio.Event()
        self.scene: TextScene | None = None
        self.cursor: Cursor | None = None
        self._cards: Sequence[str] = ()
        self._pick = NOBODY
        self._banner = Text()
        self._told_view: View | None = None
        self._parts: dict[str, Text] = {}

    def compose(self) -> ComposeResult:
        """Lay out the parts."""
        with Vertical(id="table"):
            yield Static(id="bar")
            with Horizontal(id="middle"):
                yield Static(id="castle")
                yield Static(id="panel")
            yield Static(id="road")
            yield Static(id="ballots")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="told")
            yield Static(id="prompt")
            yield Static(id="choices")
        yield Footer()

    def show(
        self,
        scene: TextScene,
        *,
        banner: Text | str = "",
        cards: Sequence[str] | None = None,
        pick: Pick = NOBODY,
    ) -> None:
        """Show a position; without a banner, the line below the log says whose turn it is."""
        offered = self.cursor.scene.view.actions if self.cursor else ()
        if not scene.view.actions or offered != scene.view.actions:
            self.cursor = None
        self.scene = scene
        self._banner = ink(banner, styles.STRONG) if isinstance(banner, str) else banner
        voting = scene.view.candidate is not None
        self._cards = cards if cards is not None else cards_in(scene.view) if voting else ()
        self._pick = pick
        self._told_view = scene.view
        self.draw()

    def offer(self, scene: TextScene) -> None:
        """Show a position to somebody whose turn it is, and let them choose."""
        self._skipped.clear()
        if self.cursor is None or self.cursor.scene.view.actions != scene.view.actions:
            self.cursor = Cursor(scene)
        self.show(scene)

    def say(self, text: str) -> None:
        """Show a sentence in the place of the prompt."""
        self._banner = ink(text, styles.STRONG)
        self.draw()

    async def show_vote(self, vote: Voted, before: View, after: View) -> None:
        """Show a vote as a moment, from the last view before it to its outcome.

        Points, log and panel stay as they were until the cards have turned.
        """
        bots = self.scene.bots if self.scene else frozenset()
        shown = cards_in(before) if before.candidate == vote.letter else ()
        voting = TextScene.of_view(replace(before, to_act=()), bots)
        fallen = TextScene.of_view(after, bots)
        self._skipped.clear()
        for frame in frames(vote, shown, self.tempo):
            if frame.stage != "outcome":
                self.show(voting, banner=_("All votes are in…"), cards=frame.cards)
            else:
                crowned = vote.outcome == "throne"
                text = narrate(after, vote, with_votes=False)
                banner = ink(f" {text} ", styles.GOLD if crowned else styles.BALLOTS["N"])
                self.show(fallen, banner=banner, cards=frame.cards, pick=Pick(vote.letter))
                self._told_view = before
                self.draw()
            await self.hold(frame.seconds)

    async def hold(self, seconds: float) -> None:
        """Wait so that people can follow, unless they skip what is shown."""
        if not seconds or self._skipped.is_set():
            return
        self._holding = True
        waits = [asyncio.ensure_future(w) for w in (self._wait(seconds), self._skipped.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._holding = False
            for wait in waits:
                wait.cancel()

    def _skips(self) -> bool:
        """End the moment that is being shown; return whether there was one."""
        if self._holding:
            self._skipped.set()
        return self._holding

    def on_resize(self) -> None:
        """Draw everything for the new size."""
        self.draw()

    def draw(self) -> None:
        """Draw what is known now."""
        if not self.query("#choices"):
            return  # not laid out yet, or no longer
        width = max(self.size.width, lines.SMALLEST[0])
        height = max(self.size.height, lines.SMALLEST[1])
        self._write("#prompt", padded(self._prompt(), width))
        if self.scene is None:
            return
        scene, view = self.scene, self.scene.view
        pick = self.cursor.pick if self.cursor else self._pick
        size = fitting_size(scene, width, height)
        drawn = castle(scene, size, pick)
        left = castle_width(scene, size)
        gap = min(max(width - left - WIDEST_PANEL, 1), WIDEST_GAP)
        self.query_one("#panel").styles.margin = (0, 0, 0, gap)
        side = panel(scene, min(width - left - gap - 1, WIDEST_PANEL), len(drawn))
        self._write("#bar", bar(scene, width))
        self._write("#castle", joined(drawn))
        self._write("#panel", joined(side))
        self._write("#road", road(scene, pick))
        self._write("#ballots", ballots(view, self._cards, width) if self._cards else Text())
        self._write("#told", joined(line for text in self.told() for line in _told(text, width)))
        choices = self._choices(width)
        self._write("#choices", joined(choices))
        told = self.query_one("#log")
        # Bar, road, prompt and keys take a row each. Cards and choices matter more than the log.
        taken = 4 + len(drawn) + (CARD_ROWS if self._cards else 0) + len(choices)
        told.display = taken < height
        told.scroll_end(animate=False)

    def _write(self, part: str, text: Text) -> None:
        if self._parts.get(part) == text:
            return
        self._parts[part] = text
        widget = self.query_one(part, Static)
        widget.update(text)
        widget.display = bool(text.plain) or part == "#road"

    def told(self) -> list[str]:
        """Return the log: with the last vote only (ruling 13)."""
        view = self._told_view
        if view is None or not view.rounds:
            return []
        lines = log(view, every_vote=False)
        extra = compensation(view)
        if extra is not None:
            lines.insert(sum(isinstance(m, Placed) for m in view.rounds[-1].moves), extra)
        return [opening(view), *lines]

    def _prompt(self) -> Text:
        if self._banner:
            return self._banner
        if self.scene is None:
            return Text()
        view = self.scene.view
        if self.cursor is None:
            waiting = sorted({seat_of(view, player) for player in view.to_act})
            if not waiting:
                return Text()
            names = ", ".join(seat_name(view, seat) for seat in waiting)
            return ink(_("{name} is thinking…").format(name=names), styles.QUIET)
        return self._question(view, self.cursor)

    def _question(self, view: View, cursor: Cursor) -> Text:
        viewer = view.viewer or 0
        name = seat_name(view, seat_of(view, viewer))
        if view.phase == "vote":
            text = _("{name}, crown {candidate}?").format(
                name=name, candidate=name_of(view, view.candidate or "")
            )
            return ink(text, styles.STRONG)
        if view.phase == "ambition":
            mine = player_names(view)[viewer]
            return ink(_("{name}, keep Ambition card 1 or 2?").format(name=mine), styles.STRONG)
        if view.phase == "place":
            text = _("{name}, place a character.").format(name=name)
            hint = _("← → who · ↑ ↓ where · Enter")
        else:
            text = _("{name}, move a character.").format(name=name)
            hint = _("← ↑ ↓ → who · Enter")
        if cursor.chosen and cursor.pick.place:
            where = place_in_words(cursor.pick.place)
            hint = f"{name_of(view, cursor.chosen)} → {where} · Enter"
        elif cursor.chosen:
            hint = f"{name_of(view, cursor.chosen)} → ? · " + _("↑ ↓ where")
        return ink(text + "  ", styles.STRONG) + ink(hint, styles.GOLD_INK)

    def _choices(self, width: int) -> list[Text]:
        """Return the cards to choose from, to be clicked."""
        if self.cursor is None or self.scene is None:
            return []
        view, chosen = self.scene.view, self.cursor.chosen
        if view.phase == "ambition":
            shown = []
            for card, text in zip(view.actions, ambition_choice(view), strict=True):
                style = styles.GOLD if card == chosen else ""
                shown += [
                    ink(str(line), style, action=card) for line in wrapped(f" {text} ", width)
                ]
            return shown
        if view.phase != "vote":
            return []
        row = Text()
        for card in view.actions:
            sign = "▸ {} ◂" if card == chosen else "  {}  "
            style = styles.GOLD if card == chosen else styles.BALLOTS[card]
            row += ink(f" {sign.format(_(VOTES[card]))} ", style, action=card) + Text("  ")
        return [row]

    # What people do.

    def action_move(self, right: int, up: int) -> None:
        """Move the cursor."""
        if not self._skips() and self.cursor is not None:
            self.cursor.move(right, up)
            self.draw()

    def action_confirm(self) -> None:
        """Do what is chosen."""
        if not self._skips() and self.cursor is not None and self.cursor.action is not None:
            self._choose(self.cursor.action)

    def on_key(self, event: events.Key) -> None:
        """Choose by a letter or a digit."""
        if event.character is None or not event.character.isalnum() or self._skips():
            return
        if self.cursor is not None and self.cursor.press(event.character):
            event.stop()
            self.draw()

    def on_click(self, event: events.Click) -> None:
        """Choose what is clicked."""
        if self._skips() or self.cursor is None:
            return
        meta = event.style.meta
        made = self.cursor.click(meta.get("letter"), meta.get("place"), meta.get("action"))
        if made and self.cursor.action is not None:
            self._choose(self.cursor.action)
        else:
            self.draw()

    def _choose(self, action: str) -> None:
        self.cursor = None
        self.draw()
        self.post_message(self.Chosen(action))


def _told(text: str, width: int) -> list[Text]:
    return wrapped(coloured(text), width - 2)
