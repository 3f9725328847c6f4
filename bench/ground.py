"""What a measurement stands on: a folder, stores, servers and a load, ended with it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from bench.processes import BenchFailed, Child, child, on_cores, split_cores
from conquian_service.application.tokens import Keyring
from conquian_service.storage.connections import connections
from conquian_service.storage.embedded import EmbeddedStore, start_embedded
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane

KEYS = Keys()
_TOKEN_KEY = bytes(range(32))
KEYRING = Keyring("bench", {"bench": _TOKEN_KEY}, _TOKEN_KEY)
"""Signs tokens that the servers of a run accept."""

_GREETING = re.compile(r"gRPC on (\S+), HTTP on http://([^\s,]+)")
_READY = re.compile(r"ready (\S+)")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its process, and where it answers."""

    process: Child
    target: str
    http_target: str = ""
    """Where it answers by HTTP, if it does at an address of its own."""

    @property
    def pid(self) -> int:
        """The process id."""
        return self.process.pid


class Ground:
    """Starts what is asked for, the servers to be measured on a core of their own."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self._names = count(1)
        self._server_cores, self._other_cores = split_cores()

    @property
    def server_cores(self) -> tuple[int, ...]:
        """The cores that what is measured runs on; empty for any."""
        return self._server_cores

    async def store(self) -> EmbeddedStore:
        """A store such as the service starts for itself."""
        with on_cores(self._other_cores):
            store = await start_embedded(self.folder / f"store-{next(self._names)}")
        self._stack.push_async_callback(store.stop)
        return store

    def lane(self, store: EmbeddedStore) -> Lane:
        """A way to a store from this process."""
        lane = Lane(connections(store.url, timeout=10.0), timeout=10.0)
        self._stack.push_async_callback(lane.close)
        return lane

    async def service(self, store: EmbeddedStore, *program: str) -> Server:
        """Our service on a store, with access log and metrics on; another program if named."""
        environment = {
            "CONQUIAN_GRPC_PORT": "0",
            "CONQUIAN_HTTP_PORT": "0",
            "CONQUIAN_REDIS_URL": store.url,
            "CONQUIAN_TOKEN_KEYS": f"bench:{_TOKEN_KEY.hex()}",
        }
        command = program or ("-m", "conquian_service", "serve")
        started = await self._start(*command, cores=self._server_cores, environment=environment)
        return await greeted(started)

    async def peer(self, *arguments: str) -> Server:
        """A server of `bench.peers`, on the core that is measured."""
        started = await self._start("-m", "bench.peers", *arguments, cores=self._server_cores)
        return Server(started, *_found(_READY, await started.line()))

    async def node_server(self, node: str, script: Path, *arguments: str) -> Server:
        """A server that runs on Node, in production mode, on the core that is measured."""
        started = await self._node(node, script, *arguments, cores=self._server_cores)
        return Server(started, *_found(_READY, await started.line()))

    async def node_load(self, node: str, script: Path) -> Child:
        """A load that runs on Node."""
        return await self._node(node, script, cores=self._other_cores)

    async def load(self) -> Child:
        """The process that makes calls, away from the core that is measured."""
        return await self._start("-m", "bench.load", cores=self._other_cores)

    def log(self) -> Path:
        """A fresh place for what a process says."""
        return self.folder / f"process-{next(self._names)}.log"

    async def _start(
        self, *arguments: str, cores: tuple[int, ...], environment: dict[str, str] | None = None
    ) -> Child:
        starting = child(*arguments, log=self.log(), cores=cores, environment=environment)
        return await self._stack.enter_async_context(starting)

    async def _node(
        self, node: str, script: Path, *arguments: str, cores: tuple[int, ...]
    ) -> Child:
        starting = child(
            str(script),
            *arguments,
            log=self.log(),
            cores=cores,
            environment={"NODE_ENV": "production"},
            program=node,
        )
        return await self._stack.enter_async_context(starting)


@asynccontextmanager
async def ground() -> AsyncIterator[Ground]:
    """Fresh ground; everything started on it ends with it, the last first."""
    with tempfile.TemporaryDirectory(prefix="conquian-bench-") as folder:
        async with AsyncExitStack() as stack:
            yield Ground(Path(folder), stack)


async def greeted(process: Child) -> Server:
    """Our service once it has said that it is ready."""
    return Server(process, *_found(_GREETING, await process.line()))


def _found(pattern: re.Pattern[str], line: str) -> tuple[str, ...]:
    match = pattern.search(line)
    if match is None:
        raise BenchFailed(f"not what a server says when it is ready: {line}")
    return match.groups()
