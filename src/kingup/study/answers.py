"""The answers of a study, from the facts of its games: estimates beside what would be fair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kingup.arena.contests import title_of
from kingup.language import _, ngettext
from kingup.rules.cards import AMBITION_CARDS, FAVOURITES
from kingup.rules.constants import COMPENSATION
from kingup.study.facts import (
    JESTER,
    GameFacts,
    RoundFacts,
    gambled,
    place_fewer,
    rescored,
    shares_of,
    tried_to_gamble,
)
from kingup.study.statistics import Estimate, Samples, difference, estimate
from kingup.study.trials import Trial

Played = Sequence[tuple[Trial, Sequence[GameFacts]]]

SHARE, POINTS, CHANGE = ".1%", ".2f", "+.1%"
"""How a number is written: as a share, as points or votes, or as a change of a share."""

MOST_VOTES = 10
"""Rounds with this many votes or more are counted together."""

COMPENSATIONS = range(5)
"""The points of compensation with which games are scored again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One number, with what would be fair."""

    kind: str
    """The kind of game."""
    level: str
    what: str
    estimate: Estimate
    fair: float | None
    """None if nothing is expected: the number is only told."""
    form: str = SHARE
    measure: str = ""
    """What is measured, where a chapter has several plots."""
    is_tested: bool = True
    """Whether a difference from the fair value counts as one of the study's comparisons."""
    is_finding: bool = False
    """Whether it differs from the fair value, corrected for all comparisons of the study."""

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval: at least 0 for a share."""
        return max(0.0, self.estimate.low) if self.form == SHARE else self.estimate.low

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval: at most 1 for a share."""
        return min(1.0, self.estimate.high) if self.form == SHARE else self.estimate.high

    @property
    def is_asked(self) -> bool:
        """Whether it is one of the study's comparisons."""
        return self.fair is not None and self.is_tested

    @property
    def chance(self) -> float:
        """How likely it is to be this far from the fair value by chance alone."""
        return self.estimate.chance(self.fair or 0.0)


def _equals(played: Played, *, options: str = "") -> Iterator[tuple[Trial, Sequence[GameFacts]]]:
    """Yield the trials among equals; with `options`, those with that option."""
    for trial, games in played:
        if trial.without is None and games and (not options or options in trial.setup.options):
            yield trial, games


def _edition(played: Played, edition: str) -> Iterator[tuple[Trial, Sequence[GameFacts]]]:
    for trial, games in _equals(played):
        if trial.setup.edition == edition:
            yield trial, games


def _told(
    trial: Trial, what: str, found: Estimate | None, fair: float | None = None, form: str = SHARE
) -> Iterator[Answer]:
    if found is not None:
        yield Answer(title_of(trial.setup), trial.level, what, found, fair, form)


def _share(
    trial: Trial, what: str, samples: Samples, fair: float | None = None
) -> Iterator[Answer]:
    yield from _told(trial, what, estimate(samples, is_share=True), fair)


def _rounds(games: Sequence[GameFacts]) -> Iterator[tuple[GameFacts, RoundFacts]]:
    for game in games:
        for round_ in game.rounds:
            yield game, round_


def first(played: Played) -> Iterator[Answer]:
    """Return how often the seat wins that begins round one."""
    for trial, games in _equals(played):
        samples = ((g.deal, g.shares[g.first]) for g in games if not g.emissary_won)
        yield from _share(trial, _("begins"), samples, 1 / games[0].seats)


def seats(played: Played) -> Iterator[Answer]:
    """Return how often each seat wins."""
    for trial, games in _equals(played):
        for seat in range(games[0].seats):
            samples = ((g.deal, g.shares[seat]) for g in games if not g.emissary_won)
            what = _("seat {seat}").format(seat=seat + 1)
            yield from _share(trial, what, samples, 1 / games[0].seats)


def votes(played: Played) -> Iterator[Answer]:
    """Return how many votes a round has."""
    for trial, games in _equals(played):
        rounds = list(_rounds(games))
        mean = estimate((g.deal, float(r.votes)) for g, r in rounds)
        yield from _told(trial, _("votes in a round"), mean, form=POINTS)
        for number in range(1, MOST_VOTES + 1):
            what = ngettext("after {votes} vote", "after {votes} votes", number)
            if number == MOST_VOTES:
                what = _("after {votes} votes or more")
            samples = ((g.deal, float(min(r.votes, MOST_VOTES) == number)) for g, r in rounds)
            yield from _share(trial, what.format(votes=number), samples)


