"""Many at once: exactly one of them, or exactly the seats, and nobody without an answer."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import grpc
import grpc.aio
import pytest
from google.protobuf.message import Message

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import view_pb2
from tests.e2e.doors import Doors, Refusal, new_request_id, refusal_of
from tests.e2e.tables import Table, decide, given_orders, greedy_player, play_some, set_up, view_of

COPIES = 100
WRITERS = 8
JOINS = 50
WATCHERS = 2500
"""More than the 1000 calls that gRPC lets wait by itself before it cancels some."""


async def _all_at_once(
    doors: Doors, requests: list[Message], token: str = ""
) -> tuple[list[Any], list[Refusal]]:
    """Make all calls together, over both servers: the answers, and the refusals."""
    calls = [doors[number].ask(request, token) for number, request in enumerate(requests)]
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    answers: list[Any] = []
    refusals = []
    for outcome in outcomes:
        if isinstance(outcome, grpc.aio.AioRpcError):
            refusals.append(refusal_of(outcome))
        elif isinstance(outcome, BaseException):
            raise outcome
        else:
            answers.append(outcome)
    return answers, refusals


async def _started(doors: Doors, *, moves: int) -> Table:
    table = await set_up(doors, orders=given_orders(1), first_dealer=0)
    await play_some(doors, table, greedy_player(Random(moves)), moves=moves)
    return table


@pytest.mark.parametrize("moves", [0, 7])
async def test_a_hundred_copies_of_a_move_are_one_move(doors: Doors, moves: int) -> None:
    """100 copies of one PlayMove over two servers: one revision, 100 identical answers."""
    table = await _started(doors, moves=moves)
    before = await view_of(doors, table)
    seat = before.deal.seats_to_act[0]
    request, _ = await decide(doors, table, seat, greedy_player(Random(0)))
    answers, refusals = await _all_at_once(doors, [request] * COPIES, table.seats[seat])
    assert refusals == []
    assert len(answers) == COPIES
    assert all(answer == answers[0] for answer in answers)
    assert answers[0].update.revision == before.revision + 1
    after = await view_of(doors, table)
    assert after.revision == before.revision + 1


@pytest.mark.parametrize("moves", [0, 5])
async def test_of_eight_writers_on_one_decision_one_wins(doors: Doors, moves: int) -> None:
    """8 requests with ids of their own: one OK, seven ABORTED with the new revision."""
    table = await _started(doors, moves=moves)
    before = await view_of(doors, table)
    seat = before.deal.seats_to_act[0]
    request, seen = await decide(doors, table, seat, greedy_player(Random(0)))
    legal = seen.you.legal_moves
    requests: list[Message] = []
    for number in range(WRITERS):
        own = pb.PlayMoveRequest()
        own.CopyFrom(request)
        own.move.CopyFrom(legal[number % len(legal)])
        own.request_id = new_request_id()
        requests.append(own)
    answers, refusals = await _all_at_once(doors, requests, table.seats[seat])
    assert [answer.update.revision for answer in answers] == [before.revision + 1]
    assert len(refusals) == WRITERS - 1
    assert {refusal.name for refusal in refusals} == {("ABORTED", "STALE_REVISION")}
    now = str(before.revision + 1)
    assert {refusal.metadata.get("revision") for refusal in refusals} == {now}
    assert (await view_of(doors, table)).revision == before.revision + 1


@pytest.mark.parametrize("ruleset", ["classic", "three_player", "four_player"])
async def test_fifty_joins_at_once_fill_exactly_the_seats(doors: Doors, ruleset: str) -> None:
    """50 callers, one seat each at most: every seat taken once, the others told why not."""
    made = await doors.ask(pb.CreateGameRequest(ruleset=ruleset, request_id=new_request_id()))
    seats = len(made.game.seats)
    requests: list[Message] = [
        pb.JoinGameRequest(
            game_id=made.game.game_id, name=f"player {number}", request_id=new_request_id()
        )
        for number in range(JOINS)
    ]
    answers, refusals = await _all_at_once(doors, requests)
    assert sorted(answer.seat for answer in answers) == list(range(seats))
    assert len({answer.seat_token for answer in answers}) == seats
    assert len(refusals) == JOINS - seats
    assert {refusal.name for refusal in refusals} == {("FAILED_PRECONDITION", "GAME_STARTED")}
    got = await doors.ask(pb.GetGameRequest(game_id=made.game.game_id))
    assert got.game.status == view_pb2.GAME_STATUS_RUNNING
    assert got.game.revision == 1 + seats
    names = {answer.seat: answer.update.events[0].seat_taken.name for answer in answers}
    assert {seat.seat: seat.name for seat in got.game.seats} == names


async def test_fifty_joins_for_one_seat_take_it_once(doors: Doors) -> None:
    """50 callers who all want seat 1: one has it, the others hear `SEAT_TAKEN`."""
    made = await doors.ask(pb.CreateGameRequest(ruleset="classic", request_id=new_request_id()))
    requests: list[Message] = [
        pb.JoinGameRequest(game_id=made.game.game_id, seat=1, request_id=new_request_id())
        for _ in range(JOINS)
    ]
    answers, refusals = await _all_at_once(doors, requests)
    assert [answer.seat for answer in answers] == [1]
    assert {refusal.name for refusal in refusals} == {("ALREADY_EXISTS", "SEAT_TAKEN")}
    assert len(refusals) == JOINS - 1


async def test_fifty_copies_of_a_join_are_one_seat(doors: Doors) -> None:
    """The same join 50 times at once: one seat, one token, 50 identical answers."""
    made = await doors.ask(pb.CreateGameRequest(ruleset="classic", request_id=new_request_id()))
    request = pb.JoinGameRequest(game_id=made.game.game_id, name="Ana", request_id=new_request_id())
    answers, refusals = await _all_at_once(doors, [request] * JOINS)
    assert refusals == []
    assert all(answer == answers[0] for answer in answers)
    got = await doors.ask(pb.GetGameRequest(game_id=made.game.game_id))
    assert [seat.taken for seat in got.game.seats] == [True, False]
    assert got.game.revision == 2


async def test_fifty_copies_of_a_creation_are_one_game(doors: Doors) -> None:
    """The same CreateGame 50 times at once: one game, its tokens, 50 identical answers."""
    request = pb.CreateGameRequest(
        ruleset="classic", access=view_pb2.ACCESS_PUBLIC, request_id=new_request_id()
    )
    answers, refusals = await _all_at_once(doors, [request] * JOINS)
    assert refusals == []
    assert all(answer == answers[0] for answer in answers)
    listed = await doors.ask(pb.ListGamesRequest(page_size=200))
    game_ids = [game.game_id for game in listed.games]
    assert game_ids.count(answers[0].game.game_id) == 1


async def test_a_crowd_of_watchers_comes_at_once(doors: Doors) -> None:
    """As when another server has gone away: each gets the newest revision, none is sent off."""
    table = await set_up(doors)
    request = pb.WatchGameRequest(game_id=table.game_id)
    streams = [doors.all[0].watch(request) for _ in range(WATCHERS)]
    try:
        for stream in streams:
            first = await stream.read()
            assert isinstance(first, pb.WatchGameResponse)
            assert first.update.revision == 3
    finally:
        for stream in streams:
            stream.cancel()
