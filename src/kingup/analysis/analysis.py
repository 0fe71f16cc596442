"""The analysis of a finished game: everything that `analyse` finds, and how it is stored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any

from threadpoolctl import threadpool_limits

from kingup.analysis.ballots import Ballot, CastVote, ballots
from kingup.analysis.beliefs import BeliefTable, beliefs_over_time
from kingup.analysis.bits import (
    Secret,
    best_bluff,
    bits_of,
    bluffs_among,
    most_telling,
    secrets_of,
    told_by,
)
from kingup.analysis.chart import Chart, Line, chart_of
from kingup.analysis.decisions import (
    BRILLIANT,
    LABELS,
    Decision,
    Effort,
    Option,
    thresholds,
)
from kingup.analysis.errors import AnalysisError
from kingup.analysis.ledger import Ledger, deal_values, ledgers_of
from kingup.analysis.moments import check_finished
from kingup.analysis.scores import game_accuracy, level_of
from kingup.analysis.values import Valuer
from kingup.analysis.weighed_game import WeighedGame, facts_of
from kingup.analysis.weighing import DecisionWeigher
from kingup.bots.sovereign.judge import Judge, judge_of
from kingup.bots.sovereign.networks import networks_of
from kingup.game import Game
from kingup.notation import write_json
from kingup.rules.constants import RULES_VERSION

FORMAT = "kingup-analysis"
VERSION = 1
SECONDS = 20.0
TURNING_POINTS = 3
PARTS = 1000
"""Beliefs are stored as whole numbers of such parts."""


@dataclass(frozen=True, slots=True)
class Placing:
    """What a seat lost by placing characters in a round: one sum, never a label."""

    round: int
    loss: float
    error: float


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's summary."""

    seat: int
    names: tuple[str, ...]
    score: int
    decisions: int
    """Those that were not forced."""
    loss: float
    """The sum over all decisions, with a label or without."""
    error: float
    accuracy: float | None
    level: str | None
    """The bot whose loss per decision is nearest."""
    labels: dict[str, int]
    placing: tuple[Placing, ...]
    ledger: Ledger
    decisive_no: int
    wasted_no: int
    decisive_votes: int
    best_bluff: str | None
    """A moment."""
    most_telling: str | None


