"""Lines that programs can read, one for each answer and each fault, with the request's id.

A line names the route, never the address that was asked for: that may hold the token of a seat.
"""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Literal, TextIO

import structlog

if TYPE_CHECKING:
    from structlog.typing import Processor

Style = Literal["json", "text"]

answers = structlog.stdlib.get_logger("kingup.answers")
"""Where answers are noted."""


def write_logs(style: Style, stream: TextIO | None = None) -> None:
    """Write everything that is logged in this process in one style."""
    common: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*common, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    last: Processor = (
        structlog.processors.JSONRenderer()
        if style == "json"
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=common,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                last,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("kingup").setLevel(logging.INFO)
