"""What is said at one server is heard at the other that shares its PostgreSQL."""

from __future__ import annotations

from kingup.web.hall import Hall
from kingup.web.talk.talk import Talk
from tests.durability.test_two_halls import with_two
from tests.store.test_bus import until
from tests.web.halls import table_of
from tests.web.talk.test_talk import ear, told


def test_a_message_reaches_who_listens_at_the_other_server(postgresql_url: str) -> None:
    async def work(one: Hall, other: Hall) -> None:
        here, there = Talk(one), Talk(other)
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
