"""A game with people and bots at one keyboard, on the full screen."""

from __future__ import annotations

import asyncio
from asyncio import sleep

from kingup.game import Game
from kingup.language import _
from kingup.terminal.app import CLOSE, TableApp
from kingup.terminal.ballots import Tempo
from kingup.terminal.board import Wait
from kingup.terminal.replay_screen import ReplayScreen
from kingup.terminal.result import result
from kingup.terminal.table import TerminalTable


def play_on_full_screen(table: TerminalTable) -> None:
    """Play until the game is over or somebody leaves; raise what ended it otherwise."""
    app = make_app(table)
    app.run()
    if app.failure is not None:
        raise app.failure


def make_app(table: TerminalTable, tempo: Tempo | None = None, wait: Wait = sleep) -> TableApp:
    """Return the app for a table."""

    async def drive(app: TableApp) -> None:
        await play(table, app)

    return TableApp(drive, question=_("Save the game and leave?"), tempo=tempo, wait=wait)


async def play(table: TerminalTable, app: TableApp) -> None:
    """Play a game to its end."""
    while True:
        game = table.game
        await app.present(table.scene(_onlooker(table)))
        if game.is_over:
            await show_result(app, game)
            return
        if game.phase in ("deal", "shuffle"):
            if game.phase == "deal" and len(table.people) > 1:
                table.holder = None
            table.deal()
            continue
        player = table.next_player()
        if game.seat_of(player) in table.bots:
            await _bot_acts(table, player, app)
        else:
            await _person_acts(table, player, app)


def _onlooker(table: TerminalTable) -> int | None:
    """Return who looks at the screen while others act; None for people of several seats."""
    game, people = table.game, table.people
    together = len({game.seat_of(player) for player in people}) == 1
    return people[0] if together and (len(people) == 1 or game.phase != "ambition") else None


async def _bot_acts(table: TerminalTable, player: int, app: TableApp) -> None:
    game = table.game
    bot = table.bots[game.seat_of(player)]
    # In a thread, so that the screen stays alive while it thinks.
    action = await asyncio.to_thread(bot.choose, game.view(player))
    table.act(player, action)
    tempo = app.board.tempo
    voting = game.phase == "vote"
    if not voting or table.game.phase == "vote":  # the last card is part of the moment
        await app.present(table.scene(_onlooker(table)))
        await app.board.hold(tempo.card if voting else tempo.move)


async def _person_acts(table: TerminalTable, player: int, app: TableApp) -> None:
    name = table.hand_to(player)
    if name is not None:
        await app.draw_curtain(table.scene(None), name)
    app.offer(table.scene(player))
    action = await app.choice()
    # What comes next is seen by all people who share the keyboard.
    app.board.show(table.scene(_onlooker(table)))
    table.act(player, action)


async def show_result(app: TableApp, game: Game) -> None:
    """Show who has won, and let people watch the game again."""
    view = game.view(None)
    keys = {CLOSE: _("Leave"), "r": _("Watch again")}
    while await app.read(lambda width: result(view, width), keys) == "r":
        await app.push_screen_wait(ReplayScreen(game, app.board.tempo))
