"""The form for a new table: what has been chosen so far, and what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

from kingup.bots.levels import LEVELS, Level
from kingup.language import _, sentence_of
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError, SetupError
from kingup.rules.setup import OPTIONS, SEATS
from kingup.tables import Pace, TableSetting
from kingup.tables.catalogue import CATALOGUE, EditionOffer, Option, impossible, required
from kingup.tables.setting import TALKS
from kingup.telling.numbers import numbers
from kingup.telling.words import capital
from kingup.web.pages.common.labels import (
    BOT_PACES,
    CHAT_WRITERS,
    Way,
    edition_title,
    pace_text,
    ways,
)

PACES = ("none", "30", "60", "120", "300", "1d", "2d", "3d", "7d")
SEAT_NUMBERS = range(min(low for low, _high in SEATS), max(high for _low, high in SEATS) + 1)
USUAL_SEATS = 4
ME = "me"
LONGEST_TEXT = 200
"""Longer texts are cut before they are shown in the form again."""


class Fields(Protocol):
    """The fields of a form or a query; a field may be repeated."""

    def get(self, key: str) -> Any:
        """Return a field, or None."""

    def getlist(self, key: str) -> Sequence[Any]:
        """Return all values of a field."""


@dataclass(frozen=True, slots=True)
class NewTableForm:
    """What has been chosen for a new table. Reading never fails; `setting` validates."""

    edition: str = "kingup"
    seats: int = USUAL_SEATS
    teams: frozenset[int] = frozenset()
    options: tuple[str, ...] = ()
    pace: str = "none"
    private: bool = True
    screens: str = "own"
    show_votes: bool = False
    bot_pace: str = "calm"
    title: str = ""
    name: str = ""
    colour: int | None = None
    places: dict[int, str] = field(default_factory=dict)
    """Who sits at each place, by player: "me", a level, or empty."""
    names: dict[int, str] = field(default_factory=dict)
    """The names of the people who share this device, by player."""
    talk: str = TALKS[0]

    @classmethod
    def read(cls, fields: Fields, name: str = "") -> NewTableForm:
        """Read a form or a query; missing or invalid fields get their defaults."""

        def one(key: str, allowed: Sequence[str]) -> str:
            given = fields.get(key)
            return given if given in allowed else allowed[0]

        edition = one("edition", EDITIONS)
        players = range(2 * SEAT_NUMBERS[-1])
        places = {p: fields.get(f"player-{p}") for p in players}
        names = {p: fields.get(f"name-{p}") for p in players}
        levels = [level.id for level in LEVELS]
        return cls(
            edition,
            _number(fields.get("seats"), SEAT_NUMBERS) or USUAL_SEATS,
            frozenset(int(seat) for seat in fields.getlist("team") if seat in "01234567" and seat),
            tuple(option for option in OPTIONS if option in fields.getlist("option")),
            one("pace", PACES),
            fields.get("private") != "0",
            one("screens", ("own", "board", "passed")),
            fields.get("show_votes") == "1",
            one("bot_pace", tuple(BOT_PACES)),
            _text(fields.get("title")),
            _text(fields.get("name")) or name,
            _number(fields.get("colour"), range(1, 9)),
            {p: place for p, place in places.items() if place in ("", ME, *levels)},
            {p: _text(text) for p, text in names.items() if isinstance(text, str)},
            one("talk", TALKS),
        )

    @property
    def offer(self) -> EditionOffer:
        """What the chosen edition offers."""
        return next(offer for offer in CATALOGUE if offer.id == self.edition)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many players sit at each seat."""
        return tuple(2 if seat in self.teams else 1 for seat in range(self.seats))

    def place(self, player: int) -> str:
        """Return who is to sit at a place: "me", a level, or empty."""
        usual = ME if player == 0 or self.screens == "passed" else ""
        place = self.places.get(player, usual)
        # Unless a device is passed around, a person has one place: the first that is chosen.
        if place == ME and self.screens != "passed" and self._first_mine() != player:
            return ""
        return place

    def _first_mine(self) -> int | None:
        players = range(sum(self.sizes))
        return next((p for p in players if self.places.get(p, ME if p == 0 else "") == ME), None)

    @property
    def people(self) -> list[tuple[int, str, int | None]]:
        """The places that people at this device take: player, name, colour."""
        mine = [player for player in range(sum(self.sizes)) if self.place(player) == ME]
        if self.screens != "passed":
            return [(player, self.name, self.colour) for player in mine]
        return [(player, self.names.get(player, ""), None) for player in mine]

    @property
    def bots(self) -> dict[int, str]:
        """The levels of the bots, by player."""
        chosen = {player: self.place(player) for player in range(sum(self.sizes))}
        return {player: place for player, place in chosen.items() if place not in ("", ME)}

    def setting(self) -> TableSetting:
        """Return the table's setting, or raise an error if the rules forbid it."""
        forced = required(self.edition, self.sizes)
        return TableSetting(
            self.edition,
            self.sizes,
            tuple(dict.fromkeys((*self.options, *forced))),
            _pace(self.pace),
            self.private,
            cast("Any", self.screens),
            self.show_votes,
            cast("Any", self.bot_pace),
            self.title,
            talk=cast("Any", self.talk),
        )


