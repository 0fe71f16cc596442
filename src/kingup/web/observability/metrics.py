"""Metrics for Prometheus. They contain no names, codes or cards."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The metrics of one server."""

    TYPE = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "kingup_requests_total",
            "Requests answered, by route",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "kingup_request_seconds",
            "Time until a request was answered, by route",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.pages = Gauge(
            "kingup_open_pages", "Sockets that are open", ("page",), registry=self.registry
        )
        self.messages = Counter(
            "kingup_messages_total", "Messages sent over sockets", registry=self.registry
        )
        self.message_bytes = Counter(
            "kingup_message_bytes_total", "Bytes of those messages", registry=self.registry
        )

    def add_gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a gauge that is read at each scrape."""
        Gauge(name, meaning, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self.registry)
