"""A game in the terminal, from the first deal to the last crowning."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from rich.console import Console

from kingup.bots import Bot
from kingup.game import Game
from kingup.language import _
from kingup.rules.deals import RandomDealer
from kingup.rules.setup import Setup
from kingup.terminal.lines import play_in_lines
from kingup.terminal.result import result
from kingup.terminal.saved_game import command, save
from kingup.terminal.screen import Leave, Screen, is_full_screen
from kingup.terminal.table import TerminalTable

SAVED, NOT_SAVED = 0, 1
"""Exit statuses: all is well, or the game could not be saved."""


def play(
    setup: Setup,
    names: Sequence[Sequence[str]],
    bots: Mapping[int, Bot],
    *,
    seed: int | None,
    save_to: Path,
    console: Console | None = None,
    game: Game | None = None,
    every_vote: bool = False,
    plain: bool = False,
) -> int:
    """Play a new or a resumed game, and return the exit status.

    It fills the screen of a terminal; `plain`, a pipe or a small window gets lines.
    """
    screen = Screen(console)
    if game is None:
        game = Game(setup.edition, names, setup.options, dealer=None)
    else:
        game = game.copy()
        game.dealer = None
    # A resumed game must not be dealt the cards of its first round again.
    stream = seed if seed is None or not game.round else f"{seed}/{game.round}"
    table = TerminalTable(game, bots, RandomDealer(stream), every_vote)
    table.catch_up()
    try:
        if plain or not is_full_screen(screen.console):
            _play_in_lines(table, screen)
        else:
            from kingup.terminal.local import play_on_full_screen  # Textual is slow to import

            play_on_full_screen(table)
    except Exception:
        # If the terminal is gone or a bot fails, the game must still be saved.
        with suppress(OSError):
            _finish(table, save_to, screen)
        raise
    return _finish(table, save_to, screen)


def _play_in_lines(table: TerminalTable, screen: Screen) -> None:
    with _leaving_on_signals(), suppress(Leave, KeyboardInterrupt):
        play_in_lines(table, screen)


def _finish(table: TerminalTable, save_to: Path, screen: Screen) -> int:
    """Save the game, show the result, and return the exit status."""
    game = table.game
    # Save first: whatever happens to the terminal, the game is safe.
    path = save(game, save_to, screen) if game.round else None
    if game.is_over:
        screen.write_lines(result(game.view(None), screen.width))
        screen.write_line("")
    if not game.round:
        return SAVED  # nothing has been dealt: there is nothing to save
    if path is None:
        screen.write_wrapped(_("The game has not been saved."))
        return NOT_SAVED
    if game.is_over:
        text = _("To watch it again: {command}").format(command=command("replay", path))
    else:
        text = _("Saved. To continue: {command}").format(command=command("terminal", path))
    screen.write_wrapped(text)
    return SAVED


@contextmanager
def _leaving_on_signals() -> Iterator[None]:
    """Save the game also when the window is closed or the process is terminated."""

    wanted = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    numbers = [number for number in wanted if number is not None]
    if threading.current_thread() is not threading.main_thread():
        numbers = []

    def leave(number: int, frame: FrameType | None) -> None:
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)  # saving must not be disturbed
        raise Leave

    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
