"""What is told of boardgame.io, measured or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.figures import Spread, table
from bench.load import Outcome
from bench.metering import Cost
from bench.node import NoNode, ready_node
from bench.peer_boardgame import figures, not_measured


def _cost(server_us: float, store_us: float, seconds: float) -> Cost:
    outcome = Outcome(
        calls=1000, failed=0, failure="", seconds=seconds, cpu_seconds=0.0,
        answer_bytes=600.0, p50_ms=1.0, p99_ms=2.0,
    )  # fmt: skip
    return Cost(outcome, server_us, store_us, busy=1.0, load_busy=0.5)


def test_it_is_told_against_each_door() -> None:
    """Above 1 is dearer than ours, round by round."""
    found = {
        "gRPC": [_cost(200, 10, 1), _cost(400, 10, 2)],
        "REST": [_cost(100, 10, 1), _cost(100, 10, 1)],
        "boardgame.io": [_cost(400, 20, 2), _cost(400, 40, 2)],
    }
    grpc, rest, store, rate = figures(found)
    assert (Spread.of([2.0, 1.0]), "ours by gRPC") == (grpc.ratio, grpc.relative_to)
    assert (Spread.of([4.0, 4.0]), "ours by REST") == (rest.ratio, rest.relative_to)
    assert Spread.of([2.0, 4.0]) == store.ratio
    assert (Spread.of([0.5, 1.0]), "500 and 750 /s") == (rate.ratio, rate.measured)


def test_a_figure_without_numbers_says_why() -> None:
    """It has its line all the same, and neither holds nor misses."""
    figure = not_measured("no node")
    assert not figure.verdict
    assert table([figure]).splitlines()[-1].endswith("not measured: no node")


async def test_an_old_node_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What its packages refuse to run on is not tried."""
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho v18.20.0\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoNode, match=r"^node v18\.20\.0 is older than 20$"):
        await ready_node()
