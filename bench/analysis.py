"""Analyses: how fast, how right, and how much each of our bots loses. Part of `make bench`.

python -m bench.analysis                 speed, beside reading beliefs observer by observer
python -m bench.analysis levels [GAMES [BOT...]]  loss per decision by bot; writes levels.json
python -m bench.analysis chart [GAMES]   Brier score and bins of the chart in round one
python -m bench.analysis luck [GAMES]    the luck-adjusted result: its mean and its variance
python -m bench.analysis judge [SECONDS] what the judge says of actions, beside playing them out

Figures are processor time on one core, which other programs affect least.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from bench.table import TableRow, below, below_ms, print_table
from kingup import Game
from kingup.analysis import analyse, beliefs_over_time, consider
from kingup.analysis.ledger import DealValues, deal_values, share_of
from kingup.analysis.replaying import steps_of
from kingup.analysis.scores import LEVELS
from kingup.analysis.sights import WeighedGame, facts_of
from kingup.analysis.table import Floats
from kingup.analysis.values import Valuer
from kingup.analysis.weighing import EXEMPLARY
from kingup.analysis.worlds import imagine
from kingup.bots import make_bot
from kingup.bots.sovereign.beliefs import PolicyBeliefs
from kingup.bots.sovereign.judge import judge_of
from kingup.bots.sovereign.networks import networks_of
from kingup.bots.sovereign.search_bot import promising
from kingup.view import View

EDITIONS = ("kingup", "vive-le-roi")
BOTS = ("page", "courtier", "chancellor:100", "sovereign")
QUICK = 5.0
WORLDS = 96


def play(edition: str, kinds: Sequence[str], seed: int) -> Game:
    """Return a finished game of these bots."""
    game = Game(edition, len(kinds), seed=seed)
    bots = [make_bot(kind, 100 * seed + seat) for seat, kind in enumerate(kinds)]
    while not game.is_over:
        player = game.to_act[0]
        game.play(player, bots[player].choose(game.view(player)))
    return game


def seconds_of(call: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    started = time.process_time()
    call()
    return time.process_time() - started


def measure() -> list[TableRow]:
    """Return the speed of analyses, beside their goals."""
    analyse(play("kingup", ("page",) * 4, 1), seconds=1)  # compiled code is loaded
    rows = []
    for edition in EDITIONS:
        for kinds, goal in (("courtier", "page") * 2, 20.0), (("sovereign",) * 4, 60.0):
            game = play(edition, kinds, 3)
            took = seconds_of(partial(analyse, game))
            rows.append(below(f"analysis, {edition}, {kinds[0]}s, one core", took, goal))
    game = play("vive-le-roi", ("courtier",) * 4, 3)
    one = seconds_of(lambda: beliefs_over_time(game))
    each = seconds_of(lambda: _observer_by_observer(game))
    rows.append(TableRow("beliefs of all observers, beside each by itself", f"{each / one:.1f} ×"))
    view = next(v for v in _views(game) if v.phase == "vote" and len(v.actions) > 1)
    rows.append(below_ms("advice at a vote", 1000 * seconds_of(lambda: consider(view)), 500))
    return rows


def _views(game: Game) -> Iterator[View]:
    for again, _number, count in steps_of(game):
        if count > 0 and again.to_act:
            yield again.view(again.to_act[0])


def _observer_by_observer(game: Game) -> None:
    networks = networks_of(None)
    readers = [PolicyBeliefs(networks) for _ in range(5)]
    for again, _number, count in steps_of(game):
        if count >= 0 and not again.rounds[-1].ended:
            for reader, viewer in zip(readers, (None, 0, 1, 2, 3), strict=True):
                reader.update(again.view(viewer))
                reader.marginals()


def levels(games: int, bots: Sequence[str] = BOTS, seconds: float = QUICK) -> None:
    """Measure what each bot loses per decision among the others, and write the table."""
    table = [bots[seat % len(bots)] for seat in range(4)]
    losses: dict[str, dict[str, float]] = {}
    for edition in EDITIONS:
        found: dict[str, list[tuple[float, int]]] = {bot: [] for bot in bots}
        labels = dict.fromkeys(bots, 0)
        for seed in range(games):
            turned = table[seed % 4 :] + table[: seed % 4]
            analysis = analyse(play(edition, turned, 500 + seed), seconds=seconds)
            for player, bot in zip(analysis.players, turned, strict=True):
                found[bot].append((player.loss, player.decisions))
                labels[bot] += sum(player.labels.values()) - player.labels["brilliant"]
            print(edition, seed + 1, flush=True)
        losses[edition] = {}
        for bot, each in found.items():
            total, number = np.array(each).sum(axis=0)
            mean = total / number
            spread = np.array([loss - mean * count for loss, count in each])
            error = 1.96 * np.sqrt((spread**2).sum()) / number
            losses[edition][bot] = round(float(mean * 4 / 2), 5)
            per_100 = 100 * labels[bot] / number
            print(f"{edition} {bot}: {100 * mean:.2f} ± {100 * error:.2f} points a decision, "
                  f"{per_100:.1f} labels in 100 decisions")  # fmt: skip
    about = {"judge": judge_of().digest, "games": games, "seconds": seconds, "losses": losses}
    LEVELS.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def said_and_was(edition: str, games: int) -> tuple[Floats, Floats]:
    """Return the chart's open chances in round one of courtiers and pages, and who won."""
    valuer = Valuer(networks_of(None), judge_of())
    said, was = [], []
    for seed in range(games):
        kinds = [("courtier", "page")[(seed + seat) % 2] for seat in range(4)]
        game = play(edition, kinds, 900 + seed)
        for chances in _open_in_round_one(facts_of(game, valuer.networks), valuer):
            said.append(chances)
            was.append([share_of(game, seat) for seat in range(4)])
    return np.array(said), np.array(was)


