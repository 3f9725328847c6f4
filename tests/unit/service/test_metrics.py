"""Metrics: what is counted, and that no label is an id."""

from __future__ import annotations

import io

import pytest
from prometheus_client.parser import text_string_to_metric_families

from conquian_service.application.errors import StoreUnavailable
from conquian_service.application.game import Status
from conquian_service.application.ports import GameStore, Meter
from conquian_service.telemetry.logs import AccessLog
from conquian_service.telemetry.meter import CallRecorder, PrometheusMeter
from conquian_service.telemetry.metrics import Metrics, make_metrics
from conquian_service.telemetry.timed_store import TimedStore
from conquian_service.transport.calls import CallRecord

LABELS = {
    "version",
    "python",
    "method",
    "code",
    "door",
    "kind",
    "status",
    "ruleset",
    "operation",
    "error",
}


@pytest.fixture
def metrics() -> Metrics:
    """Metrics of their own for each test."""
    return make_metrics(version="1.2.3")


def _value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def test_two_services_in_one_process_do_not_share_metrics() -> None:
    """Nothing is registered globally."""
    first, second = make_metrics(version="1"), make_metrics(version="2")
    PrometheusMeter(first).move("Take")
    assert _value(first, "conquian_moves_total", kind="Take") == 1
    assert _value(second, "conquian_moves_total", kind="Take") is None


def test_the_build_is_a_gauge_of_one(metrics: Metrics) -> None:
    """The labels tell what is running."""
    assert 'version="1.2.3"} 1.0' in metrics.exposition()[0].decode()


def test_no_label_is_an_id(metrics: Metrics) -> None:
    """Each label takes few values, all known beforehand."""
    meter: Meter = PrometheusMeter(metrics)
    record: CallRecord = CallRecorder(metrics, None)
    record.ended("PlayMove", "OK", "", 0.1, game_id="a" * 26, streamed=False)
    meter.game(Status.WAITING, "classic")
    text, _ = metrics.exposition()
    samples = [
        sample
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
        if family.name.startswith("conquian")
    ]
    assert {label for sample in samples for label in sample.labels} - {"le"} <= LABELS
    assert "a" * 26 not in text.decode()


def test_what_happens_is_counted(metrics: Metrics) -> None:
    """Each method of the port has its metric."""
    meter = PrometheusMeter(metrics)
    meter.move("Take")
    meter.game(Status.FINISHED, "classic")
    meter.conflict("PlayMove")
    meter.duplicate("JoinGame")
    meter.watching(+1)
    meter.watching(+1)
    meter.watching(-1)
    assert _value(metrics, "conquian_moves_total", kind="Take") == 1
    assert _value(metrics, "conquian_games_total", status="finished", ruleset="classic") == 1
    assert _value(metrics, "conquian_commit_conflicts_total", method="PlayMove") == 1
    assert _value(metrics, "conquian_duplicates_total", method="JoinGame") == 1
    assert _value(metrics, "conquian_watchers") == 1


async def test_a_stream_is_counted_but_not_timed(metrics: Metrics) -> None:
    """How long somebody watches says nothing about latency."""
    stream = io.StringIO()
    access = AccessLog(stream)
    record = CallRecorder(metrics, access)
    record.ended("PlayMove", "OK", "", 0.1, game_id="", streamed=False)
    record.ended("WatchGame", "OK", "", 3600.0, game_id="", streamed=True)
    assert _value(metrics, "conquian_calls_total", method="WatchGame", code="OK", door="grpc") == 1
    assert _value(metrics, "conquian_call_seconds_count", method="PlayMove") == 1
    assert _value(metrics, "conquian_call_seconds_count", method="WatchGame") is None
    access.flush()
    assert stream.getvalue().count("\n") == 2


class Away:
    """A store that is away."""

    async def now_ms(self) -> int:
        raise StoreUnavailable(may_have_happened=False)


async def test_the_store_is_timed_and_its_failures_are_counted(metrics: Metrics) -> None:
    """The error goes on to the caller."""
    store: GameStore = Away()  # type: ignore[assignment]
    with pytest.raises(StoreUnavailable):
        await TimedStore(store, metrics).now_ms()
    assert _value(metrics, "conquian_store_seconds_count", operation="now") == 1
    failed = _value(
        metrics, "conquian_store_failures_total", operation="now", error="StoreUnavailable"
    )
    assert failed == 1
