"""The networks in PyTorch: the player, and the critic that helps it learn.

The player sees what a player may see. The critic sees all cards; it helps in training, and later
in searches, but never plays. `kingup.bots.sovereign.network` is the same without PyTorch.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional as f

from kingup.bots.sovereign.layout import (
    CHARACTER_FEATURES,
    FIRST_PLACE_FEATURE,
    HEIGHTS,
    INCIDENCE,
    KINDS,
    LAST,
    MATE,
    NORM_EPSILON,
    NOT_MATES,
    NOT_OWN,
    OUTCOMES,
    OWN,
    PLAYERS,
    TABLE_FEATURES,
    TOPS,
)
from kingup.bots.sovereign.shape import Shape
from kingup.rules.constants import (
    ACTIONS,
    AMBITIONS,
    CARDS,
    CHARACTERS,
    JESTER,
    MAX_SEATS,
    PLACES,
    RING,
)
from kingup.rules.features import OFFSETS

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
"""Where everything runs; a CPU is enough for tests."""

FAST = DEVICE == "cuda"
"""Whether networks are worth compiling."""

KIND = torch.bfloat16 if FAST else torch.float32
"""The type networks compute with; losses are always computed in 32 bits."""

if FAST:
    from training import reading_kernel

NO_CARD = CARDS
NO_AMBITION = AMBITIONS

POINT_BINS = 12
"""Bins for the points of a round, four points each."""

ALIGNMENT = 8
"""Products with a number of columns that this does not divide are slow on a GPU."""

EACH = CHARACTER_FEATURES.shape[1] + KINDS.shape[2]
"""Features of a character in a view."""

TABLE = len(TABLE_FEATURES)

SEEN = CHARACTERS * EACH + TABLE
"""Features of a view."""


class Reading(NamedTuple):
    """What networks read of observations: one row of features for each."""

    inputs: Tensor
    """What a view shows of the characters, by slot, and of the table; then what else is known."""
    slots: Tensor
    """The slot of every character."""
    order: Tensor
    """The character in every slot."""


class Reader(nn.Module):
    """Reads observations: characters in slots, own favourites first, then the highest.

    `reading_kernel.py` is the same for a GPU, where it takes a quarter of the time.
    """

    features: Tensor
    scale: Tensor
    table: Tensor
    table_scale: Tensor
    kinds: Tensor
    heights: Tensor
    shown: Tensor

    def __init__(self) -> None:
        super().__init__()
        shown = torch.zeros(CARDS + 1, CHARACTERS)
        shown[:CARDS, :RING] = torch.tensor(INCIDENCE)
        for name, array in (
            ("features", torch.tensor(CHARACTER_FEATURES, dtype=torch.int32)),
            ("scale", torch.tensor((1 / TOPS)[CHARACTER_FEATURES[0]])),
            ("table", torch.tensor(TABLE_FEATURES, dtype=torch.int32)),
            ("table_scale", torch.tensor((1 / TOPS)[TABLE_FEATURES])),
            ("kinds", torch.tensor(KINDS)),
            ("heights", torch.tensor(HEIGHTS)),
            ("shown", shown),
        ):
            self.register_buffer(name, array, persistent=False)

    def forward(
        self, rows: Tensor, cards: Tensor | None = None, kept: Tensor | None = None
    ) -> Reading:
        """Read observations, and for a critic all cards and kept Ambitions by relative player."""
        if FAST:
            return Reading(*reading_kernel.read(self, rows, cards, kept))
        return self.plain(rows, cards, kept)

    def plain(
        self, rows: Tensor, cards: Tensor | None = None, kept: Tensor | None = None
    ) -> Reading:
        """Read observations without the kernel."""
        characters = rows[:, self.features.flatten()].view(len(rows), CHARACTERS, -1)
        slots, order = self._slots(characters)
        edition = rows[:, OFFSETS["edition"] + 1].long()
        each = torch.cat([characters * self.scale, self.kinds[edition]], 2)
        parts = [_taken(each, order), rows[:, self.table] * self.table_scale]
        if cards is not None and kept is not None:
            parts.append(_taken(self.shown[cards.long()].transpose(1, 2), order))
            parts.append(f.one_hot(kept.long(), AMBITIONS + 1)[:, :, :AMBITIONS].flatten(1))
        return Reading(torch.cat(parts, 1).to(KIND), slots, order)

    def _slots(self, characters: Tensor) -> tuple[Tensor, Tensor]:
        places = characters[:, :, FIRST_PLACE_FEATURE : FIRST_PLACE_FEATURE + PLACES]
        index = torch.arange(CHARACTERS, device=places.device)
        keys = 16 * (places.float() * self.heights).sum(2) + index
        keys += NOT_OWN * (characters[:, :, OWN] == 0) + NOT_MATES * (characters[:, :, MATE] == 0)
        keys[:, JESTER] = LAST
        order = keys.argsort(1)
        return order.argsort(1), order


def _taken(each: Tensor, order: Tensor) -> Tensor:
    """Return what there is of each character, by slot, as one row."""
    return each.gather(1, order[:, :, None].expand(each.shape)).flatten(1)


class Hidden(NamedTuple):
    """The inputs of the heads: hidden features, and which character has which slot."""

    features: Tensor
    slots: Tensor
    """By character."""
    order: Tensor
    """By slot."""


class Trunk(nn.Module):
    """A trunk over one row: characters in slots, own favourites first, then the highest."""

    def __init__(self, extra: int, extra_table: int, shape: Shape) -> None:
        super().__init__()
        self.each = EACH + extra
        inputs = CHARACTERS * self.each + TABLE + extra_table
        self.first = nn.Linear(inputs, shape.width)
        self.layers = nn.ModuleList(
            nn.Linear(shape.width, shape.width) for _ in range(shape.blocks)
        )
        self.width = shape.width

    def forward(self, inputs: Tensor) -> Tensor:
        """Return hidden features of a reader's inputs."""
        x = f.relu(f.linear(inputs, self._first_as_read(), self.first.bias))
        for layer in self.layers:
            x = x + f.relu(layer(f.rms_norm(x, (self.width,), eps=NORM_EPSILON)))
        return x

    def _first_as_read(self) -> Tensor:
        """Return the first layer's weights in the order in which a reader gives its inputs.

        Weights are stored by slot with all that is known of a character there; a reader gives
        what a view shows of all characters first, so that two networks can share that.
        """
        if self.each == EACH:
            return self.first.weight
        slots, table = self.first.weight.split(
            [CHARACTERS * self.each, self.first.in_features - CHARACTERS * self.each], 1
        )
        seen, known = slots.unflatten(1, (CHARACTERS, self.each)).split(
            [EACH, self.each - EACH], 2
        )
        return torch.cat(
            [seen.flatten(1), table[:, :TABLE], known.flatten(1), table[:, TABLE:]], 1
        )


