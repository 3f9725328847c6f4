"""Moves of the API, read; whether one is legal, and whether its cards exist, the rules say."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.unknown_fields import UnknownFieldSet

from conquian.v1 import cards_pb2
from conquian_engine import (
    AcceptChallenge,
    Card,
    Challenge,
    Discard,
    DrawDiscards,
    DrawStock,
    Force,
    LayFromHand,
    LayMeld,
    LayOff,
    Layout,
    LetGo,
    Meld,
    Move,
    Pass,
    RefuseChallenge,
    Seat,
    Stop,
    Take,
    TakeJoker,
    Trade,
)
from conquian_service.transport.errors import refuse_field


def read_move(sent: cards_pb2.Move) -> Move:
    """Read a move."""
    match sent.WhichOneof("kind"):
        case "take":
            return Take(_layout(sent.take.layout, "move.take.layout"))
        case "lay_from_hand":
            return LayFromHand(_layout(sent.lay_from_hand.layout, "move.lay_from_hand.layout"))
        case "trade":
            return Trade(_card(sent.trade.card, "move.trade.card"))
        case "pass":
            return Pass()
        case "force":
            if not sent.force.HasField("seat"):
                raise refuse_field("move.force.seat", missing=True)
            return Force(Seat(sent.force.seat))
        case "let_go":
            return LetGo()
        case "discard":
            return Discard(_card(sent.discard.card, "move.discard.card"))
        case _:
            return _read_rummy_move(sent)


def _read_rummy_move(sent: cards_pb2.Move) -> Move:
    match sent.WhichOneof("kind"):
        case "draw_stock":
            return DrawStock()
        case "draw_discards":
            if sent.draw_discards.count < 0:
                raise refuse_field("move.draw_discards.count")
            return DrawDiscards(sent.draw_discards.count or 1)
        case "lay_meld":
            return LayMeld(_meld(sent.lay_meld.meld, "move.lay_meld.meld"))
        case "lay_off":
            return LayOff(*_change(sent.lay_off, "move.lay_off"))
        case "take_joker":
            return TakeJoker(*_change(sent.take_joker, "move.take_joker"))
        case _:
            return _read_bare_move(sent)


def _read_bare_move(sent: cards_pb2.Move) -> Move:
    match sent.WhichOneof("kind"):
        case "challenge":
            return Challenge()
        case "accept_challenge":
            return AcceptChallenge()
        case "refuse_challenge":
            return RefuseChallenge()
        case "stop":
            return Stop()
        case _:
            # A kind that a newer client knows arrives as a field that nobody here does.
            raise refuse_field("move.kind", missing=not UnknownFieldSet(sent))


def _change(sent: cards_pb2.LayOff | cards_pb2.TakeJoker, field: str) -> tuple[Seat, Meld, Meld]:
    if not sent.HasField("seat"):
        raise refuse_field(f"{field}.seat", missing=True)
    meld, result = _meld(sent.meld, f"{field}.meld"), _meld(sent.result, f"{field}.result")
    return Seat(sent.seat), meld, result


def _layout(melds: Sequence[cards_pb2.Meld], field: str) -> Layout:
    if not melds:
        raise refuse_field(field, missing=True)
    return tuple(tuple(map(Card, meld.cards)) for meld in melds)


def _meld(meld: cards_pb2.Meld, field: str) -> Meld:
    if not meld.cards:
        raise refuse_field(field, missing=True)
    return tuple(map(Card, meld.cards))


def _card(text: str, field: str) -> Card:
    if not text:
        raise refuse_field(field, missing=True)
    return Card(text)
