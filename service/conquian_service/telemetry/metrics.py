"""Every metric of the service, in one list.

No id is ever a label: the values of every label are few and known. A registry belongs to
one running service; nothing is registered on import.

Where several processes serve as one, each tells the numbers of all (see `shared`). Gauges
then count living processes only, and there are no numbers of a single process.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from conquian_service.telemetry.shared import SharedMetrics

_CALL_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30)
_STORE_SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of one running service."""

    registry: CollectorRegistry
    calls: Counter
    call_seconds: Histogram
    moves: Counter
    games: Counter
    conflicts: Counter
    duplicates: Counter
    watchers: Gauge
    store_seconds: Histogram
    store_failures: Counter
    folder: Path | None
    """Where the processes that serve as one keep their numbers; None for one by itself."""

    def exposition(self) -> tuple[bytes, str]:
        """All metrics as text, and its content type."""
        if self.folder is None:
            return generate_latest(self.registry), CONTENT_TYPE_LATEST
        registry = CollectorRegistry()
        registry.register(SharedMetrics(self.folder))
        return generate_latest(registry), CONTENT_TYPE_LATEST


def make_metrics(*, version: str, folder: Path | None = None) -> Metrics:
    """Fresh metrics in a registry of their own.

    With a folder, this process must have been started with its name in the environment.
    """
    registry = CollectorRegistry()
    if folder is None:
        ProcessCollector(registry=registry)
    build = Gauge(
        "conquian_build_info",
        "Always 1; the labels tell what is running.",
        ("version", "python"),
        registry=registry,
        multiprocess_mode="livemax",
    )
    build.labels(version, platform.python_version()).set(1)
    metrics = Metrics(
        folder=folder,
        registry=registry,
        calls=Counter(
            "conquian_calls",
            "Calls ended, by method, gRPC code and door.",
            ("method", "code", "door"),
            registry=registry,
        ),
        call_seconds=Histogram(
            "conquian_call_seconds",
            "How long calls took; streams are not in it.",
            ("method",),
            buckets=_CALL_SECONDS,
            registry=registry,
        ),
        moves=Counter("conquian_moves", "Moves committed.", ("kind",), registry=registry),
        games=Counter(
            "conquian_games",
            "Games that came to a status.",
            ("status", "ruleset"),
            registry=registry,
        ),
        conflicts=Counter(
            "conquian_commit_conflicts",
            "Commits that lost a race and were tried again or refused.",
            ("method",),
            registry=registry,
        ),
        duplicates=Counter(
            "conquian_duplicates",
            "Requests answered from the record of an earlier one.",
            ("method",),
            registry=registry,
        ),
        watchers=Gauge(
            "conquian_watchers",
            "Open streams of updates.",
            registry=registry,
            multiprocess_mode="livesum",
        ),
        store_seconds=Histogram(
            "conquian_store_seconds",
            "How long the store took, by operation.",
            ("operation",),
            buckets=_STORE_SECONDS,
            registry=registry,
        ),
        store_failures=Counter(
            "conquian_store_failures",
            "Operations that the store did not carry out.",
            ("operation", "error"),
            registry=registry,
        ),
    )
    # These open the files of this process: it counts on in them though the folder vanishes.
    metrics.moves.labels("Pass")
    metrics.store_seconds.labels("load")
    return metrics
