"""Games for the study's tests, played once a process."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from kingup.arena.concurrent_games import play_games
from kingup.study.facts import GameFacts, facts_of, shares_of
from kingup.study.trials import Trial, trials_of


def trial_of(name: str, games: int, levels: tuple[str, ...] = ("courtier",)) -> Trial:
    """Return a trial by its name."""
    return next(t for t in trials_of(levels, games, 7) if t.name == name)


@cache
def played(name: str, games: int) -> tuple[Trial, tuple[GameFacts, ...]]:
    """Return a trial of courtiers and the facts of its games."""
    trial = trial_of(f"{name}-courtier", games)
    outcomes = play_games(trial.plan, range(trial.plan.total), True)
    return trial, tuple(facts_of(outcome, outcome.record or "") for outcome in outcomes)


def favoured(facts: GameFacts, points: int = 3) -> GameFacts:
    """Return the same game with more points for seat 1."""
    scores = (facts.scores[0] + points, *facts.scores[1:])
    return replace(facts, scores=scores, shares=shares_of(scores, facts.ties))
