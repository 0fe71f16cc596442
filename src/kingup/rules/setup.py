"""The setup of a game: edition, seats and options, checked against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from kingup.rules.characters import EDITIONS, LETTERS, TITLES, Edition
from kingup.rules.constants import (
    AMBITIONS,
    ASIDE,
    CHARACTERS,
    EMISSARY_START_SCORE,
    KING_UP,
    MAX_SEATS,
    NOBODY,
    RING,
    START_SCORE,
    VIVE_LE_ROI,
)
from kingup.rules.errors import SetupError
from kingup.rules.state import State

OPTIONS = (
    "ambition",
    "banished",
    "emissary",
    "wedding",
    "shared-marker",
    "jester-returns-to-3",
    "jester-uncounted-in-placement",
)
"""All options, variants and house rules, in the order in which records list them."""

SEATS = ((3, 6), (2, 8))
"""Fewest and most seats, by edition code."""

EMISSARY_SEATS = (2, 5)
SEPARATE_MARKERS = 8

NO_CARDS = ({3: 4, 4: 3, 5: 2, 6: 2}, {2: 4, 3: 4, 4: 3, 5: 2, 6: 2, 7: 2, 8: 2})
"""No cards per seat, by edition code and number of seats."""

NO_CARDS_WITH_EMISSARY = {2: 4, 3: 3, 4: 2, 5: 2}

# Ruling 2: with two seats the floor limit leaves room for five placements each.
PLACEMENTS_EACH = ({3: 4, 4: 3, 5: 2, 6: 2}, {2: 5, 3: 4, 4: 3, 5: 2, 6: 2})
"""Placements per seat, by edition code and seats; 7 and 8 seats place all 13 characters."""

FLOOR_LIMIT = 4
FLOOR_LIMIT_OF_TWO = 3


@dataclass(frozen=True, slots=True)
class Setup:
    """A game that the rules allow. Creating one they do not allow raises `SetupError`."""

    edition: Edition
    seats: tuple[int, ...]
    """How many players sit at each seat: 1, or 2 for a team."""
    options: tuple[str, ...] = ()

    @classmethod
    def of(cls, edition: str, seats: int | Sequence[int], options: Iterable[str] = ()) -> Setup:
        """Make a setup from a user's input: a number of seats, or the players in each seat.

        A string as options is a single option.
        """
        if isinstance(seats, int):
            _check_seats(edition, seats)
            seats = (1,) * seats
        if isinstance(options, str):
            options = [options] if options else []
        return cls(cast("Edition", edition), tuple(seats), tuple(options))

    def __post_init__(self) -> None:
        _check_seats(self.edition, len(self.seats))
        for option in self.options:
            if option not in OPTIONS:
                raise SetupError(
                    "There is no option “{option}”: choose from {options}.",
                    option=option,
                    options=", ".join(OPTIONS),
                )
        # Whatever the input, options are listed in their order and once.
        listed = tuple(option for option in OPTIONS if option in self.options)
        object.__setattr__(self, "options", listed)
        if any(size not in (1, 2) for size in self.seats):
            raise SetupError("A seat is one player or a team of two.")
        if self.edition_code == KING_UP:
            self._check_king_up()
        else:
            self._check_vive_le_roi()

    def _check_king_up(self) -> None:
        if self.options:
            raise SetupError(
                "“{option}” belongs to Vive le Roi: King Up! has no options.",
                option=self.options[0],
            )
        if self.teams:
            raise SetupError("Teams belong to Vive le Roi: in King Up! a seat is one player.")

    def _check_vive_le_roi(self) -> None:
        low, high = EMISSARY_SEATS
        seats = len(self.seats)
        if "emissary" in self.options and seats > high:
            raise SetupError(
                "The Emissary plays with {low} to {high} seats, not {seats}.",
                low=low,
                high=high,
                seats=seats,
            )
        if seats == 2 and "emissary" not in self.options:
            raise SetupError("With 2 seats the Emissary must play: add the option “emissary”.")
        if "shared-marker" in self.options and not self.teams:
            raise SetupError(
                "A shared marker is for teams: make a seat a team of two, or drop the option."
            )
        if "jester-uncounted-in-placement" in self.options and seats != 2:
            raise SetupError(
                "“{option}” is for 2 seats, not {seats}.",
                option="jester-uncounted-in-placement",
                seats=seats,
            )
        if "ambition" in self.options and 2 * self.players > AMBITIONS:
            raise SetupError(
                "Ambition has cards for {most} players, not {players}.",
                most=AMBITIONS // 2,
                players=self.players,
            )
        if "shared-marker" not in self.options and self.players > SEPARATE_MARKERS:
            raise SetupError(
                "With a marker each, at most {most} can play, not {players}: "
                "“shared-marker” allows up to 16 in teams.",
                most=SEPARATE_MARKERS,
                players=self.players,
            )

    @property
    def edition_code(self) -> int:
        """The edition's code in the state."""
        return EDITIONS.index(self.edition)

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(self.seats)

    @property
    def teams(self) -> int:
        """How many seats are teams."""
        return self.seats.count(2)

    @property
    def letters(self) -> str:
        """The characters' letters; a letter's position is the character's code."""
        return LETTERS[self.edition_code]

    @property
    def no_cards(self) -> int:
        """The No cards with which a seat begins a round."""
        if "emissary" in self.options:
            return NO_CARDS_WITH_EMISSARY[len(self.seats)]
        return NO_CARDS[self.edition_code][len(self.seats)]

    @property
    def placements(self) -> int:
        """Characters placed in a round, by all seats together."""
        seats = len(self.seats)
        if seats > max(PLACEMENTS_EACH[self.edition_code]):
            return RING
        each = PLACEMENTS_EACH[self.edition_code][seats]
        if "jester-uncounted-in-placement" in self.options:
            each += 1
        return seats * each

    @property
    def limit(self) -> int:
        """How many characters a floor from 1 to 5 holds."""
        return FLOOR_LIMIT if len(self.seats) > 2 else FLOOR_LIMIT_OF_TWO


