"""Browsers for the pages of leagues."""

from __future__ import annotations

from tests.web.browser import browser, visits

__all__ = ["browser", "visits"]
