"""Several processes that serve as one."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from random import Random

import pytest

from tests.e2e.kills.witness import witness
from tests.support.processes import Process
from tests.support.scene import Scene, some_moment
from tests.support.waiting import until

PLAYERS = 3
"""Games played at once, so that each worker has connections."""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_one_of_two_workers(scene: Scene, chance: Random, number: signal.Signals) -> None:
    """SIGKILL or SIGTERM mid-game: the other serves on, and soon there are two again."""
    server = scene.serve(workers=2)
    with ExitStack() as stack:
        players = [
            stack.enter_context(witness(scene.address, seed=chance.randrange(1000)))
            for _ in range(PLAYERS)
        ]
        for player in players:
            player.until_answers(chance.randint(3, 15))
        some_moment(chance)
        victim = chance.choice(scene.find("worker"))
        scene.kill(victim, number=number)
        for player in players:
            player.until_answers(5)
        until(lambda: starts(server) == 3, seconds=15, what="a third worker to serve")
        assert victim not in scene.find("worker")
        assert len(scene.find("worker")) == 2
        for player in players:
            player.until_answers(5)
    scene.stop(server)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_parent_of_the_workers(scene: Scene, chance: Random, number: signal.Signals) -> None:
    """SIGKILL or SIGTERM mid-game: workers and store end; the next server goes on."""
    server = scene.serve(workers=2)
    with ExitStack() as stack:
        players = [
            stack.enter_context(witness(scene.address, seed=chance.randrange(1000)))
            for _ in range(PLAYERS)
        ]
        for player in players:
            player.until_answers(chance.randint(3, 15))
        some_moment(chance)
        server.signal(number)
        assert server.wait(15) == (-number if number is signal.SIGKILL else 0)
        server = scene.serve_again(chance, workers=chance.choice([1, 2]))
        for player in players:
            player.until_answers(5)
    scene.stop(server)


def starts(server: Process) -> int:
    """How many workers have said that they serve."""
    return server.said().count('"event":"started"')
