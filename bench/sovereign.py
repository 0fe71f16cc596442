"""How strong the trained player is: what docs/strength.md says.

python -m bench.sovereign quick WEIGHTS    minutes: against courtiers, both editions
python -m bench.sovereign play WEIGHTS     hours, can be interrupted: every match below
python -m bench.sovereign play WEIGHTS x   only the matches whose names contain x
python -m bench.sovereign write WEIGHTS    docs/strength.md and its pictures, from what was played

Every match is a gauntlet of the arena: one bot against others of one kind on all other seats,
every deal rotated through the seats. Results stay in build/sovereign, by the weights' digest; a
second run goes on where the first one stopped.
"""

from __future__ import annotations

import csv
import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.favourites import Losses, measure_losses
from bench.intervals import Bar, draw_bars
from kingup.cli import main as kingup

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "sovereign"
DOCUMENT = ROOT / "docs" / "strength.md"
PICTURES = ROOT / "docs" / "pictures"

EDITIONS = {"kingup": "King Up!", "vive-le-roi": "Vive le Roi"}
SEATS = {"kingup": range(3, 7), "vive-le-roi": range(2, 9)}
OPTIONS = ("ambition", "banished", "emissary", "wedding", "jester-returns-to-3")

ISMCTS = f"{sys.executable} {ROOT / 'examples' / 'ismcts_bot.py'} 200"
"""OpenSpiel's Python search on our adapter, with our compiled playouts as its evaluator."""


@dataclass(frozen=True)
class Match:
    """One bot against others of one kind."""

    name: str
    chapter: str
    challenger: str
    field: str
    edition: str
    seats: int
    games: int
    options: str = "none"
    goal: float | None = None
    """The share of wins that it must take; ahead of a fair share where none is given."""

    @property
    def fair(self) -> float:
        """A fair share."""
        return 1 / self.seats


def matches(weights: Path) -> Iterator[Match]:
    """Yield every match, the most important ones first."""
    plain, plus = f"sovereign:weights={weights}", f"sovereign+:500,weights={weights}"
    # Name, chapter, challenger, field, games, goal; all in four seats.
    fours: tuple[tuple[str, str, str, str, int, float | None], ...] = (
        ("plain-chancellors", "chancellors", plain, "chancellor:5000", 400, 0.40),
        ("plus-chancellors", "chancellors", plus, "chancellor:5000", 400, 0.45),
        ("plain-courtiers", "others", plain, "courtier", 2000, None),
        ("plain-slow", "slow", plain, "chancellor:0.5s", 60, None),
        ("plus-slow", "slow", plus, "chancellor:0.5s", 60, None),
        ("plain-ismcts", "ismcts", plain, ISMCTS, 100, 0.50),
        ("plus-plain", "plus", plus, plain, 400, None),
    )
    for name, chapter, challenger, field, games, goal in fours:
        for edition in EDITIONS:
            title = f"{name}-{edition}"
            yield Match(title, chapter, challenger, field, edition, 4, games, goal=goal)
    for edition, counts in SEATS.items():
        for seats in counts:
            options = "emissary" if seats == 2 else "none"
            for field, games in (("chancellor:5000", 120), ("courtier", 1000), ("page", 400)):
                name = f"seats-{edition}-{seats}-{field.partition(':')[0]}"
                yield Match(name, "seats", plain, field, edition, seats, games, options)
    for option in OPTIONS:
        for field, games in (("chancellor:5000", 120), ("courtier", 1000)):
            name = f"option-{option}-{field.partition(':')[0]}"
            yield Match(name, "options", plain, field, "vive-le-roi", 4, games, option)


def folder_of(weights: Path) -> Path:
    """Return where the results of some weights stay."""
    return FOLDER / hashlib.sha256(weights.read_bytes()).hexdigest()[:12]


def play(match: Match, weights: Path, seed: int = 1) -> None:
    """Play a match, or the rest of it."""
    words = ["arena", "--gauntlet", "--bot", match.challenger, "--bot", match.field]
    words += ["--edition", match.edition, "--seats", str(match.seats), "--seed", str(seed)]
    words += ["--games", str(match.games), "--options", match.options, "--bot-seconds", "60"]
    words += ["--out", str(folder_of(weights) / match.name)]
    if kingup(words):
        sys.exit(f"The match {match.name} could not be played.")


@dataclass(frozen=True)
class Result:
    """What came of a match."""

    match: Match
    share: float
    low: float
    high: float
    games: int

    @property
    def verdict(self) -> str:
        """Whether the goal is reached: a whole interval beyond it, or only its middle."""
        goal = self.match.goal or self.match.fair
        if self.low >= goal:
            return "yes"
        return "yes, not certain" if self.share >= goal else "**no**"


