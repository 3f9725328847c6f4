"""Keys that sign tokens may be set, added to and changed while games run."""

from __future__ import annotations

import secrets

from conquian.v1 import game_service_pb2 as pb
from tests.conformance.conftest import Another
from tests.conformance.doors import opened
from tests.conformance.tables import ME, Table

OLD, NEW = f"k1:{'11' * 32}", f"k2:{'22' * 32}"


async def test_tokens_outlive_a_change_of_keys(another: Another) -> None:
    """Those of the key made once, too; those of a key taken away do not."""
    prefix = f"test-{secrets.token_hex(6)}:"

    async def table(**settings: str) -> Table:
        async with (
            another(key_prefix=prefix, **settings) as service,
            opened(service.grpc_target) as door,
        ):
            return await Table.pinned(door)

    async def answer(table: Table, **settings: str) -> str:
        async with (
            another(key_prefix=prefix, **settings) as service,
            opened(service.grpc_target) as door,
        ):
            # Tokens are looked at first, then this impossible page.
            request = pb.ListLegalMovesRequest(game_id=table.game_id, page_size=-1)
            return (await door.refused(request, table.seats[ME])).reason

    known, unknown = "FIELD_INVALID", "CREDENTIAL_INVALID"
    made_once = await table()
    assert await answer(made_once, token_keys=OLD) == known
    signed = await table(token_keys=OLD)
    assert await answer(signed, token_keys=f"{NEW},{OLD}") == known
    assert await answer(signed, token_keys=NEW) == unknown
    assert await answer(signed) == unknown
