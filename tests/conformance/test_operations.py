"""What operators and tools ask: health, reflection, metrics, liveness, readiness."""

from __future__ import annotations

import io
import json
import secrets
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from conquian.v1 import game_service_pb2 as pb
from conquian_service.bootstrap import Service
from conquian_service.telemetry.logs import AccessLog
from tests.conformance.conftest import Another
from tests.conformance.doors import Door, GrpcDoor, opened
from tests.conformance.every_door import DoorKind
from tests.conformance.http import fetch
from tests.conformance.tables import ME, Table, a_discard

DOORS = {"grpc": "grpc", "rest": "rest"}
"""How the log names a door; the library's are one to it."""
SERVICES = ["conquian.v1.GameService", "conquian.v1.RulesService"]


async def _health(door: GrpcDoor, name: str) -> int:
    stub: Any = health_pb2_grpc.HealthStub(door.channel)
    answer = await stub.Check(health_pb2.HealthCheckRequest(service=name))
    return int(answer.status)


@pytest.mark.parametrize("name", ["", *SERVICES])
async def test_health_answers_for_the_empty_name_and_each_service(
    grpc_door: GrpcDoor, name: str
) -> None:
    """Probes ask for either."""
    assert await _health(grpc_door, name) == health_pb2.HealthCheckResponse.SERVING


async def test_health_of_a_service_that_is_not_here(grpc_door: GrpcDoor) -> None:
    """NOT_FOUND, as the protocol wants it."""
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await _health(grpc_door, "conquian.v2.GameService")
    assert refused.value.code() is grpc.StatusCode.NOT_FOUND


@pytest.mark.parametrize(
    "method",
    [
        "grpc.health.v1.Health/Check",
        "grpc.health.v1.Health/Watch",
        "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    ],
)
async def test_health_and_reflection_refuse_what_is_no_message(
    grpc_door: GrpcDoor, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    """Anybody can send such: it is no fault, and nothing for the log."""
    stream: Any = grpc_door.channel.stream_stream(f"/{method}")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await anext(aiter(stream(iter([b"\xff\xff"]))))
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "DecodeError" not in str(refused.value.details())
    assert [record for record in caplog.records if record.name.startswith("grpc")] == []


async def test_reflection_lists_the_services_and_describes_them(grpc_door: GrpcDoor) -> None:
    """A tool that has no proto file can make every call."""
    channel: Any = grpc_door.channel
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
    asked = reflection_pb2.ServerReflectionRequest
    calls = [asked(list_services="*"), asked(file_containing_symbol=SERVICES[0])]
    listed, described = [answer async for answer in stub.ServerReflectionInfo(iter(calls))]
    names = [service.name for service in listed.list_services_response.service]
    assert names == sorted(
        [*SERVICES, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"]
    )
    files = [
        FileDescriptorProto.FromString(file)
        for file in described.file_descriptor_response.file_descriptor_proto
    ]
    assert "GameService" in {service.name for file in files for service in file.service}


async def test_an_unknown_method_is_unimplemented(grpc_door: GrpcDoor) -> None:
    """By gRPC's own word for it."""
    call: Any = grpc_door.channel.unary_unary("/conquian.v1.GameService/Cheat")
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call(b"")
    assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_the_http_door_tells_liveness_readiness_and_metrics(service: Service) -> None:
    """Each at its usual place."""
    assert await fetch(service.http_url, "/healthz") == (200, {"status": "ok"})
    assert await fetch(service.http_url, "/readyz") == (200, {"status": "ok"})
    status, metrics = await fetch(service.http_url, "/metrics")
    assert status == 200
    assert "conquian_build_info{" in metrics


@pytest.mark.parametrize("change", [("DELUSER",), ("SETUSER", "-ping")], ids=["user", "right"])
async def test_a_store_that_lets_us_in_no_longer_is_away(
    service: Service, another: Another, caplog: pytest.LogCaptureFixture, change: tuple[str, ...]
) -> None:
    """503 at each poll, which is no fault of ours that the log should tell of each time."""
    lane, user = service.lane, f"user{secrets.token_hex(6)}"
    await lane.hint("ACL", "SETUSER", user, "on", ">right", "~*", "&*", "+@all")
    url = f"{service.store_url}?username={user}&password=right"
    async with another(redis_url=url) as ours:
        assert await fetch(ours.http_url, "/readyz") == (200, {"status": "ok"})
        await lane.hint("ACL", change[0], user, *change[1:])
        for _ in range(3):
            told = await fetch(ours.http_url, "/readyz")
            assert told == (503, {"status": "store unavailable"})
    await lane.hint("ACL", "DELUSER", user)
    assert not [record for record in caplog.records if record.getMessage() == "fault"]


async def test_calls_appear_in_the_metrics(service: Service, door: Door, kind: DoorKind) -> None:
    """By method, code and door; refused ones too."""
    await door.refused(pb.GetGameRequest(game_id="a" * 26))
    _, metrics = await fetch(service.http_url, "/metrics")
    name = DOORS.get(kind.name, "connect")
    assert f'conquian_calls_total{{code="NOT_FOUND",door="{name}",method="GetGame"}}' in metrics
    assert 'conquian_call_seconds_count{method="GetGame"}' in metrics
    assert 'conquian_store_seconds_count{operation="load"}' in metrics


async def test_calls_appear_in_the_access_log(another: Another, kind: DoorKind) -> None:
    """Alike by whichever door they came: method, code, reason, game, and nothing that was sent."""
    written = io.StringIO()
    async with another(access_log=AccessLog(written)) as service, kind.opened(service) as door:
        table = await Table.pinned(door)
        await door.refused(table.move(a_discard("KD"), request_id="mine"), table.seats[ME])
        stream = door.watch(pb.WatchGameRequest(game_id=table.game_id), table.seats[ME])
        await stream.read()
        await table.finish()
        await stream.rest()
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    seen = [(line["method"], line["code"], line.get("reason")) for line in lines]
    assert seen == [
        ("CreateGame", "OK", None),
        *[("JoinGame", "OK", None)] * 2,
        ("PlayMove", "FAILED_PRECONDITION", "WRONG_PHASE"),
        ("Resign", "OK", None),
        ("WatchGame", "OK", None),
    ]
    assert {line.get("game") for line in lines[1:]} == {table.game_id}
    assert {line["door"] for line in lines} == {DOORS.get(kind.name, "connect")}
    known = {"time", "level", "event", "door", "method", "code", "reason", "game", "duration_ms"}
    assert {key for line in lines for key in line} == known


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/nowhere", 404), ("POST", "/metrics", 405)]
)
async def test_what_the_http_door_refuses_is_json(
    service: Service, method: str, path: str, status: int
) -> None:
    """With the status in it."""
    found, body = await fetch(service.http_url, path, method=method)
    assert found == status
    assert body["error"]["code"] == status


async def test_liveness_does_not_depend_on_the_store(another: Another) -> None:
    """A store that is away makes a process unready, not dead."""
    async with another() as service:
        await service.lane.close()
        assert await fetch(service.http_url, "/readyz") == (503, {"status": "store unavailable"})
        assert (await fetch(service.http_url, "/healthz"))[0] == 200
        async with opened(service.grpc_target) as door:
            refusal = await door.refused(pb.GetGameRequest(game_id="a" * 26))
            assert refusal.name == ("UNAVAILABLE", "STORE_UNAVAILABLE")
            assert refusal.metadata == {"may_have_happened": "false"}
