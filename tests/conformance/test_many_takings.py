"""Tens of thousands of takings through the door: some in a view, pages of the others, no stall."""

from __future__ import annotations

from conquian.moves import move_from_proto, parse_move
from conquian.v1 import cards_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_service.application.paging import read_token, write_token
from tests.conformance.doors import Door
from tests.conformance.rummy_decks import a_move
from tests.conformance.tables import ME, OTHER, Table
from tests.support.many_takings import OPTIONS, moves, order


async def _offered(door: Door) -> Table:
    """Seat 1 is offered 3S and may borrow from three long runs."""
    table = await Table.set_up(
        door,
        ruleset="four_player",
        options=OPTIONS,
        first_dealer=OTHER,
        pinned_orders=[pb.PackOrder(cards=order())],
    )
    await table.fill(4)
    for seat, move in moves():
        await table.play(seat, a_move(move))
    return table


async def test_a_view_has_some_and_any_of_them_can_be_played(door: Door) -> None:
    """The pass is always there."""
    table = await _offered(door)
    request = pb.GetGameRequest(game_id=table.game_id, include_legal_moves=True)
    answer: pb.GetGameResponse = await door.ask(request, table.seats[ME])
    you = answer.game.you
    shown = [str(move_from_proto(move)) for move in you.legal_moves]
    assert you.more_legal_moves
    assert 10 < len(shown) <= 200
    assert shown[-1] == "pass"
    assert "take 4C 5C 6C 7C 8C 9C TC JC, 3S 4S 5S" in shown
    await table.play(ME, you.legal_moves[0])


async def test_pages_go_on_from_there(door: Door) -> None:
    """Each move once, in the view's order; one too far away is refused."""
    table = await _offered(door)
    request = pb.GetGameRequest(game_id=table.game_id, include_legal_moves=True)
    you = (await door.ask(request, table.seats[ME])).game.you
    in_view = [str(move_from_proto(move)) for move in you.legal_moves]
    found: list[str] = []
    page_token = ""
    for _ in range(2):
        asked = pb.ListLegalMovesRequest(
            game_id=table.game_id, page_size=150, page_token=page_token
        )
        page: pb.ListLegalMovesResponse = await door.ask(asked, table.seats[ME])
        found += [str(move_from_proto(move)) for move in page.moves]
        page_token = page.next_page_token
    assert len(set(found)) == len(found) == 300
    assert {type(parse_move(move)).__name__ for move in found} == {"Take"}
    takings = [move for move in in_view if move != "pass"]
    assert found[: len(takings)] == takings

    passing = [cards_pb2.MOVE_KIND_PASS]
    only = pb.ListLegalMovesRequest(game_id=table.game_id, kinds=passing)
    assert len((await door.ask(only, table.seats[ME])).moves) == 1

    revision, _, of_all = read_token(page_token, 3)
    far = write_token(revision, "100000", of_all)
    asked = pb.ListLegalMovesRequest(game_id=table.game_id, page_token=far)
    refusal = await door.refused(asked, table.seats[ME])
    assert refusal.name == ("INVALID_ARGUMENT", "POSITION_TOO_COMPLEX")
