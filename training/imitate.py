"""Train a clone of a bot: python -m training.imitate BOT --notes FOLDER

Reads what `training.notes` wrote and trains a small network to choose as the bot did. Writes
training/clones/BOT.npz: an opponent for the learner, where the bot itself would be too slow.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.clones import CLONES, SHAPE, Weights, clone_of, read_clone, save_clone
from training.network import DEVICE, FAST, PolicyModule
from training.notes import MODELS, ImitationNotes, joined
from training.rollout import log_policy

BATCH = 1024
RATE = 1e-3
HELD_OUT = 0.05
"""The share of the notes that is kept for validation."""


def read_notes(name: str, folder: Path) -> ImitationNotes:
    """Return all notes of a bot."""
    found = []
    for path in sorted((folder / name).glob("*-*.npz")):
        with np.load(path) as file:
            found.append(ImitationNotes(file["rows"], file["masks"], file["actions"]))
    if not found:
        raise SystemExit(f"There are no notes of {name} in {folder}: python -m training.notes.")
    return joined(found)


@torch.autocast(DEVICE, torch.bfloat16, enabled=FAST)
def loss_of(player: PolicyModule, notes: ImitationNotes, index: Tensor) -> Tensor:
    """Return the cross-entropy of the bot's actions under a network, in nats a decision."""
    rows, masks = (torch.from_numpy(part[index.numpy()]).to(DEVICE) for part in notes[:2])
    actions = torch.from_numpy(notes.actions[index.numpy()]).long().to(DEVICE)
    logs = log_policy(player(rows), masks)
    return -logs.gather(1, actions[:, None]).mean()


def parts(order: Tensor) -> Iterator[Tensor]:
    """Yield an order in batches of one size; the remainder is left out of this pass."""
    for first in range(0, len(order) - BATCH + 1, BATCH):
        yield order[first : first + BATCH]


@torch.no_grad()
def judged(player: PolicyModule, notes: ImitationNotes, index: Tensor) -> float:
    """Return the loss over held-out notes."""
    total = sum(float(loss_of(player, notes, part)) * len(part) for part in index.split(BATCH))
    return total / len(index)


def imitate(
    notes: ImitationNotes,
    passes: int,
    start: Weights | None = None,
    seed: int = 1,
    rate: float = RATE,
) -> tuple[PolicyModule, float]:
    """Return the network that was best on the held-out notes, and its loss there."""
    torch.manual_seed(seed)
    player = PolicyModule(SHAPE).to(DEVICE) if start is None else clone_of(start)
    number = len(notes.actions)
    # Neighbouring notes are from one game, so one block at the end is held out.
    held = torch.arange(number - max(1, int(HELD_OUT * number)), number)
    if number - len(held) < BATCH:
        raise SystemExit(f"{number:,} decisions are too few to learn from: write more notes.")
    steps = passes * ((number - len(held)) // BATCH)
    optimiser = torch.optim.AdamW(player.parameters(), rate, weight_decay=0.01)
    falling = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1)
    best, kept = float("inf"), {}
    for turn in range(passes):
        for part in parts(torch.randperm(int(held[0]))):
            loss = loss_of(player, notes, part)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            falling.step()
        found = judged(player, notes, held)
        print(f"pass {turn + 1}: {found:.4f} nats a decision", flush=True)
        if found < best:
            best, kept = found, {k: v.clone() for k, v in player.state_dict().items()}
    player.load_state_dict(kept)
    return player, best


def main() -> None:
    """Train and write the clone of a bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", choices=sorted(MODELS))
    parser.add_argument("--notes", type=Path, default=Path("build/notes"))
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--start", help="the clone of a similar bot to begin from")
    parser.add_argument(
        "--rate", type=float, default=RATE, help="smaller when starting from a clone"
    )
    options = parser.parse_args()
    notes = read_notes(options.bot, options.notes)
    even = float(np.log(notes.masks.sum(axis=1)).mean())
    print(f"{len(notes.actions):,} decisions, {even:.4f} nats each at random", flush=True)
    start = read_clone(options.start) if options.start else None
    player, loss = imitate(notes, options.passes, start, rate=options.rate)
    path = CLONES / f"{options.bot}.npz"
    save_clone(path, player, {"decisions": len(notes.actions), "nats": round(loss, 4)})
    print(f"{path}: {path.stat().st_size:,} bytes, {loss:.4f} nats", flush=True)


if __name__ == "__main__":
    main()
