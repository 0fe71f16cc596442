"""All that is stored of people, in one place for routes."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.requests import HTTPConnection

from kingup.store.database import Database
from kingup.store.forgetting import Forgetting
from kingup.store.moving import MovingCodes
from kingup.store.passkeys import Passkeys
from kingup.store.profiles import Profiles
from kingup.store.ratings import Ratings
from kingup.store.subscriptions import Subscriptions


class People:
    """The stores of a database that are about people."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self.ratings = Ratings(database)
        self.profiles = Profiles(database, clock)
        self.codes = MovingCodes(database, clock)
        self.passkeys = Passkeys(database, clock)
        self.subscriptions = Subscriptions(database, clock)
        self.forgetting = Forgetting(database)


def people_of(connection: HTTPConnection) -> People:
    """Return what the server stores of people."""
    people: People = connection.app.state.people
    return people
