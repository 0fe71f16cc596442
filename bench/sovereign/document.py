"""docs/strength.md and its pictures, from what was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.favourites import GAMES, RIVALS, Losses, keep_losses, measure_losses, read_losses
from bench.intervals import Bar, draw_bars
from bench.sovereign.learners import (
    Rows,
    crossplay_chapter,
    last_crossplay,
    missed,
    response_chapter,
    responses_to,
)
from bench.sovereign.matches import (
    ALL_OPTIONS,
    CHAPTERS,
    EDITIONS,
    FOURS,
    ROOT,
    StrengthMatch,
    matches,
)
from bench.sovereign.results import read_standing
from bench.sovereign.standings import BY_INTERVAL, KEPT, UNCERTAIN, Known, MatchStanding, keep
from bench.table import percent
from kingup.bots.sovereign.weights import load_weights

LOSSES = ROOT / "docs" / "strength-favourites.csv"

HEAD = """# Strength of the trained player

Written by `python -m bench.sovereign write WEIGHTS` (as numbers: [matches](strength.csv),
[favourites](strength-favourites.csv)). Shares of wins are from matches in the arena: one bot
against others of one kind on all other seats, or two seats each, every deal rotated through the
seats. They are for one seat. Intervals are for 95 %, over deals. A match has a least and a most
number of games; in between it ends when a test that may be asked after every deal has settled
whether the player is ahead, of its goal or of the others; since it may end early, a share that
stopped it is a little flattered. A plain yes means settled by that test, or by the interval of
a match that has ended. *By its interval so far*: the match has its least number of games and
its interval is on one side, but the test is not content yet. In the pictures upright strokes
are goals, or the others' shares. Targets that are missed stay in the tables, and what was not
played is named at the end. How the player learned, what was tried against its weaknesses and
what comes next: [training](../training/README.md).
"""


NOTES = {
    "slow": (
        "One game at a time, with nothing else running: each of a chancellor's two trees has a",
        "core for itself.",
        "",
    ),
}
"""What is said before the table of a chapter."""


def game_of(match: StrengthMatch) -> str:
    """Return what is played, in words."""
    words = [EDITIONS[match.edition]]
    if "," in match.seats:
        words.append(f"teams {match.seats.replace(',', '+')}")
    else:
        words.append(f"{match.number} seats")
    if match.options != "none":
        words.append(match.options.replace(ALL_OPTIONS, "all options").replace(",", ", "))
    return ", ".join(words)


def title_of(match: StrengthMatch) -> str:
    """Return who meets whom at what, in words."""
    return f"{match.challenger} against {match.field}, {game_of(match)}"


def table(standings: Sequence[MatchStanding]) -> list[str]:
    """Return how matches stand as lines of Markdown."""
    lines = [
        "| player | against | game | share of wins | 95 % | the others | games | goal | reached |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for each in standings:
        match = each.match
        goal = f"≥ {percent(match.goal, 0)}" if match.goal else "ahead"
        games = f"{each.games}" + (f" ({each.failures} failed)" if each.failures else "")
        lines.append(
            f"| {match.challenger} | {match.field} | {game_of(match)} | {percent(each.share)} | "
            f"{100 * each.low:.1f}–{percent(each.high)} | {percent(each.others)} | {games} | "
            f"{goal} | "
            f"{each.reached.replace('no', '**no**', 1) if is_behind(each) else each.reached} |"
        )
    return lines


def is_behind(standing: MatchStanding) -> bool:
    """Return whether a goal is not reached, for certain or so far."""
    return not standing.reached.startswith("yes")


def summary(standings: Sequence[MatchStanding], total: int) -> list[str]:
    """Return in a few lines how it all came out."""
    words = [each.reached for each in standings]
    behind = [each for each in standings if is_behind(each)]
    lines = [
        f"{len(standings)} of {total} matches, {sum(each.games for each in standings):,} games: "
        f"{words.count('yes')} goals reached for certain, "
        f"{words.count('yes' + BY_INTERVAL)} by the interval so far, "
        f"{words.count('yes' + UNCERTAIN)} not certain yet, {len(behind)} not.",
    ]
    lines += [
        f"- **Not reached**: {title_of(each.match)}: {percent(each.share)}." for each in behind
    ]
    return lines


def identity(digest: str, trained: Mapping[str, object]) -> str:
    """Return a sentence about which weights played."""
    told = ", ".join(f"{name} {value}" for name, value in trained.items())
    return f"The weights that played: SHA-256 {digest}… ({told})."


def document(
    weights: str,
    standings: Sequence[MatchStanding],
    responses: Rows,
    losses: Sequence[Losses],
    absent: Sequence[StrengthMatch],
) -> str:
    """Return docs/strength.md."""
    crossplay = last_crossplay()
    lines = [
        HEAD,
        weights,
        "",
        *summary(standings, len(standings) + len(absent)),
        *missed(responses, crossplay),
        "",
    ]
    for chapter, title in CHAPTERS.items():
        those = [each for each in standings if each.match.chapter == chapter]
        if those:
            picture = f"pictures/strength-{chapter}.svg"
            lines += [f"## {title}", "", *NOTES.get(chapter, ()), *table(those), ""]
            lines += [f"![{title}: shares with their intervals]({picture})", ""]
    lines += response_chapter(responses) + crossplay_chapter(crossplay)
    lines += losses_chapter(losses)
    if absent:
        lines += ["## Not played yet", "", *(f"- {title_of(match)}" for match in absent), ""]
    return "\n".join(lines)


def losses_chapter(losses: Sequence[Losses]) -> list[str]:
    """Return the chapter about whose favourites are whose, or nothing."""
    if not losses:
        return []
    lines = [
        "## Whose favourites", "",
        "Log-loss of the others' cards, as `sovereign` guesses them, in nats a player (less is",
        "better): the network's own head, Bayes over cards and manners (`sovereign+`), the belief",
        "tracker that takes everybody for a courtier, and the even chance. Each of",
        f"{GAMES} games, with 95 % intervals over games.", "",
        "| edition | the others | head | Bayes | tracker | even chance | decisions |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for loss in losses:
        lines.append(
            f"| {EDITIONS[loss.edition]} | {loss.rival} | {loss.head:.2f} ± {loss.head_error:.2f} "
            f"| {loss.bayes:.2f} ± {loss.bayes_error:.2f} | {loss.tracker:.2f} ± "
            f"{loss.tracker_error:.2f} | {loss.even:.2f} | {loss.decisions} |"
        )
    return [*lines, ""]


def bar_of(standing: MatchStanding) -> Bar:
    """Return a match as a row of a picture."""
    match = standing.match
    words = [game_of(match)]
    if match.chapter in FOURS:
        words.insert(0, match.challenger)
    else:
        words.append(f"{match.field}s")
    goal = standing.others if match.goal is None else match.goal
    return Bar(", ".join(words), standing.share, standing.low, standing.high, goal)


def known_losses(folder: Path, path: Path) -> list[Losses]:
    """Return how well favourites are guessed; measured once for some weights, kept at once."""
    losses = read_losses(folder.name, path)
    asked = [(edition, rival) for edition in EDITIONS for rival in RIVALS]
    for edition, rival in asked[len(losses) :]:
        losses.append(measure_losses(folder / "weights.npz", edition, rival))
        keep_losses(losses, folder.name, path)
    return losses


def write(folder: Path, docs: Path, known: Known) -> bool:
    """Write the document, its pictures and tables; return whether there was anything to tell."""
    found = [(match, read_standing(match, folder, known)) for match in matches()]
    standings = [standing for _match, standing in found if standing is not None]
    if not standings:
        return False
    absent = [match for match, standing in found if standing is None]
    # The folder is named by the digest of the weights.
    trained = load_weights(folder / "weights.npz").trained
    losses = known_losses(folder, docs / LOSSES.name)
    weights = identity(folder.name, trained)
    text = document(weights, standings, responses_to(trained), losses, absent)
    (docs / "strength.md").write_text(text, encoding="utf-8")
    keep(standings, folder.name, docs / KEPT.name)
    pictures = docs / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for chapter, title in CHAPTERS.items():
        bars = [bar_of(each) for each in standings if each.match.chapter == chapter]
        path = pictures / f"strength-{chapter}.svg"
        if bars:
            path.write_text(draw_bars(title.replace("`", ""), bars), encoding="utf-8")
        else:
            path.unlink(missing_ok=True)  # it shows other weights
    return True