def jester(played: Played) -> Iterator[Answer]:
    """Return how often the jester is crowned, and what that is worth to who moved him there."""
    for trial, games in _edition(played, "vive-le-roi"):
        rounds = list(_rounds(games))
        crowned = [(g, r) for g, r in rounds if r.crowned == JESTER]
        yield from _share(
            trial, _("jester crowned"), ((g.deal, float(r.crowned == JESTER)) for g, r in rounds)
        )
        gained = estimate(
            (g.deal, r.points[r.crowned_by] - sum(r.points) / g.seats) for g, r in crowned
        )
        what = _("points of who moved the jester to the throne, beside everybody’s mean")
        yield from _told(trial, what, gained, form=POINTS)
        won = ((g.deal, g.shares[r.crowned_by]) for g, r in crowned)
        what = _("wins after moving the jester to the throne")
        # The Emissary's wins are nobody's.
        fair = sum(sum(g.shares) / g.seats for g in games) / len(games)
        yield from _share(trial, what, won, fair)


def privies(played: Played) -> Iterator[Answer]:
    """Return how many characters end in a privy, and what a favourite there costs."""
    for trial, games in _edition(played, "vive-le-roi"):
        rounds = list(_rounds(games))
        number = estimate((g.deal, float(r.privies)) for g, r in rounds)
        yield from _told(trial, _("in privies"), number, form=POINTS)
        held: dict[bool, list[tuple[int, float]]] = {False: [], True: []}
        for game, round_ in rounds:
            for points, inside in zip(round_.points, round_.in_privies, strict=True):
                held[inside > 0].append((game.deal, float(points)))
        what = _("points with a favourite in a privy, beside those without")
        yield from _told(trial, what, difference(held[True], held[False]), form=POINTS)


def ambition(played: Played) -> Iterator[Answer]:
    """Return how Ambition cards fare: by what was offered, and when they were kept."""
    for trial, games in _equals(played, options="ambition"):
        offered: dict[str, list[tuple[int, float]]] = {card.id: [] for card in AMBITION_CARDS}
        kept: dict[str, list[tuple[int, float]]] = {card.id: [] for card in AMBITION_CARDS}
        everybody: list[float] = []
        for game, round_ in _rounds(games):
            rows = zip(round_.offered, round_.kept, round_.ambition, strict=True)
            for pair, choice, points in rows:
                everybody.append(float(points))
                kept[choice].append((game.deal, float(points > 0)))
                for each in pair:
                    offered[each].append((game.deal, float(points)))
        mean = sum(everybody) / max(1, len(everybody))
        for card in AMBITION_CARDS:
            name = f"{card.id} ({card.points})"
            for answer in _told(trial, name, estimate(offered[card.id]), mean, POINTS):
                yield replace(answer, measure=_("Points of who was offered a card"))
            cases = kept[card.id]
            part = len(cases) / max(1, len(offered[card.id]))
            what = _("{card}, kept by {share}").format(card=name, share=f"{part:.0%}")
            for answer in _share(trial, what, cases):
                yield replace(answer, measure=_("How often a kept card scores"))
            found = estimate(cases, is_share=True)
            if found is None or found.value <= 2 * found.error:
                continue  # it scores too rarely to say what it should be worth
            worth = mean / found.value
            fair = replace(found, value=worth, error=worth * found.error / found.value)
            for answer in _told(trial, name, fair, float(card.points), POINTS):
                measure = _("Points that would be fair (printed)")
                yield replace(answer, measure=measure, is_tested=False)


def zero(played: Played) -> Iterator[Answer]:
    """Return how often the 33-point gamble is tried and succeeds, and who wins then."""
    for trial, games in _edition(played, "kingup"):
        all_seats = range(games[0].seats)
        fair = 1 / len(all_seats)
        cases = [(g, s) for g in games for s in all_seats]
        tried = [(g, s) for g, s in cases if tried_to_gamble(g, s)]
        samples = ((g.deal, float(tried_to_gamble(g, s))) for g, s in cases)
        yield from _share(trial, _("comes within one favourite of 33, or gets them"), samples)
        samples = ((g.deal, float(gambled(g, s))) for g, s in tried)
        yield from _share(trial, _("of these, scores 33"), samples)
        samples = ((g.deal, g.shares[s]) for g, s in tried)
        yield from _share(trial, _("of these, wins"), samples, fair)
        samples = ((g.deal, g.shares[s]) for g, s in tried if gambled(g, s))
        yield from _share(trial, _("wins with 33"), samples, fair)