def _check_seats(edition: str, seats: int) -> None:
    if edition not in EDITIONS:
        raise SetupError(
            "There is no edition “{edition}”: choose {editions}.",
            edition=edition,
            editions=" / ".join(EDITIONS),
        )
    code = EDITIONS.index(edition)
    low, high = SEATS[code]
    if not low <= seats <= high:
        raise SetupError(
            "{title} is for {low} to {high} seats, not {seats}.",
            title=TITLES[code],
            low=low,
            high=high,
            seats=seats,
        )


def new_state(setup: Setup) -> State:
    """Return the state of a game before its first deal."""
    game = State()
    game.edition = setup.edition_code
    game.place = [ASIDE] * CHARACTERS
    game.count[ASIDE] = CHARACTERS
    game.candidate = game.monarch = NOBODY
    game.seats = len(setup.seats)
    game.players = setup.players
    game.characters = len(setup.letters)
    game.limit = setup.limit
    game.placements = setup.placements
    game.no_start = setup.no_cards
    game.bellyache_start = 1 if game.edition == VIVE_LE_ROI else 0
    game.ambition = int("ambition" in setup.options)
    game.banished = int("banished" in setup.options)
    game.emissary = int("emissary" in setup.options)
    game.wedding = int("wedding" in setup.options)
    game.shared_marker = int("shared-marker" in setup.options)
    game.jester_returns_to_3 = int("jester-returns-to-3" in setup.options)
    game.jester_uncounted = int("jester-uncounted-in-placement" in setup.options)
    player = 0
    for seat, size in enumerate(setup.seats):
        game.first_of[seat] = player
        game.size_of[seat] = size
        for _ in range(size):
            game.seat_of[player] = seat
            player += 1
    if game.edition == VIVE_LE_ROI:
        game.score[: game.players] = [START_SCORE] * game.players
    if game.emissary:
        game.emissary_score = EMISSARY_START_SCORE
    return game


assert max(high for _, high in SEATS) == MAX_SEATS
