"""A player is played to the end of the game, whatever happens on the way."""

from __future__ import annotations

import pytest
from grpc import StatusCode

from conquian.aio import AsyncSeat, play_to_end
from conquian.cards import Card
from conquian.errors import IllegalMove, InvalidRequest, ServiceFault, Unavailable
from conquian.moves import Discard, LetGo, Move, Pass, move_to_proto
from conquian.players import GreedyPlayer
from conquian.v1 import events_pb2, game_service_pb2, view_pb2
from tests.unit.client.aio.clock import InstantClock
from tests.unit.client.scripted import (
    UNAVAILABLE,
    Refusal,
    ScriptedService,
    Step,
    WatchMessage,
    changed,
    game,
    got_game,
    resync,
    to_act,
    update,
)

STALE = Refusal(StatusCode.ABORTED, "STALE_REVISION", {"revision": "4"})
OVER = Refusal(StatusCode.FAILED_PRECONDITION, "GAME_FINISHED")


@pytest.fixture
def wire() -> str:
    """One way is enough: what a player does is the same on either."""
    return "grpc"


def played(revision: int) -> game_service_pb2.PlayMoveResponse:
    """The answer to a move that made a revision."""
    return game_service_pb2.PlayMoveResponse(update=changed(revision))


def due(revision: int, *moves: Move, decision: int | None = None) -> WatchMessage:
    """An update after which the seat has to act."""
    return update(revision, you=to_act(*moves, decision=decision or revision))


def sent(service: ScriptedService) -> list[tuple[int, str | None]]:
    """Revision and kind of each move played."""
    return [
        (request.revision, request.move.WhichOneof("kind"))
        for request in service.requests("PlayMove")
    ]


async def test_each_decision_is_played_once(seat: AsyncSeat, service: ScriptedService) -> None:
    """At the revision it arose at; the last view is returned."""
    service.script(
        "WatchGame",
        [update(1), due(2, Pass()), update(3), UNAVAILABLE],
        [due(4, LetGo()), update(5), update(6, over=True)],
    )
    service.script("PlayMove", played(3), UNAVAILABLE, played(5))

    last = await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass"), (4, "let_go"), (4, "let_go")]
    assert last.revision == 6
    assert last.is_over


