"""The doors that every scenario is asked of."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from tests.conformance.doors import Door, opened
from tests.conformance.doors_connect import ConnectDoor
from tests.conformance.doors_grpc_web import GrpcWebDoor
from tests.conformance.doors_rest import RestDoor
from tests.conformance.frames import HttpDoor


class Served(Protocol):
    """A service, or what stands before several: where its doors are."""

    @property
    def grpc_target(self) -> str: ...

    @property
    def http_url(self) -> str: ...


@dataclass(frozen=True, slots=True)
class DoorKind:
    """A kind of door; its name is in the names of tests."""

    name: str
    opened: Callable[[Served], AbstractAsyncContextManager[Door]]


def _over_http(name: str, make: Callable[[str], HttpDoor]) -> DoorKind:
    @asynccontextmanager
    async def opened_over_http(served: Served) -> AsyncIterator[Door]:
        door = make(served.http_url)
        yield door
        door.close()

    return DoorKind(name, opened_over_http)


GRPC = DoorKind("grpc", lambda served: opened(served.grpc_target))
EVERY_DOOR = (
    GRPC,
    _over_http("rest", RestDoor),
    _over_http("connect-json", lambda url: ConnectDoor(url, binary=False)),
    _over_http("connect", lambda url: ConnectDoor(url, binary=True)),
    _over_http("grpc-web", GrpcWebDoor),
    _over_http("grpc-web-text", lambda url: GrpcWebDoor(url, text=True)),
)
