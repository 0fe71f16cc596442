"""A scanner for the lines of a text record, which keeps track of locations."""

from __future__ import annotations

import json
import re

from kingup.notation.errors import RecordError
from kingup.notation.spots import RecordSpot, Written, at
from kingup.notation.strings import checked, shown

_BLANKS = re.compile(r"[ \t]*")
_TOKEN = re.compile(r"[^ \t;]+")
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,8})(?![0-9])")
_COMMENT = ";"

_PLAIN = r'[^"\\\x00-\x1f]*'
_ESCAPE = r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})'
_QUOTED_PART = re.compile(f'"{_PLAIN}(?:{_ESCAPE}{_PLAIN})*')


class RecordLine:
    """One line, and how far it has been read. Blanks between its parts are skipped."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.offset = 0
        self._skip_blanks()

    @property
    def spot(self) -> RecordSpot:
        """The location of what comes next."""
        return RecordSpot(self.number, self.offset + 1)

    @property
    def rest(self) -> str:
        """What is still to be read, as errors show it."""
        return shown(self.text[self.offset : self.offset + 100])

    @property
    def at_end(self) -> bool:
        """Whether nothing but a comment comes next."""
        return self.text.startswith(_COMMENT, self.offset) or self.offset >= len(self.text)

    def looks_like(self, pattern: re.Pattern[str]) -> bool:
        """Return whether a pattern comes next."""
        return pattern.match(self.text, self.offset) is not None

    def take(self, pattern: re.Pattern[str]) -> Written[re.Match[str]] | None:
        """Return what matches a pattern, if it comes next."""
        match = pattern.match(self.text, self.offset)
        if match is None:
            return None
        spot = self.spot
        self.offset = match.end()
        self._skip_blanks()
        return Written(match, spot)

    def take_word(self, word: str) -> Written[str] | None:
        """Return a word or a sign, if it comes next."""
        if not self.text.startswith(word, self.offset):
            return None
        spot = self.spot
        self.offset += len(word)
        self._skip_blanks()
        return Written(word, spot)

    def take_token(self) -> Written[str] | None:
        """Return everything up to the next blank, unless the line ends here."""
        match = None if self.at_end else self.take(_TOKEN)
        return None if match is None else Written(match.value[0], match.spot)

    def take_number(self) -> Written[int] | None:
        """Return a number, if one comes next."""
        match = self.take(_NUMBER)
        return None if match is None else Written(int(match.value[0]), match.spot)

    def take_quoted(self) -> Written[str] | None:
        """Return a quoted text, if one comes next."""
        spot = self.spot
        match = _QUOTED_PART.match(self.text, self.offset)
        if match is None:
            return None
        if self.text[match.end() : match.end() + 1] != '"':
            self.offset = match.end()
            if self.offset >= len(self.text):
                raise spot.error(RecordError("The quotation marks that open here never close."))
            raise self.spot.error(
                RecordError("In quotation marks this must be escaped: “{rest}”.", rest=self.rest)
            )
        self.offset = match.end() + 1
        self._skip_blanks()
        with at(spot):
            return Written(checked(json.loads(match[0] + '"')), spot)

    def expect_end(self) -> None:
        """Raise an error if anything is left on the line."""
        if not self.at_end:
            raise self.spot.error(
                RecordError("Nothing more is expected on this line: “{rest}”.", rest=self.rest)
            )

    def _skip_blanks(self) -> None:
        blanks = _BLANKS.match(self.text, self.offset)
        if blanks is not None:
            self.offset = blanks.end()


class RecordLines:
    """The lines of a text, without blank lines and comments."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = 0
        self._number = 0
        self._current = self._find()

    @property
    def current(self) -> RecordLine | None:
        """The line to be read now; None at the end of the text."""
        return self._current

    @property
    def spot(self) -> RecordSpot:
        """Where the text goes on, or where it ends."""
        if self._current is not None:
            return self._current.spot
        last_line = self._text.rfind("\n") + 1
        return RecordSpot(self._number, len(self._text) - last_line + 1)

    def advance(self) -> None:
        """Go on to the next line that is neither blank nor a comment."""
        self._current = self._find()

    def _find(self) -> RecordLine | None:
        while self._start <= len(self._text):
            end = self._text.find("\n", self._start)
            end = len(self._text) if end < 0 else end
            text = self._text[self._start : end].removesuffix("\r")
            self._start = end + 1
            self._number += 1
            # A cheap check skips most blank lines and comments.
            if text and not text.startswith(_COMMENT):
                line = RecordLine(self._number, text)
                if not line.at_end:
                    return line
        return None
