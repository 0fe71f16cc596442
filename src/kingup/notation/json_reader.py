"""Reading a game from JSON."""

from __future__ import annotations

from kingup.game import Game
from kingup.notation.errors import RecordError
from kingup.notation.json_rounds import read_round
from kingup.notation.json_values import JsonNode, parse
from kingup.notation.proof import LIST, REMATCH, TEXTS
from kingup.notation.record import Header
from kingup.notation.replay import open_game, replay_round
from kingup.notation.rules_version import check_rules_version
from kingup.notation.spots import RecordPath, Written, at
from kingup.notation.strings import checked, shown
from kingup.notation.symbols import FORMAT, VERSION

_REQUIRED = ("format", "version", "rules", "edition", "options", "seats", "rounds")
_OPTIONAL = ("tags", "deal", "winners")


def read_json(text: str) -> Game:
    """Read a game from JSON and verify it; errors are `RecordError`s with a path.

    The game has no dealer: to continue an unfinished one, give it its cards with `deal` and
    `shuffle`, or set its `dealer`.
    """
    root = parse(text.removeprefix("\N{BYTE ORDER MARK}"))
    _check_format(root)
    fields = root.fields(_REQUIRED, _OPTIONAL)
    game = open_game(_header(fields))
    for node in fields["rounds"].items():
        replay_round(game, read_round(node, game.setup), counts_from=0)
    _check_winners(game, fields.get("winners"))
    return game


def _check_format(root: JsonNode) -> None:
    # First of all: records of other programs and versions have other keys, too.
    fields = root.members()
    if "format" not in fields or fields["format"].value != FORMAT:
        raise root.spot.key("format").error(
            RecordError("A game record has “{format}” here.", format=FORMAT)
        )
    for name in ("version", "rules"):
        if name not in fields:
            raise root.spot.key(name).error(RecordError("This key is missing."))
    if fields["version"].number() != VERSION:
        raise fields["version"].spot.error(
            RecordError(
                "This program reads version {version} of the record format.", version=VERSION
            )
        )
    with at(fields["rules"].spot):
        check_rules_version(fields["rules"].text())


def _header(fields: dict[str, JsonNode]) -> Header:
    tags: dict[str, str] = {}
    for name, node in fields["tags"].members().items() if "tags" in fields else ():
        with at(node.spot):
            tags[checked(name)] = node.text()
    seats = [
        Written([name.text() for name in seat.items()], seat.spot)
        for seat in fields["seats"].items()
    ]
    return Header(
        fields["edition"].written_text(),
        [option.written_text() for option in fields["options"].items()],
        Written(seats, fields["seats"].spot),
        tags,
        _proof(fields["deal"]) if "deal" in fields else None,
    )


def _proof(node: JsonNode) -> dict[str, object]:
    fields = node.fields((*TEXTS, LIST), (REMATCH,))
    proof: dict[str, object] = {
        name: fields[name].text() for name in (*TEXTS, REMATCH) if name in fields
    }
    proof[LIST] = [text.text() for text in fields[LIST].items()]
    return proof


def _check_winners(game: Game, node: JsonNode | None) -> None:
    if node is None:
        if game.is_over:
            raise RecordPath("winners").error(
                RecordError("The game is over, so its winners belong here.")
            )
        return
    found = [seat.number() for seat in node.items()]
    if not game.is_over:
        raise node.spot.error(RecordError("The game is not over, so nobody has won yet."))
    if found != list(game.winners):
        raise node.spot.error(
            RecordError(
                "The winners are {expected}, not {found}.",
                expected=list(game.winners),
                found=shown(str(found)),
            )
        )
