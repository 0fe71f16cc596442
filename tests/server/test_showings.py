"""Showings: everybody is where the leader is, at whichever server their page is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kingup.server.showings import Showings
from kingup.store import Store
from tests.server.table_services import url_of


@dataclass(eq=False)
class Page:
    """A page that notes when it is woken."""

    leads: bool = False
    woken: int = 0

    def wake(self) -> None:
        self.woken += 1


@pytest.fixture
async def servers(tmp_path: Path) -> AsyncIterator[tuple[Showings, Showings]]:
    """Return the showings of two servers that hear the same bus."""
    store = await Store.open(url_of(tmp_path))
    both = Showings(store.database), Showings(store.database)
    yield both
    await store.close()


async def test_pages_at_both_servers_are_taken_along(servers: tuple[Showings, Showings]) -> None:
    here, there = servers
    leader, near, far = Page(leads=True), Page(), Page()
    here.join("one", leader)
    one, other = here.join("one", near), there.join("one", far)
    here.lead("one", "r1.3")
    assert (one.position, other.position) == ("r1.3", "r1.3")
    assert (near.woken, far.woken) == (1, 1)


async def test_a_page_that_comes_later_learns_where_the_leader_is(
    servers: tuple[Showings, Showings],
) -> None:
    here, there = servers
    here.join("one", Page(leads=True))
    here.lead("one", "r2.0")
    late = there.join("one", Page())
    assert late.position == "r2.0"
    assert there.join("another", Page()).position is None


async def test_a_showing_without_pages_is_forgotten(servers: tuple[Showings, Showings]) -> None:
    here, _there = servers
    leader, follower = Page(leads=True), Page()
    here.join("one", leader)
    here.lead("one", "r3.1")
    here.leave("one", leader)
    assert here.join("one", follower).position is None


async def test_a_server_that_stops_hears_nothing_more(servers: tuple[Showings, Showings]) -> None:
    here, there = servers
    page = Page()
    there.join("one", page)
    await there.close()
    here.lead("one", "r1.1")
    assert page.woken == 0