def result_of(match: Match, weights: Path) -> Result | None:
    """Return the result of a match that was played, or None."""
    path = folder_of(weights) / match.name / "standings.csv"
    if not path.exists():
        return None
    # A label is the beginning of what was asked for: sovereign:…, sovereign+:….
    start = match.challenger.partition(":")[0] + ":"
    with path.open(encoding="utf-8") as file:
        mine = next((row for row in csv.DictReader(file) if row["bot"].startswith(start)), None)
    if mine is None:
        return None
    share, low, high = (
        float(mine[name] or "nan") for name in ("win_share", "win_share_low", "win_share_high")
    )
    return Result(match, share, low, high, int(mine["seats_played"]))


CHAPTERS = {
    "chancellors": "Against three chancellors of 5,000 simulations",
    "slow": "Against three chancellors that think for half a second",
    "ismcts": "Against three of OpenSpiel's ISMCTSBot, 200 simulations",
    "plus": "`sovereign+` against three of `sovereign`",
    "others": "Against three courtiers",
    "seats": "At every seat count",
    "options": "With every option of Vive le Roi, in four seats",
}


def table(results: list[Result]) -> list[str]:
    """Return results as lines of Markdown."""
    lines = ["| player | against | game | share of wins | 95 % | games | goal | reached |",
             "|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for result in results:
        match = result.match
        who = match.challenger.partition(":")[0]
        rival = "ISMCTSBot" if match.field == ISMCTS else match.field.partition(",weights")[0]
        rival = "sovereign" if rival.startswith("sovereign") else rival
        game = f"{EDITIONS[match.edition]}, {match.seats} seats"
        game += "" if match.options == "none" else f", {match.options}"
        goal = f"≥ {match.goal:.0%}" if match.goal else f"> {match.fair:.1%} (fair)"
        lines.append(
            f"| {who} | {rival} | {game} | {result.share:.1%} | "
            f"{100 * result.low:.1f}–{result.high:.1%} | {result.games} | {goal} | "
            f"{result.verdict} |"
        )
    return lines


def document(results: list[Result], losses: list[Losses]) -> str:
    """Return docs/strength.md."""
    lines = [
        "# Strength of the trained player", "",
        "Written by `python -m bench.sovereign write`; every number is from a match in the arena,",
        "one bot against others of one kind on all other seats, every deal rotated through the",
        "seats. Targets that are missed stay in the tables.", "",
    ]  # fmt: skip
    for chapter, title in CHAPTERS.items():
        those = [result for result in results if result.match.chapter == chapter]
        if those:
            lines += [f"## {title}", "", *table(those), ""]
            lines += [f"![{title}: shares with their intervals](pictures/strength-{chapter}.svg)",
                      ""]  # fmt: skip
    if losses:
        lines += [
            "## Whose favourites", "",
            "Log-loss of everybody else's card in games between `sovereign`s, in nats a player",
            "(less is better): the network's own head, Bayes under its policy, the belief tracker",
            "that takes everybody for a courtier, and the even chance.", "",
            "| edition | head | Bayes | tracker | even chance | decisions |",
            "|---|---|---|---|---|---|",
        ]  # fmt: skip
        for loss in losses:
            lines.append(
                f"| {EDITIONS[loss.edition]} | {loss.head:.3f} | {loss.bayes:.3f} | "
                f"{loss.tracker:.3f} | {loss.even:.3f} | {loss.decisions} |"
            )
        lines.append("")
    return "\n".join(lines)


def bar_of(result: Result) -> Bar:
    """Return a result as a row of a picture."""
    match = result.match
    words = [match.challenger.partition(":")[0], EDITIONS[match.edition], f"{match.seats} seats"]
    if match.options != "none":
        words.append(match.options)
    if match.chapter in ("seats", "options"):
        words.append(f"against {match.field.partition(':')[0]}s")
    goal = match.goal or match.fair
    return Bar(", ".join(words), result.share, result.low, result.high, goal)


def write(weights: Path) -> None:
    """Write the document and its pictures."""
    results = [r for match in matches(weights) if (r := result_of(match, weights)) is not None]
    if not results:
        sys.exit("Nothing was played with these weights yet.")
    losses = [measure_losses(weights, edition) for edition in EDITIONS]
    DOCUMENT.write_text(document(results, losses), encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for chapter, title in CHAPTERS.items():
        bars = [bar_of(result) for result in results if result.match.chapter == chapter]
        if bars:
            picture = draw_bars(title, bars)
            (PICTURES / f"strength-{chapter}.svg").write_text(picture, encoding="utf-8")


def main() -> None:
    """Play or write, as asked."""
    if len(sys.argv) < 3 or sys.argv[1] not in ("quick", "play", "write"):
        sys.exit(__doc__)
    weights = Path(sys.argv[2]).resolve()
    if not weights.exists():
        sys.exit(f"There is no file {weights}.")
    if sys.argv[1] == "write":
        write(weights)
        return
    wanted = sys.argv[3] if len(sys.argv) > 3 else ""
    if sys.argv[1] == "quick":
        wanted = "plain-courtiers"
    for match in matches(weights):
        if wanted in match.name:
            play(match, weights)


if __name__ == "__main__":
    main()
