"""A person's tokens as a page shows them: neither their texts nor their digests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from kingup.language import _, current_locale
from kingup.store.tokens import ApiToken


@dataclass(frozen=True, slots=True)
class ShownToken:
    """A token in the list."""

    id: str
    name: str
    owner: str
    made: str
    used: str


@dataclass(frozen=True, slots=True)
class TokensPage:
    """The tokens, and the command that uses one."""

    tokens: tuple[ShownToken, ...]
    command: str


def tokens_page(tokens: Sequence[ApiToken], address: str) -> TokensPage:
    """Return the page of a person's tokens."""
    return TokensPage(
        tuple(_shown(token) for token in tokens),
        f'kingup connect --bot "./my_bot" --server {address} --token-file token.txt --wait',
    )


def _shown(token: ApiToken) -> ShownToken:
    used = _("never used")
    if token.used_at is not None:
        used = _("last used on {date}").format(date=_date(token.used_at))
    made = _("created on {date}").format(date=_date(token.created_at))
    return ShownToken(token.id, token.name, token.owner, made, used)


def _date(at: float) -> str:
    day = datetime.fromtimestamp(at, UTC).date()
    return str(format_date(day, "medium", locale=current_locale()))
