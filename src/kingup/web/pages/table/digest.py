"""The rules in a few sentences, for the help at every table."""

from __future__ import annotations

from dataclasses import dataclass

from kingup.language import _
from kingup.rules.characters import CAST, EDITIONS, Edition
from kingup.telling.numbers import numbers


@dataclass(frozen=True, slots=True)
class RulesDigest:
    """The help's text about an edition, with numbers filled in."""

    placing: str
    scoring: str
    zero: str
    jester: str
    first_floor: object
    last_floor: object
    first_letter: str
    last_letter: str


def rules_digest(edition: Edition) -> RulesDigest:
    """Return the digest of an edition's rules, in the current language."""
    values = numbers(edition)
    letters = sorted(member.letter for member in CAST[EDITIONS.index(edition)])
    kingup = edition == "kingup"

    def filled(text: str) -> str:
        return text.format(**values)

    return RulesDigest(
        filled(
            _(
                "First, take turns placing characters on floors {first_floor} to "
                "{last_floor}. Then take turns moving any character up one step, your "
                "favourite or not."
            )
        ),
        filled(
            _(
                "A crowning ends the round: the monarch pays {king}, every floor its "
                "number. After {rounds} rounds, most points wins."
            )
            if kingup
            else _(
                "A crowning ends the round (a wedding needs two): the monarch pays {king}, "
                "every floor its number. After {rounds} rounds, most points wins."
            )
        ),
        filled(
            _(
                "One No, and the candidate is out of the round, worth nothing. In round "
                "{rounds} exactly 0 points become {zero}."
            )
        ),
        ""
        if kingup
        else filled(
            _(
                "If the jester is crowned, every value changes sign. A full floor "
                "{privy_low} or {privy_high} has a privy beside it: worth nothing, but a "
                "way round."
            )
        ),
        values["first_floor"],
        values["last_floor"],
        letters[0],
        letters[-1],
    )
