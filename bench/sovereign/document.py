"""docs/strength.md and its pictures, from what was played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bench.favourites import RIVALS, Losses, measure_losses
from bench.intervals import Bar, draw_bars
from bench.sovereign.learners import (
    CROSSPLAY,
    RESPONSE,
    crossplay_chapter,
    missed,
    read_rows,
    response_chapter,
)
from bench.sovereign.matches import ALL_OPTIONS, CHAPTERS, EDITIONS, FOURS, Match, matches
from bench.sovereign.results import Result, read_results
from kingup.bots.sovereign.weights import load_weights

HEAD = """# Strength of the trained player

Written by `python -m bench.sovereign write`; shares of wins are from matches in the arena: one
bot against others of one kind on all other seats, every deal rotated through the seats. Intervals
are for 95 %, over deals. A match has a least and a most number of games; in between it ends when a
test that may be asked after every deal has settled whether the player is ahead, of its goal or of
the others; since it may end early, a share that stopped it is a little flattered. *Certain* means
settled by that test or by the interval of its lead. In the pictures upright strokes are goals, or
the others' shares. Targets that are missed stay in the tables, and what was not played is named at
the end. How the player learned, what was tried against its weaknesses and what comes next:
[training](../training/README.md).
"""


def game_of(match: Match) -> str:
    """Return what is played, in words."""
    words = [EDITIONS[match.edition]]
    if "," in match.seats:
        words.append(f"teams {match.seats.replace(',', '+')}")
    else:
        words.append(f"{match.number} seats")
    if match.options != "none":
        words.append(match.options.replace(ALL_OPTIONS, "all options").replace(",", ", "))
    return ", ".join(words)


def table(results: Sequence[Result]) -> list[str]:
    """Return results as lines of Markdown."""
    lines = [
        "| player | against | game | share of wins | 95 % | the others | games | goal | reached |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for result in results:
        match = result.match
        low, high = result.share.interval()
        goal = f"≥ {match.goal:.0%}" if match.goal else "ahead"
        games = f"{result.games}" + (f" ({result.failures} failed)" if result.failures else "")
        lines.append(
            f"| {match.challenger} | {match.field} | {game_of(match)} | {result.share.mean:.1%} | "
            f"{100 * low:.1f}–{high:.1%} | {result.rest.mean:.1%} | {games} | {goal} | "
            f"{result.verdict} |"
        )
    return lines


def summary(results: Sequence[Result], total: int) -> list[str]:
    """Return in a few lines how it all came out."""
    verdicts = [result.verdict for result in results]
    behind = [result for result in results if not result.verdict.startswith("yes")]
    lines = [
        f"{len(results)} of {total} matches, {sum(r.games for r in results):,} games: "
        f"{verdicts.count('yes')} goals reached for certain, "
        f"{verdicts.count('yes, not certain')} so far, {len(behind)} not.",
    ]
    lines += [f"- **Not reached**: {r.match.name}, {r.share.mean:.1%}." for r in behind]
    return lines


def identity(folder: Path) -> str:
    """Return a sentence about which weights played: their folder is named by their digest."""
    about = load_weights(folder / "weights.npz").trained
    told = ", ".join(f"{name} {value}" for name, value in about.items())
    return f"The weights that played: SHA-256 {folder.name}… ({told})."


def document(
    weights: str, results: Sequence[Result], losses: Sequence[Losses], absent: Sequence[Match]
) -> str:
    """Return docs/strength.md."""
    responses, crossplay = read_rows(RESPONSE), read_rows(CROSSPLAY)
    lines = [
        HEAD,
        weights,
        "",
        *summary(results, len(results) + len(absent)),
        *missed(responses, crossplay),
        "",
    ]
    for chapter, title in CHAPTERS.items():
        those = [result for result in results if result.match.chapter == chapter]
        if those:
            picture = f"pictures/strength-{chapter}.svg"
            lines += [f"## {title}", "", *table(those), ""]
            lines += [f"![{title}: shares with their intervals]({picture})", ""]
    lines += response_chapter(responses) + crossplay_chapter(crossplay)
    if losses:
        lines += [
            "## Whose favourites", "",
            "Log-loss of the others' cards, as `sovereign` guesses them, in nats a player (less",
            "is better): the network's own head, Bayes over cards and manners (`sovereign+`), the",
            "belief tracker that takes everybody for a courtier, and the even chance.", "",
            "| edition | the others | head | Bayes | tracker | even chance | decisions |",
            "|---|---|---|---|---|---|---|",
        ]  # fmt: skip
        for loss in losses:
            lines.append(
                f"| {EDITIONS[loss.edition]} | {loss.rival} | {loss.head:.3f} | "
                f"{loss.bayes:.3f} | {loss.tracker:.3f} | {loss.even:.3f} | {loss.decisions} |"
            )
        lines.append("")
    if absent:
        lines += ["## Not played yet", "", ", ".join(f"`{match.name}`" for match in absent), ""]
    return "\n".join(lines)


def bar_of(result: Result) -> Bar:
    """Return a result as a row of a picture."""
    match = result.match
    words = [game_of(match)]
    if match.chapter in FOURS:
        words.insert(0, match.challenger)
    else:
        words.append(f"{match.field}s")
    low, high = result.share.interval()
    goal = result.rest.mean if match.goal is None else match.goal
    return Bar(", ".join(words), result.share.mean, low, high, goal)


def known_losses(folder: Path) -> list[Losses]:
    """Return how well favourites are guessed; measured once for some weights, kept at once."""
    path = folder / "favourites.json"
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    losses = [Losses(**values) for values in kept]
    asked = [(edition, rival) for edition in EDITIONS for rival in RIVALS]
    for edition, rival in asked[len(losses) :]:
        losses.append(measure_losses(folder / "weights.npz", edition, rival))
        path.write_text(json.dumps([asdict(loss) for loss in losses]), encoding="utf-8")
    return losses


def write(folder: Path, document_path: Path, pictures: Path) -> bool:
    """Write the document and its pictures; return whether there was anything to tell."""
    found = [(match, read_results(match, folder)) for match in matches()]
    results = [result for _match, result in found if result is not None]
    if not results:
        return False
    absent = [match for match, result in found if result is None]
    text = document(identity(folder), results, known_losses(folder), absent)
    document_path.write_text(text, encoding="utf-8")
    pictures.mkdir(parents=True, exist_ok=True)
    for chapter, title in CHAPTERS.items():
        bars = [bar_of(result) for result in results if result.match.chapter == chapter]
        if bars:
            picture = draw_bars(title.replace("`", ""), bars)
            (pictures / f"strength-{chapter}.svg").write_text(picture, encoding="utf-8")
    return True
