"""Playing the trials of a study: from where it stopped, on all cores or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kingup.arena.executors import Executor
from kingup.arena.folder import Folder
from kingup.arena.outcome import GameOutcome
from kingup.arena.tournament import progress
from kingup.rules.errors import KingUpError
from kingup.study.facts import GameFacts, facts_of
from kingup.study.trials import Trial

Show = Callable[[Trial, int, int], None]


def play_trials(
    trials: Sequence[Trial],
    executor: Executor,
    folder: Path,
    show: Show = lambda trial, done, total: None,
) -> list[tuple[Trial, list[GameFacts]]]:
    """Play what is left of every trial, and return the facts of all games.

    Each trial is an arena in a folder of its own, so every finished game is kept at once.
    """
    return [(trial, _play(trial, executor, folder / trial.name, show)) for trial in trials]


def _play(trial: Trial, executor: Executor, path: Path, show: Show) -> list[GameFacts]:
    found: list[GameFacts] = []
    with Folder(path, trial.plan) as folder:
        for standings in progress(trial.plan, executor, folder):
            # Game by game, while the next ones are being played.
            for outcome in standings.outcomes[len(found) :]:
                found.append(_facts(trial, folder, outcome))
            show(trial, len(found), trial.plan.total)
    return found


def _facts(trial: Trial, folder: Folder, outcome: GameOutcome) -> GameFacts:
    if outcome.failed is not None:
        raise KingUpError(
            "A bot failed in game {game} of {trial}: {reason}",
            game=outcome.game + 1,
            trial=trial.name,
            reason=outcome.reason or "",
        )
    return facts_of(outcome, _record(folder.record_path(outcome.game)))


def _record(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KingUpError(
            "{path} cannot be read: delete its trial’s folder, and repeat the command.", path=path
        ) from error
