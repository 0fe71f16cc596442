"""Which rules a record was played by, and whether they are ours."""

from __future__ import annotations

import re

from kingup.notation.errors import RecordError
from kingup.notation.strings import shown
from kingup.rules.constants import RULES_VERSION

_VERSION = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")


def check_rules_version(version: str) -> None:
    """Refuse a record whose rules differ from ours in the first number of their version.

    The other numbers are for changes that leave the meaning of old records alone; what such a
    record says is verified like any other.
    """
    match = _VERSION.fullmatch(version)
    if match is None:
        raise RecordError(
            "“{version}” is not a version of the rules: write three numbers, like {ours}.",
            version=shown(version),
            ours=RULES_VERSION,
        )
    if match[1] != RULES_VERSION.split(".")[0]:
        raise RecordError(
            "This game was played under version {version} of the rules; this program has {ours}.",
            version=version,
            ours=RULES_VERSION,
        )
