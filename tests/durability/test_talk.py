"""What is said at one server is heard at the other that shares its PostgreSQL."""

from __future__ import annotations

from kingup.server.chat import Chat
from kingup.server.table_service import TableService
from tests.durability.test_two_servers import with_two
from tests.server.table_services import table_of
from tests.server.test_chat import ear, told
from tests.store.test_bus import until


def test_a_message_reaches_who_listens_at_the_other_server(postgresql_url: str) -> None:
    async def work(one: TableService, other: TableService) -> None:
        here, there = Chat(one), Chat(other)
        live = await table_of(one, ["ana", "ben", "cleo", "dov"])
        ben = await ear(there, await other.table(live.code), "ben")
        deaf = await ear(there, await other.table(live.code), "cleo")
        await there.mute(await other.table(live.code), "cleo", "ana", on=True)
        await here.say(live, "ana", "hello over there")
        await until(lambda: ben.has_news)
        assert told(ben) == ["ana: hello over there"]
        assert told(deaf) == []
        await here.close()
        await there.close()

    with_two(postgresql_url, work)
