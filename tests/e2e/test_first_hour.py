"""What a newcomer does first: look with a generic tool, use the Python client, watch the demo."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

import conquian
from tests.support.processes import Server

CALL_WITHIN = 10
SERVICES = {"conquian.v1.GameService", "conquian.v1.RulesService"}


class GenericClient:
    """Knows an address; everything else it learns by reflection, as grpcurl does."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel
        self._database: Any = ProtoReflectionDescriptorDatabase(channel)
        self._pool = DescriptorPool(self._database)

    def services(self) -> set[str]:
        """Names of all services."""
        return set(self._database.get_services())

    def call(self, service: str, method: str, token: str = "", **fields: Any) -> Any:
        """Call a method with a request made of its fields."""
        described = self._pool.FindServiceByName(service).FindMethodByName(method)
        request_class = GetMessageClass(described.input_type)
        response_class = GetMessageClass(described.output_type)
        make = self._channel.unary_unary(
            f"/{service}/{method}",
            request_serializer=request_class.SerializeToString,
            response_deserializer=response_class.FromString,
        )
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        return make(request_class(**fields), timeout=CALL_WITHIN, metadata=metadata)


@contextmanager
def _channel(server: Server) -> Iterator[grpc.Channel]:
    channel = grpc.insecure_channel(server.address, options=(("grpc.enable_http_proxy", 0),))
    with channel:
        yield channel


def test_a_generic_client_creates_and_plays_by_reflection(pair: tuple[Server, Server]) -> None:
    """With the server's own descriptors alone: rulesets, a game, both seats, a first move."""
    with _channel(pair[0]) as channel:
        client = GenericClient(channel)
        assert client.services() >= SERVICES
        game, rules = "conquian.v1.GameService", "conquian.v1.RulesService"
        rulesets = client.call(rules, "ListRulesets").rulesets
        assert "classic" in [ruleset.name for ruleset in rulesets]
        made = client.call(game, "CreateGame", ruleset="classic")
        game_id = made.game.game_id
        tokens = [
            client.call(game, "JoinGame", game_id=game_id, name=name).seat_token
            for name in ("Ana", "Ben")
        ]
        view = client.call(game, "GetGame", game_id=game_id).game
        assert [seat.name for seat in view.seats] == ["Ana", "Ben"]
        token = tokens[view.deal.seats_to_act[0]]
        legal = client.call(game, "ListLegalMoves", token, game_id=game_id)
        played = client.call(
            game, "PlayMove", token, game_id=game_id, revision=legal.revision, move=legal.moves[0]
        )
        assert played.update.revision == view.revision + 1


def test_health_answers_for_every_name(pair: tuple[Server, Server]) -> None:
    """The empty name and each service are SERVING on both servers."""
    for server in pair:
        with _channel(server) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            for name in ("", *sorted(SERVICES)):
                answer = stub.Check(
                    health_pb2.HealthCheckRequest(service=name), timeout=CALL_WITHIN
                )
                assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_the_http_door_tells_how_it_goes(pair: tuple[Server, Server]) -> None:
    """/healthz and /readyz say yes; /metrics names the build and counts calls."""
    for server in pair:
        assert server.fetch("/healthz")[0] == 200
        assert server.fetch("/readyz")[0] == 200
        status, text = server.fetch("/metrics")
        assert status == 200
        assert "conquian" in text
        assert re.search(r"^conquian_build_info\{.*\} 1(\.0)?$", text, re.MULTILINE)


async def test_the_python_client_creates_and_plays(pair: tuple[Server, Server]) -> None:
    """The README's way: connect, create, join twice, let two players play to the end."""
    async with conquian.connect(pair[0].address) as ana, conquian.connect(pair[1].address) as ben:
        created = await ana.create_game("classic", options={"max_deals": 3})
        seats = [await ana.join(created.game_id, name="Ana")]
        seats.append(await ben.join(created.game_id, name="Ben"))
        players: list[conquian.Player] = [conquian.GreedyPlayer(), conquian.RandomPlayer(1)]
        ends = await asyncio.gather(*map(conquian.play_to_end, seats, players))
        assert ends[0].result is not None
        assert ends[0].result == ends[1].result
        transcript = await ana.transcript(created.game_id)
        assert transcript.game.result == ends[0].result


def _demo(*arguments: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-m", "conquian_service", "demo", *arguments],
        capture_output=True,
        text=True,
        timeout=45,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def _check_demo(text: str) -> None:
    """A demo shows the deal, the moves and who won."""
    lines = text.splitlines()
    assert len(lines) > 12
    assert any("wins" in line or "won" in line for line in lines[-3:]), lines[-3:]
    told = " ".join(lines)
    for word in ("Ana", "Ben", "takes", "discards", "passes"):
        assert word in told


def test_the_demo_plays_a_game_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """`conquian demo` alone: a whole game move by move, with the winner, and nothing left.

    What a service of this shell is told of its addresses and its store is not for the demo.
    """
    monkeypatch.setenv("CONQUIAN_HTTP_HOST", "0.0.0.0")
    monkeypatch.setenv("CONQUIAN_DURABILITY", "replica:1")
    _check_demo(_demo())


def test_the_demo_plays_at_a_running_service(pair: tuple[Server, Server]) -> None:
    """`conquian demo --target` plays against the service that runs there."""
    _check_demo(_demo("--target", pair[0].address))
