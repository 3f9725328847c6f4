"""Events: what happened in a step, complete, for the log.

An event may hold secrets (a hand, a pack order); `view.event_for` makes the copy that one
viewer may see. The cards of an event are texts.

Source: R4.4; R3.1-R3.40 for what happens in family H.
"""

from __future__ import annotations

from dataclasses import dataclass

from conquian_engine.cards import Card, Layout, Meld
from conquian_engine.families import GameState
from conquian_engine.seats import BySeat, Seat
from conquian_engine.state import Cause, Origin
from conquian_engine.values import filled_by_slot


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal began: hands were dealt from the given order. Carries every secret of it.

    The stake is always 1 in family H (R2.1, R3.4).
    """

    deal: int
    dealer: Seat
    stake: int
    order: tuple[Card, ...] | None
    """The whole pack, top first; None in a viewer's copy."""
    hands: BySeat[tuple[Card, ...] | None]
    """Each hand as dealt, in pack order; None where the viewer may not look."""
    hand_sizes: BySeat[int]
    stock_size: int


@dataclass(frozen=True, slots=True)
class TradeChosen:
    """A seat chose the card it gives away (R2.3)."""

    seat: Seat
    card: Card | None
    """None in the copy of any other viewer."""


@dataclass(frozen=True, slots=True)
class TradedCard:
    """One card on its way from hand to hand."""

    giver: Seat
    receiver: Seat
    card: Card | None
    """None in the copy of a viewer who is neither."""


@dataclass(frozen=True, slots=True)
class CardsTraded:
    """All had chosen: every card moved to the neighbour, at once (R2.3)."""

    round: int
    """From 1."""
    cards: tuple[TradedCard, ...]
    """By the giver's seat."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card was turned up from the stock: the opening upcard or a turner's (R2.4, R2.9)."""

    card: Card
    origin: Origin
    seat: Seat
    stock_size: int
    """Cards left in the stock."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat refused the upcard (R2.5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Forced:
    """A seat that passed was obliged to take the upcard (R2.19)."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class WaivedForce:
    """A seat that was asked let the upcard go (R2.19 b)."""

    seat: Seat


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Taken:
    """A seat used the upcard; its table now is `layout` (R2.10)."""

    seat: Seat
    upcard: Card
    layout: Layout
    from_hand: tuple[Card, ...]
    """Hand cards laid in this taking, in pack order."""
    borrowed: tuple[Card, ...] = ()
    """Opponents' table cards used in it, in pack order (R2.31)."""


@dataclass(frozen=True, slots=True)
class LaidFromHand:
    """A seat laid hand cards without the upcard; its table now is `layout` (R2.12)."""

    seat: Seat
    layout: Layout
    from_hand: tuple[Card, ...]
    """Hand cards laid, in pack order."""


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat gave up a hand card: the upcard, or the top discard (R2.16, R3.1)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardDied:
    """Everybody entitled refused the upcard (R2.8)."""

    card: Card


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """A seat gave up the game, or time or a referee did so for it (R4.1, R4.5)."""

    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal was won or drawn (R2.22-R2.25, R3)."""

    deal: int
    cause: Cause
    winner: Seat | None
    """None for a drawn deal."""
    points: BySeat[int]
    """What this deal added to each total."""
    scores: BySeat[int]
    """Totals afterwards."""
    counted_hands: BySeat[tuple[Card, ...] | None]
    """Hands counted for the score, which are shown (R4.4); None for those not counted."""
    bonus: str | None = None
    """What doubled the score: "cooch" (R3.20) or "express" (R3.30)."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game has its result (R2.27, R3.4, R4.5)."""

    cause: Cause
    winners: tuple[Seat, ...]
    scores: BySeat[int]


@dataclass(frozen=True, slots=True)
class Redealt:
    """Hands that call for a new deal: the same dealer deals again (R3.30)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DiscardsStarted:
    """The next card of the pack started the discards (R3.4)."""

    card: Card
    stock_size: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew the top card of the stock (R3.1)."""

    seat: Seat
    card: Card | None
    """None in the copy of any other viewer."""
    stock_size: int


@dataclass(frozen=True, slots=True)
class DiscardsTaken:
    """A seat drew discards into its hand (R3.1)."""

    seat: Seat
    cards: tuple[Card, ...]
    """The top one first."""


@dataclass(frozen=True, slots=True)
class StockShuffled:
    """The discards, in a new order, became the stock (R3.20)."""

    order: tuple[Card, ...] | None
    """Top first; None in every viewer's copy."""
    stock_size: int


@dataclass(frozen=True, slots=True)
class BankTurnedOver:
    """The bank, turned over unshuffled, became the stock (R3.30)."""

    stock_size: int


@dataclass(frozen=True, slots=True)
class MeldLaid:
    """A seat laid a new meld (R3.1)."""

    seat: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A seat added to a meld, its own or another's (R3.3)."""

    seat: Seat
    owner: Seat
    old: Meld
    meld: Meld
    """As it lies now."""


@dataclass(frozen=True, slots=True)
class JokerTaken:
    """A seat gave what jokers stand for and took them into its hand (R3.30)."""

    seat: Seat
    owner: Seat
    old: Meld
    meld: Meld
    """As it lies now."""
    jokers: int
    """How many were taken."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A seat's opening reached its total (R3.30)."""

    seat: Seat
    value: int
    """Of all melds of the opening."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat has come down to four cards or one (R3.20)."""

    seat: Seat
    cards_left: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A seat challenged before drawing (R3.10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChallengeAccepted:
    """A seat accepted the challenge; the deal ends (R3.10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChallengeRefused:
    """A seat refused the challenge; the challenger draws (R3.10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealStopped:
    """With no stock left a seat ended the deal (R3.5)."""

    seat: Seat


UpcardEvent = (
    DealStarted
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
)
"""What happens in family U."""

RummyEvent = (
    DealStarted
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
    | Discarded
    | Declared
    | Challenged
    | ChallengeAccepted
    | ChallengeRefused
    | DealStopped
    | SeatResigned
    | DealEnded
    | GameEnded
)
"""What happens in family H."""

Event = UpcardEvent | RummyEvent


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Step:
    """The state after something happened, and what happened, in order."""

    state: GameState
    events: tuple[Event, ...]
