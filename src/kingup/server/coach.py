"""The coach: advice from one player's view, worked out in a low-priority thread."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

from kingup.server.bot_threads import BotThreads
from kingup.server.refusals import Refusal
from kingup.tables import Table, decisions
from kingup.view import View

if TYPE_CHECKING:
    from kingup.analysis import Advice

MOST_KEPT = 200
"""How many answers are kept, so that asking again costs nothing."""


class Coach:
    """Advises the only person among bots, from that person's view and nothing else."""

    def __init__(self, threads: BotThreads) -> None:
        self._threads = threads
        self._kept: OrderedDict[tuple[str, int, int], Advice] = OrderedDict()

    async def advise(self, table: Table, person: str) -> Advice:
        """Return advice for the decision that a person has to make now, or refuse it."""
        player = decisions.coached_player(table, person)
        if player is None:
            raise Refusal("There is no coach for you at this table.", status=403)
        view = table.view(player)
        if table.status != "playing" or not view.actions:
            raise Refusal("There are hints on your turn only.", status=409)
        if not self._threads.ready:
            raise Refusal(
                "The coach is still getting ready. Try again in a minute.",
                status=503,
                retry_after=60,
            )
        key = (table.code, table.question_number, player)
        if key not in self._kept:
            advice = await self._threads.run(partial(_consider, view))
            self._kept[key] = advice
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


def _consider(view: View) -> Advice:
    from kingup.analysis import consider

    return consider(view)
