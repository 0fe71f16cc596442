"""The stores that hold data about people, collected for routes."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from kingup.store.database import Database
from kingup.store.device_transfer import TransferCodes
from kingup.store.erasure import Erasure
from kingup.store.passkeys import Passkeys
from kingup.store.profiles import Profiles
from kingup.store.push_subscriptions import PushSubscriptions
from kingup.store.puzzles import PuzzleStore
from kingup.store.ratings import RatingStore


class Accounts:
    """The stores of one database that hold data about people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self.ratings = RatingStore(database)
        self.puzzles = PuzzleStore(database, clock)
        self.profiles = Profiles(database, clock)
        self.transfer_codes = TransferCodes(database, clock)
        self.passkeys = Passkeys(database, clock)
        self.subscriptions = PushSubscriptions(database, clock)
        self.erasure = Erasure(database)


def new_person() -> str:
    """Return a new identity: 128 random bits as 22 characters."""
    return secrets.token_urlsafe(16)
