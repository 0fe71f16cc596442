"""The losses: of the policy, of the values, and of the auxiliary predictions."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor
from torch.nn import functional as f

from kingup.bots.sovereign.layout import OUTCOMES
from kingup.rules.constants import CHARACTERS
from training.network import NO_CARD, POINT_BINS
from training.rollout import IMPOSSIBLE
from training.settings import RunSettings


class PolicyLoss(NamedTuple):
    """The loss of a policy, and its parts."""

    loss: Tensor
    entropy: Tensor
    away: Tensor
    ratio: Tensor


def policy_loss(
    log_new: Tensor, log_old: Tensor, legal: Tensor, action: Tensor, advantage: Tensor,
    magnet: Tensor, spread: Tensor, settings: RunSettings,
) -> PolicyLoss:  # fmt: skip
    """Return PPO's loss by row, with a magnet (entropy bonus) and a trust (KL) term.

    The magnet is in units of the reward, not of the scaled advantage.
    """
    chosen = action[:, None]
    gap = (log_new.gather(1, chosen) - log_old.gather(1, chosen)).squeeze(1)
    ratio = gap.clamp(-10, 10).exp()
    scaled = advantage / spread
    clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    surrogate = -(ratio * scaled).minimum(clipped * scaled)
    new = log_new.exp()
    entropy = -(new * log_new.masked_fill(~legal, 0)).sum(1)
    away = (new * (log_new - log_old).masked_fill(~legal, 0)).sum(1)
    loss = surrogate - magnet * entropy / spread + settings.trust * away
    return PolicyLoss(loss, entropy, away, ratio)


def outcome_loss(logits: Tensor, there: Tensor, target: Tensor) -> Tensor:
    """Return the cross-entropy of who wins, over the possible outcomes."""
    log = logits.masked_fill(~there, IMPOSSIBLE).log_softmax(1)
    return -(target[:, :OUTCOMES] * log.masked_fill(~there, 0)).sum(1).mean()


def rank_loss(ranks: Tensor, there: Tensor, target: Tensor) -> Tensor:
    """Return the mean squared error of the ranks, over occupied seats."""
    seats = there[:, : ranks.shape[1]].float()
    missed = (ranks - target[:, OUTCOMES:]) ** 2 * seats
    return missed.sum() / seats.sum().clamp(min=1)


def cards_loss(logits: Tensor, cards: Tensor) -> Tensor:
    """Return the log-loss of the other players' cards, in nats a player."""
    held = cards.long()
    unknown = held != NO_CARD
    unknown[:, 0] = False  # a player knows its own card
    guesses = f.cross_entropy(
        logits.flatten(0, 1), held.clamp(max=NO_CARD - 1).flatten(), reduction="none"
    ).view_as(held)
    return (guesses * unknown).sum() / unknown.sum().clamp(min=1)


def points_loss(logits: Tensor, points: Tensor, known: Tensor) -> Tensor:
    """Return the log-loss of every seat's points in the round, where its end was seen."""
    bins = ((points.long() + 8) // 4).clamp(0, POINT_BINS - 1)
    found = f.cross_entropy(logits.flatten(0, 1), bins.flatten(), reduction="none")
    weight = known.float()
    return (found.view_as(bins) * weight).sum() / weight.sum().clamp(min=1)


def king_loss(logits: Tensor, kings: Tensor) -> Tensor:
    """Return the log-loss of who is crowned next, where that was seen."""
    known = (kings < CHARACTERS).float()
    found = f.cross_entropy(logits, kings.long().clamp(max=CHARACTERS - 1), reduction="none")
    return (found * known).sum() / known.sum().clamp(min=1)
