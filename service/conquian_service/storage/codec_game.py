"""A game and its parts as they are stored (`game.proto`), written and read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import assert_never

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    Card,
    DiscardDue,
    ForceAsked,
    GameOver,
    GameRules,
    GameState,
    NewerRules,
    Offered,
    Phase,
    Rules,
    RummyRules,
    RummyState,
    Seat,
    State,
    TakeForced,
    Trading,
    Upcard,
    pack_named,
)
from conquian_service.application.game import Game, Holder, Place
from conquian_service.storage.codec_names import (
    ACCESS,
    CAUSE,
    ORIGIN,
    SEAT_KIND,
    STATUS,
    seats_in,
    tables_in,
)
from conquian_service.storage.codec_rules import read_rules, write_rules
from conquian_service.storage.codec_rummy_state import read_rummy_state, write_rummy_state
from conquian_storage.v1 import game_pb2 as pb

__all__ = [
    "read_game",
    "read_holder",
    "read_orders",
    "write_game",
    "write_holder",
    "write_orders",
]

_NONE = 255
"""No card, where a byte names one."""


def write_game(game: Game, message: pb.Snapshot) -> None:
    """Write a game, without its id, into a message."""
    # Parts are written where they stand: a message passed to another is copied.
    message.status = STATUS.numbers[game.status]
    message.access = ACCESS.numbers[game.access]
    message.rules.CopyFrom(write_rules(game.rules))
    if game.first_dealer is not None:
        message.first_dealer = game.first_dealer
    places = message.places
    for place in game.places:
        written = places.add(epoch=place.epoch, decision_revision=place.decision_revision)
        if place.holder is not None:
            write_holder(place.holder, written.holder)
    message.seed = game.seed
    if game.pinned_orders:
        message.pinned_orders = write_orders(game.pinned_orders, game.rules)
    message.draws = game.draws
    if game.reshuffles:
        message.reshuffles = game.reshuffles
    if isinstance(game.state, State):
        _write_state(game.state, message.state)
    elif isinstance(game.state, RummyState):
        write_rummy_state(game.state, message.rummy)


def read_game(game_id: str, message: pb.Snapshot) -> Game:
    """The game that was stored under this id."""
    rules = read_rules(message.rules)
    pinned = message.pinned_orders
    return Game(
        game_id,
        STATUS.words[message.status],
        ACCESS.words[message.access],
        rules,
        Seat(message.first_dealer) if message.HasField("first_dealer") else None,
        BySeat([_read_place(place) for place in message.places[:]]),
        message.seed,
        read_orders(pinned, rules) if pinned else (),
        message.draws,
        _read_play(message, rules),
        message.reshuffles,
    )


def _read_play(message: pb.Snapshot, rules: GameRules) -> GameState | None:
    if message.HasField("state") and isinstance(rules, Rules):
        return _read_state(message.state, rules)
    if message.HasField("rummy") and isinstance(rules, RummyRules):
        return read_rummy_state(message.rummy, rules)
    return None


def write_orders(orders: Iterable[Iterable[Card]], rules: GameRules) -> bytes:
    """Pack orders, one byte a card."""
    index = pack_named(rules.pack).index
    return bytes([index[card] for order in orders for card in order])


def read_orders(orders: bytes, rules: GameRules) -> tuple[tuple[Card, ...], ...]:
    """Pack orders as texts of the pack."""
    pack = pack_named(rules.pack)
    cards, size = pack.cards, len(pack.deck)
    starts = range(0, len(orders), size)
    return tuple(tuple([cards[bit] for bit in orders[start : start + size]]) for start in starts)


def write_holder(holder: Holder, message: pb.Holder) -> None:
    """Write a seat's holder into a message."""
    message.name = holder.name
    message.kind = SEAT_KIND.numbers[holder.kind]
    message.player = holder.player
    message.entropy = holder.entropy


def read_holder(message: pb.Holder) -> Holder:
    """A seat's holder."""
    return _holder(message.name, message.kind, message.player, message.entropy)


