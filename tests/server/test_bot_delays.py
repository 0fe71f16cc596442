"""The moment at which a bot acts reveals nothing about its cards."""

from __future__ import annotations

from math import inf, nextafter
from pathlib import Path

from kingup.server.bot_delays import BOT_DELAYS, STEP, bot_due_at, next_step_at
from kingup.tables import Table, TableSetting
from kingup.tables.events import Dealt, Numbered
from tests.server.table_services import table_of, table_service_at


async def new_table(folder: Path) -> Table:
    async with table_service_at(folder) as service:
        return (await table_of(service, ["ana"], TableSetting(bot_pace="brisk"))).table


async def test_a_bot_waits_as_long_as_its_pace_says(tmp_path: Path) -> None:
    played = await new_table(tmp_path)
    pace = BOT_DELAYS["brisk"]
    for player in range(4):
        wait = bot_due_at(played, player) - played.waiting_since
        assert pace.move <= wait <= pace.move + pace.jitter
    assert len({bot_due_at(played, player) for player in range(4)}) == 4
    assert bot_due_at(played, 1, speed=2) < bot_due_at(played, 1)


async def test_delays_do_not_depend_on_the_cards(tmp_path: Path) -> None:
    played = await new_table(tmp_path)
    events = []
    for one in played.numbered:
        event = one.event
        if isinstance(event, Dealt):
            turned = (*event.deal.favourites[1:], event.deal.favourites[0])
            deal = type(event.deal)(
                event.deal.first, turned, event.deal.ambitions, None, event.deal.pile
            )
            event = Dealt(deal)
        events.append(Numbered(one.number, one.at, event))
    other = Table.of(events)
    assert other.view(1).own != played.view(1).own
    assert [bot_due_at(other, player) for player in range(4)] == [
        bot_due_at(played, p) for p in range(4)
    ]


async def test_a_late_answer_waits_for_the_next_step(tmp_path: Path) -> None:
    played = await new_table(tmp_path)
    since = played.waiting_since
    for thought in (2.01, 2.2, 2.49):
        assert abs(next_step_at(played, since + thought) - since - 2.5) < 1e-6
    assert STEP == 0.5


async def test_the_next_step_is_always_in_the_future(tmp_path: Path) -> None:
    """Otherwise a bot would be asked for an answer that is not ready yet."""
    played = await new_table(tmp_path)
    for speed in (1, 100):
        for step in range(2000):
            exact = played.waiting_since + step * STEP / speed
            for now in (nextafter(exact, 0), exact, nextafter(exact, inf)):
                assert now < next_step_at(played, now, speed) <= now + 1.001 * STEP / speed
