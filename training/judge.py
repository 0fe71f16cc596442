"""Train the judge: python -m training.judge CONFIG PLAYER --kernels build/gpu --out FOLDER

The judge learns who wins in mixed company: PLAYER (shipped weights) at several levels, pages,
courtiers and the guests that CONFIG names. It is taught by how games end, never by its own
estimates, so that its chances are those that come true. Writes judge.pt and curves.csv;
`python -m training.judge_match` measures, `python -m training.judge_export` exports.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.optim.swa_utils import get_ema_multi_avg_fn

from kingup.bots.sovereign.conduct import CONDUCT_EACH, HINTS, PHASES, TALLIES
from kingup.bots.sovereign.layout import OUTCOMES, PLAYERS
from kingup.rules.constants import MAX_SEATS
from kingup.rules.features import FEATURES
from training.checkpoint import VERSIONS, add_row, check_versions, read_player, store
from training.checks import check_device
from training.clones import CLONES
from training.company import (
    FIRST_GUEST,
    SELF,
    Company,
    Guest,
    Seating,
    read_player_network,
    relative_shares,
    turned,
)
from training.graphs import Graph
from training.judge_network import OPEN, PUBLIC, VIEW, JudgeModule, hide, known_conduct
from training.judge_settings import (
    JudgeSettings,
    draw_seating,
    guest_tables,
    knowledge_of,
    read_judge_settings,
    shape_of,
)
from training.losses import outcome_loss
from training.network import DEVICE, FAST, possible
from training.settings import draw_setups

GAMES_KEPT = 64
"""The outcomes of so many games of each table are remembered."""

LOG_EVERY = 10.0
SAVE_EVERY = 100.0


class Memory:
    """The last steps of all tables, and how their games ended."""

    def __init__(self, settings: JudgeSettings, company: Company, seating: Seating) -> None:
        self.settings = settings
        self.company = company
        self.steps = 0
        t, n = settings.ring, settings.games

        def room(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(t, n, *shape, dtype=kind, device=DEVICE)

        self.rows = room(FEATURES, kind=torch.uint8)
        self.cards = room(PLAYERS, kind=torch.uint8)
        self.kept = room(PLAYERS, kind=torch.uint8)
        self.seat = room(kind=torch.uint8)
        self.past = room(MAX_SEATS, PHASES, TALLIES, kind=torch.float16)
        self.now = room(MAX_SEATS, PHASES, TALLIES, kind=torch.float16)
        self.hints = room(MAX_SEATS, HINTS, kind=torch.float16)
        self.number = room(kind=torch.int32)
        self.ended = torch.zeros(n, GAMES_KEPT, OUTCOMES, device=DEVICE)
        self._tables = torch.arange(n, device=DEVICE)
        self.kinds = kinds_features(seating)

    @torch.no_grad()
    def play(self, steps: int) -> None:
        """Play and remember some steps."""
        company, games = self.company, self.company.games
        for _ in range(steps):
            t = self.steps % self.settings.ring
            seen = company.observe(anybody=True)
            self.rows[t], self.cards[t], self.kept[t] = seen.rows, seen.cards, seen.kept
            self.seat[t], self.past[t], self.now[t] = seen.seat, seen.past, seen.now
            self.hints[t] = seen.hints
            self.number[t] = company.number
            current = company.number % GAMES_KEPT
            company.step()
            # Overwritten until the game has ended: only then is it read.
            self.ended[self._tables, current] = games.outcomes[:, :OUTCOMES]
            self.steps += 1

    def draw(self, size: int) -> dict[str, Tensor]:
        """Draw positions, each with a sight, from games that have had time to end."""
        s, n = self.settings, self.settings.games
        ready = s.ring - s.delay
        ago = s.delay + (torch.rand(size, device=DEVICE) * ready).long() + 1
        t = (self.steps_now - ago) % s.ring
        i = torch.randint(n, (size,), device=DEVICE)
        rows, cards, kept = self.rows[t, i], self.cards[t, i], self.kept[t, i]
        number, seat = self.number[t, i].long(), self.seat[t, i].long()
        games = self.company.games
        seats = games.seats[i]
        target = relative_shares(self.ended[i, number % GAMES_KEPT], seat, seats)
        known = self.company.number[i] > number
        chance = torch.rand(2, size, device=DEVICE)
        hidden = s.view_share + s.public_share
        sight = torch.full((size,), OPEN, device=DEVICE)
        sight = sight.masked_fill(chance[0] < hidden, VIEW)
        sight = sight.masked_fill(chance[0] < s.public_share, PUBLIC)
        rows, cards, kept = hide(sight, rows, cards, kept)
        unknown = chance[1] < s.unknown_share
        conduct = known_conduct(sight, self.past[t, i], self.now[t, i], self.hints[t, i], unknown)
        return {
            "rows": rows, "cards": cards, "kept": kept, "target": target, "known": known,
            "conduct": conduct,
            "kinds": turned(self.kinds[i], seat, seats).flatten(1),
        }  # fmt: skip

    steps_now: Tensor
    """The number of steps as a tensor, which recorded work can read."""


def kinds_features(seating: Seating) -> Tensor:
    """Return who sits where as features, in place of conduct."""
    found = torch.zeros(*seating.kinds.shape, CONDUCT_EACH, device=DEVICE)
    kind = seating.kinds.clamp(max=FIRST_GUEST + 3)
    found.scatter_(2, kind[:, :, None], 1.0)
    found[:, :, -1] = seating.sharpness * (seating.kinds == SELF)
    return found


class JudgeLearner:
    """One judge, its optimiser and its average, which is the one shipped."""

    def __init__(self, settings: JudgeSettings, judge: dict[str, Any]) -> None:
        self.knows = knowledge_of(judge)
        self.network = JudgeModule(shape_of(judge)).to(DEVICE)
        self.average = JudgeModule(shape_of(judge)).to(DEVICE).requires_grad_(False)
        self.average.load_state_dict(self.network.state_dict())
        self.rate = torch.tensor(settings.rate, device=DEVICE)
        self.parameters = list(self.network.parameters())
        self.optimiser = torch.optim.Adam(
            self.parameters, self.rate if FAST else settings.rate, eps=1e-6,
            fused=FAST, capturable=FAST,
        )  # fmt: skip
        plain = not (FAST and settings.compiled)
        self._fast_loss = torch.compile(self._loss, dynamic=False, disable=plain)
        self._norm = settings.gradient_norm
        self._average = get_ema_multi_avg_fn(settings.average)

    def conduct(self, drawn: dict[str, Tensor]) -> Tensor:
        """Return what this judge knows of the players."""
        if self.knows == "state":
            return torch.zeros_like(drawn["conduct"])
        return drawn[self.knows]

    def _loss(
        self, rows: Tensor, cards: Tensor, kept: Tensor, conduct: Tensor, target: Tensor,
        known: Tensor,
    ) -> Tensor:  # fmt: skip
        with torch.autocast(DEVICE, torch.bfloat16, enabled=FAST, cache_enabled=False):
            logits = self.network(rows, cards, kept, conduct)
        # Where the winner is not known yet, the target has zeros, and so has the loss.
        return outcome_loss(logits, possible(rows), target * known[:, None])

    def learn(self, drawn: dict[str, Tensor]) -> Tensor:
        """Learn from a minibatch; return the loss."""
        loss: Tensor = self._fast_loss(
            drawn["rows"], drawn["cards"], drawn["kept"], self.conduct(drawn), drawn["target"],
            drawn["known"],
        )  # fmt: skip
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, self._norm)
        self.optimiser.step()
        self._average(list(self.average.parameters()), self.parameters, None)
        return loss.detach()

    def set_rate(self, rate: float) -> None:
        """Set the learning rate."""
        self.rate.fill_(rate)
        if not FAST:
            for group in self.optimiser.param_groups:
                group["lr"] = rate


class JudgeRun:
    """A run: tables of mixed company, their memory, and the judges that learn from it."""

    def __init__(
        self, settings: JudgeSettings, player: Path, kernels: Path | None, out: Path
    ) -> None:
        torch.manual_seed(settings.seed)
        self.settings, self.out = settings, out
        setups = draw_setups(settings.run)
        sizes = torch.tensor([len(setup.seats) for setup in setups], device=DEVICE)
        seats = sizes.repeat(settings.games // len(setups) + 1)[: settings.games]
        seating = draw_seating(settings, seats)
        plain = not (FAST and settings.compiled)
        networks = [
            read_player_network(path) for path in (player, *map(guest_path, settings.guests))
        ]
        fast = [torch.compile(each, dynamic=False, disable=plain) for each in networks[:1]]
        fast += networks[1:]
        tables = guest_tables(settings, settings.games)
        guests = [Guest(each, those) for each, those in zip(fast[1:], tables, strict=True)]
        self.company = Company(
            kernels, setups, seating, fast[0], guests, settings.seed, recorded=settings.recorded
        )
        self.memory = Memory(settings, self.company, seating)
        self.memory.steps_now = torch.zeros((), dtype=torch.int64, device=DEVICE)
        self.judges = {
            name: JudgeLearner(settings, judge) for name, judge in settings.judges.items()
        }
        self.updates = 0
        self.last: Tensor | None = None
        self._learning = Graph(self._learn_once, recorded=settings.recorded)
        self.minutes = 0.0
        self.started = time.monotonic()

    def _learn_once(self) -> Tensor:
        drawn = self.memory.draw(self.settings.minibatch)
        share = drawn["known"].float().mean()
        losses = [judge.learn(drawn) for judge in self.judges.values()]
        return torch.stack([share, *losses])

    def fill(self) -> None:
        """Play until there is something to learn from."""
        self.memory.play(self.settings.ring)

    def turn(self) -> Tensor:
        """Play a chunk, and learn as often as positions were played; return share and losses."""
        s = self.settings
        self.memory.play(s.chunk)
        self.memory.steps_now.fill_(self.memory.steps)
        found = torch.zeros(1 + len(self.judges), device=DEVICE)
        number = max(1, s.chunk * s.games // s.minibatch)
        for _ in range(number):
            found += self._learning()
            self.updates += 1
        return found / number

    def train(self, seconds: float) -> None:
        """Learn for a time; the rate falls by the clock."""
        s = self.settings
        self.fill()
        began = logged = saved = time.monotonic()
        sums: list[Tensor] = []
        while (gone := time.monotonic() - began) < seconds:
            fall = 0.5 * (1 + math.cos(math.pi * min(1.0, gone / seconds)))
            warm = min(1.0, (self.updates + 1) / 500)
            for judge in self.judges.values():
                judge.set_rate(warm * (s.rate_end + (s.rate - s.rate_end) * fall))
            sums.append(self.turn())
            if FAST:
                torch.cuda.synchronize()
            now = time.monotonic()
            if now - logged >= LOG_EVERY:
                logged = now
                share, *losses = torch.stack(sums).mean(0).tolist()
                sums.clear()
                row = {
                    "seconds": round(now - began, 1), "updates": self.updates,
                    "steps": self.memory.steps, "ended": round(share, 4),
                    **{name: round(v, 5) for name, v in zip(self.judges, losses, strict=True)},
                }  # fmt: skip
                add_row(self.out / "curves.csv", row)
                print(row, flush=True)
            if now - saved >= SAVE_EVERY:
                saved = now
                self.save()
        self.save()

    def begin_as_critic(self, player: Path) -> None:
        """Begin with the critic's weights where they fit: it knows nothing of conduct."""
        critic = read_player(player, DEVICE)["critic"]
        for judge in self.judges.values():
            known = judge.network.state_dict()
            for name, value in critic.items():
                if known[name].shape == value.shape:
                    known[name] = value
                elif known[name].shape[1:] > value.shape[1:]:
                    known[name][:, : value.shape[1]] = value
                    known[name][:, value.shape[1] :] *= 0.1
            for network in (judge.network, judge.average):
                network.load_state_dict(known)

    def begin_as(self, folder: Path) -> None:
        """Begin with the judges of another run."""
        for name, judge in self.judges.items():
            state = torch.load(folder / f"{name}.pt", map_location=DEVICE, weights_only=False)
            check_versions(folder, state)
            for network in (judge.network, judge.average):
                network.load_state_dict(state["judge"])
            self.minutes, self.updates = state["minutes"], state["updates"]

    def save(self) -> None:
        """Write the averages of all judges, each to its own file."""
        for name, judge in self.judges.items():
            state = {
                **VERSIONS, "shape": dataclasses.asdict(judge.network.shape), "knows": judge.knows,
                "updates": self.updates, "steps": self.memory.steps,
                "minutes": round(self.minutes + (time.monotonic() - self.started) / 60, 2),
                "judge": judge.average.state_dict(),
            }  # fmt: skip
            store(state, self.out / f"{name}.pt")


def guest_path(name: str) -> Path:
    """Return the file of a guest: a clone by name, or a path."""
    return Path(name) if name.endswith(".npz") else CLONES / f"{name}.npz"


def main() -> None:
    """Train judges for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("config", type=Path)
    parser.add_argument("player", type=Path)
    parser.add_argument("--kernels", type=Path, help="the folder of training.build, for a GPU")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--start", type=Path, help="the folder of a run to start from")
    options = parser.parse_args()
    settings = read_judge_settings(options.config)
    options.out.mkdir(parents=True, exist_ok=True)
    check_device(options.kernels)
    run = JudgeRun(settings, options.player, options.kernels, options.out)
    if settings.from_critic:
        run.begin_as_critic(options.player)
    if options.start:
        run.begin_as(options.start)
    run.train(60 * options.minutes)


if __name__ == "__main__":
    main()
