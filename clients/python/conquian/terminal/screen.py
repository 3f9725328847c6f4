"""A game as lines of plain text, as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conquian.enums import UpcardOrigin
from conquian.moves import Force, LayOff, Move, TakeJoker
from conquian.text import layout_text
from conquian.view import DealView, GameView, RummyDeal

__all__ = [
    "help_paragraphs",
    "is_spanish",
    "move_lines",
    "move_text",
    "printable",
    "table_lines",
]

_NOT_SHOWN = "\N{REPLACEMENT CHARACTER}"

_TAKING = (
    "Take the upcard by laying it on your table in a meld: three or four of a rank, or a run of"
    " three or more in a suit. Who first has one card more on the table than was dealt goes out"
    " and wins."
)
_DRAWING = (
    "Draw a card, lay melds from the hand and add to melds on the table, then discard. A meld is"
    " three or more of a rank, or a run of three or more in a suit. Who first has an empty hand"
    " goes out."
)
_TYPING = {
    False: '"take 5C 5D 5S", "pass", "discard KD"',
    True: '"draw discards 1", "meld 7H JK 9H", "lay off 1: 7H 8H 9H > 7H 8H 9H TH", "discard KD"',
}
_LETTERS = {
    False: "C D H S are clubs, diamonds, hearts and spades; T is a ten, JK a joker.",
    True: "O C E B are oros, copas, espadas and bastos; S C R are sota, caballo and rey.",
}


def help_paragraphs(view: GameView, how_to_play: Sequence[str] = ()) -> Iterator[str]:
    """How the game at hand is played, and how its moves are typed.

    Args:
        how_to_play: the paragraphs of its ruleset; without any, what its family has in common.
    """
    draws = view.deal is not None and view.deal.rummy is not None
    yield from how_to_play or ([_DRAWING] if draws else [_TAKING])
    yield (
        "Answer with the number of a move, or with the move itself as it is listed, such as"
        f" {_TYPING[draws]}. {_LETTERS[is_spanish(view)]}"
    )


def is_spanish(view: GameView) -> bool:
    """Whether the cards are those of a Spanish pack."""
    return view.options.get("pack", "").startswith("spanish")


def table_lines(view: GameView, names: Sequence[str]) -> Iterator[str]:
    """Upcard or discards, tables and hand, a star at who is to act; nothing without a deal."""
    if view.deal is None:
        return
    label, shown = "Upcard", _upcard_text(view.deal, names)
    if view.deal.rummy is not None:
        label, shown = "Discards", _discards_text(view.deal, view.deal.rummy)
    labels = [label, "Your hand", *names]
    width = max(map(len, labels))
    yield f"  {label:{width}}  {shown}"
    for seat, name in zip(view.seats, names, strict=True):
        turn = "*" if seat.seat in view.deal.seats_to_act else " "
        cards = f"{seat.hand_size:2} in hand"
        yield f" {turn}{name:{width}}  {cards}, table: {layout_text(seat.table)}"
    if view.you is not None:
        yield f"  {'Your hand':{width}}  {' '.join(view.you.hand) or 'empty'}"


def move_lines(
    moves: Sequence[Move], names: Sequence[str], *, most: int | None = None
) -> Iterator[str]:
    """The moves, numbered from 1; not more than `most`, and then how many there are."""
    for number, move in enumerate(moves[:most], 1):
        yield f"  {number:2}) {move_text(move, names)}"
    if most is not None and len(moves) > most:
        yield f"  and {len(moves) - most} more: ? lists them"


def move_text(move: Move, names: Sequence[str]) -> str:
    """A move, a forced player, and one on whose meld is laid, by his name."""
    match move:
        case Force(seat):
            return f"force {names[seat]}"
        case LayOff(seat, meld, result):
            return f"lay off {names[seat]}: {meld} > {result}"
        case TakeJoker(seat, meld, result):
            return f"take joker {names[seat]}: {meld} > {result}"
        case _:
            return str(move)


def _discards_text(deal: DealView, rummy: RummyDeal) -> str:
    shown = " ".join(rummy.discards) or "none"
    parts = [f"{shown} on top of {rummy.discards_size}" if rummy.discards else shown]
    parts.append(f"{deal.stock_size} cards left in the stock")
    if rummy.must_use is not None:
        parts.append(f"{rummy.must_use} must be laid first")
    if rummy.opening_needed:
        parts.append(f"{rummy.opening_needed} to be laid to open")
    return "; ".join(parts)


def printable(text: str) -> str:
    """A text whose control characters, which could command a terminal, are only marked."""
    return "".join(letter if letter.isprintable() else _NOT_SHOWN for letter in text)


def _upcard_text(deal: DealView, names: Sequence[str]) -> str:
    left = f"{deal.stock_size} cards left in the stock"
    if deal.upcard is None:
        return f"none; {left}"
    verb = {UpcardOrigin.DISCARDED: "discarded"}.get(deal.upcard.origin, "turned up")
    return f"{deal.upcard.card}, {verb} by {names[deal.upcard.by_seat]}; {left}"
