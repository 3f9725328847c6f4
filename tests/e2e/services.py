"""Services inside the test's own process, alike to the byte: equal ids, keys, chance, time."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass

import redis

from conquian_service.bootstrap import Overrides, Service, running_service
from conquian_service.config import load_settings
from conquian_service.storage.keys import Keys
from tests.conformance.every_door import Served
from tests.e2e.doors import Doors, opened
from tests.support.processes import Store

NOON_MS = 4_102_488_000_000
"""The first of January 2100: a time at which no game of a test is too old to be kept."""

_runs = itertools.count()


class CountedRandomness:
    """Bytes that follow from how often it was asked: the same in every service."""

    def __init__(self) -> None:
        self._asked = itertools.count()

    def secret(self, size: int) -> bytes:
        label = f"secret {next(self._asked)}".encode()
        return hashlib.shake_256(label).digest(size)


Before = Callable[[Service], AbstractAsyncContextManager[Served]]
"""Puts something before a service, through which it is called."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A service, or what stands before it."""

    served: Served
    doors: Doors
    """Its gRPC door."""


@asynccontextmanager
async def plain_service(store: Store, before: Before = nullcontext) -> AsyncIterator[Plain]:
    """A service that has seen no game yet and does everything as every other one does.

    It has a part of the store to itself, in which the key that names games is laid first.
    """
    prefix = f"world{next(_runs)}:"
    with redis.Redis.from_url(store.url) as client:
        client.set(Keys(prefix).secret("game-id"), hashlib.sha256(b"game ids").digest())
    settings = load_settings(
        grpc_port=0,
        http_port=0,
        redis_url=store.url,
        key_prefix=prefix,
        heartbeat_seconds=3600,  # how long a test takes is chance
        token_keys=f"k1:{hashlib.sha256(b'tokens').hexdigest()}",
    )
    overrides = Overrides(randomness=CountedRandomness(), clock_ms=lambda: NOON_MS)
    async with (
        running_service(settings, overrides=overrides) as service,
        before(service) as served,
        opened(served.grpc_target) as doors,
    ):
        yield Plain(served, doors)
