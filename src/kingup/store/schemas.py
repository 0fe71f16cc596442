"""All tables of all parts, for those who have to know every one of them."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from sqlalchemy import MetaData

from kingup.store.schema import METADATA


def whole_schema() -> MetaData:
    """Return the schema after every module beside this one has added its tables."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name.endswith("schema"):
            importlib.import_module(f"kingup.store.{module.name}")
    return METADATA
