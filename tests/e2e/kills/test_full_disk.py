"""The disk of the store is full: moves are refused, none that was acknowledged is lost."""

from __future__ import annotations

import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from random import Random

import pytest

from tests.e2e.kills.disk import SmallDisk, small_disk
from tests.e2e.kills.witness import witness
from tests.support.full_disk import FileLimit, log_of
from tests.support.scene import Scene
from tests.support.waiting import until

WITHIN = 10.0
SIZE = "3m"
"""Enough for a store, its reserve and some games."""


@pytest.fixture
def disk(scene: Scene) -> Iterator[SmallDisk]:
    """A small disk under the data directory."""
    with small_disk(scene.data, SIZE) as disk:
        if disk is None:
            pytest.skip("a small disk needs root or user namespaces; see the test with a limit")
        yield disk


def test_room_that_runs_out_and_comes_back(scene: Scene, chance: Random) -> None:
    """Readiness says so, calls get STORE_FULL; with room again the game goes on by itself.

    By a limit on the size of files, which needs no privileges.
    """
    server = scene.serve()
    with witness(scene.address, seed=chance.randrange(1000)) as somebody:
        somebody.until_answers(chance.randint(5, 30))
        limit = FileLimit(*scene.find("store"))
        limit.fill(log_of(scene.data))
        until_full(scene)
        told = '"reason":"STORE_FULL"'
        until(lambda: told in server.said(), seconds=WITHIN, what="the access log to say why")
        limit.make_room()
        somebody.until_answers(5)
    scene.stop(server)


def test_a_disk_that_is_full_and_has_room_again(
    scene: Scene, chance: Random, disk: SmallDisk
) -> None:
    """The same on a disk."""
    server = scene.serve(launcher=disk.launcher)
    with witness(scene.address, seed=chance.randrange(1000)) as somebody:
        somebody.until_answers(chance.randint(5, 30))
        disk.fill()
        until_full(scene)
        disk.make_room()
        somebody.until_answers(5)
    scene.stop(server)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_a_server_whose_disk_is_full(
    scene: Scene, chance: Random, disk: SmallDisk, number: signal.Signals
) -> None:
    """Even what the store had confirmed and could not write is there with the next server.

    One that is started before there is room is refused.
    """
    server = scene.serve(launcher=disk.launcher)
    with witness(scene.address, seed=chance.randrange(1000)) as somebody:
        somebody.until_answers(chance.randint(5, 30))
        disk.fill()
        until_full(scene)
        server.signal(number)
        server.wait(15)
        scene.until_nothing_is_left()
        disk.fill()
        assert "No space left on device" in scene.refusal(launcher=disk.launcher)
        disk.make_room()
        server = scene.serve(launcher=disk.launcher)
        somebody.until_answers(5)
    scene.stop(server)


def until_full(scene: Scene) -> None:
    """Wait until the server says that its store is full."""

    def is_full() -> bool:
        try:
            with urllib.request.urlopen(f"{scene.http}/readyz", timeout=2):
                return False
        except urllib.error.HTTPError as refused:
            with refused:
                return b"store full" in refused.read()

    until(is_full, seconds=WITHIN, what="the store to be full")
