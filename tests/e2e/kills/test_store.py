"""The store of our own and its supervisor are killed themselves."""

from __future__ import annotations

import signal
import time
from random import Random

import pytest

from tests.e2e.kills.witness import Witness, witness
from tests.support.full_disk import log_of
from tests.support.scene import Scene, some_moment

LAST_MOMENTS = 2.0
"""Seconds for which the store at most holds back what it writes while a sync is under way."""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_supervisor(scene: Scene, chance: Random, workers: int) -> None:
    """SIGKILL: its store ends in order, its server says why and ends; nothing is lost or left."""
    server = scene.serve(workers=workers)
    with witness(scene.address, seed=chance.randrange(1000)) as somebody:
        somebody.until_answers(chance.randint(5, 30))
        some_moment(chance)
        scene.kill(*scene.find("supervisor"))
        assert server.wait(10) == 1
        assert (
            "error: the store ended: the store's supervisor ended (exit code -9)" in server.said()
        )
        scene.until_nothing_is_left()
        server = scene.serve(workers=workers)
        somebody.until_answers(10)
    scene.stop(server)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_store(scene: Scene, chance: Random, workers: int) -> None:
    """SIGKILL: its server says why and ends. At most the last moments are lost, and all agree."""
    server = scene.serve(workers=workers)
    with witness(scene.address, seed=chance.randrange(1000), may_lose=True) as somebody:
        somebody.until_answers(chance.randint(5, 30))
        some_moment(chance)
        killed_at = time.monotonic()
        scene.kill(*scene.find("store"))
        assert server.wait(10) == 1
        assert "error: the store ended" in server.said()
        scene.until_nothing_is_left()
        server = scene.serve(workers=workers)
        somebody.until_answers(10)
        somebody.check()
        check_lost(somebody, since=killed_at - LAST_MOMENTS)
    scene.stop(server)


def test_what_a_store_held_back_when_it_was_killed(scene: Scene, chance: Random) -> None:
    """SIGKILL amid a slow sync: the end of its file is missing, torn anywhere, and nothing else.

    The game goes back to a revision of before and on from there, the watcher is told so, and
    the record is one that the rules and the shuffle allow.
    """
    server = scene.serve()
    with witness(scene.address, seed=chance.randrange(1000), may_lose=True) as somebody:
        somebody.until_answers(chance.randint(5, 30))
        synced, since = log_of(scene.data).stat().st_size, time.monotonic()
        somebody.until_answers(chance.randint(0, 28))
        most = log_of(scene.data).stat().st_size
        # Of two moves the second is begun and written later, so it is gone for sure; unless all
        # had been told of it, nobody would notice.
        somebody.until_answers(2)
        somebody.until_seen()
        scene.kill(*scene.find("store"))
        assert server.wait(10) == 1
        scene.until_nothing_is_left()
        written = log_of(scene.data)
        with written.open("r+b") as file:
            file.truncate(chance.randint(synced, most))
        server = scene.serve()
        somebody.until_answers(10)
        somebody.check()
        assert somebody.resynced != []
        assert somebody.lost() != []
        check_lost(somebody, since=since)
    scene.stop(server)


@pytest.mark.parametrize("workers", [1, 2])
def test_everything_is_killed_at_once(scene: Scene, chance: Random, workers: int) -> None:
    """As if the machine had stopped: what was left behind is gone after the next start."""
    server = scene.serve(workers=workers)
    with witness(scene.address, seed=chance.randrange(1000), may_lose=True) as somebody:
        somebody.until_answers(chance.randint(5, 30))
        some_moment(chance)
        killed_at = time.monotonic()
        scene.kill_everything()
        assert server.wait(5) == -signal.SIGKILL
        server = scene.serve(workers=workers)
        somebody.until_answers(10)
        somebody.check()
        check_lost(somebody, since=killed_at - LAST_MOMENTS)
    scene.stop(server)


def check_lost(somebody: Witness, *, since: float) -> None:
    """What was lost was acknowledged last of all before the kill, and after a moment."""
    lost = somebody.lost()
    assert [answer for answer in lost if answer.told_at < since] == []
    first = somebody.answers.index(lost[0]) if lost else 0
    assert lost == somebody.answers[first : first + len(lost)]
