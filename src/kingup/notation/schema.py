"""The JSON Schema of a record, for programs in any language."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a record.

    It describes the form. Only `read_json` checks that a record also obeys the rules.
    """
    source = resources.files("kingup.notation") / "kingup-game.schema.json"
    loaded: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return loaded
