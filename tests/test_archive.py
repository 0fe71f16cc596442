"""Tables of every released version, as they were stored: they stay playable for ever.

`tests/golden` replays records; here whole logs are read again as a server does after an
upgrade, deals and all. Each file of `archive/RULES VERSION/` is one table: an event a line, then
the record of the game. None is ever changed. A release adds its own with

    python -m tests.test_archive
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kingup.notation import write_json
from kingup.rules.constants import RULES_VERSION
from kingup.rules.setup import OPTIONS
from kingup.tables import Numbered, Table, from_json, to_json
from kingup.tables.dealing import verify
from tests.strategies import FAMILIES
from tests.tables.sample_tables import family

FOLDER = Path(__file__).parent / "archive"
FILES = sorted(FOLDER.glob("*/*.jsonl"))


def name_of(number: int) -> str:
    edition, seats, options = FAMILIES[number]
    return "_".join((edition, "".join(map(str, seats)), *options)) + ".jsonl"


def read(path: Path) -> tuple[list[Numbered], Any]:
    """Return the events of an archived table, and its record."""
    *lines, record = path.read_text(encoding="utf-8").splitlines()
    events = []
    for line in lines:
        number, at, kind, body = json.loads(line)
        events.append(Numbered(number, at, from_json(kind, body)))
    return events, json.loads(record)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_an_archived_table_has_the_same_record(path: Path) -> None:
    events, record = read(path)
    table = Table.of(events)
    assert table.status == "over"
    assert table.game is not None
    verify(table.game)
    now = json.loads(write_json(table.game))
    assert record.pop("rules") == path.parent.name
    now.pop("rules")
    assert now == record


@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: f"{path.parent.name} {path.stem}")
def test_an_archived_table_can_be_continued_from_any_event(path: Path) -> None:
    events, _ = read(path)
    for number in range(1, len(events), 7):
        table = Table.of(events[:number])
        assert table.number == number
        for one in events[number:]:
            table.apply(one)
        assert table.status == "over"


def test_the_archive_covers_every_edition_option_and_seat_count() -> None:
    here = {path.name for path in FILES if path.parent.name == RULES_VERSION}
    assert here >= {name_of(number) for number in range(len(FAMILIES))}
    assert here >= {f"bots_{name_of(number)}" for number in BOTS}
    used = {option for _, _, options in FAMILIES for option in options}
    assert used == set(OPTIONS)
    assert {(edition, len(seats)) for edition, seats, _ in FAMILIES} >= {
        *(("kingup", seats) for seats in range(3, 7)),
        *(("vive-le-roi", seats) for seats in range(2, 9)),
    }


BOTS = (0, 12)
"""Families of which a table with built-in bots is kept, too: they contribute to the deals."""


def main() -> None:
    """Play and keep a table of each family that this version has none of yet."""
    folder = FOLDER / RULES_VERSION
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(len(FAMILIES)):
        _keep(folder / name_of(number), number, range(sum(FAMILIES[number][1])))
        if number in BOTS:
            _keep(folder / f"bots_{name_of(number)}", number, range(1))


def _keep(path: Path, number: int, people: Sequence[int]) -> None:
    if path.exists():
        return
    sample = family(number)
    sample.seat(people, ready=False)
    for player in people:
        sample.ready(player, f"salt of {player}")
    sample.play(random.Random(number))
    lines = [
        json.dumps([one.number, one.at, one.event.kind, to_json(one.event)]) for one in sample.log
    ]
    record = json.dumps(json.loads(write_json(sample.game)))
    path.write_text("\n".join((*lines, record)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