async def test_an_update_from_before_the_own_move_is_no_new_decision(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """A commit that slipped in before the move still shows the decision as open."""
    service.script(
        "WatchGame",
        [due(2, Pass()), due(3, Pass(), decision=2), update(4), update(5, over=True)],
    )
    service.script("PlayMove", played(4))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass")]


async def test_a_stale_decision_is_read_again(seat: AsyncSeat, service: ScriptedService) -> None:
    """And the new one is played."""
    now = game(4, you=to_act(LetGo(), decision=4))
    service.script("WatchGame", [due(2, Pass()), update(3), update(4), update(5, over=True)])
    service.script("PlayMove", STALE, played(5))
    service.script("GetGame", game_service_pb2.GetGameResponse(game=now))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass"), (4, "let_go")]


async def test_a_game_that_ends_while_the_player_thinks(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """The watch brings the end."""
    service.script("WatchGame", [due(2, Pass()), update(3, over=True)])
    service.script("PlayMove", OVER)

    last = await play_to_end(seat, GreedyPlayer())

    assert last.is_over


async def test_legal_moves_that_are_missing_are_asked_for(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """A view may have been given without them."""
    now = game(2, you=to_act(Pass(), decision=2))
    service.script("WatchGame", [due(2), update(3), update(4, over=True)])
    service.script("GetGame", game_service_pb2.GetGameResponse(game=now))
    service.script("PlayMove", played(3))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass")]


async def test_an_illegal_choice_is_the_players_fault(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """It is raised, not played again."""
    service.script("WatchGame", [due(2, Discard(Card("KD")))])
    service.script("PlayMove", Refusal(StatusCode.FAILED_PRECONDITION, "CARD_NOT_IN_HAND"))

    with pytest.raises(IllegalMove):
        await play_to_end(seat, GreedyPlayer())


async def test_a_move_is_sent_again_for_as_long_as_the_service_stays_away(
    seat: AsyncSeat, service: ScriptedService, clock: InstantClock
) -> None:
    """By the same request id, within the patience, far beyond one call's timeout."""
    service.script("WatchGame", [due(2, Pass()), update(3), update(4, over=True)])
    service.script("PlayMove", *[UNAVAILABLE] * 60, played(3))

    last = await play_to_end(seat, GreedyPlayer(), patience=200.0)

    assert last.is_over
    assert len({request.request_id for request in service.requests("PlayMove")}) == 1
    assert 60 < sum(clock.slept) < 200


async def test_a_player_loses_patience(
    seat: AsyncSeat, service: ScriptedService, clock: InstantClock
) -> None:
    """A service that stays away for longer is the caller's to deal with."""
    service.script("WatchGame", [due(2, Pass()), Step.HANG])
    service.script("PlayMove", *[UNAVAILABLE] * 100)

    with pytest.raises(Unavailable):
        await play_to_end(seat, GreedyPlayer(), patience=30.0)

    assert 25 < sum(clock.slept) < 30


async def test_a_decision_that_the_store_lost_is_played_again(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """After a failover that lost the move, the older revision is not waited out."""
    service.script("WatchGame", [due(2, Pass()), resync(2)], [update(3, over=True)])
    service.script("PlayMove", played(3), played(3))
    now = game(2, you=to_act(Pass(), decision=2))
    service.script("GetGame", game_service_pb2.GetGameResponse(game=now))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "pass"), (2, "pass")]


def due_with_more(revision: int) -> view_pb2.GameView:
    """A view whose seat has to act and has more moves than it lists."""
    you = to_act(Pass(), decision=revision)
    you.more_legal_moves = True
    return game(revision, you=you)


def shown(view: view_pb2.GameView) -> WatchMessage:
    """An update with this view."""
    return WatchMessage(update=events_pb2.GameUpdate(revision=view.revision, view=view))


def listed(*moves: Move) -> game_service_pb2.ListLegalMovesResponse:
    """An answer to ListLegalMoves."""
    return game_service_pb2.ListLegalMovesResponse(moves=map(move_to_proto, moves), revision=4)


async def test_every_legal_move_is_chosen_from(seat: AsyncSeat, service: ScriptedService) -> None:
    """Where a view lists only the first of them."""
    service.script("WatchGame", [shown(due_with_more(2)), update(3), update(4, over=True)])
    service.script("ListLegalMoves", listed(Pass(), LetGo()))
    service.script("PlayMove", played(3))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(2, "let_go")]


@pytest.mark.parametrize("reason", ["POSITION_TOO_COMPLEX", "PAGE_TOKEN_INVALID"])
async def test_moves_that_take_too_long_to_find(
    seat: AsyncSeat, service: ScriptedService, reason: str
) -> None:
    """The choice is among those that the view shows; no other refusal is passed over so."""
    service.script("WatchGame", [shown(due_with_more(2)), update(3), update(4, over=True)])
    service.script("ListLegalMoves", Refusal(StatusCode.INVALID_ARGUMENT, reason))
    service.script("PlayMove", played(3))

    if reason == "POSITION_TOO_COMPLEX":
        await play_to_end(seat, GreedyPlayer())
        assert sent(service) == [(2, "pass")]
    else:
        with pytest.raises(InvalidRequest, match=reason):
            await play_to_end(seat, GreedyPlayer())
        assert not sent(service)


async def test_a_decision_that_ended_while_its_moves_were_read(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """It is dropped."""
    service.script("WatchGame", [shown(due_with_more(2)), update(3), update(4, over=True)])
    service.script("ListLegalMoves", listed())
    service.script("GetGame", got_game(3))

    last = await play_to_end(seat, GreedyPlayer())

    assert last.is_over
    assert sent(service) == []


async def test_a_decision_that_came_while_the_moves_of_another_were_read(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """It is played; and so is the next, should that one end too."""
    rest = [update(revision) for revision in range(3, 7)]
    service.script("WatchGame", [shown(due_with_more(2)), *rest, update(7, over=True)])
    service.script("ListLegalMoves", listed(), listed())
    service.script(
        "GetGame",
        game_service_pb2.GetGameResponse(game=due_with_more(4)),
        game_service_pb2.GetGameResponse(game=game(5, you=to_act(LetGo(), decision=5))),
    )
    service.script("PlayMove", played(6))

    await play_to_end(seat, GreedyPlayer())

    assert sent(service) == [(5, "let_go")]


async def test_moves_that_no_list_holds_are_a_fault(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """Asked for once more, then told; never asked for ever."""
    service.script("WatchGame", [shown(due_with_more(2))])
    service.script("ListLegalMoves", *[listed()] * 3)
    now = game_service_pb2.GetGameResponse(game=due_with_more(2))
    service.script("GetGame", now, now)

    with pytest.raises(ServiceFault, match="no legal move"):
        await play_to_end(seat, GreedyPlayer())

    assert len(service.requests("GetGame")) == 1


async def test_a_seat_to_act_without_a_legal_move_is_a_fault(
    seat: AsyncSeat, service: ScriptedService
) -> None:
    """Asked for once more, then told; never asked for ever."""
    service.script("WatchGame", [update(2, you=to_act(decision=2))])
    bare = game_service_pb2.GetGameResponse(game=game(2, you=to_act(decision=2)))
    service.script("GetGame", bare, bare)

    with pytest.raises(ServiceFault, match="no legal move"):
        await play_to_end(seat, GreedyPlayer())