@lru_cache(maxsize=4096)
def _holder(name: str, kind: int, player: str, entropy: bytes) -> Holder:
    # A table is read again with every move; its holders stay.
    return Holder(name, SEAT_KIND.words[kind], player, entropy)


def _read_place(message: pb.Place) -> Place:
    holder = read_holder(message.holder) if message.HasField("holder") else None
    return Place(holder, message.epoch, message.decision_revision)


def _write_state(state: State, message: pb.State) -> None:
    message.dealer = state.dealer
    message.deal = state.deal
    _write_phase(state.phase, message)
    message.hands.extend(state.hands)
    message.melds.extend([meld for table in state.tables for meld in table])
    message.meld_counts = bytes([len(table) for table in state.tables])
    message.stock = state.stock
    message.dead = state.dead
    message.upcards = state.upcards
    message.stake = state.stake
    message.scores.extend(state.scores)
    if state.resigned:
        message.resigned = bytes(state.resigned)


def _read_state(message: pb.State, rules: Rules) -> State:
    return State(
        rules,
        Seat(message.dealer),
        message.deal,
        _read_phase(message),
        BySeat(message.hands[:]),
        tables_in(message.melds[:], message.meld_counts),
        message.stock,
        message.dead,
        message.upcards,
        message.stake,
        BySeat(message.scores[:]),
        seats_in(message.resigned),
    )


def _write_phase(phase: Phase, message: pb.State) -> None:
    match phase:
        case Offered(upcard, to, passed):
            offered = message.offered
            _write_upcard(upcard, offered.upcard)
            offered.to = to
            if passed:
                offered.passed = bytes(passed)
        case DiscardDue(seat):
            message.discard_due.seat = seat
        case ForceAsked(upcard, seat, passed):
            force_asked = message.force_asked
            _write_upcard(upcard, force_asked.upcard)
            force_asked.asked = seat
            force_asked.passed = bytes(passed)
        case TakeForced(upcard, seat, by):
            take_forced = message.take_forced
            _write_upcard(upcard, take_forced.upcard)
            take_forced.seat = seat
            take_forced.by = by
        case Trading(number, chosen):
            message.trading.round = number
            message.trading.chosen = bytes([_NONE if bit is None else bit for bit in chosen])
        case GameOver(cause, winners):
            message.game_over.cause = CAUSE.numbers[cause]
            message.game_over.winners = bytes(winners)
        case AwaitingOrder():
            message.awaiting_order.SetInParent()
        case _:
            assert_never(phase)


def _read_phase(message: pb.State) -> Phase:
    match message.WhichOneof("phase"):
        case "offered":
            offered, upcard = message.offered, message.offered.upcard
            return _offered(upcard.card, upcard.origin, upcard.by, offered.to, offered.passed)
        case "discard_due":
            return DiscardDue(Seat(message.discard_due.seat))
        case "force_asked":
            asked = message.force_asked
            return ForceAsked(_read_upcard(asked.upcard), Seat(asked.asked), seats_in(asked.passed))
        case "take_forced":
            forced = message.take_forced
            return TakeForced(_read_upcard(forced.upcard), Seat(forced.seat), Seat(forced.by))
        case "trading":
            trading = message.trading
            return Trading(
                trading.round, BySeat([None if bit == _NONE else bit for bit in trading.chosen])
            )
        case "game_over":
            over = message.game_over
            return GameOver(CAUSE.words[over.cause], seats_in(over.winners))
        case "awaiting_order":
            return AwaitingOrder()
        case None:
            raise NewerRules("a phase")


@lru_cache(maxsize=4096)
def _offered(card: int, origin: int, by: int, to: int, passed: bytes) -> Offered:
    # The phase of four decisions in five, and there are not many of them.
    upcard = Upcard(card, ORIGIN.words[origin], Seat(by))
    return Offered(upcard, Seat(to), seats_in(passed))


def _write_upcard(upcard: Upcard, message: pb.Upcard) -> None:
    message.card = upcard.card
    message.origin = ORIGIN.numbers[upcard.origin]
    message.by = upcard.by


def _read_upcard(message: pb.Upcard) -> Upcard:
    return Upcard(message.card, ORIGIN.words[message.origin], Seat(message.by))
