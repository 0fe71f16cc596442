"""The chat of one table, in memory while anybody reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kingup.tables.chat import Remark

MOST_REMARKS = 500


class Conversation:
    """The last remarks at a table, and who has muted whom."""

    def __init__(self) -> None:
        self.remarks: list[Remark] = []
        self.rendered: dict[tuple[int, str, bool], str] = {}
        """Rendered remarks by number, language, and whether they are the reader's own."""
        self._muted_by: dict[str, frozenset[str]] = {}

    @property
    def number(self) -> int:
        """The number of the last remark."""
        return self.remarks[-1].number if self.remarks else 0

    def speakers(self) -> frozenset[str]:
        """Return everybody who has written something."""
        return frozenset(remark.speaker.person for remark in self.remarks)

    def add(self, remarks: Iterable[Remark], muted_by: Mapping[str, frozenset[str]]) -> None:
        """Add newer remarks, with the people who have muted each speaker."""
        self._muted_by.update(muted_by)
        self.remarks += [remark for remark in remarks if remark.number > self.number]
        if len(self.remarks) > MOST_REMARKS:
            del self.remarks[:-MOST_REMARKS]
            first = self.remarks[0].number
            self.rendered = {key: html for key, html in self.rendered.items() if key[0] >= first}

    def mute(self, person: str, other: str, *, on: bool) -> None:
        """Mute another person for this one, or unmute them."""
        listeners = self._muted_by.get(other, frozenset())
        self._muted_by[other] = listeners | {person} if on else listeners - {person}

    def is_muted(self, person: str | None, other: str) -> bool:
        """Return whether a person has muted another."""
        return person in self._muted_by.get(other, ())

    def remarks_for(self, person: str | None, after: int = 0) -> list[Remark]:
        """Return the remarks after a number that a person sees; None for a spectator."""
        return [
            remark
            for remark in self.remarks
            if remark.number > after
            and remark.is_for(person)
            and not self.is_muted(person, remark.speaker.person)
        ]

    def find(self, person: str, number: int) -> Remark | None:
        """Return a remark that a person may see, or None."""
        for remark in self.remarks:
            if remark.number == number and remark.is_for(person):
                return remark
        return None

    def clear(self) -> None:
        """Drop all remarks."""
        self.remarks.clear()
        self.rendered.clear()
