"""Several games at the same time, so that a council is asked about many decisions at once.

What comes of a game does not depend on the others: every bot has its own generator, and a
council's advice about a view is the same whatever else it is asked.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from functools import partial

from kingup.arena.match import BotTurn, Match
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan
from kingup.bots.bot import Council

AT_ONCE = 64
"""Games that are open at the same time where all bots are quick."""


class ConcurrentGames:
    """Games of a plan that are played beside each other."""

    def __init__(self, plan: Plan, records: bool) -> None:
        self._plan = plan
        self._records = records
        self._open: list[Match] = []

    @property
    def room(self) -> int:
        """How many more games may begin now. A game whose bots search stays alone."""
        if not self._open:
            return 1
        return AT_ONCE - len(self._open) if all(m.sociable for m in self._open) else 0

    @property
    def idle(self) -> bool:
        """Whether no game is open."""
        return not self._open

    def begin(self, number: int) -> None:
        """Open a game, by its number."""
        self._open.append(Match(self._plan, number))

    def go_on(self) -> list[GameOutcome]:
        """Play all games on by one answer of a council; return what came of those that ended."""
        asked: list[tuple[Match, BotTurn]] = []
        ended: list[Match] = []
        for match in self._open:
            question = match.advance()
            if question is None:
                ended.append(match)
            else:
                asked.append((match, question))
        for council in {id(q.bot.council): q.bot.council for _match, q in asked}.values():
            _answer(council, [(m, q) for m, q in asked if q.bot.council is council])
        outcomes = []
        for match in ended:
            self._open.remove(match)
            match.dismiss()
            outcomes.append(match.outcome(self._records))
        return outcomes

    def close(self) -> None:
        """Leave all games as they are, and let their bots go."""
        while self._open:
            self._open.pop().dismiss()


def _answer(council: Council, asked: Sequence[tuple[Match, BotTurn]]) -> None:
    """Ask a council about many decisions, and play what the bots make of its advice."""
    started = time.perf_counter()
    try:
        advice = council.consider([question.view for _match, question in asked])
    except Exception:
        # Asked one by one it will be seen who fails, and only that game ends.
        for match, question in asked:
            match.answer(question, partial(question.bot.choose, question.view))
        return
    seconds = (time.perf_counter() - started) / len(asked)
    for (match, question), found in zip(asked, advice, strict=True):
        match.answer(question, partial(question.bot.decide, question.view, found), seconds)


def play_games(
    plan: Plan, games: Sequence[int], records: bool
) -> Generator[GameOutcome, None, None]:
    """Play games of a plan, as many at once as suits its bots; yield outcomes in their order."""
    company = ConcurrentGames(plan, records)
    done: dict[int, GameOutcome] = {}
    begun = 0
    try:
        for wanted in games:
            while wanted not in done:
                while begun < len(games) and company.room:
                    company.begin(games[begun])
                    begun += 1
                done.update((outcome.game, outcome) for outcome in company.go_on())
            yield done.pop(wanted)
    finally:
        company.close()
