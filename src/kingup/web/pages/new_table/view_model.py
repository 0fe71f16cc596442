"""The form for a new table: what has been chosen so far, and what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

from kingup.bots.levels import LEVELS
from kingup.language import _, sentence_of
from kingup.rules.characters import EDITIONS
from kingup.rules.errors import KingUpError, SetupError
from kingup.rules.setup import OPTIONS, SEATS
from kingup.tables import Pace, TableSetting, advance, decisions
from kingup.tables.catalogue import CATALOGUE, EditionOffer, OptionEntry, impossible, required
from kingup.tables.names import new_code, new_secret
from kingup.tables.setting import TALKS
from kingup.telling.numbers import numbers
from kingup.telling.words import capital
from kingup.web.pages.common.labels import BOT_PACES, CHAT_WRITERS, edition_title, pace_text

PACES = ("none", "30", "60", "120", "300", "1d", "2d", "3d", "7d")
SEAT_NUMBERS = range(min(low for low, _high in SEATS), max(high for _low, high in SEATS) + 1)
USUAL_SEATS = 4
ME = "me"
SCREENS = ("own", "board", "passed")
HERE = ("tv", "phone")
"""What the screen that sets a table with a television is: the television, or its owner's own."""
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
    here: str = HERE[0]
    coach: bool = False

    @classmethod
    def read(cls, fields: Fields, name: str = "", *, mobile: bool = False) -> NewTableForm:
        """Read a form or a query; missing or invalid fields get their defaults.

        A phone (`mobile`), or a form with a name in it, does not come from a television.
        """

        def one(key: str, allowed: Sequence[str]) -> str:
            given = fields.get(key)
            return given if given in allowed else allowed[0]

        edition = one("edition", EDITIONS)
        players = range(2 * SEAT_NUMBERS[-1])
        places = {p: fields.get(f"player-{p}") for p in players}
        names = {p: fields.get(f"name-{p}") for p in players}
        levels = [level.id for level in LEVELS]
        screens = one("screens", SCREENS)
        named = bool(_text(fields.get("name")))
        here = one("here", HERE[::-1] if mobile or named else HERE)
        # Seats that were chosen for other screens keep their bots only: who is here has changed.
        seats_for = fields.get("seats_for")
        kept = levels if seats_for and seats_for != _way(screens, here) else ("", ME, *levels)
        return cls(
            edition,
            _number(fields.get("seats"), SEAT_NUMBERS) or USUAL_SEATS,
            frozenset(int(seat) for seat in fields.getlist("team") if seat in "01234567" and seat),
            tuple(option for option in OPTIONS if option in fields.getlist("option")),
            one("pace", PACES),
            fields.get("private") != "0",
            screens,
            fields.get("show_votes") == "1",
            one("bot_pace", tuple(BOT_PACES)),
            _text(fields.get("title")),
            _text(fields.get("name")) or name,
            _number(fields.get("colour"), range(1, 9)),
            {p: place for p, place in places.items() if place in kept},
            {p: _text(text) for p, text in names.items() if isinstance(text, str)},
            one("talk", TALKS),
            here,
            fields.get("coach") == "1",
        )

    @property
    def way(self) -> str:
        """The choices that decide who can be seated from this screen, as one word."""
        return _way(self.screens, self.here)

    @property
    def is_television(self) -> bool:
        """Whether this screen is the table's television: nobody plays on it."""
        return self.way == "board-tv"

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
        place = self.places.get(player, self._usual(player))
        if place == ME and self.is_television:
            return ""
        # Unless a device is passed around, a person has one place: the first that is chosen.
        if place == ME and self.screens != "passed" and self._first_mine() != player:
            return ""
        return place

    def _first_mine(self) -> int | None:
        players = range(sum(self.sizes))
        return next((p for p in players if self.places.get(p, self._usual(p)) == ME), None)

    def _usual(self, player: int) -> str:
        if self.is_television:
            return ""
        return ME if player == 0 or self.screens == "passed" else ""

    @property
    def people(self) -> list[tuple[int, str, int | None]]:
        """The places that people at this device take: player, name, colour."""
        mine = [player for player in range(sum(self.sizes)) if self.place(player) == ME]
        if self.screens != "passed":
            return [(player, self.name, self.colour) for player in mine]
        return [(player, self.names.get(player, ""), None) for player in mine]

    @property
    def coach_reason(self) -> str | None:
        """Why nobody can have a coach at this table; None if somebody can."""
        if self.screens != "passed" and len(self.people) == sum(self.sizes) - len(self.bots) == 1:
            return None
        return _("A coach is for one person alone among our bots.")

    def name_field(self, player: int) -> str:
        """Return the field with the name of somebody at this screen."""
        return f"name-{player}" if self.screens == "passed" else "name"

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
    options_summary: str
    groups: list[Group]
    """Of options; empty if the edition has none."""
    paces: list[FormChoice]
    bot_paces: list[FormChoice]
    talks: list[FormChoice]
    more_summary: str
    """What is set in the folded part of the form."""
    errors: Mapping[str, str]
    """What is wrong, by field."""


