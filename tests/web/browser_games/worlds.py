"""Other worlds: tables that a player cannot tell from the true one, in which others hold other
cards, have kept other Ambitions and have sealed other votes.

If a page that was really sent is byte for byte what would have been sent in such a world, it
says nothing about others' secrets, in whatever disguise.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from kingup.game import Game
from kingup.rules.deals import Deal
from kingup.tables import Table, from_json
from kingup.tables.events import Acted, Confirmed, Created, Dealt, Numbered, Shuffled

Pairs = tuple[tuple[str, str], ...]


def log_of(folder: Path, code: str) -> list[Numbered]:
    """Return the true events of a table, from the server's store."""
    database = sqlite3.connect(folder / "tables.sqlite")
    rows = database.execute(
        "select number, at, kind, body from events where code = ? order by number", (code,)
    ).fetchall()
    database.close()
    return [
        Numbered(number, at, from_json(kind, json.loads(body))) for number, at, kind, body in rows
    ]


def tables_of(events: Sequence[Numbered], known: Sequence[Table] = ()) -> list[Table]:
    """Return the table after each event: those of `known` that are the same, then new ones."""
    tables: list[Table] = []
    for table, event in zip(known, events, strict=False):
        if table.numbered[-1] != event:
            break
        tables.append(table)
    for event in events[len(tables) :]:
        table = tables[-1].copy() if tables else Table()
        table.apply(event)
        tables.append(table)
    return tables


def other_world(events: Sequence[Numbered], knowing: Collection[int]) -> Table | None:
    """Return a table with other secrets for all but some players; None once all are open."""
    changed = other_events(Table.of(events), knowing)
    return None if changed is None else Table.of(changed)


def other_events(table: Table, knowing: Collection[int]) -> list[Numbered] | None:
    """Return a table's events with other secrets; None once all are open."""
    events = table.numbered
    game = table.game
    if game is None or not game.rounds or game.is_over:
        return None
    others = [player for player in range(len(table.players)) if player not in knowing]
    rounds = iter(range(len(game.rounds)))
    flipped = _other_votes(table, events, others)
    drawn = _last_pile(events)
    changed: list[Numbered] = []
    deals: tuple[Deal, Deal] | None = None
    for i, one in enumerate(events):
        event = one.event
        if isinstance(event, Created):
            event = replace(event, secret=event.secret[::-1])
        elif isinstance(event, Confirmed) and event.player in others:
            event = replace(event, contribution=event.contribution[::-1])
        elif isinstance(event, Dealt):
            deals = event.deal, _other_deal(game, next(rounds), others, i == drawn)
            event = Dealt(deals[1])
        elif isinstance(event, Shuffled) and i == drawn:
            event = Shuffled(_other_pile(game, event.pile))
        elif isinstance(event, Acted) and i in flipped:
            event = replace(event, action=flipped[i])
        elif isinstance(event, Acted) and event.player in others and deals:
            event = replace(event, action=_same_place(event, *deals))
        changed.append(replace(one, event=event))
    return changed


def _other_deal(game: Game, index: int, others: Sequence[int], pile: bool) -> Deal:
    """Return the deal of a round with every card changed that the round has not yet shown."""
    round_ = game.rounds[index]
    deal = round_.deal
    turned = dict(zip(others, (*others[1:], *others[:1]), strict=True))
    players = range(len(deal.favourites))
    favourites = deal.favourites
    if not round_.crownings:
        favourites = tuple(favourites[turned.get(player, player)] for player in players)
    ambitions = deal.ambitions
    if ambitions and not round_.ended:
        ambitions = tuple(ambitions[turned.get(player, player)] for player in players)
    elif ambitions:
        ambitions = _other_boxed(ambitions, round_.kept, turned)
    if pile and deal.pile is not None:
        return replace(
            deal, favourites=favourites, ambitions=ambitions, pile=_other_pile(game, deal.pile)
        )
    return replace(deal, favourites=favourites, ambitions=ambitions)


def _other_boxed(dealt: Pairs, kept: Sequence[str | None], turned: dict[int, int]) -> Pairs:
    """Return pairs in which the cards not kept have changed hands."""
    boxed = [
        pair[1] if pair[0] == card else pair[0] for pair, card in zip(dealt, kept, strict=True)
    ]
    pairs = list(dealt)
    for player, other in turned.items():
        first, second = dealt[player]
        mine = boxed[other]
        pairs[player] = (first, mine) if first == kept[player] else (mine, second)
    return tuple(pairs)


def _other_pile(game: Game, pile: str) -> str:
    """Return the Emissary's pile with those cards in another order that nobody has seen."""
    seen = len(pile) - game.state.pile_size
    rest = pile[seen:]
    orders = (rest[::-1], rest[1:] + rest[:1], "".join(sorted(rest)), rest)
    return pile[:seen] + next((order for order in orders if order != rest), rest)


def _last_pile(events: Sequence[Numbered]) -> int:
    """Return the log index of the event that made the Emissary's pile."""
    return max(i for i, one in enumerate(events) if isinstance(one.event, (Dealt, Shuffled)))


def _same_place(event: Acted, dealt: Deal, other: Deal) -> str:
    """Return the Ambition card at the same place of the other pair; other actions as they are."""
    if not dealt.ambitions or event.action not in dealt.ambitions[event.player]:
        return event.action
    return other.ambitions[event.player][dealt.ambitions[event.player].index(event.action)]


def sealed_votes(table: Table, events: Sequence[Numbered]) -> dict[int, Acted]:
    """Return the sealed votes that are not yet shown, by their log index."""
    game = table.game
    if game is None or game.phase != "vote":
        return {}
    waiting = {table.seat_of(player) for player in game.to_act}
    number = len(table.setting.seats) - len(waiting)
    acts = [(i, one.event) for i, one in enumerate(events) if isinstance(one.event, Acted)]
    return dict(acts[len(acts) - number :]) if number else {}


def _other_votes(
    table: Table, events: Sequence[Numbered], others: Collection[int]
) -> dict[int, str]:
    """Return other votes for those that others have sealed, as their hands allow."""
    assert table.game is not None
    state = table.game.state
    votes = {}
    for i, event in sealed_votes(table, events).items():
        seat = table.seat_of(event.player)
        if event.player not in others:
            continue
        if event.action != "Y":
            votes[i] = "Y"
        elif state.no_cards[seat]:
            votes[i] = "N"
        elif state.bellyaches[seat]:
            votes[i] = "B"
    return votes