class _InOrder(torch.autograd.Function):
    """Takes entries in a new order, in which each occurs once.

    PyTorch's own gradient of `gather` adds up, as if an entry could occur twice, and is slow.
    """

    @staticmethod
    def forward(ctx: Any, values: Tensor, order: Tensor, back: Tensor) -> Tensor:
        ctx.save_for_backward(back)
        return values.gather(1, order[:, :, None].expand(values.shape))

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        (back,) = ctx.saved_tensors
        gradient = gradients[0]
        return gradient.gather(1, back[:, :, None].expand(gradient.shape)), None, None


class EachHead(nn.Module):
    """A head with some outputs for each character."""

    def __init__(self, shape: Shape, outputs: int) -> None:
        super().__init__()
        self.outputs = outputs
        self.out = nn.Linear(shape.width, CHARACTERS * outputs)

    def by_character(self, found: Tensor, hidden: Hidden) -> Tensor:
        """Return the outputs by character, from those by slot."""
        by_slot = found.unflatten(1, (CHARACTERS, self.outputs))
        in_order: Tensor = _InOrder.apply(by_slot, hidden.slots, hidden.order)
        return in_order


def outputs_of(features: Tensor, *layers: nn.Linear) -> list[Tensor]:
    """Return the outputs of several layers, by one product instead of a small one for each."""
    sizes = [layer.out_features for layer in layers]
    spare = -sum(sizes) % ALIGNMENT
    weight = f.pad(torch.cat([layer.weight for layer in layers]), (0, 0, 0, spare))
    bias = f.pad(torch.cat([layer.bias for layer in layers]), (0, spare))
    return list(f.linear(features, weight, bias).split([*sizes, spare], 1)[:-1])


