"""What only views of family H have. Offered by `conquian.view`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from conquian.cards import Card, to_cards
from conquian.v1 import view_pb2

__all__ = ["RummyDeal"]


@dataclass(frozen=True, slots=True)
class RummyDeal:
    """The parts of a deal of family H, in which cards are drawn into the hand (R3.1)."""

    discards: tuple[Card, ...]
    """Those that the rules keep open, top first: the top one, or all under `bank_depth` any."""
    discards_size: int
    opened_seats: tuple[int, ...]
    """Seats that have opened (R3.30), or have laid a four of their own (R3.20)."""
    must_use: Card | None
    """Card taken from the discards that the first play of this turn must use."""
    taken: tuple[Card, ...]
    """Cards taken from the discards in this turn that are still unplayed."""
    plays: int
    """Plays made in this turn."""
    opening: int
    """Value laid so far of an opening that is not yet complete."""
    opening_needed: int
    """What the seat to act has still to lay to open; 0 if nothing."""
    challenger_seat: int | None
    """The seat whose challenge waits for an answer (R3.10)."""

    @classmethod
    def from_proto(cls, message: view_pb2.RummyDeal) -> Self:
        challenged = message.HasField("challenger_seat")
        return cls(
            discards=to_cards(message.discards),
            discards_size=message.discards_size,
            opened_seats=tuple(message.opened_seats),
            must_use=Card(message.must_use) if message.must_use else None,
            taken=to_cards(message.taken),
            plays=message.plays,
            opening=message.opening,
            opening_needed=message.opening_needed,
            challenger_seat=message.challenger_seat if challenged else None,
        )
