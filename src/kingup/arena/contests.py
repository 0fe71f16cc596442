"""Contests: the kinds of games in an arena, by edition, seats and options."""

from __future__ import annotations

from kingup.language import _, ngettext
from kingup.rules.characters import EDITIONS, TITLES
from kingup.rules.errors import KingUpError
from kingup.rules.setup import Setup


def contests_of(
    editions: list[str], seats: list[int | tuple[int, ...]], options: list[tuple[str, ...]]
) -> tuple[Setup, ...]:
    """Return every combination of editions, seats and options, each once.

    King Up! has no options, so together with Vive le Roi it is played once without them; on its
    own with options, the rules refuse it.
    """
    made: list[Setup] = []
    for edition in editions:
        plain = edition == EDITIONS[0] and len(set(editions)) > 1
        for sizes in seats:
            for wanted in [()] if plain else options:
                setup = Setup.of(edition, sizes, wanted)
                if setup not in made:
                    made.append(setup)
    if not made:
        raise KingUpError("An arena needs at least one edition and one number of seats.")
    return tuple(made)


def key_of(setup: Setup) -> str:
    """Return the contest's key for seeds, so that its deals do not depend on other contests."""
    return " ".join((setup.edition, sizes_of(setup), *setup.options))


def sizes_of(setup: Setup) -> str:
    """Return the players of each seat: 1+2+1."""
    return "+".join(str(size) for size in setup.seats)


def title_of(setup: Setup) -> str:
    """Return the contest's name for people."""
    number = len(setup.seats)
    text = ngettext("{title}, {seats} seat", "{title}, {seats} seats", number).format(
        title=TITLES[setup.edition_code], seats=number
    )
    if setup.teams:
        text += f" ({sizes_of(setup)})"
    if setup.options:
        text += _(", with {options}").format(options=", ".join(setup.options))
    return text
