"""What a game takes in the store."""

from __future__ import annotations

import random

import pytest

from conquian_engine import resolve_rules
from conquian_service.application.game import Access, Holder, SeatKind
from conquian_service.application.log import GameCreated
from conquian_service.application.ports import Committed
from conquian_service.storage.game_store import RedisGameStore
from conquian_service.storage.keys import Keys
from conquian_service.storage.lanes import Lane
from conquian_service.storage.scripts import GameScripts
from tests.contract.test_game_store import commit_of
from tests.support.sittings import NAMES, Sitting

BASE, PER_COMMIT = 800, 80


def long_game(chance: random.Random) -> Sitting:
    """A game of two, named as people are, both with entropy."""
    created = GameCreated(resolve_rules("classic"), Access.PUBLIC, None, chance.randbytes(32), ())
    sitting = Sitting(created)
    for seat in range(2):
        holder = Holder(chance.choice(NAMES), SeatKind.HUMAN, "", chance.randbytes(16))
        sitting.join(seat, holder)
    while not sitting.game.over and len(sitting.revisions) < 200:
        sitting.move(chance)
    return sitting


@pytest.mark.parametrize("seed", range(3))
async def test_a_game_stays_small(scripts: GameScripts, lane: Lane, keys: Keys, seed: int) -> None:
    """All keys of a game of two after n commits take less than 0.8 kB + 80 B x n."""
    games = RedisGameStore(scripts)
    chance = random.Random(seed)
    created_ms = 0
    sitting = long_game(chance)
    for revision in sitting.revisions:
        outcome = await games.commit(commit_of(revision, created_ms, request=chance.randbytes(12)))
        assert isinstance(outcome, Committed)
        created_ms = created_ms or outcome.time_ms
        game_id = sitting.game.id
        names = (keys.snapshot(game_id), keys.log(game_id), keys.requests(game_id))
        sizes = [await lane.read("MEMORY", "USAGE", name, "SAMPLES", 0) for name in names]
        assert sum(sizes) < BASE + PER_COMMIT * outcome.revision
