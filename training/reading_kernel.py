"""What `network.Reader` does, as one kernel for a GPU. Needs Triton, which comes with PyTorch.

Each feature is written where it belongs as soon as its byte is read. As operations of PyTorch,
reading took a quarter of a run's time. `checks.py` compares the two.
"""

from __future__ import annotations

import torch
import triton
import triton.language as tl
from torch import Tensor, nn
from torch.library import triton_op, wrap_triton

from kingup.bots.sovereign import layout
from kingup.rules import constants
from kingup.rules.features import OFFSETS

# A kernel may use constants of this kind only, and ranges whose length is a power of two.
CHARACTERS = tl.constexpr(constants.CHARACTERS)
PLACES = tl.constexpr(constants.PLACES)
JESTER = tl.constexpr(constants.JESTER)
AMBITIONS = tl.constexpr(constants.AMBITIONS)
PLAYERS = tl.constexpr(layout.PLAYERS)
BYTES = tl.constexpr(layout.CHARACTER_FEATURES.shape[1])
KINDS = tl.constexpr(layout.KINDS.shape[2])
EACH = tl.constexpr(layout.CHARACTER_FEATURES.shape[1] + layout.KINDS.shape[2])
TABLE = tl.constexpr(len(layout.TABLE_FEATURES))
EDITION = tl.constexpr(OFFSETS["edition"] + 1)
OWN = tl.constexpr(layout.OWN)
MATE = tl.constexpr(layout.MATE)
FIRST_PLACE = tl.constexpr(layout.FIRST_PLACE_FEATURE)
NOT_OWN = tl.constexpr(layout.NOT_OWN)
NOT_MATES = tl.constexpr(layout.NOT_MATES)
LAST = tl.constexpr(layout.LAST)

SEEN = constants.CHARACTERS * EACH.value + TABLE.value
KNOWN = layout.PLAYERS * (constants.CHARACTERS + constants.AMBITIONS)
"""Inputs that show what a view does not: cards and Ambitions."""


@triton.jit  # which takes annotations for its own, and knows no `Any`
def read_row(  # type: ignore[no-untyped-def]
    rows, row_length, features, scale, table, table_scale, kinds, heights, shown, cards, kept,
    inputs, slots, order, length: tl.constexpr, is_open: tl.constexpr,
):  # fmt: skip
    """Read one observation."""
    index = tl.program_id(0).to(tl.int64)
    row, out = rows + index * row_length, inputs + index * length
    who = tl.arange(0, 16)
    there = who < CHARACTERS
    # All keys differ, so a character's slot is the number of smaller ones.
    place = tl.arange(0, 16)
    known = there[:, None] & (place < PLACES)[None, :]
    at = tl.load(features + who[:, None] * BYTES + FIRST_PLACE + place[None, :], known, 0)
    standing = tl.load(row + at, known, 0).to(tl.float32)
    height = tl.load(heights + place, place < PLACES, 0.0)
    keys = 16 * tl.sum(standing * height[None, :], 1).to(tl.int32) + who
    own = tl.load(row + tl.load(features + who * BYTES + OWN, there, 0), there, 0)
    mate = tl.load(row + tl.load(features + who * BYTES + MATE, there, 0), there, 0)
    keys += tl.where(own == 0, NOT_OWN, 0) + tl.where(mate == 0, NOT_MATES, 0)
    keys = tl.where(who == JESTER, LAST, keys)
    keys = tl.where(there, keys, 2 * LAST + who)
    slot = tl.sum((keys[None, :] < keys[:, None]).to(tl.int32), 1)
    tl.store(slots + index * CHARACTERS + who, slot.to(tl.int64), there)
    tl.store(order + index * CHARACTERS + slot, who.to(tl.int64), there)
    # What a view shows of each character, and its kind.
    feature = tl.arange(0, 128)
    known = there[:, None] & (feature < BYTES)[None, :]
    at = tl.load(features + who[:, None] * BYTES + feature[None, :], known, 0)
    found = tl.load(row + at, known, 0).to(tl.float32)
    found *= tl.load(scale + feature, feature < BYTES, 0.0)[None, :]
    tl.store(out + slot[:, None] * EACH + feature[None, :], found.to(tl.bfloat16), known)
    kind = tl.arange(0, 4)
    known = there[:, None] & (kind < KINDS)[None, :]
    edition = tl.load(row + EDITION).to(tl.int32)
    at = kinds + (edition * CHARACTERS + who[:, None]) * KINDS + kind[None, :]
    found = tl.load(at, known, 0.0)
    tl.store(out + slot[:, None] * EACH + BYTES + kind[None, :], found.to(tl.bfloat16), known)
    # What it shows of the table.
    out += CHARACTERS * EACH
    feature = tl.arange(0, 256)
    known = feature < TABLE
    found = tl.load(row + tl.load(table + feature, known, 0), known, 0).to(tl.float32)
    found *= tl.load(table_scale + feature, known, 0.0)
    tl.store(out + feature, found.to(tl.bfloat16), known)
    if is_open:
        out += TABLE
        player = tl.arange(0, PLAYERS)
        card = tl.load(cards + index * PLAYERS + player).to(tl.int32)
        found = tl.load(shown + card[None, :] * CHARACTERS + who[:, None], there[:, None], 0.0)
        to = out + slot[:, None] * PLAYERS + player[None, :]
        tl.store(to, found.to(tl.bfloat16), there[:, None])
        out += CHARACTERS * PLAYERS
        ambition = tl.arange(0, AMBITIONS)
        held = tl.load(kept + index * PLAYERS + player).to(tl.int32)
        found = tl.where(held[:, None] == ambition[None, :], 1.0, 0.0)
        to = out + player[:, None] * AMBITIONS + ambition[None, :]
        tl.store(to, found.to(tl.bfloat16))


@triton_op("kingup::read", mutates_args={})
def _read(
    rows: Tensor, features: Tensor, scale: Tensor, table: Tensor, table_scale: Tensor,
    kinds: Tensor, heights: Tensor, shown: Tensor, cards: Tensor | None, kept: Tensor | None,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    number, is_open = len(rows), cards is not None
    length = SEEN + KNOWN * is_open
    inputs = torch.empty(number, length, dtype=torch.bfloat16, device=rows.device)
    slots = torch.empty(number, constants.CHARACTERS, dtype=torch.int64, device=rows.device)
    order = torch.empty_like(slots)
    wrap_triton(read_row)[(number,)](
        rows, rows.stride(0), features, scale, table, table_scale, kinds, heights, shown,
        rows if cards is None else cards, rows if kept is None else kept, inputs, slots, order,
        length=length, is_open=is_open, num_warps=1,
    )  # fmt: skip
    return inputs, slots, order


def read(
    reader: nn.Module, rows: Tensor, cards: Tensor | None, kept: Tensor | None
) -> tuple[Tensor, Tensor, Tensor]:
    """Return what a `Reader` reads: the inputs, the slots of the characters, and their order."""
    found: tuple[Tensor, Tensor, Tensor] = _read(
        rows, reader.features, reader.scale, reader.table, reader.table_scale, reader.kinds,
        reader.heights, reader.shown, cards, kept,
    )  # fmt: skip
    return found
