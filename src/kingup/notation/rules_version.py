"""The rules version of a record, and whether it is compatible with ours."""

from __future__ import annotations

import re

from kingup.notation.errors import RecordError
from kingup.notation.strings import shown
from kingup.rules.constants import RULES_VERSION

_VERSION = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")


def check_rules_version(version: str) -> None:
    """Raise an error if a record's rules differ from ours in the major version.

    The other numbers are for changes that do not affect the meaning of old records; such records
    are verified like any other.
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
