"""What is said at one table, in memory as long as somebody listens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kingup.tables.chat import Remark

MOST_REMARKS = 500


class Conversation:
    """The last remarks of a table, and who does not want to hear whom."""

    def __init__(self) -> None:
        self.remarks: list[Remark] = []
        self.drawn: dict[tuple[int, str, bool], str] = {}
        """Remarks as pages show them: by number, language, and whether they are the reader's."""
        self._muted_by: dict[str, frozenset[str]] = {}

    @property
    def number(self) -> int:
        """The number of the last remark."""
        return self.remarks[-1].number if self.remarks else 0

    def speakers(self) -> frozenset[str]:
        """Return everybody who has said something."""
        return frozenset(remark.speaker.person for remark in self.remarks)

    def take(self, remarks: Iterable[Remark], muted_by: Mapping[str, frozenset[str]]) -> None:
        """Add what was said since, with who does not want to hear those who said it."""
        self._muted_by.update(muted_by)
        self.remarks += [remark for remark in remarks if remark.number > self.number]
        if len(self.remarks) > MOST_REMARKS:
            del self.remarks[:-MOST_REMARKS]
            first = self.remarks[0].number
            self.drawn = {key: html for key, html in self.drawn.items() if key[0] >= first}

    def mute(self, person: str, other: str, *, on: bool) -> None:
        """Let a person no longer hear another, or hear them again."""
        deaf = self._muted_by.get(other, frozenset())
        self._muted_by[other] = deaf | {person} if on else deaf - {person}

    def is_muted(self, person: str | None, other: str) -> bool:
        """Return whether a person does not want to hear another."""
        return person in self._muted_by.get(other, ())

    def heard(self, person: str | None, after: int = 0) -> list[Remark]:
        """Return what a person hears of what was said after a number (None: anybody)."""
        return [
            remark
            for remark in self.remarks
            if remark.number > after
            and remark.is_for(person)
            and not self.is_muted(person, remark.speaker.person)
        ]

    def find(self, person: str, number: int) -> Remark | None:
        """Return a remark that a person may know of."""
        for remark in self.remarks:
            if remark.number == number and remark.is_for(person):
                return remark
        return None

    def clear(self) -> None:
        """Forget everything."""
        self.remarks.clear()
        self.drawn.clear()
