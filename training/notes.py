"""Record a bot's decisions for a clone: python -m training.notes BOT --out FOLDER

Plays games of the usual mixture in which the bot has some seats, and the trained player or
courtiers the others: the opponents that its clone will have. Writes each observation, legal
actions and choice into FOLDER; `python -m training.imitate` learns from them. BOT is one of
MODELS. For a slow bot, of which few games can be played, --config limits them to those that
matter.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kingup import Game
from kingup.bots import Bot, make_bot
from kingup.bots.sovereign.networks import show
from kingup.bots.sovereign.view_reader import read_views
from kingup.rules.setup import Setup
from training.searcher import Searcher
from training.settings import RunSettings, draw_setup, read_settings

MODELS: dict[str, Callable[[int], Bot]] = {
    "chancellor": lambda seed: make_bot("chancellor:5000", seed),
    "chancellor-1000": lambda seed: make_bot("chancellor:1000", seed),
    "chancellor-50000": lambda seed: make_bot("chancellor:50000", seed),
    "searcher": lambda seed: Searcher(seed, 199),
}
"""The bots to imitate. The longer a chancellor searches the less it says No, so several count."""

OTHER_BOTS = "sovereign", "sovereign", "courtier"
"""The bots in the other seats."""

CHUNK = 5_000
"""Decisions in a file."""


class ImitationNotes(NamedTuple):
    """Decisions: observations, legal actions and choices."""

    rows: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    actions: NDArray[np.int16]


def note_game(
    setup: Setup, model: Callable[[int], Bot], rng: random.Random
) -> list[ImitationNotes]:
    """Play a game, and return each decision of the imitated bot."""
    game = Game(setup.edition, setup.seats, setup.options, seed=rng.getrandbits(48))
    number = len(setup.seats)
    imitated = set(rng.sample(range(number), rng.randint(1, number)))
    other = rng.choice(OTHER_BOTS)
    bots: list[Bot] = []
    for player in range(game.state.players):
        seed = rng.getrandbits(32)
        own = game.state.seat_of[player] in imitated
        bots.append(model(seed) if own else make_bot(other, seed))
    notes = []
    while not game.is_over:
        player = game.to_act[0]
        view = game.view(player)
        text = bots[player].choose(view)
        if game.state.seat_of[player] in imitated and len(view.actions) > 1:
            games, histories, players, codes = read_views([view])
            rows, masks = show(games, histories, players)
            code = codes[0][view.actions.index(text)]
            notes.append(ImitationNotes(rows, masks, np.array([code], np.int16)))
        game.play(player, text)
    return notes


def joined(notes: list[ImitationNotes]) -> ImitationNotes:
    """Return all notes as one."""
    return ImitationNotes(*(np.concatenate(parts) for parts in zip(*notes, strict=True)))


def write_notes(
    name: str, folder: Path, seed: int, seconds: float, settings: RunSettings | None = None
) -> int:
    """Play for some seconds; return how many decisions were written."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    rng, settings = random.Random(seed), settings or RunSettings()
    ends = time.monotonic() + seconds
    notes: list[ImitationNotes] = []
    written = part = 0
    while True:
        notes += note_game(draw_setup(settings, rng), MODELS[name], rng)
        over = time.monotonic() > ends
        if over or len(notes) >= CHUNK:
            path = folder / name / f"{seed}-{part}.npz"
            with path.with_suffix(".tmp").open("wb") as file:  # readers ignore .tmp
                np.savez_compressed(file, **joined(notes)._asdict())
            path.with_suffix(".tmp").replace(path)
            written, part, notes = written + len(notes), part + 1, []
            print(f"{name}: {written:,} decisions", flush=True)
        if over:
            return written


def main() -> None:
    """Record a bot's decisions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", choices=sorted(MODELS))
    parser.add_argument("--out", type=Path, default=Path("build/notes"))
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1, help="a different one for each process")
    parser.add_argument("--config", type=Path, help="settings whose mixture of games to play")
    options = parser.parse_args()
    settings = read_settings(options.config) if options.config else None
    write_notes(options.bot, options.out, options.seed, 60 * options.minutes, settings)


if __name__ == "__main__":
    main()
