"""A game as lines, one after the other: for pipes, screen readers and `--plain`."""

from __future__ import annotations

from kingup.game import Game
from kingup.language import _
from kingup.telling.words import players_of, seat_of
from kingup.terminal.commands import folded, is_goodbye
from kingup.terminal.person import take_turn
from kingup.terminal.scoresheet import narrated_sheet
from kingup.terminal.screen import Leave, Screen
from kingup.terminal.table import TerminalTable

RULE = "-" * 40


def play_in_lines(table: TerminalTable, screen: Screen) -> None:
    """Play to the end; Ctrl-C asks before it leaves."""
    if len(table.people) > 1 and screen.patient:
        screen.write_wrapped(
            _("Lines cannot be cleared: anybody can scroll back and read it all.")
        )
    while not table.game.is_over:
        try:
            _step(table, screen)
        except KeyboardInterrupt:
            _confirm_leaving(table, screen)
    _show_sheet(table, screen)


def _step(table: TerminalTable, screen: Screen) -> None:
    """Do the next thing that the game waits for."""
    game = table.game
    if game.phase == "deal":
        if game.round:
            _show_sheet(table, screen)
        table.deal()
        return
    if game.phase == "shuffle":
        table.deal()
    else:
        player = table.next_player()
        seat = game.seat_of(player)
        if seat in table.bots:
            table.act(player, table.bots[seat].choose(game.view(player)))
        else:
            _take_turn(table, player, screen)
        if not table.people:
            _tell_watchers(table, screen)
    if table.game.phase == "climb" and _crownings(table.game) > _crownings(game):
        _show_sheet(table, screen)  # a wedding's first crowning


def _crownings(game: Game) -> int:
    return len(game.view(None).rounds[-1].crownings)


def _take_turn(table: TerminalTable, player: int, screen: Screen) -> None:
    """Let a person act, after passing the keyboard if somebody else had it."""
    name = table.hand_to(player)
    if name is not None:
        screen.wipe()
        screen.write_line(RULE)
        screen.write_wrapped(_("Pass the keyboard to {name}.").format(name=name))
        typed = screen.pause(
            _("{name}, press Enter when nobody else is looking:").format(name=name)
        )
        if is_goodbye(typed):
            raise Leave
    scene, news = table.scene(player), table.news(player)
    table.told([*players_of(scene.view, seat_of(scene.view, player)), None])

    def act(action: str) -> None:
        table.act(player, action)

    take_turn(screen, scene, news, act, every_vote=table.every_vote)
    if len(table.people) > 1:
        screen.wipe()


def _tell_watchers(table: TerminalTable, screen: Screen) -> None:
    """If only bots play, let people follow move by move."""
    if table.game.phase not in ("ambition", "vote", "shuffle", "deal", "over"):
        for text in table.news(None):
            screen.write_wrapped(text)
        table.told([None])


def _show_sheet(table: TerminalTable, screen: Screen) -> None:
    """Tell the score sheet of a crowning, and wait until people press Enter."""
    screen.write_line("")
    for text in (*table.news(None), *narrated_sheet(table.game.view(None))):
        screen.write_wrapped(text)
    screen.write_line("")
    table.told([None, *range(table.game.setup.players)])
    table.holder = None if len(table.people) > 1 else table.holder
    if is_goodbye(screen.pause(_("Press Enter to continue:"))):
        raise Leave


def _confirm_leaving(table: TerminalTable, screen: Screen) -> None:
    """Ask after Ctrl-C; a second Ctrl-C, or Enter, means to leave."""
    if not screen.patient:
        raise Leave
    screen.write_line("")
    try:
        answer = screen.ask(_("Save the game and leave? (Yes / No)"))
    except KeyboardInterrupt:
        raise Leave from None
    if not folded(answer).startswith("n"):
        raise Leave
    table.holder = None if len(table.people) > 1 else table.holder
