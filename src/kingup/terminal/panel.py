"""The panel beside the castle: the seats with their points, and the viewer's own cards."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.text import Text

from kingup.history import Voted
from kingup.language import _, ngettext
from kingup.rules.cards import AMBITION_CARDS, AMBITION_CODES
from kingup.telling.scene import TextScene
from kingup.telling.words import (
    VOTES,
    condition_of,
    player_names,
    players_of,
    seat_name,
    seat_of,
)
from kingup.telling.worth import banished_on, card_worth_now, favourites_on, worth_now
from kingup.terminal import styles
from kingup.terminal.castle import token
from kingup.terminal.ink import ink, padded, spread, wrapped
from kingup.view import OwnCards, View

Tell = Callable[[str, str | None, int], list[Text]]
"""Tells a kept Ambition card, and whose it is in a team, in lines of a width."""


def panel(scene: TextScene, width: int, rows: int) -> list[Text]:
    """Return the panel, shorter if there are few rows."""
    seats = [*_header(scene, width), *_seats(scene, width), *_emissary(scene, width)]
    for ambition in (_told, _in_short, _on_one_line):
        own = own_cards(scene, width, ambition)
        gap = [Text()] if own and len(seats) + len(own) < rows else []
        if len(seats) + len(gap) + len(own) <= rows:
            break
    return [*seats, *gap, *own][:rows]


def last_vote(view: View) -> Voted | None:
    """Return the last vote of the round, the only one that a screen keeps showing."""
    moves = view.rounds[-1].moves if view.rounds else ()
    return next((move for move in reversed(moves) if isinstance(move, Voted)), None)


def _header(scene: TextScene, width: int) -> list[Text]:
    vote = last_vote(scene.view)
    middle = ""
    if scene.view.candidate is None and vote is not None:
        middle = _("vote on {letter}").format(letter=vote.letter) + "  "
    return [spread(Text(), ink(middle + _("points"), styles.QUIET), width)]


def _seats(scene: TextScene, width: int) -> list[Text]:
    view = scene.view
    lines = []
    for seat in range(len(view.seats)):
        waiting = any(player in view.to_act for player in players_of(view, seat))
        marker = ink("▸ ", styles.GOLD_INK) if waiting else Text("  ")
        if view.viewer is not None and seat_of(view, view.viewer) == seat:
            name = ink(seat_name(view, seat), styles.STRONG)
        else:
            name = ink(seat_name(view, seat))
        left = marker + name
        right = _vote_of(scene, seat) + ink(f"{points_of(view, seat):>7}", styles.STRONG)
        bot = ink(" " + _("(bot)"), styles.QUIET)
        if seat in scene.bots and cell_len((left + bot + right).plain) < width:
            left += bot
        lines.append(spread(left, right, width))
    return lines


def _vote_of(scene: TextScene, seat: int) -> Text:
    view = scene.view
    if view.candidate is not None:
        # That a seat has voted is public; what it voted is not until all have.
        waiting = any(player in view.to_act for player in players_of(view, seat))
        return Text() if waiting else ink("✓", styles.STRONG)
    vote = last_vote(view)
    card = vote.votes[seat] if vote else ""
    return ink(_(VOTES[card]), styles.VOTES[card]) if card else Text()


def points_of(view: View, seat: int) -> str:
    """Return a seat's points: both for a team with two markers."""
    scores = [str(view.scores[player]) for player in players_of(view, seat)]
    return scores[0] if "shared-marker" in view.options else "/".join(scores)


def _emissary(scene: TextScene, width: int) -> list[Text]:
    view = scene.view
    if view.emissary is None:
        return []
    vote = last_vote(view)
    card = vote.emissary if vote and view.candidate is None else None
    said = ink(_(VOTES[card]), styles.VOTES[card]) if card else Text()
    name = Text("  " + _("Emissary"))
    chips = Text("  ")
    for letter in favourites_on(view, view.emissary.card):
        chips += token(scene, letter)
    size = view.emissary.pile_size
    pile = ngettext("{number} card", "{number} cards", size).format(number=size)
    return [
        spread(name, said + ink(f"{view.emissary.score:>7}", styles.STRONG), width),
        spread(chips, ink(pile, styles.QUIET), width),
    ]


def own_cards(scene: TextScene, width: int, ambition: Tell) -> list[Text]:
    """Return the secret cards of the viewer and their teammate, with Ambitions told in a way."""
    view = scene.view
    if view.own is None:
        return []
    lines = []
    for i, card in enumerate(view.own.favourites):
        heading = _("Your favourites")
        if len(view.own.players) == 2:
            heading = player_names(view)[view.own.players[i]]
        lines += [
            spread(ink(heading, styles.STRONG), _standing(view, card), width),
            padded(_favourites(scene, card), width),
        ]
    lines.append(padded(_hand(view, view.own), width))
    for i, kept in enumerate(view.own.kept):
        if kept is not None:
            mate = player_names(view)[view.own.players[i]] if len(view.own.players) == 2 else None
            lines += ambition(kept, mate, width)
    return lines


def _standing(view: View, card: str) -> Text:
    points = card_worth_now(view, card)
    voting = view.candidate is not None
    text = _("{points} if crowned") if voting else _("{points} right now")
    return ink(text.format(points=points), styles.GOLD_INK)


def _favourites(scene: TextScene, card: str) -> Text:
    line = Text()
    for letter in card:
        if letter == banished_on(scene.view, card):
            line += ink(f"({letter})  ", styles.QUIET)
        else:
            worth = f"{worth_now(scene.view, letter):<2}"
            line += token(scene, letter) + ink(worth, styles.GOLD_INK)
    return line


def _hand(view: View, own: OwnCards) -> Text:
    cards = ["Y", *"N" * own.no_cards, *"B" * own.bellyaches]
    line = ink(_("Hand:"), styles.QUIET)
    for card in cards:
        # There is never more than one Bellyache; a hand of No cards is long enough already.
        line += Text(" ") + ink(_(VOTES[card]), styles.VOTES[card])
    return line


def _told(kept: str, mate: str | None, width: int) -> list[Text]:
    label = _("Ambition") if mate is None else _("Ambition of {name}").format(name=mate)
    return wrapped(ink(f"{label}: {ambition_in_words(kept)}"), width)


def _short(kept: str, mate: str | None) -> Text:
    card = AMBITION_CARDS[AMBITION_CODES[kept]]
    text = _("{label} {points:+}: {condition}")
    label = mate or _("Ambition")
    return ink(text.format(label=label, points=card.points, condition=condition_of(card)))


def _in_short(kept: str, mate: str | None, width: int) -> list[Text]:
    return wrapped(_short(kept, mate), width)


def _on_one_line(kept: str, mate: str | None, width: int) -> list[Text]:
    return [padded(_short(kept, mate), width)]


def ambition_in_words(kept: str) -> str:
    """Return the points of an Ambition card, and its condition."""
    card = AMBITION_CARDS[AMBITION_CODES[kept]]
    return _("{points} points if {condition}").format(
        points=card.points, condition=condition_of(card)
    )
