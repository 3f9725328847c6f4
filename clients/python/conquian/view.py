"""A game as one viewer may see it.

Frozen values made from the messages, field for field under the same names: what the proto's
comments say holds here. Seats are numbered from 0 in playing order; times are aware datetimes
in UTC, None where the service gave none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

from google.protobuf.timestamp_pb2 import Timestamp

from conquian.cards import Card, Layout, layout_from_proto, to_cards
from conquian.enums import (
    Access,
    Cause,
    GameStatus,
    Phase,
    Presence,
    SeatKind,
    ShuffleKind,
    UpcardOrigin,
    enum_from_proto,
    given_enum_from_proto,
)
from conquian.moves import Move, move_from_proto
from conquian.rummy_view import RummyDeal
from conquian.v1 import view_pb2

__all__ = [
    "DealView",
    "GameResult",
    "GameView",
    "RummyDeal",
    "SeatView",
    "Shuffle",
    "Upcard",
    "You",
    "time_from_proto",
]


@dataclass(frozen=True, slots=True)
class Upcard:
    """The one face-up card on offer."""

    card: Card
    origin: UpcardOrigin
    by_seat: int
    """The seat that turned or discarded it; for the opening upcard the dealer."""

    @classmethod
    def from_proto(cls, message: view_pb2.Upcard) -> Self:
        return cls(
            card=Card(message.card),
            origin=enum_from_proto(UpcardOrigin, message.origin),
            by_seat=message.by_seat,
        )


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as everybody may see it."""

    seat: int
    taken: bool
    name: str
    """The name the player gave; empty for a free seat."""
    kind: SeatKind | None
    """What sits there; None for a free seat."""
    player: str
    """Opaque reference a platform gave for its player; empty if none."""
    hand_size: int
    table: Layout
    score: int
    resigned: bool
    presence: Presence | None
    """Whether the player is connected; None where it is not told, as in a watch."""
    clock_millis: int | None
    """Time left in milliseconds; None without a clock."""

    @classmethod
    def from_proto(cls, message: view_pb2.SeatView) -> Self:
        return cls(
            seat=message.seat,
            taken=message.taken,
            name=message.name,
            kind=given_enum_from_proto(SeatKind, message.kind),
            player=message.player,
            hand_size=message.hand_size,
            table=layout_from_proto(message.table),
            score=message.score,
            resigned=message.resigned,
            presence=given_enum_from_proto(Presence, message.presence),
            clock_millis=message.clock_millis if message.HasField("clock_millis") else None,
        )


@dataclass(frozen=True, slots=True)
class DealView:
    """The running deal."""

    number: int
    """From 1."""
    dealer: int
    phase: Phase
    seats_to_act: tuple[int, ...]
    """Every other seat has no legal move."""
    upcard: Upcard | None
    """The card on offer; None while a discard is due and while cards are traded."""
    passed_seats: tuple[int, ...]
    """Seats that have passed this upcard, in order."""
    forced_seat: int | None
    stock_size: int
    dead_size: int
    stake: int
    """What each loser of this deal pays, under `stake` scoring."""
    trade_round: int = 0
    """The round of trading that waits for choices, from 1; 0 when none does (R2.3)."""
    chosen_seats: tuple[int, ...] = ()
    """Seats that have chosen a card in this round; what they chose is secret."""
    rummy: RummyDeal | None = None
    """What only deals of family H have."""

    @classmethod
    def from_proto(cls, message: view_pb2.DealView) -> Self:
        return cls(
            number=message.number,
            dealer=message.dealer,
            phase=enum_from_proto(Phase, message.phase),
            seats_to_act=tuple(message.seats_to_act),
            upcard=Upcard.from_proto(message.upcard) if message.HasField("upcard") else None,
            passed_seats=tuple(message.passed_seats),
            forced_seat=message.forced_seat if message.HasField("forced_seat") else None,
            stock_size=message.stock_size,
            dead_size=message.dead_size,
            stake=message.stake,
            trade_round=message.trade_round,
            chosen_seats=tuple(message.chosen_seats),
            rummy=RummyDeal.from_proto(message.rummy) if message.HasField("rummy") else None,
        )


