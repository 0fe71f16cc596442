"""Learning: one pass over what was played, for the player and for the critic."""

from __future__ import annotations

import copy
import dataclasses
from collections import defaultdict
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as f

from kingup.bots.sovereign.layout import NETWORK_VERSION
from kingup.rules.features import OFFSETS
from training.network import DEVICE, FAST, NO_CARD, Critic, Player, possible
from training.rollout import IMPOSSIBLE, Batch, advantages_and_returns, log_policy, to_relative
from training.settings import Settings

PHASES = {"ambition": 1, "place": 2, "climb": 3, "vote": 4}


class Learner:
    """Player, critic, their optimiser, and the average that plays in the end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.player = Player(settings.player_shape).to(DEVICE)
        self.critic = Critic(settings.critic_shape).to(DEVICE)
        self.average = Player(settings.player_shape).to(DEVICE)
        self.average.load_state_dict(self.player.state_dict())
        self.parameters = [*self.player.parameters(), *self.critic.parameters()]
        self.optimiser = torch.optim.Adam(self.parameters, settings.rate, eps=1e-5)
        self.fast_player = torch.compile(self.player, dynamic=False, disable=not FAST)
        self.fast_critic = torch.compile(self.critic, dynamic=False, disable=not FAST)
        self._fast_losses = torch.compile(self._losses, dynamic=False, disable=not FAST)
        self.iteration = 0
        self.spread = 0.05
        """The running spread of advantages."""

    def state(self, minutes: float) -> dict[str, Any]:
        """Return all that a later run needs to go on; optimiser's moments as 16-bit numbers."""
        state: dict[str, Any] = {
            "network": NETWORK_VERSION,
            "settings": dataclasses.asdict(self.settings),
            "player_shape": dataclasses.asdict(self.settings.player_shape),
            "critic_shape": dataclasses.asdict(self.settings.critic_shape),
            "player": self.player.state_dict(),
            "critic": self.critic.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": copy.deepcopy(self.optimiser.state_dict()),
            "iteration": self.iteration,
            "spread": self.spread,
            "minutes": minutes,
        }
        _moments(state["optimiser"], torch.bfloat16)
        return state

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self.player.load_state_dict(state["player"])
        self.critic.load_state_dict(state["critic"])
        self.average.load_state_dict(state["average"])
        _moments(state["optimiser"], torch.float32)
        self.optimiser.load_state_dict(state["optimiser"])
        self.iteration = state["iteration"]
        self.spread = state["spread"]

    def schedule(self) -> tuple[float, float]:
        """Return the rate and the magnet of this iteration."""
        s = self.settings
        left = max(0.0, 1 - self.iteration / s.iterations)
        rate = s.rate_end + (s.rate - s.rate_end) * left**1.1
        warm = min(1.0, (self.iteration + 1) / 20)
        magnet = max(s.magnet_end, s.magnet * (1 + self.iteration / 50) ** -0.4)
        return rate * warm, magnet

    def learn(self, batch: Batch, seats: Tensor) -> dict[str, float]:
        """Take one pass over a batch; return what is worth a line in the log."""
        s = self.settings
        rate, magnet = self.schedule()
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        advantages, returns = advantages_and_returns(batch, s)
        flat = advantages.flatten()
        learn = batch.learn.flatten()
        self.spread += 0.05 * (float(flat[learn].std()) - self.spread)
        relative = to_relative(returns, batch.seat, seats.expand_as(batch.seat))
        relative = relative.flatten(0, 1)
        fields = {
            "rows": batch.rows, "masks": batch.masks, "actions": batch.actions,
            "log_old": batch.log_old, "cards": batch.cards, "kept": batch.kept,
        }  # fmt: skip
        flats = {name: field.flatten(0, 1) for name, field in fields.items()}
        order = torch.randperm(len(flat), device=DEVICE)
        sums: dict[str, Tensor] = defaultdict(lambda: torch.zeros((), device=DEVICE))
        parts = order.split(s.minibatch)
        # As a tensor: for every new number in the code the losses would be compiled again.
        numbers = torch.tensor([magnet, self.spread], device=DEVICE)
        for part in parts:
            chosen = {name: field[part] for name, field in flats.items()}
            losses = self._fast_losses(chosen, flat[part], learn[part], relative[part], numbers)
            self.optimiser.zero_grad(set_to_none=True)
            losses["loss"].backward()
            norm = nn.utils.clip_grad_norm_(self.parameters, s.gradient_norm)
            if not torch.isfinite(norm):
                raise SystemExit(f"The gradient of iteration {self.iteration} is {float(norm)}.")
            self.optimiser.step()
            for name, value in losses.items():
                sums[name] = sums[name] + value.detach()
        with torch.no_grad():
            kept = min(s.average, (self.iteration + 1) / (self.iteration + 10))
            for mean, new in zip(self.average.parameters(), self.player.parameters(), strict=True):
                mean.lerp_(new, 1 - kept)
        self.iteration += 1
        log = {name: float(value) / len(parts) for name, value in sums.items()}
        return {**log, "rate": rate, "magnet": magnet, "spread": self.spread}

    def _losses(
        self, chosen: dict[str, Tensor], advantage: Tensor, learn: Tensor, target: Tensor,
        numbers: Tensor,
    ) -> dict[str, Tensor]:  # fmt: skip
        s = self.settings
        magnet, spread = numbers[0], numbers[1]
        rows, masks = chosen["rows"], chosen["masks"]
        with torch.autocast(DEVICE, torch.bfloat16, enabled=FAST):
            hidden = self.player.hidden(rows)
            logits = self.player.logits(hidden)
            outcome, cards = self.player.opinions(hidden)
            judged, _ranks = self.critic(rows, chosen["cards"], chosen["kept"])
        there = possible(rows)
        log_new = log_policy(logits, masks)
        log_old = chosen["log_old"].float()
        action = chosen["actions"][:, None]
        ratio = (
            (log_new.gather(1, action) - log_old.gather(1, action)).squeeze(1).clamp(-10, 10).exp()
        )
        scaled = advantage / spread
        clipped = ratio.clamp(1 - s.clip, 1 + s.clip)
        weight = learn.float()
        number = weight.sum().clamp(min=1)
        surrogate = -torch.minimum(ratio * scaled, clipped * scaled)
        new = log_new.exp()
        legal = masks > 0
        entropy = -(new * log_new.masked_fill(~legal, 0)).sum(1)
        away = (new * (log_new - log_old).masked_fill(~legal, 0)).sum(1)
        # The magnet and the trust are worth so much beside the reward, not beside its spread.
        policy = surrogate + (-magnet * entropy) / spread + s.trust * away
        policy_loss = (policy * weight).sum() / number
        critic_loss = _cross_entropy(judged, there, target)
        value_loss = _cross_entropy(outcome, there, target)
        held = chosen["cards"].long()
        unknown = held != NO_CARD
        unknown[:, 0] = False  # one's own card says nothing about anybody's thoughts
        guesses = f.cross_entropy(
            cards.flatten(0, 1), held.clamp(max=NO_CARD - 1).flatten(), reduction="none"
        ).view_as(held)
        cards_loss = (guesses * unknown).sum() / unknown.sum().clamp(min=1)
        loss = (
            policy_loss + critic_loss + s.value_weight * value_loss + s.cards_weight * cards_loss
        )
        found = {
            "loss": loss, "policy": policy_loss, "critic": critic_loss, "value": value_loss,
            "cards": cards_loss, "kl": (away * weight).sum() / number,
            "clipped": ((ratio - 1).abs() > s.clip).float().mul(weight).sum() / number,
        }  # fmt: skip
        phase = rows[:, OFFSETS["phase"] : OFFSETS["phase"] + 7]
        for name, code in PHASES.items():
            those = weight * (phase[:, code] > 0)
            found[f"entropy-{name}"] = (entropy * those).sum() / those.sum().clamp(min=1)
        return found


def _moments(optimiser: dict[str, Any], kind: torch.dtype) -> None:
    for moments in optimiser["state"].values():
        for name in ("exp_avg", "exp_avg_sq"):
            moments[name] = moments[name].to(kind)


def _cross_entropy(logits: Tensor, there: Tensor, target: Tensor) -> Tensor:
    log = logits.masked_fill(~there, IMPOSSIBLE).log_softmax(1)
    return -(target * log.masked_fill(~there, 0)).sum(1).mean()
