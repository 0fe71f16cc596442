"""Reading the rounds of a game from JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from kingup.notation.errors import RecordError
from kingup.notation.json_values import JsonNode
from kingup.notation.record import (
    ClimbRecord,
    MoveRecord,
    PlaceRecord,
    RoundRecord,
    VoteRecord,
)
from kingup.notation.spots import Written
from kingup.notation.strings import IDENTIFIER, shown
from kingup.rules.actions import Climb, Place
from kingup.rules.setup import Setup

T = TypeVar("T")

_CARD = re.compile(r"[A-Z]{6}")
_VOTE_CARDS = re.compile(r"[YNB]{1,8}")
_MOVE = re.compile(r"([A-Z])([0-9]?)")


def read_round(node: JsonNode, setup: Setup) -> RoundRecord:
    """Read one round, with the keys that its options require."""
    fields = _fields(node, setup)
    emissary = JsonNode({}, node.spot.key("emissary"))
    emissary_fields = {}
    if "emissary" in fields:
        emissary = fields["emissary"]
        emissary_fields = emissary.fields(("card", "pile"))
    return RoundRecord(
        node.spot,
        fields["first"].written_number(),
        Written([_card(card) for card in fields["favourites"].items()], fields["favourites"].spot),
        _list(node, fields, "ambitions", _pair),
        _list(node, fields, "kept", _choice),
        _optional(emissary, emissary_fields, "card", lambda card: _card(card).value),
        _optional(emissary, emissary_fields, "pile", _vote_cards),
        [_move(move) for move in fields["moves"].items()],
        scores=_optional(node, fields, "scores", _scores),
        emissary_score=_optional(node, fields, "emissary_score", JsonNode.number),
    )


def _fields(node: JsonNode, setup: Setup) -> dict[str, JsonNode]:
    members = node.members()
    required, optional = ["first", "favourites"], ["scores"]
    if "ambition" in setup.options:
        required += ["ambitions", "kept"]
    else:
        for name in ("ambitions", "kept"):
            if name in members:
                raise members[name].spot.error(
                    RecordError("This game is played without Ambition cards.")
                )
    if "emissary" in setup.options:
        required += ["emissary"]
        optional += ["emissary_score"]
    else:
        for name in ("emissary", "emissary_score"):
            if name in members:
                raise members[name].spot.error(
                    RecordError("This game is played without the Emissary.")
                )
    return node.fields([*required, "moves"], optional)


def _optional(
    parent: JsonNode, fields: dict[str, JsonNode], name: str, read: Callable[[JsonNode], T]
) -> Written[T | None]:
    if name not in fields:
        return Written(None, parent.spot.key(name))
    return Written(read(fields[name]), fields[name].spot)


def _list(
    parent: JsonNode, fields: dict[str, JsonNode], name: str, read: Callable[[JsonNode], T]
) -> Written[list[T]]:
    if name not in fields:
        return Written([], parent.spot.key(name))
    return Written([read(item) for item in fields[name].items()], fields[name].spot)


def _card(node: JsonNode) -> Written[str]:
    card = node.text()
    if not _CARD.fullmatch(card):
        raise node.spot.error(
            RecordError(
                "“{card}” is not a favourites card: write six letters in alphabetical order.",
                card=shown(card),
            )
        )
    return Written(card, node.spot)


def _ambition(node: JsonNode) -> Written[str]:
    name = node.text()
    if not IDENTIFIER.fullmatch(name):
        raise node.spot.error(
            RecordError("There is no Ambition card “{ambition}”.", ambition=shown(name))
        )
    return Written(name, node.spot)


def _pair(node: JsonNode) -> tuple[Written[str], Written[str]]:
    cards = [_ambition(card) for card in node.items()]
    if len(cards) != 2:
        raise node.spot.error(
            RecordError("Each player is dealt two Ambition cards, not {cards}.", cards=len(cards))
        )
    return cards[0], cards[1]


def _choice(node: JsonNode) -> Written[str | None]:
    return Written(None, node.spot) if node.value is None else _ambition(node)


def _scores(node: JsonNode) -> list[Written[int]]:
    return [score.written_number() for score in node.items()]


def _vote_cards(node: JsonNode) -> str:
    cards = node.text()
    if not _VOTE_CARDS.fullmatch(cards):
        raise node.spot.error(
            RecordError(
                "“{cards}” are not vote cards: write Y (Yes), N (No) and B (Bellyache).",
                cards=shown(cards),
            )
        )
    return cards


def _vote_card(node: JsonNode) -> str:
    card = node.text()
    if card not in ("Y", "N", "B"):
        raise node.spot.error(
            RecordError(
                "“{card}” is not a vote: write Y (Yes), N (No) or B (Bellyache).", card=shown(card)
            )
        )
    return card


def _move(node: JsonNode) -> MoveRecord:
    if isinstance(node.value, dict):
        fields = node.fields(("votes",), ("emissary", "pile"))
        return VoteRecord(
            node.spot,
            Written(_vote_cards(fields["votes"]), fields["votes"].spot),
            _optional(node, fields, "emissary", _vote_card),
            _optional(node, fields, "pile", _vote_cards),
        )
    match = _MOVE.fullmatch(node.value) if isinstance(node.value, str) else None
    if match is None:
        raise node.spot.error(
            RecordError(
                "This is not a move: write A3 for a placement, A for a climb, an object "
                "with “votes” for a vote."
            )
        )
    letter, floor = match.groups()
    if floor:
        return PlaceRecord(Written(Place(letter, int(floor)), node.spot))
    return ClimbRecord(Written(Climb(letter), node.spot))