@dataclass(frozen=True, slots=True)
class You:
    """What only the viewer's own seat sees."""

    seat: int
    hand: tuple[Card, ...]
    """In pack order."""
    to_act: bool
    decision_revision: int
    """Revision at which this seat's present decision arose; 0 when it has none."""
    legal_moves: tuple[Move, ...]
    """The legal moves, in a stable order; empty where the call did not ask for them."""
    chosen_card: Card | None = None
    """The card this seat has chosen to give away in this round of trading."""
    more_legal_moves: bool = False
    """Whether there are more than those; `legal_moves` of the seat gets them all."""

    @classmethod
    def from_proto(cls, message: view_pb2.You) -> Self:
        return cls(
            seat=message.seat,
            hand=to_cards(message.hand),
            to_act=message.to_act,
            decision_revision=message.decision_revision,
            legal_moves=tuple(map(move_from_proto, message.legal_moves)),
            chosen_card=Card(message.chosen_card) if message.chosen_card else None,
            more_legal_moves=message.more_legal_moves,
        )


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    cause: Cause
    winner_seats: tuple[int, ...]
    """Seats that share the win; empty for a void game."""
    scores: tuple[int, ...]
    """Totals by seat."""

    @classmethod
    def from_proto(cls, message: view_pb2.GameResult) -> Self:
        return cls(
            cause=enum_from_proto(Cause, message.cause),
            winner_seats=tuple(message.winner_seats),
            scores=tuple(message.scores),
        )


@dataclass(frozen=True, slots=True)
class Shuffle:
    """How the cards of a game are shuffled."""

    kind: ShuffleKind
    commitment: str
    """SHA-256 of the game's seed, 64 hexadecimal digits."""
    seed: str
    """The seed, 64 hexadecimal digits; empty until the game is finished."""

    @classmethod
    def from_proto(cls, message: view_pb2.Shuffle) -> Self:
        return cls(
            kind=enum_from_proto(ShuffleKind, message.kind),
            commitment=message.commitment,
            seed=message.seed,
        )


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one viewer may see it at one revision."""

    game_id: str
    revision: int
    """The first is 1; each commit adds 1."""
    status: GameStatus
    ruleset: str
    options: Mapping[str, str]
    """Every option of the game, resolved, by name."""
    access: Access
    seats: tuple[SeatView, ...]
    """All seats in playing order: `seats[n]` is seat n."""
    deal: DealView | None
    """The running deal; None before the first and after the game."""
    you: You | None
    """What only the viewer's own seat may see; None without a seat token."""
    result: GameResult | None
    """None until the game is finished."""
    shuffle: Shuffle
    create_time: datetime | None
    update_time: datetime | None
    """When the revision shown was committed, by the store's clock."""
    expire_time: datetime | None
    """When the game is deleted if nothing more is committed."""

    @property
    def is_over(self) -> bool:
        """Whether the game is finished or cancelled."""
        return self.status.is_over

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of the players who share the win; none before the end or in a void game."""
        return self.names(self.result.winner_seats) if self.result is not None else ()

    def names(self, seats: Iterable[int]) -> tuple[str, ...]:
        """Names to show for some seats; "seat 1" for a player who gave none."""
        return tuple(self.seats[seat].name or f"seat {seat}" for seat in seats)

    @classmethod
    def from_proto(cls, message: view_pb2.GameView) -> Self:
        return cls(
            game_id=message.game_id,
            revision=message.revision,
            status=enum_from_proto(GameStatus, message.status),
            ruleset=message.ruleset,
            options=dict(message.options),
            access=enum_from_proto(Access, message.access),
            seats=tuple(map(SeatView.from_proto, message.seats)),
            deal=DealView.from_proto(message.deal) if message.HasField("deal") else None,
            you=You.from_proto(message.you) if message.HasField("you") else None,
            result=GameResult.from_proto(message.result) if message.HasField("result") else None,
            shuffle=Shuffle.from_proto(message.shuffle),
            create_time=time_from_proto(message.create_time),
            update_time=time_from_proto(message.update_time),
            expire_time=time_from_proto(message.expire_time),
        )


def time_from_proto(time: Timestamp) -> datetime | None:
    """An aware datetime in UTC; None for a time that was not given or that no calendar has."""
    try:
        return time.ToDatetime(tzinfo=UTC) if time.ByteSize() else None
    except (OverflowError, ValueError):
        return None
