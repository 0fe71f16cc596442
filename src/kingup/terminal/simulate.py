"""`kingup simulate`: random games, with a table of statistics."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from kingup.language import _
from kingup.rules.characters import TITLES
from kingup.rules.constants import ROUNDS
from kingup.rules.errors import KingUpError
from kingup.rules.setup import Setup
from kingup.simulation import Counts, play_recorded, simulate
from kingup.terminal.progress import ProgressBar


@dataclass(frozen=True, slots=True)
class Run:
    """What was counted, whether that is all, and in how many seconds."""

    total: Counts
    complete: bool
    seconds: float


def play(
    setup: Setup, games: int, seed: int, records: Path | None, form: str, console: Console
) -> Run:
    """Play the games, and write their records if wanted; Ctrl-C keeps what was counted."""
    started = time.monotonic()
    total = Counts(setup)
    complete = False
    try:
        with ProgressBar(console) as bar:
            for counts in simulate(setup, games, seed):
                if counts is not None:
                    total.add(counts)
                if total.games:  # before, the rules may be compiled, which is shown otherwise
                    bar.show(total.games, games, _("Playing…"))
        if records is not None:
            _write_records(setup, games, seed, records, form, console)
        complete = True
    except KeyboardInterrupt:
        if not total.games:
            raise
    return Run(total, complete, time.monotonic() - started)


def show(run: Run, seed: int, console: Console) -> None:
    """Print the table and the figures below it."""
    if not run.complete:
        console.print(_("Stopped: this is what was counted so far."))
    console.print(table(run.total))
    console.print(summary(run.total, seed, run.seconds))


def figures(counts: Counts, seed: int, *, complete: bool) -> dict[str, Any]:
    """Return the same for programs; means are of all games."""
    setup, games = counts.setup, counts.games
    seats = [
        {
            "players": size,
            "win_share": float(counts.win_shares[seat] / games),
            "mean_score": float(counts.totals[seat] / games),
            "spread": _spread(counts, seat),
            "lowest": int(counts.lowest[seat]),
            "highest": int(counts.highest[seat]),
        }
        for seat, size in enumerate(setup.seats)
    ]
    emissary = None
    if "emissary" in setup.options:
        emissary = {
            "win_share": counts.emissary_wins / games,
            "mean_score": counts.emissary_total / games,
        }
    return {
        "edition": setup.edition,
        "options": list(setup.options),
        "games": games,
        "complete": complete,
        "seed": seed,
        "seats": seats,
        "emissary": emissary,
        "votes_per_round": counts.votes / (ROUNDS * games),
        "decisions_per_round": counts.decisions / (ROUNDS * games),
        "shared_victories": counts.shared_victories / games,
    }


def _spread(counts: Counts, seat: int) -> float:
    mean = counts.totals[seat] / counts.games
    return float(max(0.0, counts.squares[seat] / counts.games - mean**2) ** 0.5)


def _write_records(
    setup: Setup, games: int, seed: int, folder: Path, form: str, console: Console
) -> None:
    from kingup.notation import write_json, write_text

    write, suffix = (write_json, "json") if form == "json" else (write_text, "txt")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ProgressBar(console) as bar:
            for i in range(games):
                game = play_recorded(setup, seed + i)
                path = folder / f"game-{seed + i}.{suffix}"
                path.write_text(write(game), encoding="utf-8")
                bar.show(i + 1, games, _("Playing…"))
    except OSError as error:
        raise KingUpError(
            "Records cannot be written to {folder}: {reason}.",
            folder=folder,
            reason=error.strerror or error,
        ) from error


def table(counts: Counts) -> Table:
    """Return the results by seat."""
    setup = counts.setup
    title = TITLES[setup.edition_code]
    if setup.options:
        title += f" ({', '.join(setup.options)})"
    result = Table(title=title, title_justify="left")
    result.add_column(_("Seat"), justify="right")
    if setup.teams:
        result.add_column(_("Players"), justify="right")
    for heading in (_("Win share"), _("Mean score"), _("Spread"), _("Lowest"), _("Highest")):
        result.add_column(heading, justify="right")
    for seat, size in enumerate(setup.seats):
        mean = counts.totals[seat] / counts.games
        spread = _spread(counts, seat)
        row = [str(seat + 1)] + ([str(size)] if setup.teams else [])
        row += [f"{counts.win_shares[seat] / counts.games:.1%}", f"{mean:.2f}", f"{spread:.2f}"]
        row += [f"{counts.lowest[seat]:.0f}", f"{counts.highest[seat]:.0f}"]
        result.add_row(*row)
    if "emissary" in setup.options:
        row = [_("Emissary")] + ([""] if setup.teams else [])
        row += [f"{counts.emissary_wins / counts.games:.1%}"]
        row += [f"{counts.emissary_total / counts.games:.2f}", "", "", ""]
        result.add_row(*row)
    return result


def summary(counts: Counts, seed: int, seconds: float) -> str:
    """Return the figures of all games together, in a few lines."""
    rounds = ROUNDS * counts.games
    return "\n".join(
        [
            _("{games:,} games of {rounds} rounds, seed {seed}, {seconds:.1f} s").format(
                games=counts.games, rounds=ROUNDS, seed=seed, seconds=seconds
            ),
            _("A round: {votes:.2f} votes, {decisions:.1f} decisions").format(
                votes=counts.votes / rounds, decisions=counts.decisions / rounds
            ),
            _("Shared victories: {share:.1%}").format(
                share=counts.shared_victories / counts.games
            ),
        ]
    )
