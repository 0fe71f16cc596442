"""Recorded games: one position, a walk through the game, or a narration."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from kingup.game import Game
from kingup.history import Voted
from kingup.language import _
from kingup.telling.narration import compensation, narrate, opening
from kingup.telling.scene import Scene
from kingup.telling.words import player_names, title
from kingup.telling.worth import favourites_on
from kingup.terminal.frame import drawing, listing
from kingup.terminal.positions import position
from kingup.terminal.result import result
from kingup.terminal.scoresheet import narrated_sheet, sheet
from kingup.terminal.screen import Screen, is_drawable, is_full_screen
from kingup.view import RoundView, View


def show(game: Game, at: int | None, console: Console) -> None:
    """Draw the position after a move (0: after the first deal; None: the last one)."""
    now = position(game, game.move_count if at is None else at)
    view = now.view(None)
    scene, texts = Scene.of_view(view), [told(view), *open_cards(game, now)]
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


def told(view: View) -> str:
    """Return the move that led to a position, or the opening of its round."""
    moves = view.rounds[-1].moves
    return narrate(view, moves[-1]) if moves else opening(view)


def open_cards(game: Game, now: Game) -> list[str]:
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
    texts = [title(game.view(None))]
    placements = game.setup.placements
    for number, now in game.positions():
        view = now.view(None)
        current = view.rounds[-1]
        if not current.moves:
            texts += ["", opening(view), *open_cards(game, now)]
            continue
        texts.append(f"{number}. {told(view)}")
        if len(current.moves) == placements:
            texts += filter(None, [compensation(view)])
        if _crowned(current):
            texts += ["", *narrated_sheet(view), ""]
    if game.is_over:
        texts += [str(line) for line in result(game.view(None), 80)]
    return texts


def _crowned(round_: RoundView) -> bool:
    """Return whether the last move of a round was a crowning."""
    last = round_.moves[-1]
    return isinstance(last, Voted) and last.outcome == "throne"
