"""A token that a newer one replaced repeats a call: it hears what happened, and sees no hand."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from conquian.v1 import game_service_pb2 as pb
from tests.conformance.decks import AFTER_DEALER
from tests.conformance.doors import Door, GrpcDoor
from tests.conformance.tables import ME, OTHER, Table, a_pass, new_request_id

ONE = "move-1"
"""An id that others guess."""


async def _renew(table: Table, seat: int = ME, token: str = "") -> tuple[Message, Any]:
    """Replace a seat's token, as the host unless told; the request and its answer."""
    request = pb.IssueSeatTokenRequest(
        game_id=table.game_id, seat=seat, request_id=new_request_id()
    )
    given = await table.door.ask(request, token or table.host)
    table.seats[seat] = given.seat_token
    table.revision = given.update.revision
    return request, given


def _without_hand(repeated: Any, first: Any) -> None:
    """An answer about the same change, with nothing in it but what anybody sees."""
    assert first.update.view.you.hand
    assert repeated.update.revision == first.update.revision == repeated.update.view.revision
    assert repeated.update.commit_time == first.update.commit_time
    assert not repeated.update.view.HasField("you")
    said = str(repeated)
    assert [card for card in first.update.view.you.hand if f'"{card}"' in said] == []


async def test_a_move_is_repeated_without_the_hand(door: Door) -> None:
    """By the token that made it, as at first until it is replaced."""
    table = await Table.pinned(door)
    request, old = table.move(a_pass(), request_id=ONE), table.seats[ME]
    first = await door.ask(request, old)
    assert await door.ask(request, old) == first
    await _renew(table, OTHER)
    assert await door.ask(request, old) == first
    await _renew(table)
    _without_hand(await door.ask(request, old), first)
    await table.finish()
    _without_hand(await door.ask(request, old), first)


async def test_resigning_is_repeated_without_the_hand(door: Door) -> None:
    """At a table where the others go on."""
    table = await Table.set_up(door, ruleset="coo_can", seats=3, first_dealer=OTHER)
    await table.fill(3)
    request, old = pb.ResignRequest(game_id=table.game_id, request_id=ONE), table.seats[ME]
    first = await door.ask(request, old)
    assert await door.ask(request, old) == first
    assert first.update.view.HasField("you")
    await _renew(table)
    repeated = await door.ask(request, old)
    assert repeated.update.revision == first.update.revision
    assert not repeated.update.view.HasField("you")


async def test_a_seat_is_given_again_without_the_hand(door: Door) -> None:
    """Joining started the game: once the token in its answer is dead, no hand is in it."""
    table = await Table.set_up(door, first_dealer=OTHER)
    await table.join(OTHER)
    request = pb.JoinGameRequest(game_id=table.game_id, seat=ME, request_id=new_request_id())
    first = await door.ask(request, table.invite)
    assert len(first.update.view.you.hand) == len(AFTER_DEALER)
    assert await door.ask(request, table.invite) == first
    await _renew(table)
    repeated = await door.ask(request, table.invite)
    assert (repeated.seat, repeated.seat_token) == (first.seat, first.seat_token)
    _without_hand(repeated, first)


async def test_a_renewal_is_repeated_with_the_token_that_it_ended(door: Door) -> None:
    """It gives the new token and the hand, until that token is replaced in its turn."""
    table = await Table.pinned(door)
    old = table.seats[ME]
    request, first = await _renew(table, token=old)
    assert await door.ask(request, old) == first
    await table.play(ME, a_pass())
    assert await door.ask(request, old) == first
    by_host, second = await _renew(table)
    repeated = await door.ask(request, old)
    assert repeated.seat_token == first.seat_token != second.seat_token
    _without_hand(repeated, first)
    assert await door.ask(by_host, table.host) == second
    await _renew(table)
    _without_hand(await door.ask(by_host, table.host), second)


async def test_a_new_token_is_none_that_was_given_before(grpc_door: GrpcDoor) -> None:
    """Revisions that the store lost may have given the one of the next epoch to somebody else."""
    table = await Table.pinned(grpc_door)
    epochs = [int(table.seats[ME].split(".")[4])]
    for _ in range(3):
        await _renew(table)
        epochs.append(int(table.seats[ME].split(".")[4]))
    assert len(set(epochs)) == len(epochs)
    assert not {epoch + 1 for epoch in epochs} & set(epochs)


async def test_leaving_is_repeated_after_somebody_else_came(door: Door) -> None:
    """The first answer: of a table before the start, where nobody has a hand."""
    table = await Table.set_up(door, first_dealer=OTHER)
    await table.join(ME)
    request, old = pb.LeaveGameRequest(game_id=table.game_id, request_id=ONE), table.seats[ME]
    first = await door.ask(request, old)
    assert await door.ask(request, old) == first
    await table.fill(2)
    assert table.seats[ME] != old
    assert await door.ask(request, old) == first
    assert not first.update.view.HasField("you")
    assert not first.update.view.HasField("deal")
