"""Who sits where, as the entries tell it."""

from __future__ import annotations

from collections.abc import Sequence

from conquian_service.verification.transcript import Freed, Seated, ShownSeat, TokenIssued
from conquian_service.verification.verdict import Fault, FaultKind, TokenReplaced

_ENTROPY_SIZES = (0, *range(16, 65))


class Seating:
    """The seats of a table, one entry after the other."""

    def __init__(self, seats: int) -> None:
        self.holders: list[Seated | None] = [None] * seats
        self.tokens_replaced: list[TokenReplaced] = []
        """Of the seats as they are held now."""

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.holders

    @property
    def entropies(self) -> tuple[bytes, ...]:
        """What each seat added to the shuffle."""
        return tuple(b"" if holder is None else holder.entropy for holder in self.holders)

    def change(
        self, event: Seated | Freed | TokenIssued, revision: int, *, started: bool
    ) -> str | None:
        """Note an event of an entry; why it cannot be, if so."""
        seat = event.seat
        if not 0 <= seat < len(self.holders):
            return f"there is no seat {seat} at this table"
        taken = self.holders[seat] is not None
        match event:
            case Seated():
                if taken:
                    return f"seat {seat} is taken already"
                if len(event.entropy) not in _ENTROPY_SIZES:
                    size = len(event.entropy)
                    return f"seat {seat} adds {size} bytes of entropy, not none or 16 to 64"
                self.holders[seat] = event
            case Freed():
                if started:
                    return f"seat {seat} is freed after the start"
                if not taken:
                    return f"seat {seat} is freed but nobody sits there"
                self.holders[seat] = None
                self.tokens_replaced = [
                    token for token in self.tokens_replaced if token.seat != seat
                ]
            case TokenIssued():
                if not taken:
                    return f"seat {seat} gets a new token but nobody sits there"
                self.tokens_replaced.append(TokenReplaced(seat, revision))
        return None

    def compared(self, seats: Sequence[ShownSeat]) -> list[Fault]:
        """Where the game as shown at its end has others in the seats."""
        return [
            Fault(
                FaultKind.TABLE,
                f"{name} of seat {seat} is {told!r} in the game, {taken!r} where the seat is taken",
                seat=seat,
            )
            for seat, (shown, holder) in enumerate(zip(seats, self.holders, strict=True))
            for name, told, taken in _facts(shown, seat, holder)
            if told != taken
        ]


def _facts(shown: ShownSeat, seat: int, holder: Seated | None) -> list[tuple[str, object, object]]:
    """Name, what the game shows, what the entries tell."""
    return [
        ("number", shown.seat, seat),
        ("whether somebody sits there", shown.taken, holder is not None),
        ("name", shown.name, "" if holder is None else holder.name),
        ("kind", shown.kind, "unspecified" if holder is None else holder.kind),
        ("player", shown.player, "" if holder is None else holder.player),
    ]