@dataclass(frozen=True, slots=True)
class StoredBeliefs:
    """Beliefs by moment, observer, player and character, in thousandths.

    The first observer is the public, then come the players.
    """

    moments: tuple[str, ...]
    letters: str
    favourites: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    bits: tuple[tuple[float, ...], ...]
    """By moment and player: what the public learned of their card by what led to the moment."""
    known: tuple[tuple[float, ...], ...]
    """By moment and player: how many of their favourites the public knows, in expectation."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of the decisions that cost most."""

    moment: str
    seat: int
    loss: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that is known of a finished game."""

    record: str
    """The beginning of the SHA-256 of the game's record."""
    judge: str
    """Which judge said the chances: another one says others."""
    seed: int
    seconds: float
    edition: str
    options: tuple[str, ...]
    winners: tuple[int, ...]
    thresholds: tuple[float, ...]
    """The losses of an inaccuracy, a mistake and a blunder at this table."""
    players: tuple[Player, ...]
    """By seat."""
    chart: Chart
    decisions: tuple[Decision, ...]
    ballots: tuple[Ballot, ...]
    secrets: tuple[Secret, ...]
    beliefs: StoredBeliefs
    turning_points: tuple[TurningPoint, ...]
    best_bluff: str | None
    most_telling: str | None

    def to_json(self) -> str:
        """Return the analysis as JSON: the same bytes for the same analysis."""
        about = {"format": FORMAT, "version": VERSION, "rules": RULES_VERSION}
        return json.dumps({**about, **asdict(self)}, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> Analysis:
        """Read an analysis; raise `AnalysisError` if it is none, or of another version."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise AnalysisError("This is no analysis: it is not JSON.") from error
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise AnalysisError("This is no analysis of a game.")
        if found.get("version") != VERSION:
            raise AnalysisError(
                "This analysis has version {found}, and this program reads {version}: "
                "analyse the game again.",
                found=str(found.get("version"))[:20],
                version=VERSION,
            )
        try:
            return _read(found)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise AnalysisError("This analysis is damaged: analyse the game again.") from error

    def labelled(self, seat: int | None = None) -> list[Decision]:
        """Return the decisions with a label, of one seat or of all."""
        return [d for d in self.decisions if d.label and seat in (None, d.seat)]

    def hiding(self) -> list[tuple[int, int, int]]:
        """Return by player: bluffs, secrets kept until cards were opened, and rounds."""
        ends = {int(name[1 : name.index(".")]): name for name in self.beliefs.moments}
        # A wedding's first crowning opens the cards.
        ends |= {b.round: b.moment for b in reversed(self.ballots) if b.outcome == "throne"}
        bluffs = [d.player for d in bluffs_among(self.decisions, self.thresholds[0])]
        kept = [secret.player for secret in self.secrets if secret.uncovered == ends[secret.round]]
        players = range(sum(len(player.names) for player in self.players))
        return [(bluffs.count(player), kept.count(player), len(ends)) for player in players]


def effort_of(seconds: float) -> Effort:
    """Return how many worlds suit a number of seconds for a game of four seats on one core.

    Only the number counts: the clock is never read, so that the same seed gives the same bytes.
    """
    if not 1 <= seconds <= 3600:
        raise AnalysisError("An analysis takes from 1 to 3600 seconds, not {seconds}.",
                            seconds=seconds)  # fmt: skip
    if seconds < 3:
        return Effort(place=4, other=6, played=8, most_played=16, chart=8, deals=8)
    if seconds < 8:
        return Effort(place=8, other=12, played=16, most_played=64, chart=16, deals=32)
    if seconds < 40:
        return Effort()
    return Effort(place=32, other=64, played=64, most_played=1024, chart=96, deals=128)


def method_of(*, seconds: float = SECONDS, seed: int = 0, judge: Judge | None = None) -> str:
    """Return how a game is analysed: analyses by another method should be made again."""
    return f"{VERSION}/{(judge or judge_of()).digest}/{seed}/{seconds}"


class AnalysisJob:
    """An analysis in steps, so that a stopped one can go on: each round is a step.

    A step's result is plain JSON. Give those that are known already, and the rest is computed.
    """

    def __init__(
        self, game: Game, *, seconds: float = SECONDS, seed: int = 0, judge: Judge | None = None
    ) -> None:
        check_finished(game)
        self.game = game
        self.seconds = seconds
        self.seed = seed
        self._effort = effort_of(seconds)
        self._judge = judge or judge_of()
        self._facts: WeighedGame | None = None
        self._valuer = Valuer(networks_of(None), self._judge)

    @property
    def key(self) -> str:
        """What results depend on: keep no step of a job with another key."""
        method = method_of(seconds=self.seconds, seed=self.seed, judge=self._judge)
        return f"{method}/{digest_of(self.game)}"

    @property
    def steps(self) -> range:
        """The steps: the rounds, counted from 1."""
        return range(1, len(self.game.rounds) + 1)

    def facts(self) -> WeighedGame:
        """Weigh every decision once, which all steps need."""
        if self._facts is None:
            self._facts = facts_of(self.game, self._valuer.networks)
        return self._facts

    def run(
        self, step: int, progress: Callable[[float], None] = lambda share: None
    ) -> list[dict[str, Any]]:
        """Return the result of a step, as plain JSON."""
        weigher = DecisionWeigher(self.facts(), self._valuer, self._effort, self.seed)
        return [asdict(decision) for decision in weigher.round(step, progress)]

    def finish(self, results: Sequence[list[dict[str, Any]]]) -> Analysis:
        """Return the analysis, given the results of all steps in order."""
        decisions = [_decision(each) for result in results for each in result]
        return _analysis(self, self.facts(), self._valuer, self._effort, decisions)

    def complete(
        self,
        known: Sequence[list[dict[str, Any]]] = (),
        *,
        progress: Callable[[float], None] | None = None,
        keep: Callable[[list[dict[str, Any]]], None] = lambda result: None,
    ) -> Analysis:
        """Return the analysis: take the first steps that are known, and run the others.

        `progress` is called with the share that is done, `keep` with each new step's result.
        """
        tell = progress or (lambda share: None)
        results = list(known)
        total = len(self.steps) + 0.5
        # OpenBLAS is several times slower if it spreads small matrices over all cores.
        with threadpool_limits(1, "blas"):
            for step in self.steps[len(results) :]:
                results.append(self.run(step, partial(_tell, tell, step - 1, total)))
                keep(results[-1])
            found = self.finish(results)
        tell(1.0)
        return found


def analyse(
    game: Game,
    *,
    seconds: float = SECONDS,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> Analysis:
    """Analyse a finished game; a game in play raises `AnalysisError`.

    `seconds` is about what it may take for four seats on one core: it sets how many deals are
    imagined. `progress` is called with the share that is done.
    """
    return AnalysisJob(game, seconds=seconds, seed=seed).complete(progress=progress)


def _tell(tell: Callable[[float], None], done: int, total: float, share: float) -> None:
    tell((done + share) / total)


def digest_of(game: Game) -> str:
    """Return the beginning of the SHA-256 of a game's record."""
    return hashlib.sha256(write_json(game).encode()).hexdigest()[:16]


def _analysis(
    job: AnalysisJob, facts: WeighedGame, valuer: Valuer, effort: Effort, decisions: list[Decision]
) -> Analysis:
    game = job.game
    table = beliefs_over_time(game, [round_.table for round_ in facts.rounds])
    seat_of = [game.seat_of(player) for player in range(len(table.held[0]))]
    decisions = told_by(decisions, table, seat_of)
    deals = deal_values(facts, valuer, effort.deals, job.seed)
    ledgers = ledgers_of(facts, decisions, deals)
    chart = chart_of(facts, valuer, deals, effort.chart, job.seed)
    cast = ballots(game)
    limits = thresholds(len(game.setup.seats))
    worst = sorted(decisions, key=lambda d: -d.loss)[:TURNING_POINTS]
    bluff, telling = best_bluff(decisions, limits[0]), most_telling(decisions)
    return Analysis(
        record=digest_of(game),
        judge=valuer.judge.digest,
        seed=job.seed,
        seconds=job.seconds,
        edition=game.setup.edition,
        options=tuple(game.setup.options),
        winners=game.winners,
        thresholds=limits,
        players=tuple(
            _player(game, seat, decisions, ledgers[seat], cast)
            for seat in range(len(game.setup.seats))
        ),
        chart=chart,
        decisions=tuple(decisions),
        ballots=tuple(cast),
        secrets=tuple(secrets_of(table, seat_of)),
        beliefs=_stored(table),
        turning_points=tuple(TurningPoint(d.moment, d.seat, d.loss) for d in worst if d.loss > 0),
        best_bluff=None if bluff is None else bluff.moment,
        most_telling=None if telling is None else telling.moment,
    )


def _player(
    game: Game, seat: int, decisions: list[Decision], ledger: Ledger, cast: list[Ballot]
) -> Player:
    mine = [d for d in decisions if d.seat == seat]
    seats = len(game.setup.seats)
    votes = [vote for ballot in cast for vote in ballot.votes if vote.seat == seat]
    bluff, telling = best_bluff(mine, thresholds(seats)[0]), most_telling(mine)
    return Player(
        seat=seat,
        names=tuple(game.names[seat]),
        score=game.seat_scores[seat],
        decisions=len(mine),
        loss=sum(d.loss for d in mine),
        error=sum(d.error**2 for d in mine) ** 0.5,
        accuracy=game_accuracy(mine, seats),
        level=level_of(mine, seats),
        labels={name: sum(d.label == name for d in mine) for name in (*LABELS, BRILLIANT)},
        placing=tuple(
            Placing(
                number,
                sum(d.loss for d in mine if d.phase == "place" and d.round == number),
                sum(d.error**2 for d in mine if d.phase == "place" and d.round == number) ** 0.5,
            )
            for number in range(1, len(game.rounds) + 1)
        ),
        ledger=ledger,
        decisive_no=sum(v.card == "N" and v.effect == "decisive" for v in votes),
        wasted_no=sum(v.card == "N" and v.effect == "wasted" for v in votes),
        decisive_votes=sum(v.effect == "decisive" for v in votes),
        best_bluff=None if bluff is None else bluff.moment,
        most_telling=None if telling is None else telling.moment,
    )


def _stored(table: BeliefTable) -> StoredBeliefs:
    cards = table.cards @ table.shown
    parts = (cards * PARTS).round().astype(int).clip(0, PARTS)
    bits = bits_of(table)[:, 0]
    return StoredBeliefs(
        moments=tuple(moment.name for moment in table.moments),
        letters=table.letters,
        favourites=_tuples(parts.tolist()),
        bits=tuple(tuple(round(float(b), 4) for b in row) for row in bits),
        known=tuple(
            tuple(round(float(k), 3) for k in table.known(i)) for i in range(len(table.moments))
        ),
    )


# Reading.


def _tuples(value: Any) -> Any:
    """Return nested lists as nested tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, (list, tuple)) else value


def _make(kind: Any, value: dict[str, Any], **made: Any) -> Any:
    """Return an object of a dataclass from plain JSON; fields in `made` are ready."""
    names = [each.name for each in fields(kind)]
    if set(names) != set(value):
        raise ValueError(kind)
    return kind(**{name: made.get(name, _tuples(value[name])) for name in names})


def _decision(value: dict[str, Any]) -> Decision:
    options = tuple(_make(Option, option) for option in value["options"])
    found: Decision = _make(Decision, value, options=options)
    return found


def _read(found: dict[str, Any]) -> Analysis:
    value = {name: found[name] for name in (each.name for each in fields(Analysis))}
    players = tuple(
        _make(
            Player,
            each,
            ledger=_make(Ledger, each["ledger"]),
            labels=dict(each["labels"]),
            placing=tuple(_make(Placing, placing) for placing in each["placing"]),
        )
        for each in value["players"]
    )
    lines = tuple(_make(Line, line) for line in value["chart"]["lines"])
    cast = tuple(
        _make(Ballot, each, votes=tuple(
            _make(CastVote, vote, outcomes=dict(vote["outcomes"])) for vote in each["votes"]
        ))
        for each in value["ballots"]
    )  # fmt: skip
    analysis: Analysis = _make(
        Analysis, value,
        players=players,
        chart=_make(Chart, value["chart"], lines=lines),
        decisions=tuple(map(_decision, value["decisions"])),
        ballots=cast,
        secrets=tuple(_make(Secret, each) for each in value["secrets"]),
        beliefs=_make(StoredBeliefs, value["beliefs"]),
        turning_points=tuple(_make(TurningPoint, each) for each in value["turning_points"]),
    )  # fmt: skip
    return analysis
