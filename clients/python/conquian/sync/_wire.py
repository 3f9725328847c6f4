"""What threads and httpx do over HTTP: by hand, as `_runtime`."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeAlias
from weakref import WeakSet

import httpx
from grpc import StatusCode

from conquian._connect import STREAM_TIMEOUTS, FailedRequest
from conquian._http_faults import LIMITS, WATCH_LIMITS, certificates
from conquian._target import is_loopback

_Arrived: TypeAlias = "SimpleQueue[object]"

_CONNECTED = (".connect_tcp.complete", ".start_tls.complete")
"""Ends of the names of the events by which httpx hands a new connection over."""
_LEAST = 0.001
"""Seconds; a socket takes a timeout of none for another thing."""


class Sockets:
    """Sockets of our own, to be shut from any thread: nothing else ends a read that waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: WeakSet[socket.socket] = WeakSet()
        self._shut = False

    def note(self, event: str, told: dict[str, Any]) -> None:
        """Learn of a new connection from one of httpx's events."""
        if event.endswith(_CONNECTED):
            with self._lock:
                self._open.add(told["return_value"].get_extra_info("socket"))
            if self._shut:
                self.shut()

    def shut(self) -> None:
        """Break them off, and all that are still to come."""
        self._shut = True
        with self._lock:
            for held in self._open:
                with suppress(OSError):  # it is closed
                    # Past what TLS would do with it in a thread that does not read it.
                    socket.socket.shutdown(held, socket.SHUT_RDWR)


class Attempt:
    """One request, and the time that it has with all its parts.

    httpx limits each part alone, so each gets what the ones before it have left.
    """

    def __init__(self, sockets: Sockets | None, seconds: float | None = None) -> None:
        self._sockets = sockets
        self._limit = None if seconds is None else time.monotonic() + seconds
        self._timeouts: dict[str, float] = dict(STREAM_TIMEOUTS)
        self.extensions = {"timeout": self._timeouts, "trace": self._note}

    def __enter__(self) -> Self:
        self._share_out()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def check(self) -> None:
        """Raise TimeoutError if its time is over."""
        if self._limit is not None and time.monotonic() >= self._limit:
            raise TimeoutError

    def _note(self, event: str, told: dict[str, Any]) -> None:
        if self._sockets is not None:
            self._sockets.note(event, told)
        self._share_out()

    def _share_out(self) -> None:
        if self._limit is not None:
            left = max(self._limit - time.monotonic(), _LEAST)
            self._timeouts.update(dict.fromkeys(("connect", "read", "write", "pool"), left))


class Stream:
    """The messages of a stream, read by a thread of its own.

    When it is let go the thread ends: at once, or on a connection of the caller's when the next
    message comes. What is not yet taken is kept without a limit: a game has so many updates and
    no more.
    """

    def __init__(
        self, messages: Callable[[Attempt], Iterator[object]], sockets: Sockets | None
    ) -> None:
        self._arrived: _Arrived = SimpleQueue()
        self._sockets = sockets
        self._let_go = threading.Event()
        told = (messages(Attempt(sockets)), self._arrived, self._let_go)
        threading.Thread(target=_pump, args=told, name="conquian-watch", daemon=True).start()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        arrived = self._arrived.get()
        if isinstance(arrived, Exception):
            raise arrived
        if arrived is None:
            raise StopIteration
        return arrived

    def cancel(self) -> None:
        """Let it go; whoever reads it wakes up."""
        self._let_go.set()
        if self._sockets is not None:
            self._sockets.shut()
        with suppress(Empty):
            while True:
                self._arrived.get_nowait()
        self._arrived.put(FailedRequest(StatusCode.CANCELLED, "the stream was let go"))


def _pump(messages: Iterator[object], arrived: _Arrived, let_go: threading.Event) -> None:
    try:
        for message in messages:
            if let_go.is_set():
                return
            arrived.put(message)
    except Exception as error:  # noqa: BLE001 - whatever it is, the reader shall hear of it
        arrived.put(error)
    else:
        arrived.put(None)


class Wire:
    """The connections of a line: the caller's, or our own."""

    def __init__(self, base: str, given: httpx.Client | None) -> None:
        self._sockets: Sockets | None = None
        if given is not None:
            self.calls = self.watches = given
            return
        verify = certificates()
        # What the environment says of proxies is not meant for this machine.
        outside = not is_loopback(base)
        self._sockets = Sockets()
        self.calls = httpx.Client(verify=verify, limits=LIMITS, trust_env=outside)
        self.watches = httpx.Client(verify=verify, limits=WATCH_LIMITS, trust_env=outside)

    def attempt(self, seconds: float) -> Attempt:
        """A request that may take so long."""
        return Attempt(self._sockets, seconds)

    def stream(self, messages: Callable[[Attempt], Iterator[object]]) -> Stream:
        """An open stream."""
        return Stream(messages, None if self._sockets is None else Sockets())

    def close(self) -> None:
        """End every call on a connection of our own; streams are ended by who holds them."""
        if self._sockets is not None:
            self._sockets.shut()
            self.calls.close()
            self.watches.close()
