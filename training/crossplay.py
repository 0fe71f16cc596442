"""Do two seeds agree? python -m training.crossplay A B --kernels K --out crossplay.csv

A and B are folders of runs, or shipped weights. Plays one A among B's and one B among A's, for
every seat count of both editions. A fair share is what the others would have got in that seat: one
over the number of seats, or less where the Emissary can win too. Players trained apart should get
fair shares from each other; one that does not has learned private conventions, or is weaker.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import torch

from kingup.bots.sovereign.shape import Shape
from kingup.rules.setup import Setup
from training.checkpoint import load, read_player
from training.matches import ON_CPU, win_share
from training.network import DEVICE, FAST, PolicyModule

GAMES = 32_768 if FAST else ON_CPU


def player_of(run: Path) -> PolicyModule:
    """Return the averaged player of a run, or from shipped weights."""
    state = read_player(run, DEVICE)
    player = PolicyModule(Shape(**state["player_shape"]))
    player.to(DEVICE)
    load(player, state["average"])
    return player


def setups() -> list[Setup]:
    """Return every seat count of both editions; two seats need the Emissary, no other options."""
    found = [Setup.of("kingup", number) for number in range(3, 7)]
    for number in range(2, 9):
        found.append(Setup.of("vive-le-roi", number, ["emissary"] if number == 2 else []))
    return found


def cross(
    kernels: Path | None, first: PolicyModule, second: PolicyModule, kinds: list[Setup], n: int
) -> list[dict[str, object]]:
    """Return each player's share of wins, alone at a table of the other's copies."""
    rows: list[dict[str, object]] = []
    for setup in kinds:
        for name, one, others in (("A", first, second), ("B", second, first)):
            share = win_share(kernels, setup, one, others, n=n, seed=17)
            fair = 1 / len(setup.seats)
            if "emissary" in setup.options:
                fair = win_share(kernels, setup, others, others, n=n, seed=18).mean
            rows.append({
                "edition": setup.edition, "seats": len(setup.seats), "stranger": name,
                "share": round(share.mean, 4), "error": round(share.error, 4),
                "fair": round(fair, 4), "games": share.games,
            })  # fmt: skip
            print(rows[-1], flush=True)
    return rows


def main() -> None:
    """Play two runs' players against each other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.manual_seed(1)
    first, second = player_of(options.first), player_of(options.second)
    names = {"first": str(options.first), "second": str(options.second)}
    rows = [{**names, **row} for row in cross(options.kernels, first, second, setups(), GAMES)]
    with options.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
