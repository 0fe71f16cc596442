"""JSON values with their paths, so that every error can name the place."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kingup.notation.errors import RecordError
from kingup.notation.spots import RecordPath, RecordSpot, Written, at
from kingup.notation.strings import checked, shown

_LONGEST_NUMBER = 18


@dataclass(frozen=True, slots=True)
class JsonNode:
    """A JSON value and its path. Each method returns the value as one type, or raises an error."""

    value: object
    spot: RecordPath

    def text(self) -> str:
        """Return the value as a text."""
        if not isinstance(self.value, str):
            raise self.spot.error(RecordError("This must be a text in quotation marks."))
        with at(self.spot):
            return checked(self.value)

    def number(self) -> int:
        """Return the value as a whole number."""
        # In Python, true and false are numbers too.
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.spot.error(RecordError("This must be a whole number."))
        return self.value

    def items(self) -> list[JsonNode]:
        """Return the value as a list."""
        if not isinstance(self.value, list):
            raise self.spot.error(RecordError("This must be a list in square brackets."))
        return [JsonNode(item, self.spot.item(i)) for i, item in enumerate(self.value)]

    def members(self) -> dict[str, JsonNode]:
        """Return the value as an object, without repeated keys."""
        if not isinstance(self.value, _Object):
            raise self.spot.error(RecordError("This must be an object in curly brackets."))
        if self.value.repeated is not None:
            raise self.spot.key(self.value.repeated).error(
                RecordError("This key is written twice.")
            )
        return {name: JsonNode(value, self.spot.key(name)) for name, value in self.value.items()}

    def fields(self, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, JsonNode]:
        """Return the value as an object with these keys and no others."""
        members = self.members()
        required = list(required)
        for name in required:
            if name not in members:
                raise self.spot.key(name).error(RecordError("This key is missing."))
        known = {*required, *optional}
        for name, member in members.items():
            if name not in known:
                raise member.spot.error(
                    RecordError(
                        "There is no such key here: the keys are {keys}.",
                        keys=", ".join((*required, *optional)),
                    )
                )
        return members

    def written_text(self) -> Written[str]:
        """Return the value as a text, with its path."""
        return Written(self.text(), self.spot)

    def written_number(self) -> Written[int]:
        """Return the value as a whole number, with its path."""
        return Written(self.number(), self.spot)


class _Object(dict[str, Any]):
    """An object that remembers a key that was written twice."""

    repeated: str | None = None


def parse(text: str) -> JsonNode:
    """Parse a JSON text; syntax errors are reported by line and column."""
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error) from None
    except RecursionError:
        raise RecordError("This is nested too deeply to be a record.") from None
    return JsonNode(value, RecordPath())


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object()
    for name, value in pairs:
        if name in made and made.repeated is None:
            made.repeated = name
        made[name] = value
    return made


def _number(digits: str) -> int | float:
    # Python refuses to read very long numbers. No record has any, so any wrong value will do.
    return int(digits) if len(digits) <= _LONGEST_NUMBER else float("inf")


def _constant(name: str) -> float:
    # NaN and Infinity are not JSON. They are refused later, with a path: no record has fractions.
    return float(name)


def _syntax_error(text: str, error: json.JSONDecodeError) -> RecordError:
    spot = RecordSpot(error.lineno, error.colno)
    rest = text[error.pos : error.pos + 100].strip()
    if not rest:
        return spot.error(RecordError("The JSON ends here, unfinished."))
    return spot.error(RecordError("From here on this is not JSON: “{rest}”.", rest=shown(rest)))
