"""What a repeated change is told where the store has lost what its record speaks of."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import cast

import pytest

from conquian_service.application.committing import change_game
from conquian_service.application.errors import CallReason, CallRefused, StoreUnavailable
from conquian_service.application.game import StoredGame
from conquian_service.application.play_on import Progress
from conquian_service.application.ports import (
    Commit,
    Duplicate,
    Loaded,
    Ports,
    RequestRecord,
)
from conquian_service.application.requests import RequestKey
from tests.unit.application.test_folding import GAME, Sitting

KEY = RequestKey(b"f" * 12, b"dddd", "r")


@dataclass
class FailedOver:
    """A store that met a request's record and then lost what it did."""

    loads: list[Loaded | None]
    commits: list[Commit] = field(default_factory=list)

    async def load(self, _game_id: str, **_asked: object) -> Loaded | None:
        """What there is left."""
        return self.loads.pop(0)

    async def commit(self, commit: Commit) -> Duplicate:
        """The first attempt is in."""
        self.commits.append(commit)
        return Duplicate(RequestRecord(2, KEY.digest))


async def changed(*loads: Loaded | None) -> None:
    """Change a game of one revision on such a store."""
    meter = SimpleNamespace(duplicate=lambda _method: None)
    parts = SimpleNamespace(
        store=FailedOver(list(loads)),
        meter=meter,
        folding=asyncio.Lock(),
        retention=SimpleNamespace(ttl_ms=lambda _game: 1),
    )
    await change_game(
        cast("Ports", parts), "PlayMove", GAME, KEY, lambda stored: Progress(stored.game, ())
    )


def loaded() -> Loaded:
    """The game at revision 1, without entries after it."""
    sitting = Sitting(random.Random(1))
    return Loaded(StoredGame(sitting.game, 1, 1000, 1000), now_ms=1000)


async def test_an_entry_that_a_failover_lost() -> None:
    """The game is there: nothing final is said, and a retry finds what has become of it."""
    with pytest.raises(StoreUnavailable) as refused:
        await changed(loaded(), loaded())
    assert refused.value.may_have_happened


async def test_a_game_that_went_with_it() -> None:
    """There is no such game any more."""
    with pytest.raises(CallRefused) as refused:
        await changed(loaded(), None)
    assert refused.value.reason is CallReason.GAME_NOT_FOUND