def bins_of(said: Floats, was: Floats) -> list[tuple[float, float, int]]:
    """Return by fifth of the scale what was said, what came true, and how often it was said."""
    found = []
    for low in np.arange(0, 1, 0.2):
        those = (said >= low) & (said < low + 0.2)
        if those.sum() >= 0.05 * said.size:
            found.append((float(said[those].mean()), float(was[those].mean()), int(those.sum())))
    return found


def chart(games: int) -> None:
    """Compare the chart's open chances in round one with who won: T4."""
    for edition in EDITIONS:
        said, was = said_and_was(edition, games)
        brier, constant = ((said - was) ** 2).mean(), ((0.25 - was) ** 2).mean()
        print(f"{edition}: Brier {brier:.4f}, constant {constant:.4f}, {games} games")
        for mean, share, number in bins_of(said, was):
            print(f"  said {mean:.2f}, was {share:.2f} ({number})")


def _open_in_round_one(facts: WeighedGame, valuer: Valuer) -> list[Floats]:
    table = facts.rounds[0].table
    decisions = table.decisions
    ends = np.flatnonzero(np.diff(decisions.phases, prepend=-1) != 0)[1:]
    games = decisions.games[ends].copy()
    state = facts.rounds[0].state
    games["card"][:, : state.players] = state.card[: state.players]
    histories = np.repeat(table.history, len(ends))
    histories["size"] = decisions.sizes[ends]
    tallies = np.stack([facts.rounds[0].open_tallies(int(s)) for s in decisions.sizes[ends]])
    return list(valuer.chances(games, histories, tallies)[:, :4])


def results(games: int) -> tuple[Floats, Floats]:
    """Return by game and seat the results of courtiers, plain and luck-adjusted."""
    valuer = Valuer(networks_of(None), judge_of())
    plain, adjusted = np.zeros((games, 4)), np.zeros((games, 4))
    for seed in range(games):
        game = play(EDITIONS[seed % 2], ("courtier",) * 4, 2000 + seed)
        values: DealValues = deal_values(facts_of(game, valuer.networks), valuer, 32, seed)
        for seat in range(4):
            gained = sum(
                float(after[seat] - before[seat])
                for before, after in zip(values.before, values.after, strict=True)
            )
            plain[seed, seat] = share_of(game, seat)
            adjusted[seed, seat] = plain[seed, seat] - gained
    return plain, adjusted


