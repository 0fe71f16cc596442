"""Trial games for a bot, and their results."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from kingup.bots.external.bot import ExternalBot
from kingup.bots.external.failures import BotFailure, block
from kingup.bots.page import Page
from kingup.game import Game
from kingup.language import _, sentence_of
from kingup.rules.characters import EDITIONS, TITLES


@dataclass(frozen=True, slots=True)
class TrialGame:
    """A game that the bot has to play, at one of its seats."""

    edition: str
    seats: tuple[int, ...]
    options: tuple[str, ...]
    seat: int

    def __str__(self) -> str:
        # Show teams: 1+2+1 is three seats, the middle one a team.
        seats = "+".join(map(str, self.seats)) if 2 in self.seats else len(self.seats)
        title = TITLES[EDITIONS.index(self.edition)]
        return ", ".join([title, _("{seats} seats").format(seats=seats), *self.options])


TRIALS = (
    TrialGame("kingup", (1, 1, 1), (), 0),
    TrialGame("vive-le-roi", (1, 1, 1, 1), (), 2),
    TrialGame("vive-le-roi", (1, 1), ("ambition", "emissary"), 1),
    TrialGame("vive-le-roi", (1, 2, 1), ("banished", "emissary", "wedding", "shared-marker"), 1),
    TrialGame("vive-le-roi", (1,) * 8, ("ambition", "wedding", "jester-returns-to-3"), 7),
)
"""Every edition, option and kind of seat at least once."""


@dataclass(slots=True)
class TrialReport:
    """The result of one trial."""

    trial: TrialGame
    actions: list[str] = field(default_factory=list)
    """The bot's choices."""
    times: list[float] = field(default_factory=list)
    """The seconds of each choice."""
    finished: bool = False
    failure: BotFailure | None = None

    def lines(self) -> list[str]:
        """Return the result, and the bot's last words if it failed."""
        return [self.sentence(), *(block(self.failure) if self.failure is not None else ())]

    def sentence(self) -> str:
        """Return the result in one line."""
        if self.failure is not None:
            return f"✗ {self.trial}: {sentence_of(self.failure)}"
        if not self.finished:
            text = _("{trial}: stopped after {decisions} decisions, out of time")
        else:
            text = _("{trial}: {decisions} decisions, the slowest took {slowest:.3f} s")
        mark = "✓" if self.finished else "–"
        slowest = max(self.times, default=0.0)
        return f"{mark} " + text.format(
            trial=self.trial, decisions=len(self.actions), slowest=slowest
        )


def play(bot: ExternalBot, trial: TrialGame, seed: int, deadline: float) -> TrialReport:
    """Play a game with a bot at one seat and pages at the others."""
    report = TrialReport(trial)
    game = Game(trial.edition, trial.seats, trial.options, seed=seed)
    page = Page(seed)
    bot.new_game(seed)
    mine = next(p for p in range(sum(trial.seats)) if game.seat_of(p) == trial.seat)
    try:
        while not game.is_over:
            player = game.to_act[0]
            view = game.view(player)
            if game.seat_of(player) != trial.seat:
                game.play(player, page.choose(view))
                continue
            started = time.monotonic()
            if started > deadline:
                return report
            action = bot.choose(view)
            report.times.append(time.monotonic() - started)
            report.actions.append(action)
            game.play(player, action)
        bot.game_over(game.view(mine))
        report.finished = True
    except BotFailure as failure:
        report.failure = failure
    return report
