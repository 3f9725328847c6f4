"""A client that others have written, against our Connect and gRPC-Web doors."""

from __future__ import annotations

from typing import Any

import pytest
from connectrpc.client import ConnectClient
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.protocol import ProtocolType
from google.rpc.error_details_pb2 import ErrorInfo

from conquian.v1 import game_service_pb2 as pb
from conquian_service.bootstrap import Service
from tests.conformance.doors import GrpcDoor
from tests.conformance.tables import ME, Table, a_pass

pytestmark = pytest.mark.parametrize("protocol", [ProtocolType.CONNECT, ProtocolType.GRPC_WEB])
_CODECS = [google_protobuf_binary_codec(), google_protobuf_json_codec()]
codecs = pytest.mark.parametrize("codec", _CODECS, ids=["binary", "json"])


def _method(name: str, request: type, response: type, kind: StreamType) -> MethodInfo[Any, Any]:
    return MethodInfo(
        name=name,
        service_name="conquian.v1.GameService",
        input=request,
        output=response,
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=kind,
    )


PLAY_MOVE = _method("PlayMove", pb.PlayMoveRequest, pb.PlayMoveResponse, StreamType.UNARY)
WATCH_GAME = _method(
    "WatchGame", pb.WatchGameRequest, pb.WatchGameResponse, StreamType.SERVER_STREAM
)


def _client(service: Service, protocol: ProtocolType, codec: object) -> ConnectClient:
    return ConnectClient(service.http_url, protocol=protocol, codec=codec)  # type: ignore[arg-type]


@codecs
async def test_it_plays_and_is_refused(
    service: Service, grpc_door: GrpcDoor, protocol: ProtocolType, codec: object
) -> None:
    """Its requests are compressed; it finds the details of an error."""
    table = await Table.pinned(grpc_door)
    headers = {"authorization": f"Bearer {table.seats[ME]}"}
    request = table.move(a_pass())
    async with _client(service, protocol, codec) as client:
        played = await client.execute_unary(request=request, method=PLAY_MOVE, headers=headers)
        assert played.update.revision == table.revision + 1
        with pytest.raises(ConnectError) as refused:
            await client.execute_unary(request=request, method=PLAY_MOVE, headers=headers)
    assert refused.value.code is Code.ABORTED
    first = refused.value.details[0]
    assert first.type_name == ErrorInfo.DESCRIPTOR.full_name
    assert ErrorInfo.FromString(first.message_bytes).reason == "STALE_REVISION"


@codecs
async def test_it_follows_a_game_to_its_end(
    service: Service, grpc_door: GrpcDoor, protocol: ProtocolType, codec: object
) -> None:
    """Each revision once."""
    table = await Table.pinned(grpc_door)
    request = pb.WatchGameRequest(game_id=table.game_id, after_revision=0)
    async with _client(service, protocol, codec) as client:
        stream = client.execute_server_stream(request=request, method=WATCH_GAME)
        seen = [(await anext(stream)).update.revision for _ in range(table.revision)]
        await table.finish()
        seen += [message.update.revision async for message in stream]
    assert seen == list(range(1, table.revision + 1))
