"""What cannot be started says why, leaves nothing, and harms nobody."""

from __future__ import annotations

import json
import os
from random import Random

import pytest

from tests.e2e.kills.witness import witness
from tests.support.scene import Scene

WORKERS = pytest.mark.parametrize("workers", [1, 2])
ELSEWHERE = {"CONQUIAN_GRPC_PORT": "0", "CONQUIAN_HTTP_PORT": "0"}
"""Any free ports."""


@WORKERS
def test_a_second_start_on_a_data_directory(scene: Scene, workers: int) -> None:
    """Refused with the directory and who uses it; the first server does not notice."""
    server = scene.serve(workers=workers)
    (pid,) = scene.find("server")
    with witness(scene.address) as somebody:
        somebody.until_answers(5)
        said = scene.refusal(workers=3 - workers, settings=ELSEWHERE)
        assert (
            f"the data directory {scene.data} is in use by the server with process id {pid}" in said
        )
        somebody.until_answers(5)
    scene.stop(server)


@WORKERS
def test_a_second_start_on_the_same_ports(scene: Scene, workers: int) -> None:
    """Refused, although the workers would share them with anybody who asks."""
    server = scene.serve(workers=workers)
    with witness(scene.address) as somebody:
        other = {"CONQUIAN_DATA_DIR": str(scene.folder / "other")}
        said = scene.refusal(workers=2, settings=other)
        assert f"cannot listen on {scene.address} for gRPC: address already in use" in said
        somebody.until_answers(5)
    scene.stop(server)


@WORKERS
def test_too_long_a_path(scene: Scene, workers: int) -> None:
    """Refused with the directories that were tried and what to set."""
    long = scene.folder / ("x" * 100)
    long.mkdir()
    settings = {"TMPDIR": str(long), "XDG_RUNTIME_DIR": str(long)}
    said = scene.refusal(workers=workers, settings=settings)
    assert "set TMPDIR or XDG_RUNTIME_DIR to a short path" in said
    assert f"{long}: too long for the path of a socket" in said
    assert list(long.iterdir()) == []
    scene.until_nothing_is_left()


@pytest.mark.parametrize("holder", ["nobody", "somebody else", "nonsense"])
def test_a_stale_lock(scene: Scene, chance: Random, holder: str) -> None:
    """A lock file without a holder is none, even if its process id is somebody's by now."""
    scene.data.mkdir()
    pid = {"nobody": 2**22, "somebody else": os.getpid()}.get(holder)
    written = json.dumps({"server": pid, "store": pid, "serving": True, "runtime": "/"})
    scene.data.joinpath("store.lock").write_text(written if pid else "{")
    server = scene.serve()
    with witness(scene.address, seed=chance.randrange(1000)) as somebody:
        somebody.until_answers(5)
    scene.stop(server)