READING = "jester-uncounted-in-placement"


def two(played: Played) -> Iterator[Answer]:
    """Return what changes with the other reading of placing with two seats, deal by deal."""
    by_level = {
        trial.level: games
        for trial, games in _equals(played, options="emissary")
        if READING not in trial.setup.options
    }
    for trial, games in _equals(played, options=READING):
        others = by_level.get(trial.level)
        if others is None:
            continue
        found = difference(
            ((g.deal, float(g.emissary_won)) for g in games),
            ((g.deal, float(g.emissary_won)) for g in others),
        )
        yield from _told(trial, _("wins of the Emissary"), found, 0.0, CHANGE)
        found = difference(
            ((g.deal, sum(g.scores) / g.seats) for g in games),
            ((g.deal, sum(g.scores) / g.seats) for g in others),
        )
        yield from _told(trial, _("score of a seat"), found, 0.0, POINTS)
        found = difference(
            ((g.deal, float(r.votes)) for g, r in _rounds(games)),
            ((g.deal, float(r.votes)) for g, r in _rounds(others)),
        )
        yield from _told(trial, _("votes in a round"), found, 0.0, POINTS)


def compensation(played: Played) -> Iterator[Answer]:
    """Return what the seats win that place one character less, with 0 to 4 points for it."""
    for trial, games in _equals(played):
        number = games[0].seats
        if not place_fewer(trial.setup, 0):
            continue
        for points in COMPENSATIONS:
            samples = [(g.deal, _compensated(trial, g, points)) for g in games]
            what = ngettext("wins with {points} point", "wins with {points} points", points)
            for answer in _told(trial, what.format(points=points), estimate(samples), 1 / number):
                yield replace(answer, is_tested=points == COMPENSATION)
        cost = difference(
            _placing_points(trial, games, less=False), _placing_points(trial, games, less=True)
        )
        what = _("points that placing one less costs in round one")
        yield from _told(trial, what, cost, float(COMPENSATION), POINTS)


def _compensated(trial: Trial, game: GameFacts, points: int) -> float:
    """Return the mean share of wins of the seats that placed one less in round one."""
    shares = game.shares
    if points != COMPENSATION:
        shares = shares_of(rescored(trial.setup, game, points), game.ties)
    fewer = place_fewer(trial.setup, game.first)
    return sum(shares[seat] for seat in fewer) / len(fewer)


def _placing_points(
    trial: Trial, games: Sequence[GameFacts], *, less: bool
) -> Iterator[tuple[int, float]]:
    """Yield what favourites scored in round one of the seats that placed one less, or did not."""
    for game in games:
        fewer = place_fewer(trial.setup, game.first)
        for seat, points in enumerate(game.rounds[0].points):
            if (seat in fewer) == less:
                yield game.deal, float(points)


def emissary(played: Played) -> Iterator[Answer]:
    """Return how often the Emissary wins."""
    for trial, games in _equals(played, options="emissary"):
        samples = ((g.deal, float(g.emissary_won)) for g in games)
        yield from _share(trial, _("the Emissary wins"), samples)


def cards(played: Played) -> Iterator[Answer]:
    """Return how often whoever held a favourites card wins in King Up!."""
    for trial, games in _edition(played, "kingup"):
        if games[0].seats != 4:
            continue
        held: dict[str, list[tuple[int, float]]] = {card: [] for card in FAVOURITES[0]}
        for game, round_ in _rounds(games):
            for seat, card in enumerate(round_.cards):
                held[card].append((game.deal, game.shares[seat]))
        for card, samples in held.items():
            yield from _share(trial, card, samples, 1 / games[0].seats)


def restricted(played: Played) -> Iterator[Answer]:
    """Return how often a player wins that is forbidden one thing."""
    for trial, games in played:
        if trial.without is not None and games:
            samples = ((g.deal, g.shares[g.lineup.index(0)]) for g in games)
            what = _("without: {thing}").format(thing=trial.without)
            yield from _share(trial, what, samples, 1 / games[0].seats)
