"""Quoted texts: the same in both forms, and safe to show."""

from __future__ import annotations

import json
import re

from kingup.notation.errors import RecordError

IDENTIFIER = re.compile(r"[a-z0-9-]{1,40}")
"""The form of all ids: of editions, options and Ambition cards."""

SHOWN = 40
"""The most characters of a wrong text that an error repeats."""

# Besides what JSON requires, escape what would end a line, move the cursor of a terminal, or
# change the reading direction.
_HIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def quote(text: str) -> str:
    """Return a text in quotation marks, with JSON's escapes where they are needed."""
    return escape_hidden(json.dumps(checked(text), ensure_ascii=False))


def escape_hidden(quoted: str) -> str:
    """Return JSON, or a part of it, with invisible characters escaped that JSON allows."""
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


def checked(text: str) -> str:
    """Return a text if UTF-8 can encode it; lone surrogates raise an error."""
    if _SURROGATE.search(text):
        raise RecordError(
            "“{text}” contains half a character (a lone surrogate), which no file can hold.",
            text=shown(text),
        )
    return text


def shown(text: str, most: int = SHOWN) -> str:
    """Return a text as an error may repeat it: short, on one line, and harmless."""
    cut = text if len(text) <= most else text[:most] + "…"
    escaped = json.dumps(cut, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", escape_hidden(escaped))
