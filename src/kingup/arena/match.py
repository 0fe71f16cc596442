"""One game: bots see views, answer with actions, and lose the game if they cannot.

A bot that crashes, hangs, answers with nonsense or with an illegal action loses: the game
ends there, its seat comes last, and the other seats are ranked by what they had scored. The
best of them have won.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from kingup.arena.dealer import ReplayDealer
from kingup.arena.outcome import Outcome
from kingup.arena.plan import Plan
from kingup.arena.schedule import Fixture, fixture
from kingup.bots.bot import Bot
from kingup.game import Game
from kingup.history import Voted
from kingup.rules.errors import KingUpError

LONGEST_REASON = 400

T = TypeVar("T")


@dataclass
class _Table:
    """A game with the bots round it. A team has one bot, which plays for both."""

    game: Game
    bots: list[Bot] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    failed: int | None = None
    reason: str | None = None


def play_game(plan: Plan, number: int, records: bool) -> Outcome:
    """Play a game of a plan, by its number, and return what came of it."""
    place = fixture(plan, number)
    setup = plan.contests[place.contest]
    # Neutral names: a bot shall not know whom it plays against.
    game = Game(setup.edition, setup.seats, setup.options, dealer=ReplayDealer(place.deal_seed))
    table = _Table(game, decisions=[0] * len(setup.seats), seconds=[0.0] * len(setup.seats))
    try:
        _play(table, plan, place)
    finally:
        for seat, bot in enumerate(table.bots):
            _dismiss(bot, game, seat)
    return _outcome(plan, place, table, records)


def _play(table: _Table, plan: Plan, place: Fixture) -> None:
    game = table.game
    for seat, (bot, seed) in enumerate(zip(place.lineup, place.bot_seeds, strict=True)):
        made = _attempt(table, seat, partial(plan.entrants[bot].make, seed, plan.bot_seconds))
        if made is None:
            return
        table.bots.append(made)
    while not game.is_over:
        player = game.to_act[0]
        seat = game.seat_of(player)
        view = game.view(player)
        table.decisions[seat] += 1
        started = time.perf_counter()
        action = _attempt(table, seat, partial(table.bots[seat].choose, view))
        table.seconds[seat] += time.perf_counter() - started
        if action is None:
            return
        if action not in view.actions:
            table.failed = seat
            table.reason = _cleaned(f"It chose {action!r}, which is not allowed now.")
            return
        game.play(player, action)


def _dismiss(bot: Bot, game: Game, seat: int) -> None:
    """Tell a bot that wants to know how the game ended, and let it go."""
    player = next(p for p in range(sum(game.setup.seats)) if game.seat_of(p) == seat)
    # The game has been decided: a bot that cannot even leave has nothing more to lose.
    with contextlib.suppress(Exception):
        if game.is_over and hasattr(bot, "game_over"):
            bot.game_over(game.view(player))
    with contextlib.suppress(Exception):
        if hasattr(bot, "close"):
            bot.close()


def _attempt(table: _Table, seat: int, call: Callable[[], T]) -> T | None:
    """Return what a bot answers; note its failure, whatever it is, and return None."""
    try:
        answer = call()
    except Exception as error:
        table.failed = seat
        kind = "" if isinstance(error, KingUpError) else f"{type(error).__name__}: "
        # What a program wrote to its error output last tells its author most.
        said = getattr(error, "last_words", "")
        table.reason = _cleaned(f"{kind}{error} [{said}]" if said else f"{kind}{error}")
        return None
    if answer is None:
        table.failed = seat
        table.reason = "It chose nothing."
    return answer


def _cleaned(text: str) -> str:
    """Return a reason as a file and a screen can hold it: one line, no half characters."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= LONGEST_REASON else text[:LONGEST_REASON] + "…"


def _outcome(plan: Plan, place: Fixture, table: _Table, records: bool) -> Outcome:
    game = table.game
    scores = game.seat_scores
    winners = game.winners
    if table.failed is not None:
        others = [score for seat, score in enumerate(scores) if seat != table.failed]
        winners = tuple(
            seat
            for seat, score in enumerate(scores)
            if seat != table.failed and score == max(others)
        )
    votes = [[move for move in r.moves if isinstance(move, Voted)] for r in game.rounds]
    return Outcome(
        game=place.game,
        deal=place.deal,
        contest=place.contest,
        rotation=place.rotation,
        lineup=place.lineup,
        first=game.rounds[0].deal.first,
        scores=scores,
        ranks=_ranks(scores, winners, table.failed),
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
        decisions=tuple(table.decisions),
        failed=table.failed,
        reason=table.reason,
        seconds=tuple(round(seconds, 6) for seconds in table.seconds),
        record=_record(plan, place, table) if records else None,
    )


def _ranks(
    scores: tuple[int, ...], winners: tuple[int, ...], failed: int | None
) -> tuple[int, ...]:
    """Return how many seats did better than each: winners before all, a failure behind."""
    keys = [(seat == failed, seat not in winners, -score) for seat, score in enumerate(scores)]
    return tuple(sum(other < key for other in keys) for key in keys)


def _record(plan: Plan, place: Fixture, table: _Table) -> str:
    from kingup.notation import write_json

    game = table.game
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
    if table.failed is not None:
        game.tags["failure"] = f"seat {table.failed}: {table.reason}"
    return write_json(game)
