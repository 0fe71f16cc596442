"""The analysis of a game as a page that needs no network, and as text."""

from kingup.analysis.report.page import page
from kingup.analysis.report.text import text

__all__ = ["page", "text"]
