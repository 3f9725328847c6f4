"""What happens in games of family H (R3). Offered by `conquian.events`."""

from __future__ import annotations

from dataclasses import dataclass

from conquian.cards import Card, Meld

__all__ = [
    "BankTurnedOver",
    "CardDrawn",
    "ChallengeAccepted",
    "ChallengeRefused",
    "Challenged",
    "DealStopped",
    "Declared",
    "DiscardsStarted",
    "DiscardsTaken",
    "JokerTaken",
    "LaidOff",
    "MeldLaid",
    "Opened",
    "Redealt",
    "RummyEvent",
    "StockShuffled",
]


@dataclass(frozen=True, slots=True)
class Redealt:
    """Hands called for a new deal: the same dealer deals again, under the same number (R3.30)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiscardsStarted:
    """The first card of the discards was turned (R3.4)."""

    card: Card
    stock_size: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew the top card of the stock (R3.1)."""

    seat: int
    card: Card | None
    """None for any other viewer."""
    stock_size: int


@dataclass(frozen=True, slots=True)
class DiscardsTaken:
    """A seat took the top discards into its hand (R3.1, R3.30)."""

    seat: int
    cards: tuple[Card, ...]
    """Top first."""


@dataclass(frozen=True, slots=True)
class StockShuffled:
    """All discards were shuffled and became the stock (R3.20)."""

    order: tuple[Card, ...]
    """The new stock, top first; only in a transcript."""
    stock_size: int


@dataclass(frozen=True, slots=True)
class BankTurnedOver:
    """The discards were turned over and became the stock, the oldest on top (R3.30)."""

    stock_size: int


@dataclass(frozen=True, slots=True)
class MeldLaid:
    """A seat laid a new meld on its table."""

    seat: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A seat added hand cards to a meld (R3.3)."""

    seat: int
    owner_seat: int
    meld: Meld
    """As it lay."""
    result: Meld
    """As it lies now."""


@dataclass(frozen=True, slots=True)
class JokerTaken:
    """A seat took jokers out of a meld into its hand (R3.30)."""

    seat: int
    owner_seat: int
    meld: Meld
    """As it lay."""
    result: Meld
    """As it lies now."""
    jokers: int
    """How many it took."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A seat opened: its first melds have reached the total needed (R3.30)."""

    seat: int
    value: int
    """The total laid."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat has four cards or one left after its discard (R3.20)."""

    seat: int
    cards_left: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A seat challenged its opponent (R3.10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeAccepted:
    """A seat accepted a challenge, which ends the deal (R3.10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeRefused:
    """A seat refused a challenge (R3.10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealStopped:
    """A seat ended the deal, because the stock was empty (R3.5)."""

    seat: int


RummyEvent = (
    Redealt
    | DiscardsStarted
    | CardDrawn
    | DiscardsTaken
    | StockShuffled
    | BankTurnedOver
    | MeldLaid
    | LaidOff
    | JokerTaken
    | Opened
    | Declared
    | Challenged
    | ChallengeAccepted
    | ChallengeRefused
    | DealStopped
)
"""Any event that only family H has."""
