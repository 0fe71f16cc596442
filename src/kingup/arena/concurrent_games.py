"""Several games at the same time, so that advisors evaluate many decisions in one batch.

Games do not influence each other: every bot has its own random generator, and an advisor's advice
about a view does not depend on the rest of the batch.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from functools import partial

from kingup.arena.match import BotTurn, Match
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan
from kingup.bots.bot import BatchAdvisor

AT_ONCE = 64
"""The most games at the same time if all bots are fast."""


class ConcurrentGames:
    """Games of a plan that are in progress at the same time."""

    def __init__(self, plan: Plan, records: bool) -> None:
        self._plan = plan
        self._records = records
        self._open: list[Match] = []

    @property
    def room(self) -> int:
        """How many more games may begin now. A game whose bots search is played alone."""
        if not self._open:
            return 1
        return AT_ONCE - len(self._open) if all(m.sociable for m in self._open) else 0

    @property
    def idle(self) -> bool:
        """Whether no game is in progress."""
        return not self._open

    def begin(self, number: int) -> None:
        """Begin a game, by its number."""
        self._open.append(Match(self._plan, number))

    def go_on(self) -> list[GameOutcome]:
        """Advance all games by one batch of advice; return the outcomes of those that ended."""
        asked: list[tuple[Match, BotTurn]] = []
        ended: list[Match] = []
        for match in self._open:
            question = match.advance()
            if question is None:
                ended.append(match)
            else:
                asked.append((match, question))
        for advisor in {id(q.bot.advisor): q.bot.advisor for _match, q in asked}.values():
            _answer(advisor, [(m, q) for m, q in asked if q.bot.advisor is advisor])
        outcomes = []
        for match in ended:
            self._open.remove(match)
            match.dismiss()
            outcomes.append(match.outcome(self._records))
        return outcomes

    def close(self) -> None:
        """Abandon all games, and close their bots."""
        while self._open:
            self._open.pop().dismiss()


def _answer(advisor: BatchAdvisor, asked: Sequence[tuple[Match, BotTurn]]) -> None:
    """Ask an advisor about many decisions, and play what the bots choose with its advice."""
    started = time.perf_counter()
    try:
        advice = advisor.advise([question.view for _match, question in asked])
    except Exception:
        # Asking one by one shows which bot fails, so that only its game ends.
        for match, question in asked:
            match.answer(question, partial(question.bot.choose, question.view))
        return
    seconds = (time.perf_counter() - started) / len(asked)
    for (match, question), found in zip(asked, advice, strict=True):
        match.answer(question, partial(question.bot.decide, question.view, found), seconds)


def play_games(
    plan: Plan, games: Sequence[int], records: bool
) -> Generator[GameOutcome, None, None]:
    """Play games of a plan, as many at once as suits its bots; yield outcomes in order."""
    running = ConcurrentGames(plan, records)
    done: dict[int, GameOutcome] = {}
    begun = 0
    try:
        for wanted in games:
            while wanted not in done:
                while begun < len(games) and running.room:
                    running.begin(games[begun])
                    begun += 1
                done.update((outcome.game, outcome) for outcome in running.go_on())
            yield done.pop(wanted)
    finally:
        running.close()
