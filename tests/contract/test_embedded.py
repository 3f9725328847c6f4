"""The store of our own starts, ends and refuses as promised, however its owner dies."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conquian_service.storage import embedded
from conquian_service.storage.connections import connections
from conquian_service.storage.embedded import EmbeddedStore, EmbeddedStoreFailed, start_embedded
from conquian_service.storage.lanes import Lane
from tests.contract.waiting import until

OWNER = """
import asyncio, json, os, sys
from pathlib import Path
from conquian_service.storage.embedded import start_embedded

async def main():
    store = await start_embedded(Path(sys.argv[1]))
    print(json.dumps({"url": store.url, "store": store.pid}), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def parent_of(pid: int) -> int:
    """Find the process that started another."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


async def ask(store: EmbeddedStore | str, *parts: str | int) -> Any:
    """Send one command."""
    lane = Lane(connections(store if isinstance(store, str) else store.url, timeout=1.0))
    try:
        return await lane.write(*parts)
    finally:
        await lane.close()


async def start_and_stop(directory: Path) -> None:
    """One life of a store."""
    await (await start_embedded(directory)).stop()


class Owner:
    """Another process that has started a store."""

    def __init__(self, directory: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWNER, str(directory)], stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.url: str = told["url"]
        self.store: int = told["store"]
        self.runtime = Path(self.url.removeprefix("unix://")).parent

    def die(self, number: int) -> None:
        """End it by a signal."""
        self.process.send_signal(number)
        self.process.wait()


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Owner]:
    """Another process with a store on `data`."""
    owner = Owner(tmp_path / "data")
    yield owner
    owner.die(signal.SIGKILL)
    owner.process.stdout.close()  # type: ignore[union-attr]


@pytest.fixture
def short_directory() -> Iterator[str]:
    """A directory for sockets, where that of the test may be too deep."""
    with tempfile.TemporaryDirectory() as directory:
        yield directory


async def test_data_outlives_a_stop(tmp_path: Path) -> None:
    """What was written is there after stop and start, and nothing else stays behind."""
    store = await start_embedded(tmp_path)
    await ask(store, "SET", "kept", "yes")
    pid, runtime = store.pid, Path(store.url.removeprefix("unix://")).parent
    await store.stop()
    await store.stop()
    assert not alive(pid)
    assert not runtime.exists()

    again = await start_embedded(tmp_path)
    assert await ask(again, "GET", "kept") == b"yes"
    await again.stop()


async def test_the_store_is_set_up_as_promised(tmp_path: Path) -> None:
    """Append-only file every second, no snapshots, no eviction, no port, a short socket path."""
    store = await start_embedded(tmp_path)
    expected = {
        "appendonly": b"yes",
        "appendfsync": b"everysec",
        "save": b"",
        "maxmemory-policy": b"noeviction",
        "port": b"0",
    }
    for name, value in expected.items():
        assert await ask(store, "CONFIG", "GET", name) == [name.encode(), value]
    assert len(os.fsencode(store.url.removeprefix("unix://"))) <= 107
    assert tmp_path not in Path(store.url.removeprefix("unix://")).parents
    assert (tmp_path / "valkey.log").stat().st_size > 0
    await store.stop()


async def test_a_directory_of_any_name_will_do(tmp_path: Path) -> None:
    """Blanks, quotes and long names are no matter: only the socket must be short."""
    directory = tmp_path / "a b" / 'it\'s "ü"' / ("long" * 30)
    store = await start_embedded(directory)
    await ask(store, "SET", "x", 1)
    await store.stop()
    assert any(directory.joinpath("appendonlydir").iterdir())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_the_store_ends_with_its_owner(owner: Owner, tmp_path: Path, number: int) -> None:
    """However the owner dies, the store is gone within seconds, and nothing written is lost."""
    for count in range(500):
        await ask(owner.url, "RPUSH", "log", count)
    owner.die(number)
    await until(lambda: not alive(owner.store), "the store ends", within=5)

    store = await start_embedded(tmp_path / "data")
    assert await ask(store, "LLEN", "log") == 500
    await store.stop()


async def test_a_new_start_waits_for_the_ending_store(owner: Owner, tmp_path: Path) -> None:
    """A restart right after a crash waits for the old store and then finds its data."""
    await ask(owner.url, "SET", "kept", "yes")
    os.kill(owner.store, signal.SIGSTOP)
    owner.die(signal.SIGKILL)
    starting = asyncio.create_task(start_embedded(tmp_path / "data"))
    done, _ = await asyncio.wait({starting}, timeout=0.5)
    assert not done
    os.kill(owner.store, signal.SIGCONT)
    store = await starting
    assert not alive(owner.store)
    assert await ask(store, "GET", "kept") == b"yes"
    await store.stop()


async def test_a_directory_in_use_is_refused(owner: Owner, tmp_path: Path) -> None:
    """The refusal names the directory and the process that uses it, which goes on undisturbed."""
    with pytest.raises(EmbeddedStoreFailed) as caught:
        await start_embedded(tmp_path / "data")
    assert str(tmp_path / "data") in str(caught.value)
    assert str(owner.process.pid) in str(caught.value)
    assert await ask(owner.url, "PING") == b"PONG"


async def test_two_starts_at_once_leave_one_store(tmp_path: Path) -> None:
    """Of two starts on one directory exactly one succeeds."""
    results = await asyncio.gather(
        start_embedded(tmp_path), start_embedded(tmp_path), return_exceptions=True
    )
    started = [result for result in results if isinstance(result, EmbeddedStore)]
    refused = [result for result in results if isinstance(result, EmbeddedStoreFailed)]
    assert (len(started), len(refused)) == (1, 1)
    await started[0].stop()


@pytest.mark.parametrize("left", [b"", b"nonsense", b'{"server": 1, "serving": true}', b"[7]"])
async def test_the_files_of_a_crash_do_not_matter(tmp_path: Path, left: bytes) -> None:
    """A lock file that nobody holds is no lock, whatever it says."""
    (tmp_path / "store.lock").write_bytes(left)
    store = await start_embedded(tmp_path)
    await store.stop()


async def test_a_lock_without_a_holder_in_sight_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock held by nobody we can name is waited for, then refused."""
    monkeypatch.setattr(embedded, "_CLOSING_WAIT", 0.2)
    with (tmp_path / "store.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(EmbeddedStoreFailed, match=r"still held .* unknown"):
            await start_embedded(tmp_path)


async def test_the_lock_outlives_the_supervisor(owner: Owner, tmp_path: Path) -> None:
    """Even a killed supervisor leaves no second store on the directory, and no store for long."""
    supervisor = parent_of(owner.store)
    os.kill(owner.store, signal.SIGSTOP)
    os.kill(supervisor, signal.SIGKILL)
    with (tmp_path / "data" / "store.lock").open() as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.kill(owner.store, signal.SIGCONT)
    await until(lambda: not alive(owner.store), "the store ends", within=5)
    await until(lambda: not owner.runtime.exists(), "the owner clears up", within=5)


def test_what_a_killed_supervisor_left_goes_with_the_next_start(tmp_path: Path) -> None:
    """Its socket and the directory of that; but no directory that only claims to be one."""
    with tempfile.TemporaryDirectory(prefix="conquian-") as other:
        left, foreign = Path(tempfile.mkdtemp(prefix="conquian-")), Path(other, "file")
        left.joinpath("store.sock").touch()
        foreign.touch()
        for runtime in (str(left), other, str(tmp_path), "", "conquian-", 7):
            tmp_path.joinpath("store.lock").write_text(json.dumps({"runtime": runtime}))
            asyncio.run(start_and_stop(tmp_path))
        assert not left.exists()
        assert foreign.exists()
        assert tmp_path.exists()


async def test_a_reserve_of_disk_is_kept_while_it_runs(tmp_path: Path) -> None:
    """Real blocks of the disk, given back at the end."""
    store = await start_embedded(tmp_path)
    reserve = tmp_path / "store.reserve"
    assert reserve.stat().st_blocks * 512 >= 1_000_000
    await store.stop()
    assert not reserve.exists()


async def test_a_store_that_dies_is_told(tmp_path: Path) -> None:
    """Its owner learns of an end that nobody asked for; of one asked for, no reason."""
    store = await start_embedded(tmp_path)
    os.kill(store.pid, signal.SIGKILL)
    async with asyncio.timeout(5):
        assert "exit code -9" in str(await store.ended())
    await store.stop()

    store = await start_embedded(tmp_path)
    await store.stop()
    assert await store.ended() is None


async def test_a_cancelled_start_leaves_no_store(tmp_path: Path) -> None:
    """Giving up while starting ends what was started."""
    for moment in (0.0, 0.02, 0.05):
        starting = asyncio.create_task(start_embedded(tmp_path))
        await asyncio.sleep(moment)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
    store = await start_embedded(tmp_path)
    await store.stop()


async def test_too_long_a_path_for_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no directory is short enough, the refusal says which were tried and what to do."""
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setenv("TMPDIR", str(long))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
    with pytest.raises(EmbeddedStoreFailed, match=r"TMPDIR.*too long") as caught:
        await start_embedded(tmp_path / "data")
    assert str(long) in str(caught.value)


async def test_the_socket_stays_when_its_user_logs_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, short_directory: str
) -> None:
    """Private, below the temporary directory; below XDG_RUNTIME_DIR, which goes then, at need."""
    temporary, runtime = Path(short_directory, "t"), Path(short_directory, "r")
    long = tmp_path / ("x" * 100)
    for directory in (temporary, runtime, long):
        directory.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    for where, expected in ((temporary, temporary), (long, runtime)):
        monkeypatch.setenv("TMPDIR", str(where))
        store = await start_embedded(tmp_path / "data")
        door = Path(store.url.removeprefix("unix://"))
        assert door.parent.parent == expected
        assert door.parent.stat().st_mode & 0o077 == 0
        await store.stop()


async def test_a_directory_that_cannot_be_written(tmp_path: Path) -> None:
    """A path below a file, and a file system that takes none, are refused by name."""
    (tmp_path / "file").write_text("")
    for directory in (tmp_path / "file", tmp_path / "file" / "data", Path("/proc")):
        with pytest.raises(EmbeddedStoreFailed, match="cannot be started") as caught:
            await start_embedded(directory)
        assert str(directory) in str(caught.value)


async def test_a_server_that_ends_at_once_is_quoted(tmp_path: Path) -> None:
    """Damaged files: the error ends with what the server said last."""
    store = await start_embedded(tmp_path)
    await store.stop()
    (manifest,) = (tmp_path / "appendonlydir").glob("*.manifest")
    manifest.write_text("nonsense\n")
    with pytest.raises(EmbeddedStoreFailed, match=r"(?s)exit code 1.*manifest"):
        await start_embedded(tmp_path)


async def test_a_platform_without_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the wheel has no server, the way out is named."""
    monkeypatch.setattr(platform, "machine", lambda: "vax")
    with pytest.raises(EmbeddedStoreFailed, match=r"vax.*CONQUIAN_REDIS_URL"):
        await start_embedded(tmp_path)


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """Without room for its files the store does not start, and says why."""
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode:
        pytest.skip("needs a user namespace to mount a small disk")
    steps = (
        f"mount -t tmpfs -o size=64k none {tmp_path}",
        f"! head -c 70000 /dev/zero 2> /dev/null > {tmp_path}/full",
        f"{sys.executable} -c '{OWNER}' {tmp_path}",
    )
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", " && ".join(steps)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "EmbeddedStoreFailed" in done.stderr
    assert "No space left on device" in done.stderr
