"""A server's JSON view as the object that our own bots are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingup.history import Climbed, Crowning, Move, Placed, Voted
from kingup.rules.deals import Deal
from kingup.view import EmissaryView, OwnCards, RoundView, View

Plain = Mapping[str, Any]


def read_view(plain: Plain) -> View:
    """Return the view in a server's JSON. Unknown keys are ignored."""
    return View(
        edition=plain["edition"],
        options=tuple(plain["options"]),
        seats=tuple(plain["seats"]),
        names=tuple(tuple(seat) for seat in plain["names"]),
        viewer=plain["viewer"],
        phase=plain["phase"],
        round=plain["round"],
        turn=plain["turn"],
        candidate=plain["candidate"],
        to_act=tuple(plain["to_act"]),
        castle=dict(plain["castle"]),
        monarch=plain["monarch"],
        scores=tuple(plain["scores"]),
        emissary=None if plain["emissary"] is None else _emissary(plain["emissary"]),
        own=None if plain["own"] is None else _own(plain["own"]),
        actions=tuple(plain["actions"]),
        rounds=tuple(_round(part) for part in plain["rounds"]),
        winners=None if plain["winners"] is None else tuple(plain["winners"]),
    )


def _own(plain: Plain) -> OwnCards:
    return OwnCards(
        players=tuple(plain["players"]),
        favourites=tuple(plain["favourites"]),
        ambitions=_pairs(plain["ambitions"]),
        kept=tuple(plain["kept"]),
        no_cards=plain["no_cards"],
        bellyaches=plain["bellyaches"],
        vote=plain["vote"],
    )


def _emissary(plain: Plain) -> EmissaryView:
    return EmissaryView(plain["card"], plain["score"], plain["pile_size"])


def _round(plain: Plain) -> RoundView:
    return RoundView(
        first=plain["first"],
        moves=tuple(_move(move) for move in plain["moves"]),
        crownings=tuple(_crowning(one) for one in plain["crownings"]),
        favourites=_some(plain["favourites"]),
        kept=_some(plain["kept"]),
        emissary_card=plain["emissary_card"],
        castle=None if plain["castle"] is None else dict(plain["castle"]),
        deal=None if plain["deal"] is None else _deal(plain["deal"]),
    )


def _move(plain: Plain) -> Move:
    if "floor" in plain:
        return Placed(plain["seat"], plain["letter"], plain["floor"])
    if "origin" in plain:
        return Climbed(plain["seat"], plain["letter"], plain["origin"], plain["place"])
    return Voted(
        seat=plain["seat"],
        letter=plain["letter"],
        votes=plain["votes"],
        outcome=plain["outcome"],
        emissary=plain["emissary"],
        pile=plain["pile"],
    )


def _crowning(plain: Plain) -> Crowning:
    return Crowning(
        seat=plain["seat"],
        letter=plain["letter"],
        points=tuple(plain["points"]),
        scores=tuple(plain["scores"]),
        ambition=_some(plain["ambition"]),
        emissary_points=plain["emissary_points"],
        emissary_score=plain["emissary_score"],
    )


def _deal(plain: Plain) -> Deal:
    return Deal(
        first=plain["first"],
        favourites=tuple(plain["favourites"]),
        ambitions=_pairs(plain["ambitions"]),
        emissary_card=plain["emissary_card"],
        pile=plain["pile"],
    )


def _pairs(plain: Any) -> tuple[tuple[str, str], ...]:
    return tuple((one, other) for one, other in plain)


def _some(plain: Any) -> Any:
    return None if plain is None else tuple(plain)
