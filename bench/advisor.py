"""Decisions of the trained player for many games at once, and one by one: part of `make bench`.

python -m bench.advisor    only this

Figures are processor time on one core, which other programs hardly affect; the two ways alternate,
and the best run of each counts. Views are made beforehand.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from bench.table import TableRow, below_ms, print_table
from kingup import Game
from kingup.arena.concurrent_games import AT_ONCE, play_games
from kingup.arena.match import play_game
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan, make_plan
from kingup.bots import make_bot
from kingup.bots.bot import AdvisedBot
from kingup.view import View

REPEATS = 5
GAMES = 64
EDITIONS = ("kingup", "vive-le-roi")


def undecided_views(edition: str, number: int = AT_ONCE) -> list[View]:
    """Return views of games between courtiers, in which the player has a choice."""
    views: list[View] = []
    for seed in range(number):
        game = Game(edition, 4, seed=seed)
        bots = [make_bot("courtier", seat) for seat in range(4)]
        steps = 0
        # From all stages of the game: early, late, and at votes.
        while steps < 3 * seed or len(game.view(game.to_act[0]).actions) == 1:
            player = game.to_act[0]
            game.play(player, bots[player].choose(game.view(player)))
            steps += 1
            if game.is_over:
                game, steps = Game(edition, 4, seed=1000 + seed), 2 * seed
        views.append(game.view(game.to_act[0]))
    return views


def best(*ways: Callable[[], object]) -> list[float]:
    """Return the least processor time of each function; they alternate."""
    found = [float("inf")] * len(ways)
    for _ in range(REPEATS):
        for i, way in enumerate(ways):
            started = time.process_time()
            way()
            found[i] = min(found[i], time.process_time() - started)
    return found


def one_by_one(bot: AdvisedBot, views: list[View]) -> list[str]:
    """Decide each view alone."""
    return [bot.choose(view) for view in views]


def at_once(bot: AdvisedBot, views: list[View]) -> list[str]:
    """Decide all views, with one call of the advisor."""
    advice = bot.advisor.advise(views)
    return [bot.decide(view, found) for view, found in zip(views, advice, strict=True)]


def games_one_by_one(plan: Plan) -> list[GameOutcome]:
    """Play an arena's games one after the other."""
    return [play_game(plan, game, False) for game in range(plan.total)]


def games_at_once(plan: Plan) -> list[GameOutcome]:
    """Play the same games concurrently."""
    return list(play_games(plan, range(plan.total), False))


def measure() -> list[TableRow]:
    """Measure decisions, and games in the arena."""
    bot = make_bot("sovereign", 1)
    if not isinstance(bot, AdvisedBot):
        raise TypeError("the trained player should have an advisor")
    rows = []
    for edition in EDITIONS:
        views = undecided_views(edition)
        n = len(views)
        slow, quick = best(partial(one_by_one, bot, views), partial(at_once, bot, views))
        rows.append(below_ms(f"sovereign, {edition}: a decision alone", 1e3 * slow / n, 3))
        what = f"sovereign, {edition}: decisions/s, {n} at once; one by one"
        rows.append(
            TableRow(what, f"{n / quick:,.0f}; {n / slow:,.0f} ({slow / quick:.2f} times)")
        )
        plan = make_plan(["sovereign", "courtier"], editions=[edition], games=GAMES, gauntlet=True)
        slow, quick = best(partial(games_one_by_one, plan), partial(games_at_once, plan))
        what = f"arena, sovereign against courtiers, {edition}: games/s, at once; one by one"
        measured = f"{GAMES / quick:.1f}; {GAMES / slow:.1f} ({slow / quick:.2f} times)"
        rows.append(TableRow(what, measured))
    return rows


if __name__ == "__main__":
    print_table(measure())