class PolicyModule(nn.Module):
    """Policy, chances to win, and guesses of all cards, from one player's view."""

    incidence: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.reader = Reader()
        self.trunk = Trunk(0, 0, shape)
        self.moves = EachHead(shape, 5)
        self.choices = nn.Linear(shape.width, 5)
        self.outcome = nn.Linear(shape.width, OUTCOMES)
        self.liking = EachHead(shape, PLAYERS)
        for head in (self.moves.out, self.choices):
            nn.init.orthogonal_(head.weight, 0.01)
            nn.init.zeros_(head.bias)
        # With zeros up to a number of columns that is quick.
        incidence = torch.zeros(CHARACTERS + -CHARACTERS % ALIGNMENT, CARDS + -CARDS % ALIGNMENT)
        incidence[:RING, :CARDS] = torch.tensor(INCIDENCE).T
        self.register_buffer("incidence", incidence, persistent=False)

    def hidden(self, rows: Tensor) -> Hidden:
        """Return the inputs of the heads."""
        return self.hidden_of(self.reader(rows))

    def hidden_of(self, reading: Reading) -> Hidden:
        """Return the inputs of the heads; what the reading shows beyond a view is left out."""
        return Hidden(self.trunk(reading.inputs[:, :SEEN]), reading.slots, reading.order)

    def logits(self, hidden: Hidden) -> Tensor:
        """Return the logits of actions."""
        moves, choices = outputs_of(hidden.features, self.moves.out, self.choices)
        return self._logits(hidden, moves, choices)

    def _logits(self, hidden: Hidden, moves: Tensor, choices: Tensor) -> Tensor:
        each = self.moves.by_character(moves, hidden)
        logits = torch.cat([each[:, :, :4].flatten(1), each[:, :, 4], choices], 1)
        return logits[:, :ACTIONS].float()

    def answers(self, hidden: Hidden, extras: Extras) -> Answers:
        """Return all that is learned, with the auxiliary predictions."""
        moves, choices, outcome, liking, points, king = outputs_of(
            hidden.features, self.moves.out, self.choices, self.outcome, self.liking.out,
            extras.points, extras.king.out,
        )  # fmt: skip
        liked = self.liking.by_character(liking, hidden).transpose(1, 2)
        liked = f.pad(liked, (0, len(self.incidence) - CHARACTERS))
        cards = liked @ self.incidence.to(liked.dtype)
        return Answers(
            self._logits(hidden, moves, choices),
            outcome.float(),
            cards[:, :, :CARDS].float(),
            points.unflatten(1, (MAX_SEATS, POINT_BINS)).float(),
            extras.king.by_character(king, hidden).squeeze(2).float(),
        )

    def forward(self, rows: Tensor) -> Tensor:
        """Return the logits of actions: all that playing needs."""
        return self.logits(self.hidden(rows))


class Answers(NamedTuple):
    """All that the player's network is taught: logits."""

    actions: Tensor
    outcome: Tensor
    """Of who wins."""
    cards: Tensor
    """Of each player's cards."""
    points: Tensor
    """Of the points in this round, by seat (relative) and bin."""
    king: Tensor
    """Of the next monarch."""


class Extras(nn.Module):
    """Auxiliary predictions that help a player learn; never shipped.

    They are every seat's points in the round, in bins, and the next monarch.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.points = nn.Linear(shape.width, MAX_SEATS * POINT_BINS)
        self.king = EachHead(shape, 1)


class CriticModule(nn.Module):
    """Chances to win, and expected ranks, from all cards."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.reader = Reader()
        self.trunk = Trunk(PLAYERS, PLAYERS * AMBITIONS, shape)
        self.outcome = nn.Linear(shape.width, OUTCOMES)
        self.rank = nn.Linear(shape.width, MAX_SEATS)

    def forward(self, rows: Tensor, cards: Tensor, kept: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of who wins, and the share of others that each seat will beat.

        Cards and kept Ambitions are by relative player; the share is minus one half.
        """
        return self.judge(self.reader(rows, cards, kept).inputs)

    def judge(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Return the same, of what the reader has read."""
        outcome, rank = outputs_of(self.trunk(inputs), self.outcome, self.rank)
        return outcome.float(), 0.5 * torch.tanh(rank.float())


def possible(rows: Tensor) -> Tensor:
    """Return the possible winners by row: the occupied seats, and the Emissary if it plays."""
    there = rows[:, OFFSETS["there"] : OFFSETS["there"] + MAX_SEATS] > 0
    emissary = rows[:, OFFSETS["options"] + 2 : OFFSETS["options"] + 3] > 0
    return torch.cat([there, emissary], 1)
