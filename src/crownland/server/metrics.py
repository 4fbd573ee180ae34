"""What a host can watch: figures for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The figures of one process."""

    media_type = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.events = self._counter("events", "Events that were kept, by kind.", "kind")
        self.refused = self._counter("refused", "What was refused, by code.", "code")
        self.frames = self._counter("frames", "Frames that came over sockets.")
        self.requests = self._counter("requests", "Requests that were answered, by status.", "status")
        self.failures = self._counter("failures", "What should not have happened.")
        self.sockets = Gauge("crownland_sockets", "Sockets that are open.", registry=self.registry)
        self.tables = Gauge("crownland_tables", "Tables in memory.", registry=self.registry)
        self.warm = Gauge(
            "crownland_warm", "1 when everything is loaded that makes answers quick.", registry=self.registry
        )
        self.commits = self._histogram("commit_seconds", "How long a transaction took.")
        self.commit_size = Histogram(
            "crownland_commit_writes",
            "How many writes went into one transaction.",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
            registry=self.registry,
        )
        self.thinking = self._histogram("thinking_seconds", "How long a table waited for a bot.")

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"crownland_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(f"crownland_{name}", about, buckets=SECONDS, registry=self.registry)
