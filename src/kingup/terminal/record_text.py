"""A recorded game in sentences."""

from __future__ import annotations

from kingup.game import Game
from kingup.history import Voted
from kingup.language import _
from kingup.telling.narration import compensation, narrate, opening
from kingup.telling.words import player_names, title
from kingup.telling.worth import favourites_on
from kingup.terminal.result import result
from kingup.terminal.scoresheet import narrated_sheet
from kingup.view import RoundView, View


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
