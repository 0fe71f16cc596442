"""Somebody deletes everything: first their places at tables, then what is stored."""

from __future__ import annotations

from kingup.store.forgetting import Forgetting
from kingup.tables import Table, decisions
from kingup.tables.events import Event
from kingup.tables.forgetting import new_nobody
from kingup.web.api.keys import Keys
from kingup.web.hall import Hall


async def leave_for_good(
    hall: Hall, forgetting: Forgetting, keys: Keys, person: str, level: str
) -> None:
    """Delete all that is known of a person and of their bots; bots of a level play on for them.

    Whatever stops it in the middle, doing it again does the rest.
    """
    for token in await keys.tokens.of_person(person):
        await _leave(hall, forgetting, token.bot, level)
        await keys.revoke(token.id, person)
    await _leave(hall, forgetting, person, level)
    await forgetting.clean_file()


async def _leave(hall: Hall, forgetting: Forgetting, person: str, level: str) -> None:
    nobodies: dict[str, str] = {}
    for code in await forgetting.codes(person):
        nobody = nobodies[code] = new_nobody()

        def decide(table: Table, nobody: str = nobody) -> list[Event]:
            return decisions.forget(table, person, nobody, level)

        await hall.do(code, decide)
    for code in await forgetting.forget(person, nobodies):
        await hall.reread(code)
