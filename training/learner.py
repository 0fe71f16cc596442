"""The learner: passes over what was played, for the player and the critic."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from kingup.bots.sovereign.layout import NETWORK_VERSION
from kingup.rules.features import OBSERVATION_VERSION, OFFSETS
from training import losses
from training.checkpoint import load
from training.games import SEATS
from training.graphs import Graph
from training.network import DEVICE, FAST, CriticModule, Extras, PolicyModule, possible
from training.rollout import Batch, advantages_and_returns, log_policy, round_labels, to_relative
from training.settings import RunSettings

PHASES = {"ambition": 1, "place": 2, "climb": 3, "vote": 4}


class Learner:
    """Player, critic, their optimiser, and the averaged player, which is the one shipped."""

    def __init__(self, settings: RunSettings) -> None:
        self.settings = settings
        self.player = PolicyModule(settings.player_shape).to(DEVICE)
        self.extras = Extras(settings.player_shape).to(DEVICE)
        self.critic = CriticModule(settings.critic_shape).to(DEVICE)
        self.average = PolicyModule(settings.player_shape).to(DEVICE)
        self.average.load_state_dict(self.player.state_dict())
        parts = (self.player, self.extras, self.critic)
        self.parameters = [parameter for part in parts for parameter in part.parameters()]
        # The rate is a tensor on the device, so that recorded steps read its current value.
        self._rate = torch.tensor(settings.rate, device=DEVICE)
        rate = self._rate if FAST else settings.rate
        self.optimiser = torch.optim.Adam(
            self.parameters, rate, eps=1e-5, fused=FAST, capturable=FAST
        )
        plain = not (FAST and settings.compiled)
        self.fast_player = torch.compile(self.player, dynamic=False, disable=plain)
        self.fast_critic = torch.compile(self.critic, dynamic=False, disable=plain)
        self._fast_losses = torch.compile(self.uncompiled_losses, dynamic=False, disable=plain)
        self.iteration = 0
        self.began = 0
        """The iteration at which the optimiser started afresh; the rate warms up from there."""
        self.spread = 0.05
        """The running standard deviation of the advantages."""
        self.fields: dict[str, Tensor] = {}
        """What was played, row by row; recorded steps need these tensors to stay in place."""
        self._part = torch.empty(0, dtype=torch.int64, device=DEVICE)
        self._numbers = torch.zeros(3, device=DEVICE)
        self._names: list[str] = []
        self._step = Graph(self._one_step, recorded=settings.recorded)
        self._batch: Batch | None = None
        self._worked_out: Graph[dict[str, Tensor]]

    def state(self, minutes: float) -> dict[str, Any]:
        """Return all that a later run needs to resume, except the optimiser's moments."""
        return {
            "network": NETWORK_VERSION,
            "observation": OBSERVATION_VERSION,
            "player_shape": dataclasses.asdict(self.settings.player_shape),
            "critic_shape": dataclasses.asdict(self.settings.critic_shape),
            "player": self.player.state_dict(),
            "extras": self.extras.state_dict(),
            "critic": self.critic.state_dict(),
            "average": {name: value.half() for name, value in self.average.state_dict().items()},
            "iteration": self.iteration,
            "steps": self._steps(),
            "spread": self.spread,
            "minutes": minutes,
        }

    def _steps(self) -> int:
        """Return how many steps the optimiser has taken."""
        known = self.optimiser.state.get(self.parameters[0])
        return int(known["step"]) if known else 0

    def moments(self) -> tuple[Any, Any]:
        """Return the optimiser's first and second moments, as 16-bit numbers."""
        state = self.optimiser.state
        means = [state[p]["exp_avg"].bfloat16() for p in self.parameters if p in state]
        squares = [state[p]["exp_avg_sq"].bfloat16() for p in self.parameters if p in state]
        return means, squares

    def restore(self, state: dict[str, Any], means: Any, squares: Any) -> None:
        """Resume from a state, with the optimiser's moments if there are any.

        The schedules follow from the state's counters.
        """
        for name in ("player", "extras", "critic", "average"):
            load(getattr(self, name), state[name])
        if means and squares:
            for p, mean, square in zip(self.parameters, means, squares, strict=True):
                self.optimiser.state[p] = {
                    "step": torch.tensor(float(state["steps"]), device=DEVICE if FAST else "cpu"),
                    "exp_avg": mean.float().to(DEVICE),
                    "exp_avg_sq": square.float().to(DEVICE),
                }
        else:
            self.began = state["iteration"]
        self.iteration = state["iteration"]
        self.spread = state["spread"]

    def begin_as(self, weights: dict[str, dict[str, Tensor]]) -> None:
        """Begin with another run's average, and with its critic and extras if they are given."""
        load(self.player, weights["average"])
        for name in ("average", "extras", "critic"):
            mine = getattr(self, name)
            load(mine, mine.state_dict() | weights.get(name, {}))

    def schedule(self) -> dict[str, float]:
        """Return the rate, the magnet and the rank term of this iteration."""
        s = self.settings
        left = max(0.0, 1 - self.iteration / s.iterations)
        warm = min(1.0, (self.iteration - self.began + 1) / 20)
        return {
            "rate": warm * (s.rate_end + (s.rate - s.rate_end) * left**1.1),
            "magnet": max(s.magnet_end, s.magnet * (1 + self.iteration / 50) ** -0.4),
            "rank": s.rank_end + (s.rank - s.rank_end) * left,
        }

    def learn(self, batch: Batch, seats: Tensor) -> dict[str, float]:
        """Take the passes over a batch; return the figures for the log."""
        s = self.settings
        now = self.schedule()
        self._set_rate(now["rate"])
        # As tensors: a changed Python number would make PyTorch compile the losses again.
        self._numbers[2].fill_(now["rank"])
        self._lay_out(batch, seats)
        self._numbers.copy_(torch.tensor([now["magnet"], self.spread, now["rank"]]))
        decisions = batch.actions.numel()
        size = min(s.minibatch, decisions)
        if len(self._part) != size:
            self._part = torch.zeros(size, dtype=torch.int64, device=DEVICE)
        sums: Tensor | None = None
        first: Tensor | None = None
        taken = 0
        for _ in range(s.passes):
            # A remainder smaller than a minibatch is left out: recorded steps have one size.
            order = torch.randperm(decisions, device=DEVICE)
            for part in order[: decisions // size * size].split(size):
                self._part.copy_(part)
                found = self._step()
                first = found.clone() if first is None else first
                sums = found.clone() if sums is None else sums.add_(found)
                taken += 1
        self._average()
        self.iteration += 1
        assert sums is not None
        assert first is not None
        means = (sums / taken).tolist()
        log = dict(zip(self._names, means, strict=True))
        log["off"] = float(first[self._names.index("off")])
        if not all(abs(value) < float("inf") for value in log.values()):
            raise SystemExit(f"Iteration {self.iteration} gave figures that are not finite: {log}")
        return {**log, **now, "spread": self.spread}

    def _set_rate(self, rate: float) -> None:
        self._rate.fill_(rate)
        if not FAST:
            for group in self.optimiser.param_groups:
                group["lr"] = rate

    def _lay_out(self, batch: Batch, seats: Tensor) -> None:
        """Put the batch where the steps read it, and update the spread."""
        if self._batch is not batch:
            self._batch = batch
            self._worked_out = Graph(
                lambda: self._work_out(batch, seats), recorded=self.settings.recorded
            )
        played = {
            "rows": batch.rows, "masks": batch.masks, "actions": batch.actions,
            "log_old": batch.log_old, "cards": batch.cards, "kept": batch.kept,
            "learn": batch.learn,
        }  # fmt: skip
        fields = played | self._worked_out()
        self.fields = {name: field.flatten(0, 1) for name, field in fields.items()}
        seen, advantage = self.fields["learn"], self.fields["advantage"]
        mean = (advantage * seen).sum() / seen.sum().clamp(min=1)
        spread = ((advantage - mean) ** 2 * seen).sum() / seen.sum().clamp(min=1)
        self.spread += 0.05 * (float(spread.sqrt()) - self.spread)

    def _work_out(self, batch: Batch, seats: Tensor) -> dict[str, Tensor]:
        """Return what follows from a batch: advantages, targets, and labels."""
        advantages, returns = advantages_and_returns(batch, self.settings, self._numbers[2])
        known, points, kings = round_labels(batch)
        everywhere = seats.expand_as(batch.seat)
        index = (SEATS + batch.seat[..., None]) % everywhere[..., None]
        there = everywhere[..., None] > SEATS
        return {
            "advantage": advantages,
            "target": to_relative(returns, batch.seat, everywhere),
            "points": points.gather(2, index), "known": known[..., None] & there, "kings": kings,
        }  # fmt: skip

    def _one_step(self) -> Tensor:
        """Learn from one minibatch; return the figures that `_names` names."""
        found = self.losses_of(self.chosen())
        self.optimiser.zero_grad(set_to_none=True)
        found["loss"].backward()
        norm = nn.utils.clip_grad_norm_(self.parameters, self.settings.gradient_norm)
        self.optimiser.step()
        self._names = [*found, "norm"]
        return torch.stack([*(value.detach() for value in found.values()), norm.detach()])

    def chosen(self) -> dict[str, Tensor]:
        """Return the next minibatch."""
        return {name: field[self._part] for name, field in self.fields.items()}

    def losses_of(self, chosen: dict[str, Tensor]) -> dict[str, Tensor]:
        """Return the losses of a minibatch, and the figures for the log."""
        found: dict[str, Tensor] = self._fast_losses(chosen, self._numbers)
        return found

    def _average(self) -> None:
        kept = min(self.settings.average, (self.iteration + 1) / (self.iteration + 10))
        means, news = list(self.average.parameters()), list(self.player.parameters())
        get_ema_multi_avg_fn(kept)(means, news, None)

    def uncompiled_losses(self, chosen: dict[str, Tensor], numbers: Tensor) -> dict[str, Tensor]:
        """Return the losses of a minibatch, for a given weight of the magnet and spread."""
        s = self.settings
        rows, masks, target = chosen["rows"], chosen["masks"], chosen["target"]
        with torch.autocast(DEVICE, torch.bfloat16, enabled=FAST, cache_enabled=False):
            reading = self.critic.reader(rows, chosen["cards"], chosen["kept"])
            answers = self.player.answers(self.player.hidden_of(reading), self.extras)
            judged, ranks = self.critic.judge(reading.inputs)
        there = possible(rows)
        phase = rows[:, OFFSETS["phase"] : OFFSETS["phase"] + 7] > 0
        magnet = numbers[0] * (1 + (s.place_magnet - 1) * phase[:, PHASES["place"]].float())
        policy = losses.policy_loss(
            log_policy(answers.actions, masks), chosen["log_old"].float(), masks > 0,
            chosen["actions"], chosen["advantage"], magnet, numbers[1], s,
        )  # fmt: skip
        weight = chosen["learn"]
        number = weight.sum().clamp(min=1)
        found = {
            "policy": (policy.loss * weight).sum() / number,
            "critic": losses.outcome_loss(judged, there, target),
            "value": losses.outcome_loss(answers.outcome, there, target),
            "ranks": losses.rank_loss(ranks, there, target),
            "cards": losses.cards_loss(answers.cards, chosen["cards"]),
            "points": losses.points_loss(answers.points, chosen["points"], chosen["known"]),
            "king": losses.king_loss(answers.king, chosen["kings"]),
        }
        found["loss"] = (
            found["policy"] + found["critic"] + s.value_weight * found["value"]
            + s.rank_weight * found["ranks"] + s.cards_weight * found["cards"]
            + s.points_weight * found["points"] + s.king_weight * found["king"]
        )  # fmt: skip
        found["kl"] = (policy.away * weight).sum() / number
        off = (policy.ratio - 1).abs()
        found["off"] = (off * weight).sum() / number
        found["clipped"] = ((off > s.clip).float() * weight).sum() / number
        for name, code in PHASES.items():
            those = weight * phase[:, code]
            found[f"entropy-{name}"] = (policy.entropy * those).sum() / those.sum().clamp(min=1)
        return found
