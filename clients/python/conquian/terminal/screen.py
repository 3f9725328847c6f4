"""A game as lines of plain text, as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conquian.enums import UpcardOrigin
from conquian.moves import Force, Move
from conquian.text import layout_text
from conquian.view import DealView, GameView

__all__ = ["move_lines", "move_text", "printable", "table_lines"]

_NOT_SHOWN = "\N{REPLACEMENT CHARACTER}"

HELP = """\
Take the upcard by laying it on your table in a meld: three or four of a rank, or a run of three
or more in a suit. Who first has one card more on the table than was dealt goes out and wins.
Answer with the number of a move, or with the move itself; "resign" gives up, "quit" leaves.
"""


def table_lines(view: GameView, names: Sequence[str]) -> Iterator[str]:
    """Upcard, tables and hand, a star at who is to act; nothing while no deal is running."""
    if view.deal is None:
        return
    labels = ["Upcard", "Your hand", *names]
    width = max(map(len, labels))
    yield f"  {'Upcard':{width}}  {_upcard_text(view.deal, names)}"
    for seat, name in zip(view.seats, names, strict=True):
        turn = "*" if seat.seat in view.deal.seats_to_act else " "
        cards = f"{seat.hand_size:2} in hand"
        yield f" {turn}{name:{width}}  {cards}, table: {layout_text(seat.table)}"
    if view.you is not None:
        yield f"  {'Your hand':{width}}  {' '.join(view.you.hand) or 'empty'}"


def move_lines(moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    """The moves, numbered from 1."""
    for number, move in enumerate(moves, 1):
        yield f"  {number:2}) {move_text(move, names)}"


def move_text(move: Move, names: Sequence[str]) -> str:
    """A move, a forced player by his name."""
    if isinstance(move, Force):
        return f"force {names[move.seat]}"
    return str(move)


def printable(text: str) -> str:
    """A text whose control characters, which could command a terminal, are only marked."""
    return "".join(letter if letter.isprintable() else _NOT_SHOWN for letter in text)


def _upcard_text(deal: DealView, names: Sequence[str]) -> str:
    left = f"{deal.stock_size} cards left in the stock"
    if deal.upcard is None:
        return f"none; {left}"
    verb = {UpcardOrigin.DISCARDED: "discarded"}.get(deal.upcard.origin, "turned up")
    return f"{deal.upcard.card}, {verb} by {names[deal.upcard.by_seat]}; {left}"
