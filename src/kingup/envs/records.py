"""Observations and masks as NumPy records, without compiled code."""

from __future__ import annotations

from kingup.rules.constants import ACTIONS
from kingup.rules.features import FEATURES
from kingup.rules.records import record_type

OBSERVATION = record_type([("feature", "u1", FEATURES)])
"""An observation as a NumPy record: a row of bytes."""

LEGAL = record_type([("legal", "u1", ACTIONS)])
"""The mask of legal actions as a NumPy record: a row of bytes."""
