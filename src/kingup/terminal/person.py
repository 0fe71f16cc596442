"""A person's turn at the keyboard, in plain lines: read commands until one is a legal move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from kingup.language import _, sentence_of
from kingup.rules.errors import KingUpError
from kingup.telling.narration import log
from kingup.telling.scene import TextScene
from kingup.telling.words import VOTES, name_of, player_names, players_of, seat_name, seat_of
from kingup.telling.worth import favourites_on
from kingup.terminal.commands import Do, Topic, understand
from kingup.terminal.frame import listing
from kingup.terminal.ink import wrapped
from kingup.terminal.pages import cast_page, help_page, rules_page
from kingup.terminal.panel import ambition_in_words, points_of
from kingup.terminal.screen import Leave, Screen
from kingup.view import View

Act = Callable[[str], None]
"""Performs an action, or raises `KingUpError`."""


def take_turn(
    screen: Screen, scene: TextScene, news: Sequence[str], act: Act, *, every_vote: bool = False
) -> None:
    """Show a position, and let a person act."""
    page = listing(scene, screen.width, news, ambition_choice(scene.view))
    screen.write_lines(page)
    while True:
        answer = screen.ask(prompt(scene.view))
        try:
            wish = understand(answer, scene)
            if isinstance(wish, Do):
                act(wish.action)
                return
        except KingUpError as error:
            screen.write_wrapped(sentence_of(error))
            continue
        if wish is Topic.QUIT:
            raise Leave
        if wish is Topic.BOARD:
            screen.write_lines(page)
        elif wish is Topic.UNDO:
            screen.write_wrapped(_("A move, once made, cannot be taken back."))
        else:
            screen.write_lines(_answer(scene, wish, screen.width, every_vote))


def ambition_choice(view: View) -> list[str]:
    """Return the two Ambition cards to choose from, if the viewer has to choose."""
    if view.phase != "ambition" or view.own is None or view.viewer is None:
        return []
    pair = view.own.ambitions[view.own.players.index(view.viewer)]
    return [f"{number}: {ambition_in_words(card)}." for number, card in enumerate(pair, start=1)]


def prompt(view: View) -> str:
    """Return the prompt for a view's player."""
    viewer = view.viewer or 0
    seat = seat_name(view, seat_of(view, viewer))
    if view.phase == "place":
        return _("{name}, place a character, for example {example}:").format(
            name=seat, example=min(view.actions)
        )
    if view.phase == "climb":
        return _("{name}, move a character ({letters}):").format(
            name=seat, letters=" ".join(sorted(view.actions))
        )
    if view.phase == "vote":
        words = " / ".join(_(VOTES[card]) for card in view.actions)
        return _("{name}, crown {candidate}? ({words})").format(
            name=seat, candidate=name_of(view, view.candidate or ""), words=words
        )
    return _("{name}, keep Ambition card 1 or 2?").format(name=player_names(view)[viewer])


def _answer(scene: TextScene, topic: Topic, width: int, every_vote: bool) -> list[Text]:
    """Return what somebody asked for."""
    if topic is Topic.HELP:
        return help_page(scene, width)
    if topic is Topic.RULES:
        return rules_page(scene.view, width)
    if topic is Topic.CAST:
        return cast_page(scene, width)
    if topic is Topic.SCORE:
        return scores_page(scene.view)
    told = log(scene.view, every_vote=every_vote)
    lines = [line for text in told for line in wrapped(text, width)]
    return lines or [Text(_("Nothing has happened in this round yet."))]


def scores_page(view: View) -> list[Text]:
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
