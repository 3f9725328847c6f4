"""Text for the moves of family H, written and read.

Source: R0, "Notation"; R3.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import assert_never

from conquian_engine.card_notation import BadNotation, format_meld, parse_meld, parse_seat
from conquian_engine.cards import Meld, Pack
from conquian_engine.moves import (
    AcceptChallenge,
    Challenge,
    DrawDiscards,
    DrawStock,
    LayMeld,
    LayOff,
    RefuseChallenge,
    Stop,
    TakeJoker,
)
from conquian_engine.seats import Seat

OwnMove = (
    DrawStock
    | DrawDiscards
    | Challenge
    | AcceptChallenge
    | RefuseChallenge
    | Stop
    | LayMeld
    | LayOff
    | TakeJoker
)
"""The moves that family U does not have."""

_WORDS: Mapping[str, OwnMove] = MappingProxyType(
    {
        "draw": DrawStock(),
        "challenge": Challenge(),
        "accept": AcceptChallenge(),
        "refuse": RefuseChallenge(),
        "stop": Stop(),
    }
)
_COUNT_DIGITS = 3
"""More digits are more cards than any pack has."""


def format_rummy_move(move: OwnMove) -> str:
    """A move in words."""
    match move:
        case DrawStock():
            return "draw"
        case DrawDiscards():
            return f"draw discards {move.count}"
        case Challenge():
            return "challenge"
        case AcceptChallenge():
            return "accept"
        case RefuseChallenge():
            return "refuse"
        case Stop():
            return "stop"
        case LayMeld():
            return f"meld {format_meld(move.meld)}".rstrip()
        case LayOff():
            return f"lay off {_format_change(move)}"
        case TakeJoker():
            return f"take joker {_format_change(move)}"
        case _:
            assert_never(move)


def _format_change(move: LayOff | TakeJoker) -> str:
    return f"{move.seat}: {format_meld(move.meld)} > {format_meld(move.result)}"


def parse_rummy_move(text: str, pack: Pack) -> OwnMove:
    """Read a move, legal or not.

    Raises:
        BadNotation: the text has another form.
        UnknownCard: it names a card that the pack does not have.
    """
    match text.split():
        case [word] if word in _WORDS:
            return _WORDS[word]
        case ["draw", "discards", count]:
            return DrawDiscards(_parse_count(count))
        case ["meld", *cards]:
            return LayMeld(parse_meld(" ".join(cards), pack))
        case ["lay", "off", owner, *change]:
            return LayOff(*_parse_change(owner, change, pack))
        case ["take", "joker", owner, *change]:
            return TakeJoker(*_parse_change(owner, change, pack))
        case _:
            raise BadNotation(text, "a move")


def _parse_change(owner: str, change: list[str], pack: Pack) -> tuple[Seat, Meld, Meld]:
    """`1:` and `7H 8H 9H > 7H 8H 9H TH`."""
    if not owner.endswith(":") or change.count(">") != 1:
        raise BadNotation(" ".join((owner, *change)), "a meld and what it becomes")
    at = change.index(">")
    old, new = (parse_meld(" ".join(cards), pack) for cards in (change[:at], change[at + 1 :]))
    return parse_seat(owner.removesuffix(":")), old, new


def _parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _COUNT_DIGITS):
        raise BadNotation(text, "a number of cards")
    return int(text)
