"""Games to draw."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

from kingup.game import Game
from kingup.notation import read_file
from kingup.rules.deals import Deal

RECORDS = Path(__file__).parent.parent / "records"


@cache
def recorded(name: str = "vive-le-roi-7") -> Game:
    """Return a finished game. Do not play on."""
    return read_file(RECORDS / f"{name}.json")


def until_the_first_vote(edition: str, *, other_cards: bool = False) -> Game:
    """Return a game of Ann, Ben, Cleo and Dan, just before its first vote is decided.

    With other cards, everybody but Ben has other favourites and other Ambition cards, and every
    card of the Emissary's pile is elsewhere; all moves are the same.
    """
    options = ["ambition"] if edition == "vive-le-roi" else []
    dealt = Game(edition, ["Ann", "Ben", "Cleo", "Dan"], options, seed=5)
    game = Game(edition, dealt.names, options, dealer=None)
    deal = dealt.rounds[0].deal
    game.deal(_other_cards(deal) if other_cards else deal)
    lots = random.Random(3)
    while game.phase == "ambition":
        game.play(game.to_act[0], game.written_actions(game.to_act[0])[0])
    while game.phase != "vote":
        game.play(game.to_act[0], lots.choice(game.written_actions(game.to_act[0])))
    return game


def _other_cards(deal: Deal) -> Deal:
    first, own, *others = deal.favourites
    ambitions = deal.ambitions
    if ambitions:
        kept, mine, *rest = ambitions
        ambitions = (rest[0], mine, kept, *rest[1:])
    return replace(deal, favourites=(others[0], own, others[1], first), ambitions=ambitions)
