"""What happened in a game: chances over time, what decisions lost, beliefs, votes and luck.

>>> from kingup.analysis import analyse
>>> from kingup.notation import read_file
>>> analysis = analyse(read_file(path))  # doctest: +SKIP

Only finished games can be analysed. `docs/analysis.md` defines every number.
"""

from kingup.analysis.advice import Advice, consider
from kingup.analysis.analysis import Analysis, AnalysisJob, analyse
from kingup.analysis.ballots import Ballot, ballots
from kingup.analysis.beliefs import BeliefTable, beliefs_over_time
from kingup.analysis.errors import AnalysisError

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
