"""The report of a study: a page, and the numbers as CSV."""

from kingup.study.report.numbers import numbers
from kingup.study.report.page import page

__all__ = ["numbers", "page"]
