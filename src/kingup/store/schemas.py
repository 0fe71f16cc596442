"""The complete schema, for code that has to know every table."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from sqlalchemy import MetaData

from kingup.store.schema import METADATA


def whole_schema() -> MetaData:
    """Import every schema module of this package, and return the metadata with all tables."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name.endswith("schema"):
            importlib.import_module(f"kingup.store.{module.name}")
    return METADATA
