"""A person's turn at the keyboard: read commands until one is a legal move."""

from __future__ import annotations

from rich.text import Text

from kingup.language import _, sentence_of
from kingup.rules.errors import KingUpError
from kingup.telling.narration import log
from kingup.telling.scene import Scene
from kingup.telling.words import VOTES, name_of, player_names, players_of, seat_name, seat_of
from kingup.telling.worth import favourites_on
from kingup.terminal import styles
from kingup.terminal.commands import Do, Topic, is_goodbye, understand
from kingup.terminal.curtain import draw_curtain
from kingup.terminal.frame import page
from kingup.terminal.ink import fitted, ink
from kingup.terminal.pages import cast_page, help_page, rules_page
from kingup.terminal.panel import ambition_in_words, points_of
from kingup.terminal.screen import Leave, Line, wrapped
from kingup.terminal.table import TerminalTable
from kingup.view import View


def take_turn(table: TerminalTable, player: int) -> None:
    """Let a person act, behind the curtain if others share the keyboard."""
    _raise_curtain(table, player)
    scene = table.scene(player)
    news = table.news(player)
    table.told([*players_of(scene.view, seat_of(scene.view, player)), None])
    screen = table.screen
    screen.show(_page(table, scene, news))
    message = ink(_("? help · score · log · rules · quit"), styles.QUIET)
    while True:
        if screen.full:
            screen.write_line(message)
        answer = screen.ask(prompt(scene.view))
        try:
            wish = understand(answer, scene)
            if isinstance(wish, Do):
                table.act(player, wish.action)
                break
        except KingUpError as error:
            message = ink(sentence_of(error), styles.ERROR)
            if screen.full:
                screen.show(_page(table, scene, news))
            else:
                screen.write_wrapped(message)
            continue
        message = _answer(table, scene, wish)
        if screen.full or wish == Topic.BOARD:
            screen.show(_page(table, scene, news))
    _hide(table)


def _raise_curtain(table: TerminalTable, player: int) -> None:
    """Hand the keyboard over if somebody else had it."""
    game, before = table.game, table.holder
    table.holder = player
    if len(table.people) < 2 or before == player:
        return
    alone = game.phase == "ambition"  # teammates choose separately
    if before is not None and not alone and game.seat_of(before) == game.seat_of(player):
        return
    scene = table.scene(None)
    name = (
        player_names(scene.view)[player] if alone else seat_name(scene.view, game.seat_of(player))
    )
    # On the curtain, news is shown to everybody.
    typed = draw_curtain(table.screen, scene, table.news(None), name)
    table.told([None])
    if is_goodbye(typed):
        table.holder = None
        raise Leave


def _hide(table: TerminalTable) -> None:
    """Remove a person's cards from the screen while bots think or the next person comes."""
    if len(table.people) > 1:
        table.screen.wipe()
        if table.screen.full:
            table.screen.show(page(table.scene(None), table.screen, table.news(None)))


def _page(table: TerminalTable, scene: Scene, news: list[str]) -> list[Line]:
    return page(scene, table.screen, news, _ambition_choice(scene.view))


def _ambition_choice(view: View) -> list[str]:
    if view.phase != "ambition" or view.own is None or view.viewer is None:
        return []
    pair = view.own.ambitions[view.own.players.index(view.viewer)]
    return [f"{number}: {ambition_in_words(card)}." for number, card in enumerate(pair, start=1)]


def prompt(view: View) -> Text:
    """Return the prompt for a view's player."""
    viewer = view.viewer or 0
    seat = seat_name(view, seat_of(view, viewer))
    if view.phase == "place":
        text = _("{name}, place a character, for example {example}:").format(
            name=seat, example=min(view.actions)
        )
    elif view.phase == "climb":
        text = _("{name}, move a character ({letters}):").format(
            name=seat, letters=" ".join(sorted(view.actions))
        )
    elif view.phase == "vote":
        words = " / ".join(_(VOTES[card]) for card in view.actions)
        text = _("{name}, crown {candidate}? ({words})").format(
            name=seat, candidate=name_of(view, view.candidate or ""), words=words
        )
    else:
        text = _("{name}, keep Ambition card 1 or 2?").format(name=player_names(view)[viewer])
    return ink(text, styles.STRONG)


def _answer(table: TerminalTable, scene: Scene, topic: Topic) -> Text:
    """Carry out a command, and return the message below the board."""
    screen = table.screen
    if topic is Topic.QUIT:
        raise Leave
    if topic is Topic.UNDO:
        text = _("A move, once made, cannot be taken back.")
        if not screen.full:
            screen.write_wrapped(text)
        return ink(text, styles.STRONG)
    lines: list[Text] = []
    if topic is Topic.HELP:
        lines = help_page(scene, screen.width)
    elif topic is Topic.RULES:
        lines = rules_page(scene.view, screen.width)
    elif topic is Topic.CAST:
        lines = cast_page(scene, screen.width)
    elif topic is Topic.SCORE:
        lines = _scores(scene.view)
    elif topic is Topic.LOG:
        lines = _log(table, scene.view)
    if lines and screen.full:
        screen.show(fitted(lines, screen.height - 2))
        screen.pause(_("Press Enter to go back:"))
    else:
        for line in lines:
            screen.write_line(line)
    return Text()


def _scores(view: View) -> list[Text]:
    """Return the points, with the favourites that a crowning has revealed."""
    history = view.rounds[-1]
    lines = []
    for seat in range(len(view.seats)):
        cards = (
            [history.favourites[p] for p in players_of(view, seat)] if history.favourites else []
        )
        shown = "  ".join(" ".join(favourites_on(view, card)) for card in cards)
        lines.append(
            Text(f"{points_of(view, seat):>7}  {seat_name(view, seat)}  {shown}".rstrip())
        )
    if view.emissary is not None:
        shown = " ".join(favourites_on(view, view.emissary.card))
        lines.append(Text(f"{view.emissary.score:>7}  {_('Emissary')}  {shown}"))
    return lines


def _log(table: TerminalTable, view: View) -> list[Text]:
    lines = [
        line
        for told in log(view, every_vote=table.every_vote)
        for line in wrapped(told, table.screen.width)
    ]
    room = table.screen.height - 3
    if table.screen.full and len(lines) > room:
        lines = [Text("…"), *lines[-room + 1 :]]
    return lines or [Text(_("Nothing has happened in this round yet."))]
