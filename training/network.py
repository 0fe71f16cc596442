"""The networks in PyTorch: the player, and the critic that helps it learn.

The player sees what a player may see. The critic sees all cards; it helps in training, and later
in searches, but never plays. `kingup.bots.sovereign.network` is the same without PyTorch.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
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

NO_CARD = CARDS
NO_AMBITION = AMBITIONS

POINT_BINS = 12
"""Bins for the points of a round, four points each."""

EACH = CHARACTER_FEATURES.shape[1] + KINDS.shape[2]
TABLE = len(TABLE_FEATURES)

Hidden = tuple[Tensor, Tensor]
"""Hidden features by character and of the table; of a flat trunk, the slots and all features."""


class CharactersTrunkModule(nn.Module):
    """A trunk with hidden features for each character, and for the table."""

    def __init__(self, extra: int, extra_table: int, shape: Shape) -> None:
        super().__init__()
        width, table, blocks = shape.width, shape.table_width, shape.blocks
        self.character_in = nn.Linear(EACH + extra, width)
        self.table_in = nn.Linear(TABLE + extra_table, table)
        self.table_to_character = nn.Linear(table, width, bias=False)
        self.identity = nn.Parameter(torch.zeros(2, CHARACTERS, width))
        self.pooling = nn.ModuleList(nn.Linear(3 * width + table, table) for _ in range(blocks))
        self.mixing = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.telling = nn.ModuleList(nn.Linear(table, width, bias=False) for _ in range(blocks))
        self.width = width

    def forward(
        self, characters: Tensor, table: Tensor, edition: Tensor, candidate: Tensor
    ) -> Hidden:
        """Return hidden features by character, and of the table."""
        g = f.relu(self.table_in(table))
        first, second = self.identity.to(edition.dtype)
        identity = torch.lerp(first, second, edition[:, None, None])
        h = self.character_in(characters) + self.table_to_character(g)[:, None] + identity
        h = f.relu(h)
        for pool, mix, tell in zip(self.pooling, self.mixing, self.telling, strict=True):
            named = (h * candidate[:, :, None]).sum(1)
            # Not amax: its compiled gradient compares the values with a rounded maximum.
            highest = h.max(1).values
            pooled = torch.cat([h.mean(1), highest, named, g], 1)
            g = g + f.relu(pool(pooled))
            normed = f.rms_norm(h, (self.width,), eps=NORM_EPSILON)
            h = h + f.relu(mix(normed) + tell(g)[:, None])
        return h, g


class FlatTrunkModule(nn.Module):
    """A trunk over one row: characters in slots, own favourites first, then the highest."""

    heights: Tensor
    index: Tensor

    def __init__(self, extra: int, extra_table: int, shape: Shape) -> None:
        super().__init__()
        inputs = CHARACTERS * (EACH + extra) + TABLE + extra_table
        self.first = nn.Linear(inputs, shape.width)
        self.layers = nn.ModuleList(
            nn.Linear(shape.width, shape.width) for _ in range(shape.blocks)
        )
        self.width = shape.width
        self.register_buffer("heights", torch.tensor(HEIGHTS).float(), persistent=False)
        self.register_buffer("index", torch.arange(CHARACTERS), persistent=False)

    def slots(self, characters: Tensor) -> tuple[Tensor, Tensor]:
        """Return the character in every slot, and the slot of every character."""
        places = characters[:, :, FIRST_PLACE_FEATURE : FIRST_PLACE_FEATURE + PLACES]
        keys = 16 * (places.float() * self.heights).sum(2) + self.index
        keys = keys + NOT_OWN * (characters[:, :, OWN] == 0)
        keys = keys + NOT_MATES * (characters[:, :, MATE] == 0)
        keys = keys.masked_fill(self.index == JESTER, LAST)
        # All keys differ, and counting the smaller ones is faster than sorting.
        slot = (keys[:, None] < keys[:, :, None]).sum(2)
        order = torch.zeros_like(slot).scatter_(1, slot, self.index.expand_as(slot))
        return order, slot

    def forward(
        self, characters: Tensor, table: Tensor, edition: Tensor, candidate: Tensor
    ) -> Hidden:
        """Return the slot of every character, and all hidden features."""
        order, slot = self.slots(characters)
        rows = characters.gather(1, order[:, :, None].expand_as(characters))
        x = f.relu(self.first(torch.cat([rows.flatten(1), table], 1)))
        for layer in self.layers:
            x = x + f.relu(layer(f.rms_norm(x, (self.width,), eps=NORM_EPSILON)))
        return slot, x


def trunk_of(extra: int, extra_table: int, shape: Shape) -> nn.Module:
    """Return a trunk of this shape."""
    kind = CharactersTrunkModule if shape.kind == "characters" else FlatTrunkModule
    return kind(extra, extra_table, shape)


def whole_width(shape: Shape) -> int:
    """Return the number of hidden features that are not by character."""
    return shape.table_width if shape.kind == "characters" else shape.width


class Reader(nn.Module):
    """Splits observations into the inputs of a trunk."""

    characters: Tensor
    table: Tensor
    character_scale: Tensor
    table_scale: Tensor
    kinds: Tensor

    def __init__(self) -> None:
        super().__init__()
        for name, array in (
            ("characters", CHARACTER_FEATURES.reshape(-1)),
            ("table", TABLE_FEATURES),
            ("character_scale", (1 / TOPS)[CHARACTER_FEATURES]),
            ("table_scale", (1 / TOPS)[TABLE_FEATURES]),
            ("kinds", KINDS),
        ):
            self.register_buffer(name, torch.tensor(array), persistent=False)

    def forward(self, rows: Tensor, kind: torch.dtype) -> tuple[Tensor, ...]:
        """Return features by character, of the table, the edition and the candidate."""
        # Gather bytes before converting: that moves half the memory.
        picked = rows[:, self.characters].view(len(rows), CHARACTERS, -1)
        characters = picked.to(kind) * self.character_scale.to(kind)
        table = rows[:, self.table].to(kind) * self.table_scale.to(kind)
        edition = rows[:, OFFSETS["edition"] + 1].to(kind)
        first, second = self.kinds.to(kind)
        kinds = torch.lerp(first, second, edition[:, None, None])
        start = OFFSETS["candidate"]
        candidate = rows[:, start : start + CHARACTERS].to(kind)
        return torch.cat([characters, kinds], 2), table, edition, candidate


class EachHead(nn.Module):
    """Some outputs for each character, after a trunk of either shape."""

    def __init__(self, shape: Shape, outputs: int) -> None:
        super().__init__()
        self.flat = shape.kind == "flat"
        self.outputs = outputs
        self.out = nn.Linear(shape.width, CHARACTERS * outputs if self.flat else outputs)

    def forward(self, hidden: Hidden) -> Tensor:
        """Return the outputs by character."""
        each, whole = hidden
        if not self.flat:
            found: Tensor = self.out(each)
            return found
        by_slot = self.out(whole).view(-1, CHARACTERS, self.outputs)
        return by_slot.gather(1, each[:, :, None].expand(-1, -1, self.outputs))


class PolicyModule(nn.Module):
    """Policy, chances to win, and guesses of all cards, from one player's view."""

    incidence: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.reader = Reader()
        self.trunk = trunk_of(0, 0, shape)
        whole = whole_width(shape)
        self.moves = EachHead(shape, 5)
        self.choices = nn.Linear(whole, 5)
        self.outcome = nn.Linear(whole, OUTCOMES)
        self.liking = EachHead(shape, PLAYERS)
        for head in (self.moves.out, self.choices):
            nn.init.orthogonal_(head.weight, 0.01)
            nn.init.zeros_(head.bias)
        self.register_buffer("incidence", torch.tensor(INCIDENCE), persistent=False)

    def hidden(self, rows: Tensor) -> Hidden:
        """Return the inputs of the heads."""
        found: Hidden = self.trunk(*self.reader(rows, KIND))
        return found

    def logits(self, hidden: Hidden) -> Tensor:
        """Return the logits of actions."""
        moves = self.moves(hidden)
        choices = self.choices(hidden[1])
        logits = torch.cat([moves[:, :, :4].flatten(1), moves[:, :, 4], choices], 1)
        return logits[:, :ACTIONS].float()

    def opinions(self, hidden: Hidden) -> tuple[Tensor, Tensor]:
        """Return the logits of who wins, and of each player's cards."""
        liking = self.liking(hidden)[:, :RING].transpose(1, 2)
        cards = liking @ self.incidence.to(liking.dtype).T
        return self.outcome(hidden[1]).float(), cards.float()

    def forward(self, rows: Tensor) -> Tensor:
        """Return the logits of actions: all that playing needs."""
        return self.logits(self.hidden(rows))


