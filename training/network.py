"""The networks: all characters are treated alike, and the table sees them pooled.

The player sees what a player may see. The critic sees all cards open; it helps in training,
and later in searches, but never plays.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as f

from kingup.rules.constants import ACTIONS, AMBITIONS, CARDS, CHARACTERS, MAX_SEATS, RING
from kingup.rules.features import OFFSETS
from training.layout import CHARACTER_FEATURES, INCIDENCE, KINDS, TABLE_FEATURES, TOPS

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
"""Where everything happens; a processor is enough for tests."""

FAST = DEVICE == "cuda"
"""Whether networks are worth compiling."""

PLAYERS = 2 * MAX_SEATS
"""Players as the observer counts them: for each seat to the left, its first and its second."""

OUTCOMES = MAX_SEATS + 1
"""Who may win: each seat, counted from the observer's own, or the Emissary."""

NO_CARD = CARDS
NO_AMBITION = AMBITIONS


class Trunk(nn.Module):
    """From features of characters and of the table to hidden ones of both."""

    def __init__(self, extra: int, extra_table: int, width: int, table: int, blocks: int) -> None:
        super().__init__()
        self.character_in = nn.Linear(CHARACTER_FEATURES.shape[1] + 3 + extra, width)
        self.table_in = nn.Linear(len(TABLE_FEATURES) + extra_table, table)
        self.table_to_character = nn.Linear(table, width, bias=False)
        self.identity = nn.Parameter(torch.zeros(2, CHARACTERS, width))
        self.pooling = nn.ModuleList(nn.Linear(3 * width + table, table) for _ in range(blocks))
        self.mixing = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.telling = nn.ModuleList(nn.Linear(table, width, bias=False) for _ in range(blocks))
        self.width = width

    def forward(
        self, characters: Tensor, table: Tensor, edition: Tensor, candidate: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return hidden features by character, and of the table."""
        g = f.relu(self.table_in(table))
        first, second = self.identity.to(edition.dtype)
        identity = torch.lerp(first, second, edition[:, None, None])
        h = self.character_in(characters) + self.table_to_character(g)[:, None] + identity
        h = f.relu(h)
        for pool, mix, tell in zip(self.pooling, self.mixing, self.telling, strict=True):
            named = (h * candidate[:, :, None]).sum(1)
            # Not amax: compiled, its gradient looks for who equals a maximum that was rounded.
            highest = h.max(1).values
            pooled = torch.cat([h.mean(1), highest, named, g], 1)
            g = g + f.relu(pool(pooled))
            h = h + f.relu(mix(f.rms_norm(h, (self.width,))) + tell(g)[:, None])
        return h, g


class Reader(nn.Module):
    """Cuts rows of bytes into what the trunk reads."""

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
        """Return features by character, of the table, the edition and who is voted on."""
        # Bytes are gathered as bytes: that is half the memory to move.
        picked = rows[:, self.characters].view(len(rows), CHARACTERS, -1)
        characters = picked.to(kind) * self.character_scale.to(kind)
        table = rows[:, self.table].to(kind) * self.table_scale.to(kind)
        edition = rows[:, OFFSETS["edition"] + 1].to(kind)
        first, second = self.kinds.to(kind)
        kinds = torch.lerp(first, second, edition[:, None, None])
        start = OFFSETS["candidate"]
        candidate = rows[:, start : start + CHARACTERS].to(kind)
        return torch.cat([characters, kinds], 2), table, edition, candidate


class Player(nn.Module):
    """Policy, chances to win, and everybody's cards, from one player's view."""

    incidence: Tensor

    def __init__(self, width: int, table: int, blocks: int) -> None:
        super().__init__()
        self.reader = Reader()
        self.trunk = Trunk(0, 0, width, table, blocks)
        self.moves = nn.Linear(width, 5)
        self.choices = nn.Linear(table, 5)
        self.outcome = nn.Linear(table, OUTCOMES)
        self.liking = nn.Linear(width, PLAYERS)
        for head in (self.moves, self.choices):
            nn.init.orthogonal_(head.weight, 0.01)
            nn.init.zeros_(head.bias)
        self.register_buffer("incidence", torch.tensor(INCIDENCE), persistent=False)

    def forward(self, rows: Tensor, kind: torch.dtype = torch.bfloat16) -> tuple[Tensor, ...]:
        """Return logits of actions, of who wins, and of each player's cards."""
        characters, table, edition, candidate = self.reader(rows, kind)
        h, g = self.trunk(characters, table, edition, candidate)
        moves = self.moves(h)
        logits = torch.cat([moves[:, :, :4].flatten(1), moves[:, :, 4], self.choices(g)], 1)
        liking = self.liking(h)[:, :RING].transpose(1, 2)
        cards = liking @ self.incidence.to(liking.dtype).T
        return logits[:, :ACTIONS].float(), self.outcome(g).float(), cards.float()


class Critic(nn.Module):
    """Chances to win with all cards open."""

    shown: Tensor

    def __init__(self, width: int, table: int, blocks: int) -> None:
        super().__init__()
        self.reader = Reader()
        self.trunk = Trunk(PLAYERS, PLAYERS * AMBITIONS, width, table, blocks)
        self.outcome = nn.Linear(table, OUTCOMES)
        shown = torch.zeros(CARDS + 1, CHARACTERS)
        shown[:CARDS, :RING] = torch.tensor(INCIDENCE)
        self.register_buffer("shown", shown, persistent=False)

    def forward(
        self, rows: Tensor, cards: Tensor, kept: Tensor, kind: torch.dtype = torch.bfloat16
    ) -> Tensor:
        """Return the logits of who wins; cards and kept Ambitions are by player, relative."""
        characters, table, edition, candidate = self.reader(rows, kind)
        liked = self.shown.to(kind)[cards.long()].transpose(1, 2)
        ambitions = f.one_hot(kept.long(), AMBITIONS + 1)[:, :, :AMBITIONS].flatten(1).to(kind)
        _hidden, g = self.trunk(
            torch.cat([characters, liked], 2), torch.cat([table, ambitions], 1), edition, candidate
        )
        outcome: Tensor = self.outcome(g).float()
        return outcome


def possible(rows: Tensor) -> Tensor:
    """Return which outcomes there can be, by row: the seats that are there, the Emissary."""
    there = rows[:, OFFSETS["there"] : OFFSETS["there"] + MAX_SEATS] > 0
    emissary = rows[:, OFFSETS["options"] + 2 : OFFSETS["options"] + 3] > 0
    return torch.cat([there, emissary], 1)
