"""Chat messages reach the other server that shares the same PostgreSQL."""

from __future__ import annotations

from kingup.server.chat import Chat
from tests.durability.test_two_servers import two_services
from tests.server.table_services import table_of
from tests.server.test_chat import listen_as, new_texts
from tests.waiting import wait_until_async


async def test_a_message_reaches_listeners_at_the_other_server(postgresql_url: str) -> None:
    async with two_services(postgresql_url) as (one, other):
        here, there = Chat(one), Chat(other)
        live = await table_of(one, ["ana", "ben", "cleo", "dov"])
        ben = await listen_as(there, await other.table(live.code), "ben")
        muted = await listen_as(there, await other.table(live.code), "cleo")
        await there.mute(await other.table(live.code), "cleo", "ana", on=True)
        await here.say(live, "ana", "hello over there")
        await wait_until_async(lambda: ben.has_news)
        assert new_texts(ben) == ["ana: hello over there"]
        assert new_texts(muted) == []
        await here.close()
        await there.close()
