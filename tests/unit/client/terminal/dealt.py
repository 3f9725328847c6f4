"""A deal between Ana and Ben, as a scripted service shows it to Ana."""

from __future__ import annotations

from conquian.moves import Force, Move, Pass, Take
from conquian.v1 import game_service_pb2, view_pb2
from tests.unit.client.scripted import ScriptedService, WatchMessage, changed, game, to_act, update

TAKE, PASS, FORCE = Take.of("5C 5D 5S"), Pass(), Force(1)


def view(revision: int, *moves: Move, over: bool = False) -> view_pb2.GameView:
    """A running deal between Ana and Ben, in which Ana may have to act."""
    message = game(revision, over=over, you=to_act(*moves, hand="5C 5D KH", decision=revision))
    message.seats[0].name, message.seats[1].name = "Ana", "Ben"
    message.seats[1].table.add(cards="6H 7H JH".split())
    message.you.to_act = bool(moves)
    message.deal.CopyFrom(
        view_pb2.DealView(
            number=1,
            phase=view_pb2.PHASE_OFFER,
            seats_to_act=[0] if moves else [1],
            upcard=view_pb2.Upcard(card="5S", origin=view_pb2.UPCARD_ORIGIN_TURNED, by_seat=1),
            stock_size=17,
        )
    )
    return message


def shown(revision: int, *moves: Move, over: bool = False) -> WatchMessage:
    """The update that shows it."""
    message = update(revision)
    message.update.view.CopyFrom(view(revision, *moves, over=over))
    return message


def played(revision: int) -> game_service_pb2.PlayMoveResponse:
    """The answer to a move."""
    return game_service_pb2.PlayMoveResponse(update=changed(revision))


def got(revision: int, *moves: Move, over: bool = False) -> game_service_pb2.GetGameResponse:
    """The answer to GetGame."""
    return game_service_pb2.GetGameResponse(game=view(revision, *moves, over=over))


def moves(service: ScriptedService) -> list[str | None]:
    """The kinds of move played."""
    return [request.move.WhichOneof("kind") for request in service.requests("PlayMove")]
