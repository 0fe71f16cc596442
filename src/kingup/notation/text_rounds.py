"""Reading the rounds of a text record."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kingup.notation.errors import RecordError
from kingup.notation.record import RoundRecord
from kingup.notation.spots import Written
from kingup.notation.symbols import EMISSARY, player_labels
from kingup.notation.text_lines import RecordLine, RecordLines
from kingup.notation.text_moves import read_climbing, read_placing
from kingup.rules.setup import Setup

_CARD = re.compile(r"[A-Z]{6}")
_PILE = re.compile(r"[YNB]{1,8}")
_AMBITION = re.compile(r"(\*?)([a-z0-9-]{1,40})")


def read_rounds(lines: RecordLines, setup: Setup) -> Iterator[RoundRecord]:
    """Read all that follows the header, one round at a time."""
    number = 1
    while lines.current is not None:
        yield _read_round(lines, lines.current, setup, number)
        number += 1


def _read_round(lines: RecordLines, heading: RecordLine, setup: Setup, number: int) -> RoundRecord:
    spot = heading.spot
    first = _read_heading(heading, setup, number)
    lines.advance()
    ambition = "ambition" in setup.options
    cards, pairs, kept = [], [], []
    for label in player_labels(setup.seats):
        line = _labelled(lines, label)
        cards.append(_read_card(line))
        if ambition:
            pair, choice = _read_ambitions(line)
            pairs.append(pair)
            kept.append(choice)
        _end_of_hand(line, ambition)
        lines.advance()
    card: Written[str | None] = Written(None, lines.spot)
    pile = card
    if "emissary" in setup.options:
        line = _labelled(lines, EMISSARY)
        card, pile = _read_card(line), _read_pile(line)
        line.expect_end()
        lines.advance()
    moves = [*read_placing(lines), *read_climbing(lines)]
    scores, emissary_score = _read_scores(lines, "emissary" in setup.options)
    return RoundRecord(
        spot,
        first,
        Written(cards, spot),
        Written(pairs, spot),
        Written(kept, spot),
        card,
        pile,
        moves,
        scores=scores,
        emissary_score=emissary_score,
    )


def _read_heading(line: RecordLine, setup: Setup, number: int) -> Written[int]:
    if line.take_word("Round") is None:
        raise line.spot.error(
            RecordError("This line does not belong here: “{line}”.", line=line.rest)
        )
    found = line.take_number()
    if found is None or found.value != number:
        raise (line.spot if found is None else found.spot).error(
            RecordError("The number of the round is expected here: {number}.", number=number)
        )
    if line.take_word(":") is None or line.take_word("seat") is None:
        raise line.spot.error(RecordError("Write “Round {number}: seat 1 begins”.", number=number))
    seat = line.take_number()
    if seat is None or not 1 <= seat.value <= len(setup.seats):
        raise (line.spot if seat is None else seat.spot).error(
            RecordError(
                "The number of a seat is expected here, from 1 to {last}.", last=len(setup.seats)
            )
        )
    if line.take_word("begins") is None:
        raise line.spot.error(RecordError("Write “Round {number}: seat 1 begins”.", number=number))
    line.expect_end()
    return Written(seat.value - 1, seat.spot)


def _labelled(lines: RecordLines, label: str) -> RecordLine:
    line = lines.current
    if line is None or line.take_word(label + ":") is None:
        raise lines.spot.error(
            RecordError("A line that begins with “{label}:” is expected here.", label=label)
        )
    return line


def _read_card(line: RecordLine) -> Written[str]:
    spot = line.spot
    token = line.take_token()
    if token is None or not _CARD.fullmatch(token.value):
        raise spot.error(
            RecordError("A favourites card is expected here: six letters in alphabetical order.")
        )
    return token


def _read_pile(line: RecordLine) -> Written[str]:
    spot = line.spot
    token = line.take_token()
    if token is None or not _PILE.fullmatch(token.value):
        raise spot.error(
            RecordError("The Emissary's pile is expected here: Y, N and B, the top card first.")
        )
    return token


def _read_ambitions(
    line: RecordLine,
) -> tuple[tuple[Written[str], Written[str]], Written[str | None]]:
    cards: list[Written[str]] = []
    choice: Written[str | None] = Written(None, line.spot)
    for _ in range(2):
        spot = line.spot
        token = line.take_token()
        match = None if token is None else _AMBITION.fullmatch(token.value)
        if match is None:
            raise spot.error(
                RecordError("Two Ambition cards are expected here, the kept one with a star.")
            )
        star, name = match.groups()
        card = Written(name, spot.item(len(star)))
        if star and choice.value is not None:
            raise spot.error(RecordError("A player keeps one Ambition card, not both."))
        if star:
            choice = card
        cards.append(card)
    return (cards[0], cards[1]), choice


def _end_of_hand(line: RecordLine, ambition: bool) -> None:
    if not ambition and not line.at_end:
        raise line.spot.error(
            RecordError(
                "This game is played without Ambition cards: “{rest}” does not belong here.",
                rest=line.rest,
            )
        )
    line.expect_end()


def _read_scores(
    lines: RecordLines, emissary: bool
) -> tuple[Written[list[Written[int]] | None], Written[int | None]]:
    line, spot = lines.current, lines.spot
    if line is None or line.take_word("Scores:") is None:
        return Written(None, spot), Written(None, spot)
    scores = []
    while (score := line.take_number()) is not None:
        scores.append(score)
    found: Written[int | None] = Written(None, line.spot)
    if emissary and line.take_word(",") is not None and line.take_word(EMISSARY) is not None:
        found = _expect_number(line)
    line.expect_end()
    lines.advance()
    return Written(scores, spot), found


def _expect_number(line: RecordLine) -> Written[int]:
    number = line.take_number()
    if number is None:
        raise line.spot.error(RecordError("A number is expected here: “{rest}”.", rest=line.rest))
    return number