def new_page(chosen: NewTableForm, errors: Mapping[str, str] | None = None) -> NewPage:
    """Return the form for what has been chosen so far; `errors` are sentences by field."""
    low, high = chosen.offer.seats[0], chosen.offer.seats[-1]
    errors = errors or {}
    if not low <= chosen.seats <= high and "seats" not in errors:
        chosen = replace(chosen, seats=max(low, min(chosen.seats, high)))
    if not chosen.offer.teams:
        chosen = replace(chosen, teams=frozenset())
    groups = _groups(chosen)
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
        _options_summary(groups),
        groups,
        _paces(chosen),
        [
            FormChoice(pace, _(title), _(about), pace == chosen.bot_pace)
            for pace, (title, about) in BOT_PACES.items()
        ],
        [
            FormChoice(talk, _(title), chosen=talk == chosen.talk)
            for talk, title in CHAT_WRITERS.items()
        ],
        _more_summary(chosen),
        errors,
    )


def faults(chosen: NewTableForm) -> dict[str, KingUpError]:
    """Return what is wrong with a form, by the field that has to change."""
    found: dict[str, KingUpError] = {}
    try:
        chosen.setting()
    except KingUpError as error:
        at = _field_at_fault(chosen)
        found[at] = error
        if at != "title":
            return found
        chosen = replace(chosen, title="")
    setting = chosen.setting()
    # The names are tried at a table that nobody will see: the same rules decide as at a real one.
    secret = new_secret(setting.players)
    table, _events = advance(None, decisions.create(ME, setting, new_code(), secret), 0)
    for player, name, colour in chosen.people:
        try:
            events = decisions.sit(table, ME, player, name, colour)
        except KingUpError as error:
            found[chosen.name_field(player)] = error
        else:
            table, _events = advance(table, events, 0)
    return found


def _field_at_fault(chosen: NewTableForm) -> str:
    """Return the field without which the setting would be possible."""
    for field_, without in (
        ("title", replace(chosen, title="")),
        ("option", replace(chosen, options=())),
    ):
        try:
            without.setting()
        except KingUpError:
            continue
        return field_
    return "seats"


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


def _options_summary(groups: Sequence[Group]) -> str:
    chosen = [option.title for group in groups for option in group.options if option.chosen]
    return ", ".join(chosen) or _("None chosen")


def _more_summary(chosen: NewTableForm) -> str:
    pace = _pace(chosen.pace)
    words = [
        chosen.title,
        _("Private") if chosen.private else _("Open to all"),
        capital(pace_text(pace.kind, pace.amount)),
        _("Bots: {pace}").format(pace=_(BOT_PACES[chosen.bot_pace][0])),
        _("Show all votes of the round") if chosen.show_votes else "",
        _("With a coach") if chosen.coach and not chosen.coach_reason else "",
    ]
    if chosen.talk != TALKS[0] and chosen.screens != "passed":
        words.append(_(CHAT_WRITERS[chosen.talk]))
    return " · ".join(word for word in words if word)


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
                    chosen.names.get(player, chosen.name if player == 0 else ""),
                )
            )
            player += 1
        rows.append(SeatRow(seat, label, size == 2, places))
    return rows


def _sitters(chosen: NewTableForm, player: int) -> list[FormChoice]:
    place = chosen.place(player)
    me = _("Somebody here") if chosen.screens == "passed" else _("You")
    return [
        *([] if chosen.is_television else [FormChoice(ME, me, chosen=place == ME)]),
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
    if not chosen.offer.options:
        return []
    titles = {"option": _("Options"), "variant": _("Variants"), "house rule": _("House rules")}
    reasons, forced = _reasons(chosen)
    return [
        Group(
            title,
            [
                _option(option, chosen, reasons.get(option.id), forced.get(option.id))
                for option in chosen.offer.options
                if option.sort == sort
            ],
        )
        for sort, title in titles.items()
    ]


def _option(
    option: OptionEntry,
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


def _way(screens: str, here: str) -> str:
    return f"{screens}-{here}" if screens == "board" else screens


def _number(text: object, allowed: range) -> int | None:
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 4:
        number = int(text)
        return number if number in allowed else None
    return None


def _text(text: object) -> str:
    return text.strip()[:LONGEST_TEXT] if isinstance(text, str) else ""
