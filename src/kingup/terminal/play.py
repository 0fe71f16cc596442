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
from kingup.telling.words import seat_name, seat_of
from kingup.terminal import styles
from kingup.terminal.commands import folded, is_goodbye
from kingup.terminal.frame import page
from kingup.terminal.ink import fitted, ink
from kingup.terminal.person import take_turn
from kingup.terminal.result import result
from kingup.terminal.saved_game import command, save
from kingup.terminal.scoresheet import narrated_sheet, sheet
from kingup.terminal.screen import Leave, Screen
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
) -> int:
    """Play a new or a resumed game, and return the exit status."""
    screen = Screen(console)
    if game is None:
        game = Game(setup.edition, names, setup.options, dealer=None)
    else:
        game = game.copy()
        game.dealer = None
    # A resumed game must not be dealt the cards of its first round again.
    stream = seed if seed is None or not game.round else f"{seed}/{game.round}"
    table = TerminalTable(game, screen, bots, RandomDealer(stream), every_vote)
    table.catch_up()
    with _leaving_on_signals():
        try:
            with screen.opened():
                _run(table)
        except (Leave, KeyboardInterrupt):
            pass
        except Exception:
            # If the terminal is gone or a bot fails, the game must still be saved.
            with suppress(OSError):
                _finish(table, save_to)
            raise
        return _finish(table, save_to)


def _run(table: TerminalTable) -> None:
    """Play to the end; Ctrl-C asks before it leaves."""
    if len(table.people) > 1 and table.screen.patient and not table.screen.full:
        table.screen.write_wrapped(
            _("This terminal cannot be cleared: anybody can scroll back and read it all.")
        )
    while not table.game.is_over:
        try:
            _step(table)
        except KeyboardInterrupt:
            _confirm_leaving(table)
    _show_sheet(table)
    view = table.game.view(None)
    if table.screen.full:
        table.screen.show(result(view, table.screen.width))
        table.screen.pause(_("Press Enter to leave:"))


def _step(table: TerminalTable) -> None:
    """Do the next thing that the game waits for."""
    game = table.game
    if game.phase == "deal":
        if game.round:
            _show_sheet(table)
        table.deal()
        return
    if game.phase == "shuffle":
        table.deal()
    else:
        player = _next_player(table)
        if game.seat_of(player) in table.bots:
            _bot_acts(table, player)
        else:
            take_turn(table, player)
        if not table.people:
            _show_to_watchers(table)
    if table.game.phase == "climb" and _crownings(table.game) > _crownings(game):
        _show_sheet(table)  # a wedding's first crowning


def _crownings(game: Game) -> int:
    return len(game.view(None).rounds[-1].crownings)


def _next_player(table: TerminalTable) -> int:
    """Return the next player to act: bots first, then the person who has the keyboard."""
    waiting = table.game.to_act
    for player in waiting:
        if table.game.seat_of(player) in table.bots:
            return player
    return table.holder if table.holder in waiting else waiting[0]


def _bot_acts(table: TerminalTable, player: int) -> None:
    view = table.game.view(player)
    name = seat_name(view, seat_of(view, player))
    table.screen.status(_("{name} is thinking…").format(name=name))
    table.act(player, table.bots[seat_of(view, player)].choose(view))


def _show_to_watchers(table: TerminalTable) -> None:
    """If only bots play, let people follow move by move."""
    news = table.news(None)
    if table.game.phase in ("ambition", "vote", "shuffle", "deal", "over"):
        return
    table.told([None])
    if table.screen.full:
        table.screen.show(page(table.scene(None), table.screen, news))
        _pause(table, _("Press Enter for the next move:"))
    else:
        for text in news:
            table.screen.write_wrapped(text)


def _show_sheet(table: TerminalTable) -> None:
    """Show the score sheet of a crowning until people press Enter."""
    screen, view = table.screen, table.game.view(None)
    if screen.full:
        screen.show(fitted(sheet(view, screen.width), screen.height - 1))
    else:
        screen.write_line("")
        for text in (*table.news(None), *narrated_sheet(view)):
            screen.write_wrapped(text)
        screen.write_line("")
    table.told([None, *range(table.game.setup.players)])
    table.holder = None if len(table.people) > 1 else table.holder
    _pause(table, _("Press Enter to continue:"))


def _pause(table: TerminalTable, text: str) -> None:
    if is_goodbye(table.screen.pause(text)):
        raise Leave


def _confirm_leaving(table: TerminalTable) -> None:
    """Ask after Ctrl-C; a second Ctrl-C, or Enter, means to leave."""
    if not table.screen.patient:
        raise Leave
    table.screen.write_line("")
    try:
        answer = table.screen.ask(_("Save the game and leave? (Yes / No)"))
    except KeyboardInterrupt:
        raise Leave from None
    if not folded(answer).startswith("n"):
        raise Leave
    table.holder = None if len(table.people) > 1 else table.holder


def _finish(table: TerminalTable, save_to: Path) -> int:
    """Save the game, show the result, and return the exit status."""
    screen, game = table.screen, table.game
    # Save first: whatever happens to the terminal, the game is safe.
    path = save(game, save_to, screen) if game.round else None
    if game.is_over:
        for line in result(game.view(None), screen.width):
            screen.write_line(line)
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
    screen.write_wrapped(ink(text, styles.STRONG))
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
