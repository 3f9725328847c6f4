"""What threads and grpcio do for the synchronous client: the one part of it written by hand."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Protocol, TypeAlias, TypeVar

import grpc

from conquian._channel import ChannelOptions, channel_options
from conquian.v1 import game_service_pb2

_Response = TypeVar("_Response")

UnaryMethod: TypeAlias = grpc.UnaryUnaryMultiCallable
"""A method of a stub that answers once."""

Channel: TypeAlias = grpc.Channel


class WatchCall(Protocol):
    """An open WatchGame."""

    def __iter__(self) -> Iterator[game_service_pb2.WatchGameResponse]: ...
    def __next__(self) -> game_service_pb2.WatchGameResponse: ...
    def cancel(self) -> object: ...


class Clock(Protocol):
    """Time as the client sees it, in seconds; tests pass their own and need no real waits."""

    def now(self) -> float:
        """A time that never goes back, from any start."""
        ...

    def sleep(self, seconds: float) -> None:
        """Return when so much time has gone by."""
        ...

    def read(self, call: WatchCall, seconds: float) -> game_service_pb2.WatchGameResponse | None:
        """The next message of a stream, None at its end.

        Raises:
            TimeoutError: nothing came for so long; the stream is of no more use.
        """
        ...


class SystemClock:
    """The machine's own time."""

    def __init__(self) -> None:
        self._silence = _Silence()

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def read(self, call: WatchCall, seconds: float) -> game_service_pb2.WatchGameResponse | None:
        self._silence.cancel_at(call, self.now() + seconds)
        try:
            return next(call, None)
        except grpc.RpcError:
            if self._silence.has_cancelled(call):
                raise TimeoutError from None
            raise
        finally:
            self._silence.forget(call)


def answer_of(answer: _Response) -> _Response:
    """What a call answers: here it has been waited for already."""
    return answer


class _Silence:
    """Cancels reads that last too long: grpcio has no limit for one read of a stream.

    One thread for all streams of a client; it ends when none has been read for a while.
    """

    PAUSE = 0.5
    IDLE = 30.0

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._limits: dict[WatchCall, float] = {}
        self._cancelled: set[WatchCall] = set()
        self._looking_until = 0.0
        """When the thread ends unless a read begins; 0 without a thread."""

    def cancel_at(self, call: WatchCall, limit: float) -> None:
        """Begin a read."""
        with self._lock:
            self._limits[call] = limit
            if not self._looking_until:
                threading.Thread(target=self._look, name="conquian-silence", daemon=True).start()
            self._looking_until = limit + self.IDLE

    def has_cancelled(self, call: WatchCall) -> bool:
        """Whether the read that ended was cancelled here."""
        with self._lock:
            return call in self._cancelled

    def forget(self, call: WatchCall) -> None:
        """End a read."""
        with self._lock:
            self._limits.pop(call, None)
            self._cancelled.discard(call)

    def _look(self) -> None:
        while True:
            time.sleep(self.PAUSE)
            now = time.monotonic()
            with self._lock:
                silent = [call for call, limit in self._limits.items() if limit <= now]
                self._cancelled.update(silent)
                for call in silent:
                    del self._limits[call]
                if now > self._looking_until:
                    self._looking_until = 0.0
                    return
            for call in silent:
                call.cancel()


def open_channel(
    target: str, credentials: grpc.ChannelCredentials | None, options: ChannelOptions
) -> Channel:
    """A channel: plain text, or TLS with the credentials given. Connects at the first call."""
    if credentials is None:
        return grpc.insecure_channel(target, options=channel_options(target, options))
    return grpc.secure_channel(target, credentials, options=channel_options(target, options))
