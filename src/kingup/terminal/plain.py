"""The position as plain lines: for pipes, dumb terminals, small windows, screen readers."""

from __future__ import annotations

from collections.abc import Iterable

from kingup.language import _, ngettext
from kingup.rules.constants import TOP_FLOOR
from kingup.telling.scene import TextScene
from kingup.telling.slots import slots
from kingup.telling.words import (
    FLOORS,
    PHASES,
    VOTES,
    name_of,
    player_names,
    seat_name,
    title,
)
from kingup.telling.worth import banished_on, card_worth_now, favourites_on, worth_now
from kingup.terminal.panel import ambition_in_words, last_vote, points_of
from kingup.view import View


def plain_lines(scene: TextScene) -> list[str]:
    """Return the castle, the points and the viewer's cards, without any drawing."""
    return [*castle_lines(scene), *_seats(scene), *_own(scene)]


def heading(view: View) -> str:
    """Return title, round and phase, in one line."""
    return _("{title}, round {number} of 3, {phase}").format(
        title=title(view), number=max(view.round, 1), phase=_(PHASES[view.phase])
    )


def castle_lines(scene: TextScene) -> list[str]:
    """Return a line for each place where somebody is or could be."""
    view = scene.view
    floors = slots(view)
    label = max(len(_(name)) for name in FLOORS) + 2
    sitting = sorted(x for x, place in view.castle.items() if place == "throne")
    lines = [f"{_('Throne'):<{label}}  {_characters(scene, sitting)}"]
    for floor in range(TOP_FLOOR, -1, -1):
        there = [letter for letter in floors[str(floor)] if letter]
        name = f"{floor} {_(FLOORS[floor])}"
        line = f"{name:<{label}}  {_characters(scene, there)}"
        for place, word in ((f"privy-{floor}", _("privy")), (f"dungeon-{floor}", _("dungeon"))):
            inside = [letter for letter, at in view.castle.items() if at == place]
            if inside:
                line += f"   [{word}: {_characters(scene, inside)}]"
        lines.append(line)
    for place, word in (("aside", _("Aside")), ("box", _("Out"))):
        there = sorted(letter for letter, at in view.castle.items() if at == place)
        if there:
            lines.append(f"{word:<{label}}  {_characters(scene, there)}")
    return lines


def _characters(scene: TextScene, letters: Iterable[str]) -> str:
    """Return letters: favourites with a star and their worth, movable characters with an arrow."""
    shown = []
    for letter in letters:
        text = letter
        if letter in scene.marks:
            text = f"{scene.marks[letter]}{letter}={worth_now(scene.view, letter)}"
        shown.append(text + ("↑" if letter in scene.steps else ""))
    return " ".join(shown) or "-"


def _seats(scene: TextScene) -> list[str]:
    view = scene.view
    vote = last_vote(view) if view.candidate is None else None
    parts = []
    for seat in range(len(view.seats)):
        text = f"{seat_name(view, seat)} {points_of(view, seat)}"
        parts.append(text + (f" ({_(VOTES[vote.votes[seat]])})" if vote else ""))
    if view.emissary is not None:
        card = " ".join(favourites_on(view, view.emissary.card))
        size = view.emissary.pile_size
        pile = ngettext("{number} card", "{number} cards", size).format(number=size)
        said = f" ({_(VOTES[vote.emissary])})" if vote and vote.emissary else ""
        parts.append(f"{_('Emissary')} {view.emissary.score}{said} [{card}, {pile}]")
    return [_("Points:") + " " + ", ".join(parts)]


def _own(scene: TextScene) -> list[str]:
    view = scene.view
    if view.own is None:
        return []
    lines = []
    for i, card in enumerate(view.own.favourites):
        label = _("Your favourites:")
        if len(view.own.players) == 2:
            name = player_names(view)[view.own.players[i]]
            label = _("Favourites of {name}:").format(name=name)
        names = ", ".join(name_of(view, letter) for letter in favourites_on(view, card))
        line = f"{label} {names} = {card_worth_now(view, card)}"
        gone = banished_on(view, card)
        if gone:
            line += " " + _("(banished: {name})").format(name=name_of(view, gone))
        lines.append(line)
    hand = ["Y", *"N" * view.own.no_cards, *"B" * view.own.bellyaches]
    lines.append(_("Hand:") + " " + ", ".join(_(VOTES[card]) for card in hand))
    for i, kept in enumerate(view.own.kept):
        if kept is not None:
            label = _("Ambition")
            if len(view.own.players) == 2:
                name = player_names(view)[view.own.players[i]]
                label = _("Ambition of {name}").format(name=name)
            lines.append(f"{label}: {ambition_in_words(kept)}")
    return lines
