"""Results as tables for other programs: CSV, and Parquet if pyarrow is installed.

One row for each seat of each game. Games and deals count from 1, as in the names of the records;
seats and ranks from 0, as in the records themselves.
"""

from __future__ import annotations

import csv
import importlib
import importlib.util
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kingup.arena.contests import sizes_of
from kingup.arena.folder import write_atomically
from kingup.arena.outcome import GameOutcome
from kingup.arena.plan import Plan
from kingup.arena.standings import Standings

COLUMNS = (
    *("game", "deal", "rotation", "edition", "seats", "options", "seat", "players", "turn"),
    *("bot", "score", "rank", "win_share", "no_dealt", "no_spent", "bellyaches", "decisions"),
    *("rounds", "steps", "votes", "emissary", "failure"),
)
"""The columns of the results."""


def result_rows(plan: Plan, outcomes: list[GameOutcome]) -> Iterator[dict[str, Any]]:
    """Yield a row for each seat of each game."""
    for outcome in outcomes:
        setup = plan.contests[outcome.contest]
        rounds = len(outcome.votes)
        for seat, bot in enumerate(outcome.lineup):
            values = (
                outcome.game + 1,
                outcome.deal + 1,
                outcome.rotation + 1,
                setup.edition,
                sizes_of(setup),
                " ".join(setup.options),
                seat,
                setup.seats[seat],
                outcome.turn(seat),
                plan.entrants[bot].label,
                outcome.scores[seat],
                outcome.ranks[seat],
                outcome.share(seat),
                rounds * setup.no_cards,
                sum(outcome.no_spent[seat]),
                outcome.bellyaches[seat],
                outcome.decisions[seat],
                rounds,
                sum(outcome.steps),
                sum(outcome.votes),
                outcome.emissary,
                outcome.reason if outcome.failed == seat else None,
            )
            yield dict(zip(COLUMNS, values, strict=True))


def standing_rows(standings: Standings) -> Iterator[dict[str, Any]]:
    """Yield a row for each bot, the best first."""
    for row in standings.rows():
        low, high = row.share.interval()
        yield {
            "bot": row.label,
            "seats_played": row.games,
            "deals": row.share.number,
            "win_share": row.share.mean,
            "win_share_low": low,
            "win_share_high": high,
            "rating": row.rating.strength,
            "rating_spread": row.rating.spread,
            "mean_score": row.mean_score,
            "failures": row.failures,
        }


def write_tables(folder: Path, standings: Standings) -> list[Path]:
    """Write all tables into a folder and return their paths."""
    rows = list(result_rows(standings.plan, standings.outcomes))
    paths = [folder / "results.csv", folder / "standings.csv"]
    write_atomically(paths[0], as_csv(rows))
    write_atomically(paths[1], as_csv(list(standing_rows(standings))))
    if importlib.util.find_spec("pyarrow") is not None:
        paths.append(folder / "results.parquet")
        _write_parquet(paths[-1], rows)
    return paths


def as_csv(rows: list[dict[str, Any]]) -> str:
    """Return rows as CSV; unknown values are empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _write_parquet(path: Path, rows: list[dict[str, Any]]) -> None:
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    # Types by name: they could not be inferred from an empty column.
    texts = {"edition", "seats", "options", "bot", "failure"}
    schema = arrow.schema(
        [
            (
                name,
                arrow.string()
                if name in texts
                else arrow.float64()
                if name == "win_share"
                else arrow.int64(),
            )
            for name in COLUMNS
        ]
    )
    beside = path.with_name(path.name + ".part")
    parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), beside)
    os.replace(beside, path)


def figures(standings: Standings, *, complete: bool) -> dict[str, Any]:
    """Return the standings for programs, the best bot first."""
    rows = []
    for row in standings.rows():
        low, high = row.share.interval()
        rows.append(
            {
                "bot": row.label,
                "seats": row.games,
                "win_share": row.share.mean if row.share.number else None,
                "interval": [low, high] if row.share.number > 1 else None,
                "rating": row.rating.strength,
                "deviation": row.rating.spread,
                "mean_score": row.mean_score,
                "failures": row.failures,
                "seconds_per_decision": row.seconds,
            }
        )
    plan = standings.plan
    failed = [outcome for outcome in standings.outcomes if outcome.failed is not None]
    return {
        "seed": plan.seed,
        "games": len(standings.outcomes),
        "complete": complete,
        "certain": bool(standings.deals) and standings.certain,
        "bots": rows,
        "failures": [
            {
                "game": outcome.game + 1,
                "bot": plan.entrants[outcome.lineup[outcome.failed or 0]].label,
                "reason": outcome.reason,
            }
            for outcome in failed
        ],
    }
