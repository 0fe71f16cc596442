"""The settings of a table: the game, its pace, its screens and its chat."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from typing import Any, Literal, get_args

from kingup.rules.setup import Setup
from kingup.tables.errors import TableError

DAY = 86_400
LONGEST_TITLE = 40

PaceKind = Literal["none", "seconds", "days"]
Screens = Literal["own", "board", "passed"]
BotPace = Literal["calm", "brisk", "swift"]
Talk = Literal["players", "everybody", "off"]

BOT_PACES: tuple[BotPace, ...] = get_args(BotPace)
TALKS: tuple[Talk, ...] = get_args(Talk)

AMOUNTS: dict[str, range] = {
    "none": range(1),
    "seconds": range(10, 3601),
    "days": range(1, 31),
}
"""The allowed seconds or days for a decision."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a decision may take."""

    kind: PaceKind = "none"
    amount: int = 0

    def __post_init__(self) -> None:
        if self.kind not in AMOUNTS:
            raise TableError("There is no pace “{kind}”.", kind=str(self.kind)[:20])
        allowed = AMOUNTS[self.kind]
        if type(self.amount) is int and self.amount in allowed:
            return
        if self.kind == "seconds":
            raise TableError(
                "Allow {least} to {most} seconds for a decision.",
                least=allowed[0],
                most=allowed[-1],
            )
        if self.kind == "days":
            raise TableError(
                "Allow {least} to {most} days for a decision.", least=allowed[0], most=allowed[-1]
            )
        raise TableError("A game without a clock has no time limit.")

    @property
    def seconds(self) -> int | None:
        """The time for a decision in seconds; None without a clock."""
        if self.kind == "none":
            return None
        return self.amount * (DAY if self.kind == "days" else 1)


@dataclass(frozen=True, slots=True)
class TableSetting:
    """The settings of a table, checked: a game that the rules do not allow raises an error."""

    edition: str = "kingup"
    seats: tuple[int, ...] = (1, 1, 1, 1)
    """How many players sit at each seat: 1, or 2 for a team."""
    options: tuple[str, ...] = ()
    pace: Pace = field(default_factory=Pace)
    private: bool = True
    """Whether the table is hidden from the lobby."""
    screens: Screens = "own"
    """A device for each person, a large board and phones, or one device passed around."""
    show_votes: bool = False
    """Whether screens show all revealed votes of the round, not only the last (ruling 13)."""
    bot_pace: BotPace = "calm"
    title: str = ""
    first: int | None = None
    """The seat that begins the first round if it is not drawn: a rematch rotates it."""
    talk: Talk = "players"
    """Who may chat: people with a seat, spectators as well, or nobody."""

    def __post_init__(self) -> None:
        setup = Setup.of(self.edition, self.seats, self.options)
        object.__setattr__(self, "seats", setup.seats)
        object.__setattr__(self, "options", setup.options)
        if self.screens not in get_args(Screens):
            raise TableError(
                "There is no screen setting “{screens}”.", screens=str(self.screens)[:20]
            )
        if self.talk not in TALKS:
            raise TableError("There is no chat setting “{talk}”.", talk=str(self.talk)[:20])
        read_bot_pace(self.bot_pace)
        if self.first is not None and self.first not in range(len(self.seats)):
            raise TableError("The first seat must be from 0 to {last}.", last=len(self.seats) - 1)
        title = tidy(self.title)
        if len(title) > LONGEST_TITLE:
            raise TableError("A title can have at most {most} letters.", most=LONGEST_TITLE)
        object.__setattr__(self, "title", title)

    @property
    def setup(self) -> Setup:
        """The game as the rules describe it."""
        return _setup(self.edition, self.seats, self.options)

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(self.seats)

    @property
    def passed(self) -> bool:
        """Whether one device is passed around, so that one person may hold several players."""
        return self.screens == "passed"

    def seat_of(self, player: int) -> int:
        """Return the seat of a player."""
        return next(seat for seat, held in enumerate(self.by_seat()) if player in held)

    def by_seat(self) -> tuple[tuple[int, ...], ...]:
        """Return the players of every seat."""
        return _by_seat(self.seats)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as plain values."""
        plain = asdict(self)
        return {**plain, "seats": list(self.seats), "options": list(self.options)}

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> TableSetting:
        """Return the settings described by plain values."""
        known = {name.name for name in fields(cls)}
        if not isinstance(body, Mapping) or not set(body) <= known:
            raise TableError("A table has no such setting.")
        values = dict(body)
        for name in ("seats", "options"):
            if name in values:
                values[name] = tuple(values[name])
        if "pace" in values:
            values["pace"] = Pace(**values["pace"])
        return cls(**values)


@cache
def _setup(edition: str, seats: tuple[int, ...], options: tuple[str, ...]) -> Setup:
    return Setup.of(edition, seats, options)  # shared by all tables: there are few games


@cache
def _by_seat(seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    ends = [sum(seats[: seat + 1]) for seat in range(len(seats))]
    return tuple(tuple(range(end - size, end)) for end, size in zip(ends, seats, strict=True))


def read_bot_pace(text: str) -> BotPace:
    """Return a bot pace; an unknown one raises an error."""
    for pace in BOT_PACES:
        if text == pace:
            return pace
    raise TableError("There is no pace “{kind}”.", kind=str(text)[:20])


def tidy(text: str) -> str:
    """Return a text on one line, without invisible characters that affect the text around it.

    Joiners stay, because emoji and some scripts need them; all other invisible characters are
    removed, above all those that change the reading direction.
    """
    kept = []
    for sign in unicodedata.normalize("NFC", text):
        category = unicodedata.category(sign)
        if category[0] == "Z" or sign in "\t\n\r\u115f\u1160\u2800\u3164\uffa0":
            kept.append(" ")
        elif category[0] != "C" or sign in "\u200c\u200d":
            kept.append(sign)
    return " ".join("".join(kept).split()).strip("\u200c\u200d ")
