"""A seat that is watched counts as present, however rare heartbeats are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from conquian_engine import Seat, resolve_rules
from conquian_service.application.errors import StoreFull, StoreUnavailable
from conquian_service.application.game import Access, Holder, SeatKind, StoredGame
from conquian_service.application.log import GameCreated
from conquian_service.application.ports import Drain, Limits, Loaded, Ring
from conquian_service.application.requests import WatchGame
from conquian_service.application.tokens import Caller, SeatToken, WatchToken
from conquian_service.application.views import Retention
from conquian_service.application.watcher_count import WatcherCount
from conquian_service.application.watching import Heartbeat, watch_game
from conquian_service.storage.game_store import PRESENCE_MS
from tests.support.sittings import GAME_ID, Sitting


def _running() -> StoredGame:
    """A game in which a move is due."""
    sitting = Sitting(GameCreated(resolve_rules("classic"), Access.PRIVATE, None, b"s" * 32, ()))
    for seat in range(2):
        sitting.join(seat, Holder("", SeatKind.HUMAN, "", b""))
    return sitting.revisions[-1].stored


STORED = _running()
SEAT = SeatToken(GAME_ID, Seat(1), STORED.game.places[Seat(1)].epoch)


@dataclass
class Watched:
    """As much of the ports as a watcher needs: a game in which time passes and nothing happens."""

    limits: Limits
    fails: Exception | None = None
    waited: list[float] = field(default_factory=list)
    """What the watcher waited for in vain, in seconds, each time."""
    marks: list[tuple[Seat, float]] = field(default_factory=list)
    """Who was marked as present, and when."""
    loads: int = 0
    drain: Drain = field(default_factory=Drain)
    retention: Retention = field(default_factory=Retention)

    @property
    def now(self) -> float:
        return sum(self.waited)

    @property
    def store(self) -> Watched:
        return self

    @property
    def doorbell(self) -> Watched:
        return self

    @property
    def meter(self) -> Watched:
        return self

    def watching(self, step: int) -> None:
        """Count nobody."""

    @asynccontextmanager
    async def listen(self, _: str) -> AsyncIterator[Ring]:
        yield self

    async def wait(self, timeout: float) -> bool:
        self.waited.append(timeout)
        return False

    async def load(self, _: str, **__: object) -> Loaded:
        self.loads += 1
        return Loaded(STORED, STORED.updated_ms + int(self.now * 1000))

    async def mark_present(self, _: str, seat: Seat) -> None:
        self.marks.append((seat, self.now))
        if self.fails is not None:
            raise self.fails


async def heartbeats(ports: Any, token: SeatToken | WatchToken, count: int) -> list[float]:
    """Watch until so many heartbeats came; when each of them did."""
    told = []
    request = WatchGame(GAME_ID, after_revision=STORED.revision)
    async for watched in watch_game(ports, Caller(token, ""), request, WatcherCount()):
        assert isinstance(watched, Heartbeat)
        told.append(ports.now)
        if len(told) == count:
            break
    return told


@pytest.mark.parametrize("every", [0.5, 10.0, 14.0, 60.0, 3600.0])
async def test_a_quiet_watcher_stays_present(every: float) -> None:
    """Each mark comes well before the last one is forgotten; heartbeats come when they are due."""
    ports, token = Watched(Limits(heartbeat_seconds=every)), SEAT
    assert await heartbeats(ports, token, 5) == [every * at for at in range(1, 6)]
    times = [0.0, *(at for seat, at in ports.marks if seat == token.seat), ports.now]
    gaps = [after - before for before, after in pairwise(times)]
    assert max(gaps) * 1000 <= PRESENCE_MS / 2


@pytest.mark.parametrize("every", [0.5, 10.0, 3600.0])
async def test_staying_present_costs_nearly_nothing(every: float) -> None:
    """A game is read for a heartbeat only; by default nobody is woken for presence alone."""
    ports = Watched(Limits(heartbeat_seconds=every))
    await heartbeats(ports, SEAT, 5)
    assert ports.loads == 5
    assert len(ports.waited) == max(5, ports.now / 10)
    assert len(ports.marks) <= 1 + ports.now / 9


async def test_who_watches_without_a_seat_is_woken_for_heartbeats_only() -> None:
    """There is nobody to mark."""
    ports = Watched(Limits(heartbeat_seconds=3600))
    await heartbeats(ports, WatchToken(GAME_ID), 3)
    assert (ports.waited, ports.marks) == ([3600.0] * 3, [])


@pytest.mark.parametrize("fails", [StoreFull(), StoreUnavailable(may_have_happened=True)])
async def test_a_mark_that_fails_ends_no_watch(fails: Exception) -> None:
    """Presence is a hint; it is not tried again before the next one is due."""
    ports = Watched(Limits(heartbeat_seconds=60.0), fails=fails)
    assert await heartbeats(ports, SEAT, 2) == [60.0, 120.0]
    assert len(ports.marks) <= 1 + ports.now / 9
