"""Reading the header of a text record: lines like ``[Edition "kingup"]``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kingup.notation.errors import RecordError
from kingup.notation.proof import LIST, REMATCH
from kingup.notation.record import Header
from kingup.notation.rules_version import check_rules_version
from kingup.notation.spots import RecordSpot, Spot, Written, at
from kingup.notation.strings import shown
from kingup.notation.symbols import FORMAT, VERSION
from kingup.notation.text_lines import RecordLine, RecordLines

PLAIN_TAG = re.compile(r"[a-z][a-z0-9_-]*")
"""A tag name that needs no quotation marks. Names with a capital belong to the format."""

PROOF_HEADERS = {
    "DealMethod": "method",
    "DealCommitment": "commitment",
    "DealSecret": "secret",
}
"""The headers that hold the texts of the proof of fair deals."""

REMATCH_HEADER = "DealRematchOf"
"""The header that names the game before, in the proof of a rematch."""
CONTRIBUTION_HEADER = "DealContribution"

_ONCE = ("Game", "Rules", "Edition", "Options", "Result", *PROOF_HEADERS, REMATCH_HEADER)
_ALL = (*_ONCE, "Seat", CONTRIBUTION_HEADER)
_BRACKET = re.compile(r"\[")
_BEGINNING = re.compile(r"\[[ \t]*Game\b")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(slots=True)
class _Found:
    """What has been read of a header so far."""

    once: dict[str, Written[list[Written[str]]]] = field(default_factory=dict)
    seats: list[Written[list[str]]] = field(default_factory=list)
    contributions: list[Written[str]] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)


def read_header(lines: RecordLines) -> tuple[Header, Written[str]]:
    """Read all lines in square brackets; return the header, and the result it claims."""
    found = _Found()
    while (line := lines.current) is not None and line.looks_like(_BRACKET):
        if not found.once and not line.looks_like(_BEGINNING):
            break
        _read_line(line, found)
        lines.advance()
    if not found.once:
        raise lines.spot.error(
            RecordError(
                "A record begins with {beginning}.", beginning=f'[Game "{FORMAT} {VERSION}"]'
            )
        )
    return _header(found, lines.spot)


def _read_line(line: RecordLine, found: _Found) -> None:
    start = line.spot
    line.take_word("[")
    name_spot = line.spot
    tag = line.take_quoted()
    name = None if tag is not None else line.take(_NAME)
    if name is not None and name.value[0] in _ALL:
        _read_own(line, name.value[0], start, found)
    elif name is not None and PLAIN_TAG.fullmatch(name.value[0]):
        _read_tag(line, Written(name.value[0], name_spot), found)
    elif tag is not None:
        _read_tag(line, tag, found)
    else:
        raise name_spot.error(
            RecordError(
                "This is not a header: write {headers}, or a tag of your own in lower case "
                "or in quotation marks.",
                headers=", ".join(_ALL),
            )
        )
    if line.take_word("]") is None:
        raise line.spot.error(RecordError("“]” is expected here."))
    line.expect_end()


def _read_own(line: RecordLine, name: str, start: RecordSpot, found: _Found) -> None:
    if name == "Seat":
        number = line.take_number()
        if number is None or number.value != len(found.seats) + 1:
            raise (line.spot if number is None else number.spot).error(
                RecordError(
                    "The number of the seat is expected here: {number}.",
                    number=len(found.seats) + 1,
                )
            )
    values_spot = line.spot
    values = []
    while (value := line.take_quoted()) is not None:
        values.append(value)
    if not values and name != "Options":
        raise line.spot.error(RecordError("A text in quotation marks is expected here."))
    if len(values) > 1 and name not in ("Options", "Seat"):
        raise values[1].wrong(RecordError("This header takes one text, not several."))
    if name == "Seat":
        found.seats.append(Written([value.value for value in values], values_spot))
    elif name == CONTRIBUTION_HEADER:
        found.contributions.append(values[0])
    elif name in found.once:
        raise start.error(RecordError("This header is written twice."))
    else:
        found.once[name] = Written(values, values_spot)
        _check_version(name, found.once[name])


def _check_version(name: str, values: Written[list[Written[str]]]) -> None:
    # At once: records of other versions may go on with headers that this program lacks.
    if name == "Game" and values.value[0].value != f"{FORMAT} {VERSION}":
        raise values.wrong(
            RecordError(
                "This program reads “{ours}”, not “{found}”.",
                ours=f"{FORMAT} {VERSION}",
                found=shown(values.value[0].value),
            )
        )
    if name == "Rules":
        with at(values.spot):
            check_rules_version(values.value[0].value)


def _read_tag(line: RecordLine, name: Written[str], found: _Found) -> None:
    value = line.take_quoted()
    if value is None:
        raise line.spot.error(RecordError("A text in quotation marks is expected here."))
    if name.value in found.tags:
        raise name.wrong(RecordError("This tag is written twice."))
    found.tags[name.value] = value.value


def _header(found: _Found, end: Spot) -> tuple[Header, Written[str]]:
    for name in ("Rules", "Edition", "Result"):
        if name not in found.once:
            raise end.error(RecordError("The header “{name}” is missing.", name=name))
    return Header(
        found.once["Edition"].value[0],
        found.once["Options"].value if "Options" in found.once else [],
        Written(found.seats, found.seats[0].spot if found.seats else end),
        found.tags,
        _proof(found, end),
    ), found.once["Result"].value[0]


def _proof(found: _Found, end: Spot) -> dict[str, object] | None:
    given = [name for name in (*PROOF_HEADERS, REMATCH_HEADER) if name in found.once]
    if not given and not found.contributions:
        return None
    for name in PROOF_HEADERS:
        if name not in given:
            raise end.error(RecordError("The header “{name}” is missing.", name=name))
    proof: dict[str, object] = {
        key: found.once[name].value[0].value for name, key in PROOF_HEADERS.items()
    }
    if REMATCH_HEADER in given:
        proof[REMATCH] = found.once[REMATCH_HEADER].value[0].value
    proof[LIST] = [text.value for text in found.contributions]
    return proof
