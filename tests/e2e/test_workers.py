"""`conquian serve --workers N`: several processes that look like one."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest
import redis
from prometheus_client.parser import text_string_to_metric_families

from conquian import GreedyPlayer, sync
from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import game_service_pb2_grpc
from tests.support.processes import Process, Store, ending
from tests.support.scene import Scene
from tests.support.waiting import until

AT_ONCE = 8.0
DIRECT = (("grpc.enable_http_proxy", 0),)
CHANNELS = 32
"""More than enough for each of two workers to get one."""


@pytest.fixture
def duo(scene: Scene) -> Process:
    """A service of two workers."""
    return scene.serve(workers=2)


@pytest.fixture
def clients(scene: Scene, duo: Process) -> Iterator[list[sync.Client]]:
    """Clients of the service, each with a connection of its own."""
    with ExitStack() as stack:
        yield [stack.enter_context(sync.connect(scene.address)) for _ in range(CHANNELS)]


def test_it_says_once_where_it_is(scene: Scene, duo: Process) -> None:
    """When all serve; everything else is log, and tells each worker apart."""
    scene.stop(duo)
    lines = duo.said().splitlines()
    (told,) = [line for line in lines if not line.startswith("{")]
    assert f"gRPC on {scene.address}, HTTP on {scene.http}, " in told
    assert told.endswith(", 2 workers")
    logged = [json.loads(line) for line in lines if line.startswith("{")]
    assert sorted(line["event"] for line in logged) == sorted(
        2 * ["worker started", "started", "stopping", "stopped"]
    )
    started = [line for line in logged if line["event"] == "started"]
    assert [1, 2] == sorted(line["worker"] for line in started)
    assert {"own"} == {line["store"] for line in started}


def test_any_free_ports_are_chosen_once(scene: Scene) -> None:
    """With port 0 all workers share what the parent found."""
    elsewhere = {"CONQUIAN_GRPC_PORT": "0", "CONQUIAN_HTTP_PORT": "0"}
    server = scene.start(workers=3, settings=elsewhere)
    scene.until_ready(server)
    places = set(re.findall(r'"grpc":"([^"]*)","http":"([^"]*)"', server.said()))
    ((grpc_address, http),) = places
    assert f"gRPC on {grpc_address}, HTTP on {http}, " in server.said()
    scene.stop(server)


def test_the_parent_serves_nothing(scene: Scene, duo: Process) -> None:
    """It has not even loaded gRPC, and nobody is a fork of anybody."""
    assert "cygrpc" not in Path(f"/proc/{duo.pid}/maps").read_text()
    workers = scene.find("worker")
    assert len(workers) == 2
    for worker in workers:
        assert "cygrpc" in Path(f"/proc/{worker}/maps").read_text()
    scene.stop(duo)


def test_all_workers_serve(scene: Scene, duo: Process, clients: Sequence[sync.Client]) -> None:
    """Connections are dealt out, and any worker knows any game."""
    game_id = clients[0].create_game("classic").game_id
    idle = {worker: sockets_of(worker) for worker in scene.find("worker")}
    for client in clients:
        assert client.get_game(game_id).game_id == game_id
    assert all(sockets_of(worker) > before for worker, before in idle.items())
    scene.stop(duo)


def test_metrics_are_of_all(scene: Scene, duo: Process, clients: Sequence[sync.Client]) -> None:
    """Whoever is asked; what a killed worker counted stays, its watchers do not."""
    game_id = clients[0].create_game("classic").game_id
    watches = [client.watch(game_id) for client in clients]
    for client, watch in zip(clients, watches, strict=True):
        client.get_game(game_id)
        next(watch)
    for _ in range(8):
        metrics = metrics_of(scene)
        assert metrics["conquian_calls_total", "GetGame"] == CHANNELS
        assert metrics["conquian_watchers", None] == CHANNELS
        assert metrics["conquian_build_info", None] == 1
        assert not any(name.startswith("process_") for name, _ in metrics)

    scene.kill(scene.find("worker")[0])
    for watch in watches:
        watch.close()
    until(lambda: duo.said().count('"event":"started"') == 3, seconds=AT_ONCE, what="a new worker")
    until(lambda: metrics_of(scene)["conquian_watchers", None] == 0, seconds=AT_ONCE, what="none")
    assert metrics_of(scene)["conquian_calls_total", "GetGame"] == CHANNELS
    scene.stop(duo)


def test_a_key_that_signals_the_whole_group_is_one_signal(scene: Scene, duo: Process) -> None:
    """Ctrl-C is meant for the parent, who stops the others in order."""
    os.killpg(duo.pid, signal.SIGINT)
    assert duo.wait(AT_ONCE) == 0
    assert duo.said().count('"event":"stopped"') == 2
    scene.until_nothing_is_left()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("victim", ["supervisor", "server"])
def test_nobody_is_given_time_who_cannot_be_served(scene: Scene, workers: int, victim: str) -> None:
    """Without a store, or a parent, there is nothing to drain for."""
    server = scene.start(workers=workers, settings={"CONQUIAN_DRAIN_SECONDS": "60"})
    scene.until_ready(server)
    scene.kill(*scene.find(victim))
    assert server.wait(AT_ONCE) != 0
    scene.until_nothing_is_left(within=AT_ONCE)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_ends_all_at_once(scene: Scene, number: signal.Signals) -> None:
    """Though the first one would have waited; the store still ends in order."""
    server = scene.start(workers=2, settings={"CONQUIAN_DRAIN_SECONDS": "60"})
    scene.until_ready(server)
    server.signal(signal.SIGTERM)
    until(lambda: server.said().count("stopping") == 2, seconds=AT_ONCE, what="both to drain")
    server.signal(number)
    assert server.wait(AT_ONCE) == 128 + number
    scene.until_nothing_is_left()


def test_a_signal_to_every_process_is_one_signal(scene: Scene, duo: Process) -> None:
    """As systemd sends it: a worker that hears of it from its parent too still ends in order."""
    with sync.connect(scene.address) as client:
        game_id = client.create_game("classic").game_id
        with grpc.insecure_channel(scene.address, options=DIRECT) as channel:
            service = game_service_pb2_grpc.GameServiceStub(channel)
            stream = service.WatchGame(pb.WatchGameRequest(game_id=game_id), timeout=AT_ONCE)
            assert next(stream).HasField("update")
            scene.kill(*scene.find("worker"), duo.pid, number=signal.SIGTERM)
            assert list(stream)[-1].HasField("closing")
    assert duo.wait(AT_ONCE) == 0, duo.said()
    assert duo.said().count('"event":"stopped"') == 2
    assert "worker ended" not in duo.said()
    scene.until_nothing_is_left()


def test_workers_on_an_outside_store(scene: Scene, tmp_path: Path) -> None:
    """The parent starts none; a store that must not be used is refused once, in one line."""
    store = Store(tmp_path / "outside")
    with ending(store):
        server = scene.start(workers=2, settings={"CONQUIAN_REDIS_URL": store.url})
        scene.until_ready(server)
        assert scene.find("supervisor") == []
        with sync.connect(scene.address) as client:
            client.create_game("classic")
        assert server.stop() == 0

        with redis.Redis.from_url(store.url) as line:
            line.config_set("maxmemory-policy", "allkeys-lru")
        said = scene.refusal(workers=2, settings={"CONQUIAN_REDIS_URL": store.url})
        assert said.count("error: ") == 1
        assert "maxmemory-policy is allkeys-lru" in said
    scene.until_nothing_is_left()


def test_a_folder_of_metrics_that_vanishes(scene: Scene, duo: Process) -> None:
    """Calls go on, nobody ends for it, and a worker that is started later has a new one."""
    (folder,) = scene.runtime.glob("conquian-metrics-*")
    shutil.rmtree(folder)
    with sync.connect(scene.address) as client:
        game_id = client.create_game("classic").game_id
        seats = [client.join(game_id, name=name) for name in ("Ana", "Ben")]
        deal = seats[0].view().deal
        assert deal is not None
        seat = seats[deal.seats_to_act[0]]
        assert seat.play(GreedyPlayer().choose(seat.view())).revision
    scene.kill(scene.find("worker")[0])
    until(lambda: duo.said().count('"event":"started"') == 3, seconds=AT_ONCE, what="a new worker")
    (again,) = scene.runtime.glob("conquian-metrics-*")
    assert again.stat().st_mode & 0o777 == 0o700
    scene.stop(duo)


@pytest.mark.timeout(120)
def test_a_worker_that_cannot_live(scene: Scene, duo: Process) -> None:
    """One that ends again and again is given up, and the whole service with it, to be noticed."""

    def given_up() -> bool:
        scene.kill(*scene.find("worker"))
        return not duo.running

    until(given_up, seconds=90, what="no more workers")
    assert duo.wait(AT_ONCE) == 1
    said = [line for line in duo.said().splitlines() if line.startswith("error: ")]
    assert len(said) == 1
    assert "ends again and again" in said[0]
    scene.until_nothing_is_left()


def test_one_worker_counts_by_itself(scene: Scene) -> None:
    """No files, and its own memory among the metrics, whatever the environment says."""
    nowhere = {"PROMETHEUS_MULTIPROC_DIR": str(scene.folder / "nowhere")}
    server = scene.start(settings=nowhere)
    scene.until_ready(server)
    assert ("process_resident_memory_bytes", None) in metrics_of(scene)
    assert list(scene.runtime.glob("conquian-metrics-*")) == []
    scene.stop(server)


def sockets_of(process: int) -> int:
    """How many sockets a process has open."""
    links = (entry.readlink() for entry in Path(f"/proc/{process}/fd").iterdir())
    return sum(str(link).startswith("socket:") for link in links)


def metrics_of(scene: Scene) -> dict[tuple[str, str | None], float]:
    """The values that any of the workers tells, by name and method."""
    families = text_string_to_metric_families(scene.page("/metrics"))
    return {
        (sample.name, sample.labels.get("method")): sample.value
        for family in families
        for sample in family.samples
    }
