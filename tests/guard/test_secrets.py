"""Secrets stay secret: change what a viewer may not know, and no byte that they fetch changes.

This file covers tables; `test_secrets_elsewhere.py` covers everything else.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from kingup.tables.events import Acted
from kingup.web.live.rendering import Renderer
from kingup.web.pages.common.view_context import ViewContext
from tests.guard.fixed_chance import Chance
from tests.guard.perspectives import Apps, ComparedViewer, next_voter, two_servers
from tests.guard.route_samples import (
    LINE_STREAM_PATHS,
    OTHER_FORMS,
    PAGE_PATHS,
    SOCKET_PATHS,
    form_samples,
)
from tests.guard.routes import all_routes
from tests.guard.unknown import Moment, moments_of, sample
from tests.strategies import FAMILIES, FAMILY_NAMES


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> Chance:
    """Make both servers draw the same random values."""
    return Chance(monkeypatch)


def test_every_route_is_fetched() -> None:
    sent = {form.route for form in (*form_samples(), *OTHER_FORMS)}
    missing = sorted(
        set(all_routes()) - set(PAGE_PATHS) - set(LINE_STREAM_PATHS) - set(SOCKET_PATHS) - sent
    )
    assert not missing, "say in tests/guard/route_samples.py how these are fetched"


async def compare(
    apps: Apps,
    chance: Chance,
    moment: Moment,
    viewer: int | None,
    *,
    around: bool,
    send: bool,
) -> Counter[str]:
    """Compare both servers at one moment for one viewer, and count what was compared."""
    counted: Counter[str] = Counter(changed=moment.other(viewer) != moment.events)
    compared = ComparedViewer(apps, chance, moment, viewer)
    await compared.open()
    counted["looked"] += await compared.fetch(around=around)
    counted["heard"] += await compared.compare_sockets()
    if send:
        statuses = await compared.send()
        counted["granted"] += statuses[2]
        counted["refused"] += statuses[4]
    return counted


MANY = (0, 3, 7, 10, 11, 12, 13, 15, 16, 17)
"""Families that together have both editions, every option and kind of team, two seats to eight."""
OTHERS = tuple(family for family in range(len(FAMILIES)) if family not in MANY)
KINDS = ("vote", "climb", "place", "lobby", "ambition", "over", "climb after a crowning")


def two_moments(family: int) -> list[Moment]:
    """Return two moments of a game, whose kinds vary from family to family."""
    found = {moment.name.rpartition(" ")[0]: moment for moment in moments_of(family, seed=family)}
    kinds = [kind for kind in KINDS if kind in found]
    return [found[kinds[0]], found[kinds[1 + family % (len(kinds) - 1)]]]


@pytest.mark.full
@pytest.mark.parametrize("viewer", [None, 1], ids=["spectator", "player"])
async def test_no_byte_depends_on_what_the_viewer_may_not_know(
    tmp_path: Path, chance: Chance, viewer: int | None
) -> None:
    """At the families that are not among `MANY`; at two of them every form is sent, too."""

    async def run() -> Counter[str]:
        counted: Counter[str] = Counter()
        async with two_servers(tmp_path) as apps:
            for family in OTHERS:
                send = family in (OTHERS[0], OTHERS[-1])
                moment = two_moments(family)[0 if viewer is None else 1]
                counted += await compare(apps, chance, moment, viewer, around=send, send=send)
        return counted

    counted = await run()
    print(dict(counted))
    assert counted["changed"] >= len(OTHERS)
    assert counted["heard"] >= len(OTHERS)
    assert all(counted[what] > 10 for what in ("looked", "refused"))
    assert viewer is None or counted["granted"] > 10


ROLES = ("spectator", "host", "middle", "last")


def kind_of(moment: Moment) -> str:
    """Return the kind of a moment: its name without its number."""
    return moment.name.rpartition(" ")[0]


MOMENTS = 5
"""How many moments of each game are compared."""


@cache
def shares() -> dict[int, list[tuple[Moment, str]]]:
    """Return the moments to compare in a game of each family, with who looks at each.

    Always the kind of moment that was looked at least often, by the role that did so least often:
    together they have every kind of moment in every role, each in another game.
    """
    looked: Counter[tuple[str, str]] = Counter()
    shared: dict[int, list[tuple[Moment, str]]] = {}
    for turn, family in enumerate(MANY):
        in_turn = ROLES[turn % len(ROLES) :] + ROLES[: turn % len(ROLES)]
        moments = sample(family, seed=family, number=0)
        shared[family] = []
        for _ in range(MOMENTS):
            moment, role = min(
                ((each, role) for each in moments for role in in_turn if role in each.viewers()),
                key=lambda pair: looked[kind_of(pair[0]), pair[1]],
            )
            moments.remove(moment)
            looked[kind_of(moment), role] += 1
            shared[family].append((moment, role))
    return shared


def test_every_kind_of_moment_is_looked_at_in_every_role() -> None:
    looked = {(kind_of(moment), role) for one in shares().values() for moment, role in one}
    kinds = {kind for kind, _ in looked}
    assert kinds >= set(KINDS) | {"empty", "paused", "vote after a crowning"}
    # Nobody sits at an empty table.
    assert looked == {
        (kind, role) for kind in kinds for role in (ROLES if kind != "empty" else ROLES[:1])
    }


@pytest.mark.full
@pytest.mark.parametrize("family", MANY, ids=[FAMILY_NAMES[family] for family in MANY])
async def test_no_byte_of_any_game_depends_on_what_the_viewer_may_not_know(
    tmp_path: Path, chance: Chance, family: int
) -> None:
    """Every kind of moment, each in one role: see `shares`."""
    counted: Counter[str] = Counter()
    for role in ROLES:
        moments = [moment for moment, looking in shares()[family] if looking == role]
        if not moments:
            continue
        folder = tmp_path / role
        folder.mkdir()
        async with two_servers(folder) as apps:  # which list no other tables
            for number, moment in enumerate(moments):
                viewer = moment.viewers()[role]
                counted += await compare(
                    apps, chance, moment, viewer, around=not number, send=True
                )
    print(FAMILY_NAMES[family], dict(counted))
    assert counted["changed"] >= len(shares()[family]) - 1  # an empty table may have no secrets
    assert all(counted[what] > 10 for what in ("looked", "heard", "refused"))


async def test_a_leaking_server_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chance: Chance
) -> None:
    """The comparison can fail: one title that depends on a sealed vote is enough."""
    honest = Renderer.title

    def title(self: Renderer, context: ViewContext) -> str:
        table = context.table
        acts = [one.event.action for one in table.numbered if isinstance(one.event, Acted)]
        voting = table.game is not None and table.game.phase == "vote"
        return honest(self, context) + (" " if voting and acts[-1] == "Y" else "")

    monkeypatch.setattr(Renderer, "title", title)

    async def compare_all() -> None:
        async with two_servers(tmp_path) as apps:
            for moment in moments_of(1, seed=1):
                if next_voter(moment.table, None) is not None:
                    compared = ComparedViewer(apps, chance, moment, None)
                    await compared.open()
                    await compared.compare_sockets()

    with pytest.raises(AssertionError, match="/live"):
        await compare_all()
