"""The judge in PyTorch: everybody's chance to win, from as many cards as are known.

One network answers for three sights: all cards open, one player's view, and what is public.
`kingup.bots.sovereign.judge` is the same without PyTorch.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from kingup.bots.sovereign.conduct import (
    BOTS,
    CAUTION,
    CONDUCT,
    FEW_DECISIONS,
    MANY_DECISIONS,
    RATIOS,
)
from kingup.bots.sovereign.layout import OUTCOMES, OWN_FEATURES, PLAYERS
from kingup.bots.sovereign.shape import Shape
from kingup.rules.constants import AMBITIONS
from kingup.rules.features import FEATURES
from training.network import DEVICE, KIND, NO_AMBITION, NO_CARD, Reader, Trunk, outputs_of

OPEN, VIEW, PUBLIC = range(3)
"""What a judge sees: all cards, one player's, or none."""

_OWN = torch.zeros(FEATURES, dtype=torch.bool, device=DEVICE)
_OWN[OWN_FEATURES] = True
_OTHERS = torch.arange(PLAYERS, device=DEVICE) > 1


class JudgeModule(nn.Module):
    """Chances to win, from a view, the cards that are known, and everybody's conduct."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.reader = Reader()
        self.trunk = Trunk(PLAYERS, PLAYERS * AMBITIONS + CONDUCT, shape)
        self.outcome = nn.Linear(shape.width, OUTCOMES)
        nn.init.orthogonal_(self.outcome.weight, 0.01)
        nn.init.zeros_(self.outcome.bias)

    def forward(self, rows: Tensor, cards: Tensor, kept: Tensor, conduct: Tensor) -> Tensor:
        """Return the logits of who wins; cards and kept Ambitions are by relative player."""
        inputs = torch.cat([self.reader(rows, cards, kept).inputs, conduct.to(KIND)], 1)
        return outputs_of(self.trunk(inputs), self.outcome)[0].float()


def conduct_of(tallies: Tensor, hints: Tensor) -> Tensor:
    """Return the features of tallies and hints, as `conduct.conduct_features` does."""
    sums, number = tallies[..., :RATIOS], tallies[..., RATIOS:]
    means = sums / (number + FEW_DECISIONS)
    known = number / (number + MANY_DECISIONS)
    hinted, hint_number = hints[..., :BOTS], hints[..., BOTS:]
    found = [
        torch.cat([means, known], -1).flatten(2),
        _likely(sums.sum(-2)),
        hinted / (hint_number + FEW_DECISIONS),
        _likely(hinted),
    ]
    return torch.cat(found, -1).flatten(1)


def _likely(sums: Tensor) -> Tensor:
    return torch.cat([CAUTION * sums, torch.zeros_like(sums[..., :1])], -1).softmax(-1)


def known_conduct(
    sight: Tensor, past: Tensor, now: Tensor, hints: Tensor, unknown: Tensor
) -> Tensor:
    """Return the features of conduct that each row's sight shows.

    Without open cards, only a hint of this round's conduct is known.
    """
    is_open = sight == OPEN
    tallies = past.float() + now.float().masked_fill(~is_open[:, None, None, None], 0)
    tallies = tallies.masked_fill(unknown[:, None, None, None], 0)
    return conduct_of(tallies, hints.float().masked_fill((is_open | unknown)[:, None, None], 0))


def hide(sight: Tensor, rows: Tensor, cards: Tensor, kept: Tensor) -> tuple[Tensor, ...]:
    """Return observations and cards without what each row's sight does not show."""
    hidden = (sight[:, None] != OPEN) & (_OTHERS | (sight[:, None] == PUBLIC))
    rows = rows.masked_fill(_OWN & (sight[:, None] == PUBLIC), 0)
    return rows, cards.masked_fill(hidden, NO_CARD), kept.masked_fill(hidden, NO_AMBITION)
