"""What happened in a game: chances over time, what decisions lost, beliefs, votes and luck.

>>> from kingup.analysis import analyse
>>> from kingup.notation import read_file
>>> analysis = analyse(read_file(path))  # doctest: +SKIP

Only finished games can be analysed. `docs/analysis.md` defines every number.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from kingup.analysis.ballots import Ballot, ballots
from kingup.analysis.errors import AnalysisError

if TYPE_CHECKING:
    from kingup.analysis.advice import Advice, consider
    from kingup.analysis.analysis import Analysis, AnalysisJob, analyse
    from kingup.analysis.beliefs import BeliefTable, beliefs_over_time

__all__ = [
    "Advice",
    "Analysis",
    "AnalysisError",
    "AnalysisJob",
    "Ballot",
    "BeliefTable",
    "analyse",
    "ballots",
    "beliefs_over_time",
    "consider",
]

_COMPUTED = {
    "Advice": "advice",
    "consider": "advice",
    "Analysis": "analysis",
    "AnalysisJob": "analysis",
    "analyse": "analysis",
    "BeliefTable": "beliefs",
    "beliefs_over_time": "beliefs",
}
"""What needs NumPy and the networks, with its module: imported when it is first used, because a
server counts votes and names moments without them."""


def __getattr__(name: str) -> object:
    if name not in _COMPUTED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_COMPUTED[name]}"), name)
