"""The JSON Schema of a record, for programs in any language."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a record.

    It tells the form. That a record also keeps the rules is for `read_json` to say.
    """
    source = resources.files("kingup.notation") / "kingup-game.schema.json"
    loaded: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return loaded
