"""The report of an arena: one HTML file with plots that opens without a network."""

from kingup.arena.report.document import report

__all__ = ["report"]
