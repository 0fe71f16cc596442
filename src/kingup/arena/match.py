"""One game: bots see views, answer with actions, and lose the game if they fail.

A bot that crashes, hangs, or answers with nonsense or an illegal action loses: the game ends
there, its seat comes last, and the other seats are ranked by their scores so far. The best of them
have won.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from kingup.arena.dealer import ReplayDealer
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan
from kingup.arena.schedule import fixture
from kingup.bots.bot import AdvisedBot, Bot, answers_at_once
from kingup.game import Game
from kingup.history import Voted
from kingup.rules.errors import KingUpError
from kingup.view import View

LONGEST_REASON = 400

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A decision that waits for an advisor's advice."""

    seat: int
    player: int
    bot: AdvisedBot
    view: View


class Match:
    """A game and its bots, which runs until an advisor must be asked.

    A team has one bot, which plays for both. Call `dismiss` at the end.
    """

    def __init__(self, plan: Plan, number: int) -> None:
        self._plan = plan
        self._place = place = fixture(plan, number)
        setup = plan.contests[place.contest]
        # Neutral names: a bot must not know its opponents.
        self._game = Game(
            setup.edition,
            setup.seats,
            setup.options,
            dealer=ReplayDealer(place.deal_seed, place.turn),
        )
        self._bots: list[Bot] = []
        self._advised: list[AdvisedBot | None] = []
        self._decisions = [0] * len(setup.seats)
        self._seconds = [0.0] * len(setup.seats)
        self._failed: int | None = None
        self._reason: str | None = None
        for seat, (bot, seed) in enumerate(zip(place.lineup, place.bot_seeds, strict=True)):
            made = self._attempt(seat, partial(plan.entrants[bot].make, seed, plan.bot_seconds))
            if made is None:
                break
            self._bots.append(made)
            self._advised.append(made if isinstance(made, AdvisedBot) else None)

    @property
    def sociable(self) -> bool:
        """Whether to run it beside others: its bots ask advisors, or answer at once."""
        return any(self._advised) and all(map(answers_at_once, self._bots))

    def advance(self) -> BotTurn | None:
        """Play on to the next decision that needs an advisor; return None at the game's end."""
        while self._failed is None and not self._game.is_over:
            player = self._game.to_act[0]
            seat = self._game.seat_of(player)
            view = self._game.view(player)
            self._decisions[seat] += 1
            advised = self._advised[seat]
            if advised is not None:
                return BotTurn(seat, player, advised, view)
            self._play(seat, player, view, partial(self._bots[seat].choose, view))
        return None

    def answer(self, question: BotTurn, choose: Callable[[], str], seconds: float = 0.0) -> None:
        """Play a bot's choice; `seconds` is the time that its advisor took."""
        self._seconds[question.seat] += seconds
        self._play(question.seat, question.player, question.view, choose)

    def dismiss(self) -> None:
        """Tell the bots that want to know how the game ended, and close them."""
        game = self._game
        for seat, bot in enumerate(self._bots):
            player = next(p for p in range(sum(game.setup.seats)) if game.seat_of(p) == seat)
            # The game is decided: a bot that cannot even close has nothing more to lose.
            with contextlib.suppress(Exception):
                if game.is_over and hasattr(bot, "game_over"):
                    bot.game_over(game.view(player))
            with contextlib.suppress(Exception):
                if hasattr(bot, "close"):
                    bot.close()

    def _play(self, seat: int, player: int, view: View, choose: Callable[[], str]) -> None:
        started = time.perf_counter()
        action = self._attempt(seat, choose)
        self._seconds[seat] += time.perf_counter() - started
        if action is None:
            return
        if action not in view.actions:
            self._failed = seat
            self._reason = _cleaned(f"It chose {action!r}, which is not allowed now.")
            return
        self._game.play(player, action)

    def _attempt(self, seat: int, call: Callable[[], T]) -> T | None:
        """Return a bot's answer; on any failure, note it and return None."""
        try:
            answer = call()
        except Exception as error:
            self._failed = seat
            kind = "" if isinstance(error, KingUpError) else f"{type(error).__name__}: "
            # The end of a program's error output helps its author most.
            said = getattr(error, "last_words", "")
            lines = [
                _cleaned(f"{kind}{error}"),
                *(_cleaned_line(one) for one in said.splitlines()),
            ]
            self._reason = "\n".join(lines)
            return None
        if answer is None:
            self._failed = seat
            self._reason = "It chose nothing."
        return answer

    def outcome(self, records: bool) -> GameOutcome:
        """Return the outcome of the game, with its record if `records`."""
        game, place = self._game, self._place
        scores = game.seat_scores
        winners = game.winners
        if self._failed is not None:
            others = [score for seat, score in enumerate(scores) if seat != self._failed]
            winners = tuple(
                seat
                for seat, score in enumerate(scores)
                if seat != self._failed and score == max(others)
            )
        votes = [[move for move in r.moves if isinstance(move, Voted)] for r in game.rounds]
        return GameOutcome(
            game=place.game,
            deal=place.deal,
            contest=place.contest,
            rotation=place.rotation,
            lineup=place.lineup,
            first=game.rounds[0].deal.first,
            scores=scores,
            ranks=_ranks(scores, winners, self._failed),
            winners=winners,
            emissary=game.emissary_score,
            steps=tuple(len(r.moves) - len(v) for r, v in zip(game.rounds, votes, strict=True)),
            votes=tuple(len(v) for v in votes),
            no_spent=tuple(
                tuple(sum(vote.votes[seat] == "N" for vote in v) for v in votes)
                for seat in range(len(scores))
            ),
            bellyaches=tuple(
                sum(vote.votes[seat] == "B" for v in votes for vote in v)
                for seat in range(len(scores))
            ),
            decisions=tuple(self._decisions),
            failed=self._failed,
            reason=self._reason,
            seconds=tuple(round(seconds, 6) for seconds in self._seconds),
            record=self._record() if records else None,
        )

    def _record(self) -> str:
        from kingup.notation import write_json

        game, place, plan = self._game, self._place, self._plan
        labels = [plan.entrants[bot].label for bot in place.lineup]
        game.names = tuple(
            (label,) if size == 1 else (f"{label} a", f"{label} b")
            for label, size in zip(labels, game.setup.seats, strict=True)
        )
        game.tags = {
            "event": "kingup arena",
            "seed": str(plan.seed),
            "deal": str(place.deal + 1),
            "rotation": str(place.rotation + 1),
        }
        if self._failed is not None:
            # A tag is one line: what the bot wrote to its error output is in the results.
            reason = (self._reason or "").partition("\n")[0]
            game.tags["failure"] = f"seat {self._failed}: {reason}"
        return write_json(game)


def play_game(plan: Plan, number: int, records: bool) -> GameOutcome:
    """Play a game of a plan, by its number, and return its outcome."""
    match = Match(plan, number)
    try:
        while (question := match.advance()) is not None:
            match.answer(question, partial(question.bot.choose, question.view))
    finally:
        match.dismiss()
    return match.outcome(records)


def _ranks(
    scores: tuple[int, ...], winners: tuple[int, ...], failed: int | None
) -> tuple[int, ...]:
    """Return how many seats did better than each: winners first, a failed bot last."""
    keys = [(seat == failed, seat not in winners, -score) for seat, score in enumerate(scores)]
    return tuple(sum(other < key for other in keys) for key in keys)


def _cleaned_line(text: str) -> str:
    """Return a line of a program's error output with its indentation."""
    return " " * (len(text) - len(text.lstrip())) + _cleaned(text)


def _cleaned(text: str) -> str:
    """Return a reason fit for a file and a screen: one line, printable, not too long."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= LONGEST_REASON else text[:LONGEST_REASON] + "…"
