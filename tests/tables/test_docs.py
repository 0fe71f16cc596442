"""The examples of docs/tables.md and docs/fair-deals.md run, and every event is named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from kingup.notation import write_json
from kingup.tables.codec import KINDS
from tests.tables.test_dealing import finished

DOCS = Path(__file__).parents[2] / "docs"
TABLES = (DOCS / "tables.md").read_text("utf-8")
FAIR_DEALS = (DOCS / "fair-deals.md").read_text("utf-8")


def test_the_examples_run(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(write_json(finished().game), encoding="utf-8")
    names: dict[str, Any] = {}
    for example in re.findall(r"```python\n(.*?)```", TABLES + FAIR_DEALS, re.DOTALL):
        exec(example.replace("game.json", str(record)), names)
    assert names["table"].player_of("host") == (0,)


def test_every_event_is_documented() -> None:
    assert all(f"`{event.__name__}`" in TABLES for event in KINDS.values())
