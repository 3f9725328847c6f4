"""`conquian serve` as a process: what it says, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from pathlib import Path

import pytest

from tests.support.processes import Server, Store, ending, processes_holding
from tests.support.waiting import until

AT_ONCE = 3.0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_and_its_store(tmp_path: Path, number: signal.Signals) -> None:
    """Exit code 0, and nothing that it started is left."""
    games = tmp_path / "games"
    server = Server(tmp_path / "server", {"CONQUIAN_DATA_DIR": str(games)})
    with ending(server):
        assert server.stop(number) == 0
        until(lambda: not processes_holding(games), seconds=AT_ONCE, what="the store to end")


def test_it_says_once_where_it_is_and_logs_json(tmp_path: Path) -> None:
    """One line for a person; every other line is an object, without ids of callers."""
    server = Server(tmp_path / "server", {"CONQUIAN_DATA_DIR": "games"})
    with ending(server):
        server.stop()
        lines = server.said().splitlines()
    told = [line for line in lines if not line.startswith("{")]
    assert len(told) == 1
    assert f"gRPC on {server.address}" in told[0]
    assert f"HTTP on {server.http}" in told[0]
    events = [json.loads(line)["event"] for line in lines if line.startswith("{")]
    assert events == ["started", "stopping", "stopped"]


def test_a_second_signal_quits_at_once(tmp_path: Path) -> None:
    """Though the first one would have waited; the store of its own still ends in order."""
    games = tmp_path / "games"
    settings = {"CONQUIAN_DATA_DIR": str(games), "CONQUIAN_DRAIN_SECONDS": "60"}
    server = Server(tmp_path / "server", settings)
    with ending(server):
        server.signal(signal.SIGTERM)
        until(lambda: server.fetch("/readyz")[0] == 503, seconds=AT_ONCE, what="the drain")
        started = time.monotonic()
        server.signal(signal.SIGINT)
        assert server.wait(AT_ONCE) == 128 + signal.SIGINT
        assert time.monotonic() - started < AT_ONCE
        until(lambda: not processes_holding(games), seconds=AT_ONCE, what="the store to end")


def test_it_ends_when_its_own_store_does(tmp_path: Path) -> None:
    """With exit code 1 and the reason, so that whoever runs it starts both again."""
    games = tmp_path / "games"
    server = Server(tmp_path / "server", {"CONQUIAN_DATA_DIR": str(games)})
    with ending(server):
        for process in processes_holding(games):
            if "valkey" in Path(f"/proc/{process}/exe").readlink().name:
                os.kill(process, signal.SIGKILL)
        assert server.wait(10) == 1
        assert "error: the store ended" in server.said()


def test_it_does_not_end_when_an_outside_store_does(tmp_path: Path) -> None:
    """It is alive and not ready, and ready again when the store is back."""
    store = Store(tmp_path / "store")
    with ending(store):
        server = Server.on_store(tmp_path / "server", store.url)
        with ending(server):
            store.stop()
            until(lambda: server.fetch("/readyz")[0] == 503, seconds=AT_ONCE, what="unready")
            assert server.fetch("/healthz")[0] == 200
            again = Store(tmp_path / "store", port=store.port)
            with ending(again):
                until(server.is_ready, seconds=AT_ONCE, what="the server to be ready again")
                assert server.stop() == 0


def test_a_store_that_would_evict_games_is_refused(tmp_path: Path) -> None:
    """Unless that is said to be meant."""
    store = Store(tmp_path / "store")
    with ending(store):
        store_says(store, "CONFIG SET maxmemory-policy volatile-lru")
        with pytest.raises(AssertionError, match="maxmemory-policy is volatile-lru"):
            Server.on_store(tmp_path / "refused", store.url)
        settings = {"CONQUIAN_REDIS_URL": store.url, "CONQUIAN_ALLOW_EVICTION": "true"}
        server = Server(tmp_path / "allowed", settings)
        with ending(server):
            assert server.stop() == 0


def store_says(store: Store, command: str) -> None:
    """Send one inline command to a store."""
    with socket.create_connection(("127.0.0.1", store.port), 2) as line:
        line.sendall(f"{command}\r\n".encode())
        assert line.recv(64).startswith(b"+OK")
