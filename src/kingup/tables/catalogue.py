"""What can be chosen for a new table: editions, seats and options, and why some do not combine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from kingup.language import _, sentence_of
from kingup.rules.characters import EDITIONS, TITLES, Edition
from kingup.rules.errors import SetupError, sentence
from kingup.rules.setup import OPTIONS, SEATS, Setup

Sort = Literal["option", "variant", "house rule"]


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """An option, a variant or a house rule, with texts to be translated.

    `kingup.telling.numbers` fills in the numbers of an explanation.
    """

    id: str
    sort: Sort
    title: str
    explanation: str


@dataclass(frozen=True, slots=True)
class EditionOffer:
    """An edition, and what can be chosen in it."""

    id: Edition
    title: str
    explanation: str
    seats: range
    teams: bool
    options: tuple[OptionEntry, ...]


_OPTIONS = (
    OptionEntry(
        "ambition",
        "option",
        sentence("Ambition"),
        sentence(
            "Everybody also keeps one of {ambition_dealt} secret goals, worth {ambition_low} to "
            "{ambition_high} points."
        ),
    ),
    OptionEntry(
        "banished",
        "option",
        sentence("Banished"),
        sentence(
            "The marked character on your card is not your favourite: {five} instead of {six}."
        ),
    ),
    OptionEntry(
        "emissary",
        "variant",
        sentence("Emissary of the Empire"),
        sentence("A phantom with an open card votes, scores and may beat you all."),
    ),
    OptionEntry(
        "wedding",
        "variant",
        sentence("Royal wedding"),
        sentence("Two monarchs a round: everybody scores at both crownings."),
    ),
    OptionEntry(
        "shared-marker",
        "variant",
        sentence("One score a team"),
        sentence(
            "A team shares one score, which moves by the smaller of its two gains. For up "
            "to {people} players."
        ),
    ),
    OptionEntry(
        "jester-returns-to-3",
        "house rule",
        sentence("The jester falls softly"),
        sentence(
            "A rejected jester goes back to floor {jester_soft}, not to floor {jester_back}."
        ),
    ),
    OptionEntry(
        "jester-uncounted-in-placement",
        "house rule",
        sentence("The jester takes no room"),
        sentence(
            "With {two} seats: he does not count while placing, so each player places "
            "{each_roomy}."
        ),
    ),
)

CATALOGUE: tuple[EditionOffer, ...] = (
    EditionOffer(
        EDITIONS[0],
        TITLES[0],
        sentence("The classic: climb, vote, crown. For {low} to {high} players."),
        range(SEATS[0][0], SEATS[0][1] + 1),
        False,
        (),
    ),
    EditionOffer(
        EDITIONS[1],
        TITLES[1],
        sentence(
            "With a jester, privies, dungeons and bellyaches. For {low} to {high} players, "
            "or teams."
        ),
        range(SEATS[1][0], SEATS[1][1] + 1),
        True,
        _OPTIONS,
    ),
)
"""The editions with their options, in the order in which records list them."""

_CAN_BE_FORCED = ((), ("emissary",), ("shared-marker",), ("emissary", "shared-marker"))


def required(edition: str, seats: Sequence[int]) -> tuple[str, ...]:
    """Return the options that these seats require.

    If no option makes the seats possible, raise the `SetupError` that says why.
    """
    refused: SetupError | None = None
    for options in _CAN_BE_FORCED:
        try:
            Setup.of(edition, tuple(seats), options)
        except SetupError as error:
            refused = refused or error
        else:
            return options
    assert refused is not None  # noqa: S101
    raise refused


def impossible(
    edition: str, seats: Sequence[int], options: Collection[str] = ()
) -> dict[str, str]:
    """Return the options that cannot be added here, each with the reason as a sentence.

    Options that are already chosen are checked, too: one that has become impossible is included.
    """
    chosen = list(required(edition, seats))
    titles = {option.id: option.title for option in _OPTIONS}
    reasons: dict[str, str] = {}
    for option in sorted(OPTIONS, key=lambda option: option not in options):
        try:
            Setup.of(edition, tuple(seats), [*chosen, option])
        except SetupError as error:
            if error.values.get("option") in titles:  # people know it by its title
                error.values["option"] = _(titles[error.values["option"]])
            reasons[option] = sentence_of(error)
        else:
            if option in options:
                chosen.append(option)
    return {option: reasons[option] for option in OPTIONS if option in reasons}
