"""Metrics for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The metrics of one process."""

    media_type = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.events = self._counter("events", "Events stored, by kind.", "kind")
        self.refused = self._counter("refused", "Refused frames, by code.", "code")
        self.frames = self._counter("frames", "Frames received over sockets.")
        self.requests = self._counter("requests", "Requests answered, by status.", "status")
        self.failures = self._counter("failures", "Unexpected errors.")
        self.sockets = Gauge("crownland_sockets", "Open sockets.", registry=self.registry)
        self.tables = Gauge("crownland_tables", "Tables in memory.", registry=self.registry)
        self.warm = Gauge("crownland_warm", "1 once the warm-up is done.", registry=self.registry)
        self.commits = self._histogram("commit_seconds", "Duration of a transaction.")
        self.commit_size = Histogram(
            "crownland_commit_writes",
            "Number of writes in one transaction.",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
            registry=self.registry,
        )
        self.thinking = self._histogram("thinking_seconds", "Time that a bot took to choose an action.")

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"crownland_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(f"crownland_{name}", about, buckets=SECONDS, registry=self.registry)
