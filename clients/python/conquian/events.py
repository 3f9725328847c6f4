"""What happened in a game, as one viewer may see it: a closed union of small values.

Field for field as in the proto, under the same names; those of family H are from `rummy_events`.

>>> from conquian import events
>>> match events.Passed(seat=1):
...     case events.Passed(seat):
...         print("seat", seat, "passed")
seat 1 passed
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from conquian.cards import Card, Layout
from conquian.enums import Access, Bonus, Cause, SeatKind, UpcardOrigin
from conquian.rummy_events import (
    BankTurnedOver,
    CardDrawn,
    ChallengeAccepted,
    Challenged,
    ChallengeRefused,
    DealStopped,
    Declared,
    DiscardsStarted,
    DiscardsTaken,
    JokerTaken,
    LaidOff,
    MeldLaid,
    Opened,
    Redealt,
    StockShuffled,
)
from conquian.view import GameResult

__all__ = [
    "BankTurnedOver",
    "CardDied",
    "CardDrawn",
    "CardTurned",
    "CardsTraded",
    "ChallengeAccepted",
    "ChallengeRefused",
    "Challenged",
    "DealEnded",
    "DealStarted",
    "DealStopped",
    "DealtHand",
    "Declared",
    "Discarded",
    "DiscardsStarted",
    "DiscardsTaken",
    "Event",
    "Forced",
    "GameCancelled",
    "GameCreated",
    "GameEnded",
    "GameStarted",
    "JokerTaken",
    "LaidFromHand",
    "LaidOff",
    "MeldLaid",
    "Opened",
    "Passed",
    "Redealt",
    "SeatFreed",
    "SeatResigned",
    "SeatTaken",
    "SeatTokenIssued",
    "StockShuffled",
    "Taken",
    "TradeChosen",
    "TradedCard",
    "UnknownEvent",
    "WaivedForce",
]


@dataclass(frozen=True, slots=True)
class GameCreated:
    """The game was created."""

    ruleset: str
    options: Mapping[str, str]
    """Every option of the game, resolved, by name."""
    seats: int
    """Number of seats."""
    access: Access
    first_dealer: int | None
    """As the creator fixed it; None if it is drawn."""
    pinned_deals: int
    """Deals, from the first on, whose pack order the creator gave; the other packs are drawn."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody took a seat."""

    seat: int
    name: str
    kind: SeatKind
    player: str
    """Opaque reference a platform gave for its player; empty if none."""
    entropy: bytes
    """What the player added to the shuffle, public; empty if nothing."""


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat became free before the start."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatTokenIssued:
    """A seat's token was replaced; the old one is dead."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The last seat was taken and the game began."""

    dealer: int


@dataclass(frozen=True, slots=True)
class GameCancelled:
    """The host called the game off before the start."""


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand: as it was dealt, or as it was counted."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Hands were dealt (R2.1)."""

    number: int
    """From 1."""
    dealer: int
    stake: int
    hand_sizes: tuple[int, ...]
    """By seat."""
    stock_size: int
    """Cards left face down, before the opening upcard."""
    hands: tuple[DealtHand, ...]
    """Hands this viewer may see: his own; all of them in a transcript."""
    order: tuple[Card, ...]
    """The whole pack, top first; only in a transcript."""


@dataclass(frozen=True, slots=True)
class TradeChosen:
    """A seat chose the card it gives away (R2.3)."""

    seat: int
    card: Card | None
    """None for any other viewer."""


@dataclass(frozen=True, slots=True)
class TradedCard:
    """One card on its way from hand to hand."""

    from_seat: int
    to_seat: int
    card: Card | None
    """None for a viewer who is neither."""


@dataclass(frozen=True, slots=True)
class CardsTraded:
    """All seats had chosen: every card moved to the neighbour, at once (R2.3)."""

    round: int
    """From 1."""
    cards: tuple[TradedCard, ...]
    """By the giver's seat."""


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card was turned up from the stock (R2.4, R2.9)."""

    card: Card
    origin: UpcardOrigin
    seat: int
    """Who turned it; for the opening upcard the dealer."""
    stock_size: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat refused the upcard (R2.5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forced:
    """A seat was forced to take the upcard (R2.19)."""

    seat: int
    by_seat: int


@dataclass(frozen=True, slots=True)
class WaivedForce:
    """A seat that was asked let the upcard go (R2.19 b)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat used the upcard (R2.10)."""

    seat: int
    upcard: Card
    layout: Layout
    """The seat's whole table afterwards."""
    from_hand: tuple[Card, ...]
    """Hand cards laid with it."""
    borrowed: tuple[Card, ...] = ()
    """Opponents' table cards used in it (R2.31); what is left of their melds is in the view."""


@dataclass(frozen=True, slots=True)
class LaidFromHand:
    """A seat laid hand cards without using the upcard, which stays on offer (R2.12)."""

    seat: int
    layout: Layout
    """The seat's whole table afterwards."""
    from_hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded; the card is now the upcard (R2.16), or the top discard (R3.1)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardDied:
    """Everybody entitled refused the upcard (R2.8)."""

    card: Card


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """A seat left the game for good (R4.1)."""

    seat: int
    cause: Cause
    """RESIGNATION, TIME or FORFEIT."""


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal was won or drawn (R2.22 to R2.25, R3.10 to R3.40)."""

    number: int
    cause: Cause
    winner_seat: int | None
    """None for a drawn deal."""
    points: tuple[int, ...]
    """What the deal added to each total, by seat."""
    scores: tuple[int, ...]
    """Totals afterwards, by seat."""
    counted_hands: tuple[DealtHand, ...]
    """Hands that were counted for the score and so are shown."""
    bonus: Bonus | None = None
    """What made it count double; None if nothing did."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game has its result (R2.27, R4.5)."""

    result: GameResult


@dataclass(frozen=True, slots=True)
class UnknownEvent:
    """Something newer than this client; the view beside it is right all the same."""


Event = (
    GameCreated
    | SeatTaken
    | SeatFreed
    | SeatTokenIssued
    | GameStarted
    | GameCancelled
    | DealStarted
    | TradeChosen
    | CardsTraded
    | CardTurned
    | Passed
    | Forced
    | WaivedForce
    | Taken
    | LaidFromHand
    | Discarded
    | CardDied
    | SeatResigned
    | DealEnded
    | GameEnded
    | Redealt
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
    | UnknownEvent
)
"""Any event."""