def luck(games: int) -> None:
    """Compare results with luck-adjusted ones: the same mean, and a smaller variance (T5)."""
    plain, adjusted = results(games)
    for seat in range(4):
        apart = (adjusted - plain)[:, seat]
        error = 1.96 * apart.std() / np.sqrt(games)
        print(f"seat {seat + 1}: luck of the deals {-apart.mean():+.4f} ± {error:.4f}")
    print(f"variance {plain.var():.4f}, luck-adjusted {adjusted.var():.4f}, {games} games")


def judge(seconds: float) -> None:
    """Compare what the judge says of two actions with playing them out."""
    valuer = Valuer(networks_of(None), judge_of())
    rows: list[tuple[int, float, float, float, float]] = []
    draw = np.random.default_rng(5)
    started, seed = time.process_time(), 0
    companies = (("page", "courtier") * 2, ("sovereign", "courtier", "page", "sovereign"))
    while time.process_time() - started < seconds:
        seed += 1
        game = play(EDITIONS[seed % 2], companies[seed // 2 % 2], 200 + seed)
        for round_ in facts_of(game, valuer.networks).rounds:
            decisions = round_.table.decisions
            for phase in range(3):
                i = int(draw.choice(np.flatnonzero(decisions.phases == phase)))
                seat, size = int(decisions.seats[i]), int(decisions.sizes[i])
                own = round_.own[seat]
                legal = np.flatnonzero(decisions.masks[i])
                logs = own.policy[int(np.flatnonzero(own.which == i)[0]), 0][legal]
                chosen = int(np.flatnonzero(legal == decisions.actions[i])[0])
                tried = [t for t in promising(logs)[:2] if t != chosen][:1]
                if not tried:
                    continue
                actions = legal[[*tried, chosen]]
                lots = np.random.default_rng([seed, i])
                worlds = imagine(
                    round_.sight(seat, size), decisions.games[i : i + 1], WORLDS, lots
                )
                found = [valuer.judged(worlds, round_.table, size, seat, actions)]
                worlds.tallies[:, seat] = EXEMPLARY[round_.state.edition]
                found.append(valuer.judged(worlds, round_.table, size, seat, actions))
                found.append(valuer.played_out(worlds, round_.table, size, seat, actions, lots))
                apart = [each[:, 0, seat] - each[:, 1, seat] for each in found]
                error = float(apart[2].std() / np.sqrt(WORLDS))
                as_is, exemplary, played = (float(each.mean()) for each in apart)
                rows.append((phase, as_is, exemplary, played, error))
    table = np.array(rows)
    for phase, name in enumerate(("placing", "climbing", "voting")):
        those = table[table[:, 0] == phase]
        for column, way in ((1, "conduct as it was"), (2, "exemplary conduct")):
            missed = those[:, column] - those[:, 3]
            excess = np.sqrt(max(0.0, float((missed**2 - those[:, 4] ** 2).mean())))
            slope = (those[:, column] * those[:, 3]).sum() / (those[:, column] ** 2).sum()
            print(f"{name}, {way}: error {excess:.3f} beyond noise, slope {slope:.2f}, "
                  f"{len(those)} decisions")  # fmt: skip


def main() -> None:
    """Measure what the command line asks for."""
    what, *more = sys.argv[1:] or ["speed"]
    if what == "speed":
        print_table(measure())
    elif what == "levels":
        levels(int(more[0]) if more else 20, more[1:] or BOTS)
    elif what == "chart":
        chart(int(more[0]) if more else 100)
    elif what == "luck":
        luck(int(more[0]) if more else 400)
    elif what == "judge":
        judge(float(more[0]) if more else 120.0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
