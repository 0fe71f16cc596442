"""A check whether a bot is fit for the arena: a few games of several kinds, and a report."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kingup.bots.external.bot import ExternalBot, Listener
from kingup.bots.external.failures import BotFailure, block
from kingup.bots.external.messages import OptionValue
from kingup.bots.external.trials import TRIALS, TrialGame, TrialReport, play
from kingup.language import _, ngettext, sentence_of

CHECK_SECONDS = 60.0
"""Seconds after which a check begins no further decision."""

SLOW = 0.5
"""The share of the time limit above which an answer counts as slow."""


@dataclass(slots=True)
class FitnessReport:
    """The results of a check."""

    seconds: float
    """The time limit for a decision."""
    name: str = ""
    author: str = ""
    trials: list[TrialReport] = field(default_factory=list)
    failure: BotFailure | None = None
    """Why the bot could not play at all."""
    left_by_itself: bool = True
    repeats_itself: bool | None = None
    """Whether it chose the same with the same seed; None if that was not tried."""

    @property
    def failures(self) -> list[BotFailure]:
        """Everything for which the bot would lose a game."""
        in_games = [report.failure for report in self.trials if report.failure is not None]
        return [self.failure] if self.failure is not None else in_games

    @property
    def is_fit(self) -> bool:
        """Whether nothing was found for which the bot would lose a game."""
        return not self.failures

    @property
    def times(self) -> list[float]:
        """The seconds of all choices."""
        return [seconds for report in self.trials for seconds in report.times]

    def verdict(self) -> list[str]:
        """Return the conclusions, the most important first, in the current language."""
        if self.failure is not None:
            return [sentence_of(self.failure), *block(self.failure)]
        lines = []
        failed = len(self.failures)
        if failed and len(self.trials) > 1:
            lines.append(
                ngettext(
                    "Failures would have cost it {failed} game out of {games}.",
                    "Failures would have cost it {failed} games out of {games}.",
                    failed,
                ).format(failed=failed, games=len(self.trials))
            )
        lines += self._words_on_time()
        if not self.left_by_itself:
            lines.append(_("It does not exit when told “bye”, and had to be killed."))
        if self.repeats_itself is False:
            lines.append(
                _("It chose differently with the same seed, so its games cannot be repeated.")
            )
        if not failed:
            lines.append(_("It is fit for the arena."))
        return lines

    def sentences(self) -> list[str]:
        """Return the whole report, in the current language."""
        games = [report.sentence() for report in self.trials]
        return [*self.introduction(), *games, *self.verdict()]

    def introduction(self) -> list[str]:
        """Return the bot's own name and author; nothing if it never gave them."""
        if not self.name:
            return []
        if not self.author:
            return [self.name]
        return [_("{name}, by {author}").format(name=self.name, author=self.author)]

    def _words_on_time(self) -> list[str]:
        if not self.times:
            return []
        slowest = max(self.times)
        lines = [
            _("Time for a decision: {usual:.3f} s usually, {slowest:.3f} s at most.").format(
                usual=statistics.median(self.times), slowest=slowest
            )
        ]
        if slowest > SLOW * self.seconds:
            lines.append(
                _("That is close to the limit of {seconds:g} s: a busy machine is slower.").format(
                    seconds=self.seconds
                )
            )
        return lines


def checkup(
    command: str | Sequence[str],
    *,
    seed: int = 1,
    seconds: float = 5.0,
    options: Mapping[str, OptionValue] | None = None,
    trials: Sequence[TrialGame] = TRIALS,
    patience: float = CHECK_SECONDS,
    listener: Listener | None = None,
    tell: Callable[[str], None] | None = None,
    go_on: bool = True,
) -> FitnessReport:
    """Start a bot, play some games with it, and return the results.

    A bot that fails is restarted for the next game, unless `go_on` is False. `tell` is called with
    each line of the report as soon as it is known, except the verdict; `listener` with every line
    of the conversation.
    """
    report = FitnessReport(seconds)
    deadline = time.monotonic() + patience
    bot: ExternalBot | None = None

    def start() -> ExternalBot:
        return ExternalBot(command, seed=seed, seconds=seconds, options=options, listener=listener)

    try:
        for trial in trials:
            if time.monotonic() > deadline:
                break
            if bot is None:
                bot = start()
            if not report.name:
                report.name, report.author = bot.name, bot.author
                _tell(tell, report.introduction())
            result = play(bot, trial, seed, deadline)
            told = {one.failure.last_words for one in report.trials if one.failure is not None}
            report.trials.append(result)
            if result.failure is None or result.failure.last_words in told:
                _tell(tell, [result.sentence()])
            else:
                _tell(tell, result.lines())
            if result.failure is not None:
                bot.close()
                bot = None
                if not go_on:
                    break
        if bot is not None:
            bot.close()
            report.left_by_itself = bool(bot.left_by_itself)
        if report.trials and report.trials[0].finished and time.monotonic() < deadline:
            # A new process: what the first one learned in its games must not count.
            with start() as twin:
                again = play(twin, trials[0], seed, deadline)
            report.repeats_itself = again.actions == report.trials[0].actions
    except BotFailure as failure:
        report.failure = failure
    finally:
        if bot is not None:
            bot.close()
    return report


def _tell(tell: Callable[[str], None] | None, lines: Sequence[str]) -> None:
    if tell is not None:
        for line in lines:
            tell(line)
