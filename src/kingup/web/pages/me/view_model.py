"""The page about oneself: my games, my ratings, whom I met, my devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date

from kingup.language import current_locale
from kingup.people.meetings import Meeting
from kingup.people.rating import Pool, Rating
from kingup.store import ListedTable
from kingup.store.passkeys import Passkey
from kingup.web.pages.common.table_list import CLOSED, Listing, my_listings
from kingup.web.pages.me.ratings import RatingCard, cards, met

MOST_FINISHED = 30


@dataclass(frozen=True, slots=True)
class Key:
    """A passkey in a list."""

    digest: str
    site: str
    made: str


@dataclass(frozen=True, slots=True)
class MePage:
    """What the page about oneself shows."""

    name: str | None
    """The one on the leaderboard."""
    suggested: str
    error: str | None
    """Why a name was not taken."""
    running: list[Listing]
    finished: list[Listing]
    cards: list[RatingCard]
    met: list[Meeting]
    passkeys: list[Key]
    push: str | None
    """The server's public key, where it can send messages."""


def me_page(
    entries: Sequence[ListedTable],
    held: Mapping[str, Sequence[int]],
    ratings: Mapping[tuple[str, Pool], Rating],
    meetings: Sequence[Meeting],
    passkeys: Sequence[Passkey],
    *,
    name: str | None,
    suggested: str,
    push: str | None,
    error: str | None = None,
) -> MePage:
    """Return the page about oneself."""
    listings = my_listings(entries, held)
    return MePage(
        name,
        suggested,
        error,
        [one for one in listings if one.status not in CLOSED],
        [one for one in listings if one.status in CLOSED][:MOST_FINISHED],
        cards(ratings),
        met(meetings),
        [Key(key.digest, key.site, day(key.created_at)) for key in passkeys],
        push,
    )


def day(at: float) -> str:
    """Return a day as people write it."""
    moment = datetime.fromtimestamp(at, UTC)
    return str(format_date(moment, "long", locale=current_locale()))