class Extras(nn.Module):
    """Auxiliary predictions that help a player learn; never shipped.

    They are every seat's points in the round, in bins, and the next monarch.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.points = nn.Linear(whole_width(shape), MAX_SEATS * POINT_BINS)
        self.king = EachHead(shape, 1)

    def forward(self, hidden: Hidden) -> tuple[Tensor, Tensor]:
        """Return the logits of points by seat (relative) and bin, and of the next monarch."""
        points = self.points(hidden[1]).view(-1, MAX_SEATS, POINT_BINS)
        return points.float(), self.king(hidden).squeeze(2).float()


class CriticModule(nn.Module):
    """Chances to win, and expected ranks, from all cards."""

    shown: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.reader = Reader()
        self.trunk = trunk_of(PLAYERS, PLAYERS * AMBITIONS, shape)
        self.outcome = nn.Linear(whole_width(shape), OUTCOMES)
        self.rank = nn.Linear(whole_width(shape), MAX_SEATS)
        shown = torch.zeros(CARDS + 1, CHARACTERS)
        shown[:CARDS, :RING] = torch.tensor(INCIDENCE)
        self.register_buffer("shown", shown, persistent=False)

    def forward(self, rows: Tensor, cards: Tensor, kept: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of who wins, and the share of others that each seat will beat.

        Cards and kept Ambitions are by relative player; the share is minus one half.
        """
        characters, table, edition, candidate = self.reader(rows, KIND)
        liked = self.shown.to(KIND)[cards.long()].transpose(1, 2)
        ambitions = f.one_hot(kept.long(), AMBITIONS + 1)[:, :, :AMBITIONS].flatten(1).to(KIND)
        _each, whole = self.trunk(
            torch.cat([characters, liked], 2), torch.cat([table, ambitions], 1), edition, candidate
        )
        return self.outcome(whole).float(), 0.5 * torch.tanh(self.rank(whole).float())


def possible(rows: Tensor) -> Tensor:
    """Return the possible winners by row: the occupied seats, and the Emissary if it plays."""
    there = rows[:, OFFSETS["there"] : OFFSETS["there"] + MAX_SEATS] > 0
    emissary = rows[:, OFFSETS["options"] + 2 : OFFSETS["options"] + 3] > 0
    return torch.cat([there, emissary], 1)
