"""Games that an older build has stored are read, watched, played on and told to the end."""

from __future__ import annotations

import base64
import secrets
from pathlib import Path

import pytest

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from conquian_engine import Seat
from conquian_service.application.tokens import SeatToken, WatchToken
from conquian_service.bootstrap import Service
from conquian_service.storage.keys import Keys
from tests.conformance.doors import GrpcDoor
from tests.golden.stored.records import Kept, Record, load, record_paths

KEYS = Keys()
STAMP = 6
"""Bytes of time that the store puts before each body."""
RECORDS = record_paths()
MOST = 200
"""More revisions than any of the games has."""


def _stored(kept: Kept) -> bytes:
    return kept.time_ms.to_bytes(STAMP, "big") + bytes.fromhex(kept.body)


async def _put(service: Service, record: Record, revision: int) -> str:
    """Let the store hold a game as it stood at a revision of which a snapshot is kept; its id."""
    game_id = base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()
    (snapshot,) = [kept for kept in record.snapshots if kept.revision == revision]
    await service.lane.write("SET", KEYS.snapshot(game_id), _stored(snapshot))
    entries = [_stored(kept) for kept in record.log[:revision]]
    await service.lane.write("RPUSH", KEYS.log(game_id), *entries)
    return game_id


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name} {path.stem}")
async def test_a_game_of_an_older_build_goes_on(
    service: Service, grpc_door: GrpcDoor, path: Path
) -> None:
    """From every revision of which a snapshot is kept, by whoever holds a token of it."""
    record, _ = load(path)
    for stored in record.games():
        game_id = await _put(service, record, stored.revision)
        watch = service.ports.keyring.issue(WatchToken(game_id))
        view = (await grpc_door.ask(pb.GetGameRequest(game_id=game_id), watch)).game
        assert view.revision == stored.revision
        asked = pb.ListEventsRequest(game_id=game_id, page_size=MOST)
        told = (await grpc_door.ask(asked, watch)).updates
        assert [update.revision for update in told] == list(range(1, stored.revision + 1))
        revision = stored.revision
        if view.status == view_pb2.GAME_STATUS_RUNNING:
            seat = view.deal.seats_to_act[0]
            epoch = stored.game.places[Seat(seat)].epoch
            token = service.ports.keyring.issue(SeatToken(game_id, Seat(seat), epoch))
            legal = await grpc_door.ask(pb.ListLegalMovesRequest(game_id=game_id), token)
            await grpc_door.ask(
                pb.PlayMoveRequest(game_id=game_id, revision=revision, move=legal.moves[0]), token
            )
            await grpc_door.ask(pb.ResignRequest(game_id=game_id), token)
            revision += 2
            view = (await grpc_door.ask(pb.GetGameRequest(game_id=game_id), watch)).game
        assert view.revision == revision
        if view.status == view_pb2.GAME_STATUS_FINISHED:
            asked_whole = pb.GetTranscriptRequest(game_id=game_id, page_size=MOST)
            whole = (await grpc_door.ask(asked_whole, watch)).entries
            assert [entry.revision for entry in whole] == list(range(1, revision + 1))
