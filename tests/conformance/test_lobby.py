"""What is kept of the list of public games: games that wait or run, and no others."""

from __future__ import annotations

import pytest

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from conquian_service.bootstrap import Service
from tests.conformance.doors import GrpcDoor
from tests.conformance.tables import ME, Table


async def hinted(service: Service) -> set[str]:
    """The games that stand on the list, whether or not they should."""
    return {hint.game_id for hint in await service.ports.lobby.page(after="", limit=1000)}


@pytest.mark.parametrize("end", ["resigned", "called off", "called off before the start"])
async def test_the_end_of_a_game_takes_it_off_the_list(
    service: Service, grpc_door: GrpcDoor, end: str
) -> None:
    """With the commit that ends it, whether or not anybody reads the list."""
    table = await Table.set_up(grpc_door, access=view_pb2.ACCESS_PUBLIC)
    assert table.game_id in await hinted(service)
    if end != "called off before the start":
        await table.fill(2)
        assert table.game_id in await hinted(service)
    if end == "resigned":
        await table.resign(ME)
    else:
        await grpc_door.ask(pb.CancelGameRequest(game_id=table.game_id), table.host)
    assert table.game_id not in await hinted(service)
