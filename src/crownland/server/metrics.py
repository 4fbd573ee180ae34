"""Metrics for Prometheus."""

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from time import process_time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = ["SHARED_FOLDER", "Metrics"]

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the variable that names the folder where several processes add up
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
COUNTS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MEMORY = Path("/proc/self/statm")


class Metrics:
    """The metrics of one process. With several processes, ``text`` returns the sums over all of them."""

    media_type = "text/plain; version=0.0.4; charset=utf-8"

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.events = self._counter("events", "Events stored, by kind.", "kind")
        self._events_by_kind: dict[str, Counter] = {}
        self.refused = self._counter("refused", "Refused frames, by code.", "code")
        self.frames = self._counter("frames", "Frames received over sockets.")
        self.requests = self._counter("requests", "Requests answered, by status.", "status")
        self.failures = self._counter("failures", "Unexpected errors.")
        self.refused_connections = self._counter("refused_connections", "Connections above a limit.")
        self.sockets = self._gauge("sockets", "Open sockets.")
        self.connections = self._gauge("connections", "Open connections that are not sockets.")
        self.tables = self._gauge("tables", "Tables in memory.")
        self.warm = self._gauge("warm", "Processes whose warm-up is done.")
        self.processes = self._gauge("processes", "Server processes.")
        self.memory = self._gauge("memory_bytes", "Resident memory, without the processes of bots.")
        self.processor = self._gauge("processor_seconds", "Processor time since the start, without that of bots.")
        self.actions = self._histogram("action_seconds", "Time from an action's frame to its answer.")
        self.lag = self._histogram("loop_lag_seconds", "How much later than planned the event loop ran.")
        self.queues = self._histogram("queue_length", "What waits, seen four times a second.", COUNTS, "queue")
        self.commits = self._histogram("commit_seconds", "Duration of a transaction.")
        self.commit_size = self._histogram("commit_writes", "Number of writes in one transaction.", COUNTS[1:])
        self.thinking = self._histogram("thinking_seconds", "Time that a bot took to choose an action.")
        build = Gauge(
            "crownland_build",
            "The version of the server, as labels.",
            ("version", "python"),
            registry=self.registry,
            multiprocess_mode="livemax",
        )
        build.labels(version("crownland"), platform.python_version()).set(1)
        self.processes.set(1)

    def count_event(self, kind: str) -> None:
        counter = self._events_by_kind.get(kind)
        if counter is None:  # finding it takes longer than counting
            counter = self._events_by_kind[kind] = self.events.labels(kind)
        counter.inc()

    def note_process(self) -> None:
        """Updates the figures about this process."""
        self.processor.set(process_time())
        if MEMORY.exists():
            self.memory.set(int(MEMORY.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))

    def text(self) -> bytes:
        if SHARED_FOLDER not in os.environ:
            return generate_latest(self.registry)
        summed = CollectorRegistry()
        MultiProcessCollector(summed)  # type: ignore[no-untyped-call]
        return generate_latest(summed)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"crownland_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"crownland_{name}", about, registry=self.registry, multiprocess_mode="livesum")

    def _histogram(self, name: str, about: str, buckets: Sequence[float] = SECONDS, *labels: str) -> Histogram:
        return Histogram(f"crownland_{name}", about, labels, buckets=buckets, registry=self.registry)