@dataclass(frozen=True, slots=True)
class FormChoice:
    """Something to choose, with the reason if it cannot be chosen."""

    id: str
    title: str
    about: str = ""
    chosen: bool = False
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group of options."""

    title: str
    options: list[FormChoice]


@dataclass(frozen=True, slots=True)
class FormSeat:
    """A player's place in the form."""

    player: int
    label: str
    choices: list[FormChoice]
    name: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat in the form."""

    seat: int
    label: str
    team: bool
    places: list[FormSeat]


@dataclass(frozen=True, slots=True)
class NewPage:
    """The form of a new table."""

    chosen: NewTableForm
    editions: list[FormChoice]
    seats: list[FormChoice]
    rows: list[SeatRow]
    teams_reason: str | None
    options_reason: str | None
    """Why no option can be chosen; None if some can."""
    groups: list[Group]
    paces: list[FormChoice]
    ways: list[Way]
    bot_paces: list[FormChoice]
    talks: list[FormChoice]
    talk_reason: str | None
    """Why the table has no chat; None if it has one."""
    levels: Sequence[Level]
    error: str | None


def new_page(chosen: NewTableForm, error: str | None = None) -> NewPage:
    """Return the form for what has been chosen so far."""
    low, high = chosen.offer.seats[0], chosen.offer.seats[-1]
    if not low <= chosen.seats <= high and error is None:
        chosen = replace(chosen, seats=max(low, min(chosen.seats, high)))
    if not chosen.offer.teams:
        chosen = replace(chosen, teams=frozenset())
    return NewPage(
        chosen,
        [
            FormChoice(
                offer.id,
                offer.title,
                _(offer.explanation).format(**numbers(offer.id)),
                offer.id == chosen.edition,
            )
            for offer in CATALOGUE
        ],
        _seat_numbers(chosen),
        _rows(chosen),
        None if chosen.offer.teams else _("Teams belong to Vive le Roi."),
        None if chosen.offer.options else _no_options(),
        _groups(chosen),
        _paces(chosen),
        ways(),
        [
            FormChoice(pace, _(title), _(about), pace == chosen.bot_pace)
            for pace, (title, about) in BOT_PACES.items()
        ],
        [
            FormChoice(talk, _(title), chosen=talk == chosen.talk)
            for talk, title in CHAT_WRITERS.items()
        ],
        _("On one device you can simply talk.") if chosen.screens == "passed" else None,
        LEVELS,
        error,
    )


def _seat_numbers(chosen: NewTableForm) -> list[FormChoice]:
    seats = chosen.offer.seats
    reason = _("{title} is for {low} to {high} seats.").format(
        title=edition_title(chosen.edition), low=seats[0], high=seats[-1]
    )
    return [
        FormChoice(
            str(number),
            str(number),
            chosen=number == chosen.seats,
            reason=None if number in seats else reason,
        )
        for number in SEAT_NUMBERS
    ]


def _rows(chosen: NewTableForm) -> list[SeatRow]:
    rows = []
    player = 0
    for seat, size in enumerate(chosen.sizes):
        label = _("Seat {number}").format(number=seat + 1)
        places = []
        for mate in range(size):
            of_two = _("Seat {number}, teammate {mate}").format(number=seat + 1, mate=mate + 1)
            places.append(
                FormSeat(
                    player,
                    label if size == 1 else of_two,
                    _sitters(chosen, player),
                    chosen.names.get(player, ""),
                )
            )
            player += 1
        rows.append(SeatRow(seat, label, size == 2, places))
    return rows


def _sitters(chosen: NewTableForm, player: int) -> list[FormChoice]:
    place = chosen.place(player)
    me = _("Somebody here") if chosen.screens == "passed" else _("You")
    return [
        FormChoice(ME, me, chosen=place == ME),
        FormChoice("", _("Free: whoever has the link"), chosen=place == ""),
        *(
            FormChoice(
                level.id,
                _("Bot: {level}").format(level=_(level.name)),
                chosen=place == level.id,
            )
            for level in LEVELS
        ),
    ]


def _groups(chosen: NewTableForm) -> list[Group]:
    titles = {"option": _("Options"), "variant": _("Variants"), "house rule": _("House rules")}
    reasons, forced = _reasons(chosen)
    offered = next(offer.options for offer in CATALOGUE if offer.options)
    return [
        Group(
            title,
            [
                _option(option, chosen, reasons.get(option.id), forced.get(option.id))
                for option in offered
                if option.sort == sort
            ],
        )
        for sort, title in titles.items()
    ]


def _no_options() -> str:
    return _("King Up! has no options: they belong to Vive le Roi.")


def _option(
    option: Option,
    chosen: NewTableForm,
    impossible_because: str | None,
    forced_because: str | None,
) -> FormChoice:
    on = forced_because is not None or (option.id in chosen.options and impossible_because is None)
    return FormChoice(
        option.id,
        _(option.title),
        _(option.explanation).format(**numbers("vive-le-roi")),
        on,
        impossible_because or forced_because,
    )


def _reasons(chosen: NewTableForm) -> tuple[dict[str, str], dict[str, str]]:
    """Return why options cannot be chosen, and why others are required."""
    if not chosen.offer.options:
        return dict.fromkeys(OPTIONS, _no_options()), {}
    try:
        forced = required(chosen.edition, chosen.sizes)
        reasons = impossible(chosen.edition, chosen.sizes, chosen.options)
    except SetupError as error:
        return dict.fromkeys(OPTIONS, sentence_of(error)), {}
    why = {
        "emissary": _("With 2 seats the Emissary always plays."),
        "shared-marker": _("With more than 8 players, teams share a marker."),
    }
    return reasons, {option: why[option] for option in forced}


def _paces(chosen: NewTableForm) -> list[FormChoice]:
    choices = []
    for pace in PACES:
        wanted = _pace(pace)
        words = pace_text(wanted.kind, wanted.amount)
        choices.append(FormChoice(pace, capital(words), chosen=pace == chosen.pace))
    return choices


def _pace(pace: str) -> Pace:
    if pace == "none":
        return Pace()
    if pace.endswith("d"):
        return Pace("days", int(pace[:-1]))
    return Pace("seconds", int(pace))


def refused(chosen: NewTableForm) -> str | None:
    """Return why the rules forbid such a table, or None if they allow it."""
    try:
        chosen.setting()
    except KingUpError as error:
        return sentence_of(error)
    return None


def _number(text: object, allowed: range) -> int | None:
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 4:
        number = int(text)
        return number if number in allowed else None
    return None


def _text(text: object) -> str:
    return text.strip()[:LONGEST_TEXT] if isinstance(text, str) else ""
