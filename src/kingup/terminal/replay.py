"""Recorded games: one position, or all of them."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from kingup.game import Game
from kingup.telling.scene import TextScene
from kingup.terminal.frame import drawing, listing
from kingup.terminal.positions import position
from kingup.terminal.record_text import narration, open_cards, told
from kingup.terminal.result import result
from kingup.terminal.scoresheet import narrated_sheet, sheet
from kingup.terminal.screen import Screen, is_drawable, is_full_screen


def show(game: Game, at: int | str | None, console: Console) -> None:
    """Draw the position at a moment: its name, a number of moves, or None for the last one."""
    now = position(game, at)
    view = now.view(None)
    scene, texts = TextScene.of_view(view), [told(view), *open_cards(game, now)]
    crowned = view.rounds[-1].castle is not None
    screen = Screen(console)
    if not is_drawable(console):
        screen.write_lines(listing(scene, screen.width, texts))
        for text in ["", *narrated_sheet(view), ""] if crowned else []:
            screen.write_wrapped(text)
        screen.write_lines(result(view, screen.width) if now.is_over else [])
        return
    lines = drawing(scene, console.width, console.height, texts)
    if crowned:
        lines += [Text(), *sheet(view, console.width), Text()]
    if now.is_over:
        lines += result(view, console.width)
    for line in lines:
        console.print(line, markup=False, highlight=False, emoji=False, soft_wrap=True)


def replay(game: Game, console: Console, *, plain: bool = False) -> None:
    """Walk through a game move by move, or print all of it where the screen cannot be filled."""
    if plain or not is_full_screen(console):
        screen = Screen(console)
        for text in narration(game):
            screen.write_wrapped(text)
        return
    from kingup.terminal.replay_screen import replay_on_full_screen  # Textual is slow to import

    replay_on_full_screen(game)
