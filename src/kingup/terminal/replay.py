"""Replays of a recorded game: one position, a walk through it, or a narration."""

from __future__ import annotations

from rich.console import Console

from kingup.game import Game
from kingup.history import Voted
from kingup.language import _, sentence_of
from kingup.rules.errors import InvalidAction, KingUpError, sentence
from kingup.telling.narration import compensation, narrate, opening
from kingup.telling.scene import Scene
from kingup.telling.words import player_names, title
from kingup.telling.worth import favourites_on
from kingup.terminal import styles
from kingup.terminal.commands import folded, is_goodbye
from kingup.terminal.frame import page
from kingup.terminal.ink import fitted, ink
from kingup.terminal.positions import position
from kingup.terminal.result import result
from kingup.terminal.scoresheet import narrated_sheet, sheet
from kingup.terminal.screen import Leave, Line, Screen
from kingup.view import RoundView, View

_BACK = ("b", "back", "p", "previous", "-")


def show(game: Game, at: int | None, console: Console | None = None) -> None:
    """Draw the position after a move (0: after the first deal; None: the last one)."""
    number = game.move_count if at is None else at
    now = position(game, number)
    screen = Screen(console)
    for line in _drawn(game, now, screen):
        screen.write_line(line)
    view = now.view(None)
    if view.rounds[-1].castle is not None:
        _print_sheet(view, screen)
    if now.is_over:
        for line in result(view, screen.width):
            screen.write_line(line)


def replay(game: Game, console: Console | None = None) -> None:
    """Walk through a game move by move, or print all of it if the terminal is plain."""
    screen = Screen(console)
    if not screen.full:
        for text in narration(game):
            screen.write_wrapped(text)
        return
    try:
        with screen.opened():
            _walk(game, screen)
    except (Leave, KeyboardInterrupt):
        pass


def _walk(game: Game, screen: Screen) -> None:
    number, last, message = 0, game.move_count, ""
    while True:
        now = position(game, number)
        view = now.view(None)
        if view.rounds[-1].castle is None:
            screen.show(_drawn(game, now, screen))
        else:
            screen.show(fitted(sheet(view, screen.width), screen.height - 2))
        hint = _("Enter next · b back · a number to jump · q quit")
        screen.write_line(ink(message, styles.ERROR) if message else ink(hint, styles.QUIET))
        answer = folded(screen.ask(_("Move {number} of {last}:").format(number=number, last=last)))
        message = ""
        if is_goodbye(answer):
            return
        if not answer and number < last:
            number += 1
        elif not answer:
            _show_end(now, screen)
        elif answer in _BACK:
            number = max(number - 1, 0)
        else:
            try:
                wanted = _number(answer)
                position(game, wanted)
                number = wanted
            except KingUpError as error:
                message = sentence_of(error)


def _show_end(now: Game, screen: Screen) -> None:
    """After the last move, show the result if the game is over."""
    if now.is_over:
        screen.show(result(now.view(None), screen.width))
        screen.pause(_("Press Enter to go back:"))


def _print_sheet(view: View, screen: Screen) -> None:
    screen.write_line("")
    if screen.full:
        for line in sheet(view, screen.width):
            screen.write_line(line)
    else:
        for text in narrated_sheet(view):
            screen.write_wrapped(text)
    screen.write_line("")


def _drawn(game: Game, now: Game, screen: Screen) -> list[Line]:
    """Return the position, and below it the move that led to it."""
    texts = [_told(now.view(None)), *_open_cards(game, now)]
    return page(Scene.of(now, None), screen, texts)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise InvalidAction(sentence("Type a number, b or q, or just press Enter."))
    return int(text)


def _told(view: View) -> str:
    moves = view.rounds[-1].moves
    return narrate(view, moves[-1]) if moves else opening(view)


def _open_cards(game: Game, now: Game) -> list[str]:
    """Return everybody's favourites, if the whole record reveals them."""
    known = game.view(None).rounds[len(now.rounds) - 1].favourites if now.rounds else None
    if known is None:
        return []
    view = now.view(None)
    cards = zip(player_names(view), known, strict=True)
    shown = ", ".join(f"{name} {favourites_on(view, card)}" for name, card in cards)
    return [_("Favourites: {cards}.").format(cards=shown)]


def narration(game: Game) -> list[str]:
    """Return a whole game as sentences."""
    told = [title(game.view(None))]
    placements = game.setup.placements
    for number, now in game.positions():
        view = now.view(None)
        current = view.rounds[-1]
        if not current.moves:
            told += ["", opening(view), *_open_cards(game, now)]
            continue
        told.append(f"{number}. {_told(view)}")
        if len(current.moves) == placements:
            told += filter(None, [compensation(view)])
        if _crowned(current):
            told += ["", *narrated_sheet(view), ""]
    if game.is_over:
        told += [str(line) for line in result(game.view(None), 80)]
    return told


def _crowned(round_: RoundView) -> bool:
    """Return whether the last move of a round was a crowning."""
    last = round_.moves[-1]
    return isinstance(last, Voted) and last.outcome == "throne"
