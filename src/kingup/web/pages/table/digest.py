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
                "First everybody in turn places characters on floors {first_floor} to "
                "{last_floor}. Then everybody in turn moves any character up one step: yours, "
                "or not."
            )
        ),
        filled(
            _(
                "A crowning ends the round: the monarch pays {king}, every floor its number. "
                "{rounds} rounds, most points."
            )
            if kingup
            else _(
                "A crowning ends the round (a wedding needs two): the monarch pays {king}, "
                "every floor its number. {rounds} rounds, most points."
            )
        ),
        filled(
            _(
                "One No, and the candidate is out of the round, worth nothing. In round "
                "{rounds} a score of exactly 0 pays {zero}."
            )
        ),
        ""
        if kingup
        else filled(
            _(
                "If the jester is crowned, every value changes its sign. A full floor "
                "{privy_low} or {privy_high} has a privy beside it: worth nothing, but a way on."
            )
        ),
        values["first_floor"],
        values["last_floor"],
        letters[0],
        letters[-1],
    )
