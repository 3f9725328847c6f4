"""Games that a newer build has written: this one does not judge them, nor touch them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from google.protobuf.message import Message

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from conquian_service.bootstrap import Service
from conquian_service.storage.keys import Keys
from conquian_storage.v1.game_pb2 import Snapshot
from conquian_storage.v1.log_pb2 import LogEntry
from tests.conformance.doors import GrpcDoor
from tests.conformance.tables import ME, OTHER, Table, a_pass, new_request_id

STAMP = 6
"""Bytes of time that the store puts before each body."""
UNKNOWN = 99
UNKNOWN_FIELD = b"\x98\x06\x01"
"""Field 99 with the number 1."""
KEYS = Keys()

CALLS: dict[str, Callable[[Table], tuple[Message, str]]] = {
    "GetGame": lambda table: (pb.GetGameRequest(game_id=table.game_id), table.seats[ME]),
    "JoinGame": lambda table: (pb.JoinGameRequest(game_id=table.game_id), ""),
    "LeaveGame": lambda table: (pb.LeaveGameRequest(game_id=table.game_id), table.seats[ME]),
    "CancelGame": lambda table: (pb.CancelGameRequest(game_id=table.game_id), table.host),
    "FreeSeat": lambda table: (pb.FreeSeatRequest(game_id=table.game_id, seat=ME), table.host),
    "IssueSeatToken": lambda table: (
        pb.IssueSeatTokenRequest(game_id=table.game_id, seat=OTHER),
        table.host,
    ),
    "IssueWatchTicket": lambda table: (
        pb.IssueWatchTicketRequest(game_id=table.game_id),
        table.seats[ME],
    ),
    "PlayMove": lambda table: (table.move(a_pass()), table.seats[ME]),
    "ListLegalMoves": lambda table: (
        pb.ListLegalMovesRequest(game_id=table.game_id),
        table.seats[ME],
    ),
    "Resign": lambda table: (pb.ResignRequest(game_id=table.game_id), table.seats[ME]),
    "WatchGame": lambda table: (pb.WatchGameRequest(game_id=table.game_id, after_revision=0), ""),
    "ListEvents": lambda table: (pb.ListEventsRequest(game_id=table.game_id), ""),
    "GetTranscript": lambda table: (pb.GetTranscriptRequest(game_id=table.game_id), ""),
}
"""Every call about one game, such that this build would carry it out or refuse it otherwise."""

READERS_OF_THE_LOG = {"WatchGame", "ListEvents"}

SNAPSHOTS: dict[str, Callable[[Snapshot], object]] = {
    "min_reader": lambda message: setattr(message, "min_reader", UNKNOWN),
    "value of an option": lambda message: setattr(message.rules, "forcing", UNKNOWN),
    "option": lambda message: message.rules.MergeFromString(UNKNOWN_FIELD),
    "ruleset": lambda message: setattr(message.rules, "ruleset", "conquian_of_2040"),
}
"""What a newer build may have written, by what is unknown of it here."""


async def _all_of(service: Service, game_id: str) -> list[object]:
    """Everything that the store keeps of a game."""
    return [
        await service.lane.read("GET", KEYS.snapshot(game_id)),
        await service.lane.read("LRANGE", KEYS.log(game_id), 0, -1),
        await service.lane.read("HGETALL", KEYS.requests(game_id)),
    ]


async def _rewrite(
    service: Service, game_id: str, change: Callable[[Snapshot], object]
) -> Callable[[], Awaitable[object]]:
    """Let the snapshot be a newer build's; the result writes the old one again."""
    key = KEYS.snapshot(game_id)
    kept = await service.lane.read("GET", key)
    message = Snapshot.FromString(kept[STAMP:])
    change(message)
    await service.lane.write("SET", key, kept[:STAMP] + message.SerializeToString(), "KEEPTTL")

    async def undo() -> object:
        return await service.lane.write("SET", key, kept, "KEEPTTL")

    return undo


def test_every_call_about_a_game_is_here() -> None:
    """A new method is added to the list."""
    methods = set(pb.DESCRIPTOR.services_by_name["GameService"].methods_by_name)
    assert set(CALLS) == methods - {"CreateGame", "ListGames"}


@pytest.mark.parametrize("unknown", SNAPSHOTS)
async def test_no_call_judges_or_changes_a_game_of_a_newer_build(
    service: Service, grpc_door: GrpcDoor, unknown: str
) -> None:
    """UNAVAILABLE `NEWER_RULES`, and nothing changes; once a build that knows is back, play on."""
    table = await Table.pinned(grpc_door)
    undo = await _rewrite(service, table.game_id, SNAPSHOTS[unknown])
    before = await _all_of(service, table.game_id)
    for name, call in CALLS.items():
        refusal = await grpc_door.refused(*call(table))
        assert refusal.name == ("UNAVAILABLE", "NEWER_RULES"), name
        assert refusal.metadata == {}, name
        assert await _all_of(service, table.game_id) == before, name
    await undo()
    await table.play(ME, a_pass())


async def test_a_repeated_creation_does_not_judge_it_either(
    service: Service, grpc_door: GrpcDoor
) -> None:
    """The same request again would find the game, if it could read it."""
    request = pb.CreateGameRequest(ruleset="classic", request_id=new_request_id())
    made = await grpc_door.ask(request)
    undo = await _rewrite(service, made.game.game_id, SNAPSHOTS["min_reader"])
    refusal = await grpc_door.refused(request)
    assert refusal.name == ("UNAVAILABLE", "NEWER_RULES")
    assert refusal.metadata == {}  # for it has happened
    await undo()
    assert await grpc_door.ask(request) == made


@pytest.mark.parametrize("unknown", SNAPSHOTS)
async def test_the_list_leaves_it_out(service: Service, grpc_door: GrpcDoor, unknown: str) -> None:
    """The others are listed, and the game itself again as soon as it can be read."""
    newer, plain = [await Table.set_up(grpc_door, access=view_pb2.ACCESS_PUBLIC) for _ in range(2)]

    async def listed() -> set[str]:
        answer = await grpc_door.ask(pb.ListGamesRequest(page_size=200))
        return {game.game_id for game in answer.games} & {newer.game_id, plain.game_id}

    undo = await _rewrite(service, newer.game_id, SNAPSHOTS[unknown])
    assert await listed() == {plain.game_id}
    await undo()
    assert await listed() == {newer.game_id, plain.game_id}


async def test_a_log_entry_of_a_newer_build(service: Service, grpc_door: GrpcDoor) -> None:
    """Only who has to read it is refused: the game itself may be one that we know."""
    table = await Table.pinned(grpc_door)
    key = KEYS.log(table.game_id)
    kept = await service.lane.read("LINDEX", key, 1)
    entry = LogEntry.FromString(kept[STAMP:])
    entry.min_reader = UNKNOWN
    await service.lane.write("LSET", key, 1, kept[:STAMP] + entry.SerializeToString())
    for name in READERS_OF_THE_LOG:
        refusal = await grpc_door.refused(*CALLS[name](table))
        assert refusal.name == ("UNAVAILABLE", "NEWER_RULES"), name
    after = pb.ListEventsRequest(game_id=table.game_id, after_revision=2)
    assert [update.revision for update in (await grpc_door.ask(after)).updates] == [3]
    await table.finish()
    refusal = await grpc_door.refused(pb.GetTranscriptRequest(game_id=table.game_id))
    assert refusal.name == ("UNAVAILABLE", "NEWER_RULES")
