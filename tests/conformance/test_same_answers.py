"""Every door says the same, to the last field: what gRPC keeps from a reader, all of them do.

That gRPC shows nobody too much is shown by tests/e2e (whole games overheard, and games with
other hidden cards); here each door is held against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from google.protobuf.message import Message

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import rules_service_pb2
from tests.conformance.decks import AFTER_DEALER, DEALER
from tests.conformance.doors import Door, GrpcDoor
from tests.conformance.tables import ME, OTHER, Table, a_discard, a_force, a_pass, a_taking

READERS: dict[str, Callable[[Table], str]] = {
    "seat 0": lambda table: table.seats[OTHER],
    "seat 1": lambda table: table.seats[ME],
    "host": lambda table: table.host,
    "watcher": lambda table: table.watch,
    "anyone": lambda _: "",
}
readers = pytest.mark.parametrize("reader", READERS)


async def _in_the_middle(door: Door) -> Table:
    """A game in which melds lie, and the dealer has an upcard to decide about."""
    table = await Table.pinned(door)
    await table.play(ME, a_taking("3C 4C 5C"))
    await table.play(ME, a_discard("KD"))
    return table


def _asked(table: Table) -> Iterator[Message]:
    game_id = table.game_id
    yield pb.GetGameRequest(game_id=game_id, include_legal_moves=True)
    yield pb.ListEventsRequest(game_id=game_id, include_legal_moves=True)
    yield pb.ListEventsRequest(game_id=game_id, after_revision=3, page_size=1)
    yield pb.ListLegalMovesRequest(game_id=game_id, page_size=200)
    yield rules_service_pb2.ListRulesetsRequest(page_size=3)
    yield rules_service_pb2.GetRulesetRequest(ruleset="mexican")
    yield rules_service_pb2.AnalyzePositionRequest(
        ruleset="classic", hand=AFTER_DEALER, upcard="3C"
    )


def _refused(table: Table) -> Iterator[Message]:
    yield pb.GetTranscriptRequest(game_id=table.game_id)
    yield pb.JoinGameRequest(game_id=table.game_id)
    for move in (a_pass(), a_discard("7H"), a_taking("7H 7S 7D"), a_force(ME)):
        yield table.move(move, revision=2, request_id="")
        if move.WhichOneof("kind") != "pass":
            yield table.move(move, validate_only=True)


@readers
async def test_answers_are_the_same(door: Door, grpc_door: GrpcDoor, reader: str) -> None:
    """Whoever asks: equal messages, or equal refusals."""
    table = await _in_the_middle(door)
    token = READERS[reader](table)
    for request in _asked(table):
        if request.DESCRIPTOR.name == "ListLegalMovesRequest" and "seat" not in reader:
            assert await door.refused(request, token) == await grpc_door.refused(request, token)
        else:
            assert await door.ask(request, token) == await grpc_door.ask(request, token)


@readers
async def test_refusals_are_the_same(door: Door, grpc_door: GrpcDoor, reader: str) -> None:
    """Code, reason, metadata, text: none knows of a card that the other does not name."""
    table = await _in_the_middle(door)
    token = READERS[reader](table)
    for request in _refused(table):
        refusal = await door.refused(request, token)
        assert refusal == await grpc_door.refused(request, token)


@readers
async def test_streams_are_the_same(door: Door, grpc_door: GrpcDoor, reader: str) -> None:
    """Message by message, to the end of the game."""
    table = await _in_the_middle(door)
    request = pb.WatchGameRequest(game_id=table.game_id, after_revision=0, include_legal_moves=True)
    token = READERS[reader](table)
    await table.finish()
    told = await door.watch(request, token).rest()
    assert told == await grpc_door.watch(request, token).rest()
    assert len(told) == table.revision


async def test_the_hands_are_not_in_what_others_get(door: Door) -> None:
    """As text, wherever in the answer: the one check that does not rest on gRPC's."""
    table = await _in_the_middle(door)
    hidden = {OTHER: DEALER, ME: [card for card in AFTER_DEALER if card not in "4C 5C KD"]}
    shown = "3C 4C 5C KD"
    for name, reader in READERS.items():
        token = reader(table)
        for request in (
            pb.GetGameRequest(game_id=table.game_id, include_legal_moves=True),
            pb.ListEventsRequest(game_id=table.game_id),
        ):
            said = str(await door.ask(request, token))
            for seat, cards in hidden.items():
                if name != f"seat {seat}":
                    told = [card for card in cards if f'"{card}"' in said and card not in shown]
                    assert told == [], name
