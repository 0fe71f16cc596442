"""Reading the moves of a text record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kingup.notation.errors import RecordError
from kingup.notation.record import ClimbRecord, MoveRecord, PlaceRecord, VoteRecord
from kingup.notation.spots import RecordSpot, Written
from kingup.notation.strings import shown
from kingup.notation.text_lines import RecordLines
from kingup.rules.actions import Climb, Place

# Every move is a capital followed by anything but a small letter, or by a privy (Rp4).
_OTHER_LINE = re.compile(r"[A-Z][a-z]{2}|[0-9]|\[")

_PLACEMENT = re.compile(r"([A-Z])([0-9])")
_STEP = re.compile(r"([A-Z])(p[34]|[0-9])")
_VOTE = re.compile(
    r"(?P<letter>[A-Z])6:(?P<votes>[YNB]{1,8})"
    r"(?:\+(?P<emissary>[YNB])(?:~(?P<pile>[YNB]{1,8}))?)?"
    r"=(?P<outcome>crown|box|d[123]|[0-5])"
)


def read_placing(lines: RecordLines) -> Iterator[MoveRecord]:
    """Read the placements, if they come next."""
    return _read_section(lines, "Placing:", _read_placement)


def read_climbing(lines: RecordLines) -> Iterator[MoveRecord]:
    """Read the climbs and the votes, if they come next."""
    return _read_section(lines, "Climbing:", _read_climb)


def _read_section(
    lines: RecordLines,
    title: str,
    read: Callable[[Written[str], RecordSpot], Iterator[MoveRecord]],
) -> Iterator[MoveRecord]:
    if lines.current is None or lines.current.take_word(title) is None:
        return
    while (line := lines.current) is not None:
        while True:
            spot = line.spot
            token = line.take_token()
            if token is None:
                break
            yield from read(token, spot)
        lines.advance()
        if lines.current is not None and lines.current.looks_like(_OTHER_LINE):
            return


def _read_placement(token: Written[str], spot: RecordSpot) -> Iterator[MoveRecord]:
    match = _PLACEMENT.fullmatch(token.value)
    if match is None:
        raise spot.error(
            RecordError(
                "“{text}” is not a placement: write a letter and a floor from 1 to 4, like A3.",
                text=shown(token.value),
            )
        )
    yield PlaceRecord(Written(Place(match[1], int(match[2])), spot))


def _read_climb(token: Written[str], spot: RecordSpot) -> Iterator[MoveRecord]:
    step = _STEP.fullmatch(token.value)
    if step is not None:
        yield ClimbRecord(Written(Climb(step[1]), spot), Written(step[2], spot.item(1)))
        return
    vote = _VOTE.fullmatch(token.value)
    if vote is None:
        raise spot.error(
            RecordError(
                "“{text}” is not a climb: write a letter and where it goes, like A4 or Ap4, "
                "and a vote like A6:YNY=d3.",
                text=shown(token.value),
            )
        )

    def part(name: str) -> Written[str | None]:
        # A missing part is reported just before the outcome.
        start = vote.start(name) if vote[name] is not None else vote.start("outcome") - 1
        return Written(vote[name], spot.item(start))

    yield ClimbRecord(Written(Climb(vote["letter"]), spot), Written("6", spot.item(1)))
    yield VoteRecord(
        spot,
        Written(vote["votes"], spot.item(vote.start("votes"))),
        part("emissary"),
        part("pile"),
        Written(vote["outcome"], spot.item(vote.start("outcome"))),
    )
