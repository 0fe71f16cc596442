"""The speed of the bots: part of `make bench`.

Measures simulations a second on one core, beside OpenSpiel's search if it is installed, and the
time of decisions.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator

from bench.table import TableRow, at_least, verdict
from kingup import Game
from kingup.bots import compiled, make_bot
from kingup.bots.beliefs import Tracker
from kingup.bots.chancellor import plant
from kingup.bots.sight import sight_of

SIMULATIONS = 20_000
REPEATS = 5
PEER = "oh_hell(players=4)"
PEER_SIMULATIONS = 1000


def positions(edition: str) -> Iterator[tuple[str, Game]]:
    """Yield a game between courtiers at its first placement, first climb and first vote."""
    game = Game(edition, 4, seed=3)
    bots = [make_bot("courtier", seat) for seat in range(4)]
    seen: set[str] = set()
    while len(seen) < 3:
        if game.phase not in seen:
            seen.add(game.phase)
            yield game.phase, game
        player = game.to_act[0]
        game.play(player, bots[player].choose(game.view(player)))


def simulations_per_second(game: Game, number: int = SIMULATIONS) -> float:
    """Return how many simulations a second one tree makes, the best of several runs."""
    view = game.view(game.to_act[0])
    state = sight_of(view)
    tracker = Tracker()
    tracker.update(view)
    style, belief = compiled.edition_style(state.edition), tracker.totals()
    best = 0.0
    for repeat in range(REPEATS):
        tree = plant(state, repeat, number + 2)
        started = time.perf_counter()
        compiled.search_more(
            tree.games, style, belief, tracker.seen, tree.nodes, tree.path, number
        )
        best = max(best, number / (time.perf_counter() - started))
    return best


def same_game_peer(game: Game) -> float:
    """Return the same for OpenSpiel's Python search, with our compiled playouts."""
    from kingup.envs.openspiel.bots import Ismcts

    view = game.view(game.to_act[0])
    Ismcts(2).choose(view)  # compile first
    started = time.perf_counter()
    Ismcts(PEER_SIMULATIONS).choose(view)
    return PEER_SIMULATIONS / (time.perf_counter() - started)


def peer_simulations_per_second() -> float | None:
    """Return the same for OpenSpiel's C++ search on a four-player card game; None without it."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game(PEER)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    number = 2000
    best = 0.0
    for seed in range(REPEATS):
        bot = pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(1, seed),
            1.0,
            number,
            -1,
            pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
            False,
            False,
        )
        started = time.perf_counter()
        bot.step(state)
        best = max(best, number / (time.perf_counter() - started))
    return best


def decision_times(kind: str, edition: str) -> list[float]:
    """Return the seconds of every decision of a bot in one game."""
    game = Game(edition, 4, seed=5)
    bots = [make_bot(kind if seat == 0 else "page", seat) for seat in range(4)]
    times = []
    while not game.is_over:
        player = game.to_act[0]
        view = game.view(player)
        started = time.perf_counter()
        action = bots[player].choose(view)
        # A bot with only one action does not think, so its time says nothing about the budget.
        if player == 0 and len(view.actions) > 1:
            times.append(time.perf_counter() - started)
        game.play(player, action)
    return times


def measure() -> list[TableRow]:
    """Measure the speed of every bot."""
    game = Game(seed=1)
    make_bot("chancellor:2", 0).choose(game.view(game.to_act[0]))  # compile first
    rows = []
    for edition in ("kingup", "vive-le-roi"):
        for phase, position in positions(edition):
            speed = simulations_per_second(position)
            what = f"chancellor, {edition}, {phase}: simulations/s, one core"
            rows.append(at_least(what, speed, 100_000, "{:,.0f}"))
            if phase == "climb" and importlib.util.find_spec("pyspiel") is not None:
                few = simulations_per_second(position, PEER_SIMULATIONS)
                theirs = same_game_peer(position)
                what = (
                    f"  the same, {PEER_SIMULATIONS:,} simulations; OpenSpiel's Python ISMCTSBot"
                )
                rows.append(
                    TableRow(what, f"{few:,.0f}; {theirs:,.0f} ({few / theirs:,.0f} times)")
                )
    peer = peer_simulations_per_second()
    rows.append(
        TableRow(
            f"OpenSpiel ISMCTSBot, {PEER}: simulations/s",
            "not installed" if peer is None else f"{peer:,.0f}",
        )
    )
    for edition in ("kingup", "vive-le-roi"):
        for kind in ("page", "courtier"):
            times = sorted(decision_times(kind, edition))
            median = 1e3 * times[len(times) // 2]
            what = f"{kind}, {edition}: median decision"
            rows.append(TableRow(what, f"{median:.2f} ms", "< 2 ms", verdict(median < 2)))
    for seconds in (0.1, 0.5):
        times = decision_times(f"chancellor:{seconds}s", "vive-le-roi")
        worst = max(abs(t / seconds - 1) for t in times)
        what = f"chancellor:{seconds}s: largest deviation from its budget"
        rows.append(TableRow(what, f"{worst:.1%}", "≤ 10 %", verdict(worst <= 0.1)))
    return rows
