"""Questions about positions that take long hold nobody else, and come to an end."""

from __future__ import annotations

import asyncio
import json

import pytest

from conquian.v1 import cards_pb2
from conquian.v1 import rules_service_pb2 as pb
from conquian_service.bootstrap import Overrides
from tests.conformance.conftest import Another
from tests.conformance.doors import Door, opened


def _melds(*melds: str) -> list[cards_pb2.Meld]:
    return [cards_pb2.Meld(cards=meld.split()) for meld in melds]


WILD = pb.AnalyzePositionRequest(
    ruleset="full_pack",
    options={"black_twos_wild": "true", "borrow_from_opponents": "true", "max_run": "none"},
    hand="2C 2S 8H 6D QD 9S 8D 9H 8S 6C".split(),
    upcard="AH",
    opponent_tables=[
        pb.OpponentTable(melds=_melds("TS JS QS KS", "5H 5D 5S 5C")),
    ],
)
"""Two wild cards, and many to borrow: tens of milliseconds on a good day."""
JOKERS = pb.AnalyzePositionRequest(
    ruleset="kunken", hand="JK JK JK JK AS 2S 3S 4S 5S 6S 7S 8S".split()
)


@pytest.mark.parametrize("request_", [WILD, JOKERS], ids=["wild twos", "jokers"])
async def test_a_question_is_given_up_after_some_time(
    another: Another, request_: pb.AnalyzePositionRequest
) -> None:
    """INVALID_ARGUMENT `POSITION_TOO_COMPLEX`; simple questions are answered as ever."""
    async with (
        another(overrides=Overrides(aside_seconds=0.0001)) as service,
        opened(service.grpc_target) as door,
    ):
        refusal = await door.refused(request_)
        assert refusal.name == ("INVALID_ARGUMENT", "POSITION_TOO_COMPLEX")
        simple = pb.AnalyzePositionRequest(
            ruleset="classic", hand="5C 5S".split(), upcard="5D", page_size=1
        )
        assert len((await door.ask(simple)).takings) == 1


@pytest.mark.parametrize("request_", [WILD, JOKERS], ids=["wild twos", "jokers"])
async def test_a_hard_question_is_answered(door: Door, request_: pb.AnalyzePositionRequest) -> None:
    """And not once only; calls beside it are not held up by it."""
    asked = [asyncio.create_task(door.ask(request_)) for _ in range(3)]
    first, *others = await asyncio.gather(*asked)
    assert first.hand_points > 0
    assert all(other == first for other in others)


async def test_who_goes_away_asks_no_more(another: Another) -> None:
    """His question is not answered any further, and the next one gets its turn."""
    hand = ["JK"] * 4 + [f"{rank}C" for rank in "A23456789TJQK"] + ["AC"]
    body = json.dumps({"ruleset": "kunken", "hand": hand}).encode()
    head = (
        "POST /v1/positions:analyze HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    ).encode()
    async with (
        another(overrides=Overrides(aside_seconds=60)) as service,
        opened(service.grpc_target) as door,
    ):
        host, _, port = service.http.target.rpartition(":")
        for _ in range(3):
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(head + body)
            await writer.drain()
            await asyncio.sleep(0.2)
            writer.close()
        async with asyncio.timeout(20):
            assert (await door.ask(JOKERS)).hand_points > 0
