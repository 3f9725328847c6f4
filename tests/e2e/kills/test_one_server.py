"""One server with a store of its own."""

from __future__ import annotations

import signal
from random import Random

import pytest

from tests.e2e.kills.witness import witness
from tests.support.scene import Scene, some_moment

LAUNCHERS = {"sh": '"$@" & wait', "make": 'COMMAND="$*" exec make -s serve'}
"""How the command of a server, in the arguments, is run by a process that stays its parent."""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_in_mid_game(scene: Scene, chance: Random, number: signal.Signals) -> None:
    """Killed or stopped: its store ends by itself, and the next server goes on with the game."""
    server = scene.serve()
    with witness(scene.address, seed=chance.randrange(1000)) as somebody:
        somebody.until_answers(chance.randint(5, 30))
        some_moment(chance)
        server.signal(number)
        assert server.wait(15) == (-number if number is signal.SIGKILL else 0)
        server = scene.serve_again(chance)
        somebody.until_answers(10)
    scene.stop(server)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_random_moment_of_the_start(
    scene: Scene, chance: Random, workers: int, number: signal.Signals
) -> None:
    """Before, while and after everything is set up: nothing is left, whatever there was.

    But that a folder without a process may wait for the next start, if it was SIGKILL.
    """
    server = scene.start(workers=workers)
    some_moment(chance, longest=1.5)
    # Before it has learnt to listen to signals, any of them ends it.
    assert server.stop(number) in (-number, 0 if number is signal.SIGTERM else -number)
    if number is signal.SIGTERM:
        scene.until_nothing_is_left()
    scene.stop(scene.serve(workers=3 - workers))


@pytest.mark.parametrize("parent", LAUNCHERS)
def test_a_killed_parent_of_the_server(scene: Scene, chance: Random, parent: str) -> None:
    """SIGKILL of the shell or make that started it: it serves on, and is named to who needs it."""
    scene.folder.joinpath("Makefile").write_text("serve:\n\t$(COMMAND)\n")
    started = scene.serve(launcher=("sh", "-c", LAUNCHERS[parent], "sh"))
    (server,) = scene.find("server")
    with witness(scene.address) as somebody:
        somebody.until_answers(5)
        some_moment(chance)
        started.signal(signal.SIGKILL)
        started.wait(5)
        somebody.until_answers(10)
        elsewhere = {"CONQUIAN_GRPC_PORT": "0", "CONQUIAN_HTTP_PORT": "0"}
        assert f"process id {server} " in scene.refusal(settings=elsewhere)
    scene.kill(server, number=signal.SIGTERM)
    scene.until_nothing_is_left()
