"""Moves, written into messages of the API that can be sent back unchanged."""

from __future__ import annotations

from typing import assert_never

from conquian.v1 import cards_pb2
from conquian_engine import (
    AcceptChallenge,
    Challenge,
    Discard,
    DrawDiscards,
    DrawStock,
    Force,
    LayFromHand,
    LayMeld,
    LayOff,
    LetGo,
    Move,
    Pass,
    RefuseChallenge,
    RummyMove,
    Stop,
    Take,
    TakeJoker,
    Trade,
)
from conquian_service.transport.meld_to_proto import meld_proto, meld_protos


def write_move(to: cards_pb2.Move, move: Move) -> None:
    """Write a move."""
    match move:
        case Take(layout=layout):
            to.take.layout.extend(meld_protos(layout))
        case LayFromHand(layout=layout):
            to.lay_from_hand.layout.extend(meld_protos(layout))
        case Pass():
            getattr(to, "pass").SetInParent()
        case Force(seat=seat):
            to.force.seat = seat
        case LetGo():
            to.let_go.SetInParent()
        case Discard(card=card):
            to.discard.card = card
        case Trade(card=card):
            to.trade.card = card
        case _:
            _write_rummy_move(to, move)


def _write_rummy_move(to: cards_pb2.Move, move: RummyMove) -> None:
    match move:
        case DrawStock():
            to.draw_stock.SetInParent()
        case DrawDiscards(count=count):
            to.draw_discards.count = count
        case LayMeld(meld=meld):
            to.lay_meld.meld.CopyFrom(meld_proto(meld))
        case LayOff(seat=seat, meld=meld, result=result):
            to.lay_off.seat = seat
            to.lay_off.meld.CopyFrom(meld_proto(meld))
            to.lay_off.result.CopyFrom(meld_proto(result))
        case TakeJoker(seat=seat, meld=meld, result=result):
            to.take_joker.seat = seat
            to.take_joker.meld.CopyFrom(meld_proto(meld))
            to.take_joker.result.CopyFrom(meld_proto(result))
        case Discard(card=card):
            to.discard.card = card
        case Challenge():
            to.challenge.SetInParent()
        case AcceptChallenge():
            to.accept_challenge.SetInParent()
        case RefuseChallenge():
            to.refuse_challenge.SetInParent()
        case Stop():
            to.stop.SetInParent()
        case _:
            assert_never(move)
