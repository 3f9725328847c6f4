"""A game and its parts as they are stored (`game.proto`), written and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import assert_never

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    Card,
    DiscardDue,
    ForceAsked,
    GameOver,
    NewerRules,
    Offered,
    Pack,
    Phase,
    Rules,
    Seat,
    State,
    TakeForced,
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
)
from conquian_service.storage.codec_rules import read_rules, write_rules
from conquian_storage.v1 import game_pb2 as pb

__all__ = [
    "read_game",
    "read_holder",
    "read_orders",
    "write_game",
    "write_holder",
    "write_orders",
]


def write_game(
    game: Game, *, version: int, min_reader: int, revision: int, created_ms: int
) -> pb.Snapshot:
    """The stored form of a game; its id is not in it."""
    return pb.Snapshot(
        version=version,
        min_reader=min_reader,
        revision=revision,
        created_ms=created_ms,
        status=STATUS.numbers[game.status],
        access=ACCESS.numbers[game.access],
        rules=write_rules(game.rules),
        first_dealer=game.first_dealer,
        places=[_write_place(place) for place in game.places],
        seed=game.seed,
        pinned_orders=write_orders(game.pinned_orders, game.rules),
        draws=game.draws,
        state=None if game.state is None else _write_state(game.state),
    )


def read_game(game_id: str, message: pb.Snapshot) -> Game:
    """The game that was stored under this id."""
    rules = read_rules(message.rules)
    return Game(
        game_id,
        STATUS.words[message.status],
        ACCESS.words[message.access],
        rules,
        Seat(message.first_dealer) if message.HasField("first_dealer") else None,
        BySeat([_read_place(place) for place in message.places]),
        message.seed,
        read_orders(message.pinned_orders, rules),
        message.draws,
        _read_state(message.state, rules) if message.HasField("state") else None,
    )


def write_orders(orders: Sequence[Sequence[Card]], rules: Rules) -> list[bytes]:
    """Pack orders, one byte a card."""
    if not orders:
        return []
    index = pack_named(rules.pack).index
    return [bytes([index[card] for card in order]) for order in orders]


def read_orders(orders: Sequence[bytes], rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """Pack orders as texts of the pack."""
    if not orders:
        return ()
    pack = pack_named(rules.pack)
    return tuple([tuple([pack.cards[bit] for bit in order]) for order in orders])


def write_holder(holder: Holder) -> pb.Holder:
    """The stored form of a seat's holder."""
    return pb.Holder(
        name=holder.name,
        kind=SEAT_KIND.numbers[holder.kind],
        player=holder.player,
        entropy=holder.entropy,
    )


def read_holder(message: pb.Holder) -> Holder:
    """A seat's holder."""
    return Holder(message.name, SEAT_KIND.words[message.kind], message.player, message.entropy)


def _write_place(place: Place) -> pb.Place:
    return pb.Place(
        holder=None if place.holder is None else write_holder(place.holder),
        epoch=place.epoch,
        decision_revision=place.decision_revision,
    )


def _read_place(message: pb.Place) -> Place:
    holder = read_holder(message.holder) if message.HasField("holder") else None
    return Place(holder, message.epoch, message.decision_revision)


def _write_state(state: State) -> pb.State:
    message = _write_phase(state.phase)
    message.dealer = state.dealer
    message.deal = state.deal
    message.hands.extend(state.hands)
    message.melds.extend(chain.from_iterable(state.tables))
    message.meld_counts = bytes(map(len, state.tables))
    message.stock = state.stock
    message.dead = state.dead
    message.upcards = state.upcards
    message.stake = state.stake
    message.scores.extend(state.scores)
    message.resigned = bytes(state.resigned)
    return message


def _read_state(message: pb.State, rules: Rules) -> State:
    melds = tuple(message.melds)
    return State(
        rules,
        Seat(message.dealer),
        message.deal,
        _read_phase(message),
        BySeat(message.hands),
        BySeat(_tables(melds, message.meld_counts)),
        message.stock,
        message.dead,
        message.upcards,
        message.stake,
        BySeat(message.scores),
        seats_in(message.resigned),
    )


def _tables(melds: tuple[int, ...], counts: bytes) -> Iterator[tuple[int, ...]]:
    start = 0
    for count in counts:
        yield melds[start : start + count]
        start += count


def _write_phase(phase: Phase) -> pb.State:
    """A state of which the phase alone is written."""
    match phase:
        case Offered(upcard, to, passed):
            offered = pb.Offered(upcard=_write_upcard(upcard), to=to, passed=bytes(passed))
            return pb.State(offered=offered)
        case DiscardDue(seat):
            return pb.State(discard_due=pb.DiscardDue(seat=seat))
        case ForceAsked(upcard, asked, passed):
            force_asked = pb.ForceAsked(
                upcard=_write_upcard(upcard), asked=asked, passed=bytes(passed)
            )
            return pb.State(force_asked=force_asked)
        case TakeForced(upcard, seat, by):
            take_forced = pb.TakeForced(upcard=_write_upcard(upcard), seat=seat, by=by)
            return pb.State(take_forced=take_forced)
        case GameOver(cause, winners):
            over = pb.GameOver(cause=CAUSE.numbers[cause], winners=bytes(winners))
            return pb.State(game_over=over)
        case AwaitingOrder():
            return pb.State(awaiting_order=pb.AwaitingOrder())
        case _:
            assert_never(phase)


def _read_phase(message: pb.State) -> Phase:
    match message.WhichOneof("phase"):
        case "offered":
            offered = message.offered
            upcard = _read_upcard(offered.upcard)
            return Offered(upcard, Seat(offered.to), seats_in(offered.passed))
        case "discard_due":
            return DiscardDue(Seat(message.discard_due.seat))
        case "force_asked":
            asked = message.force_asked
            upcard = _read_upcard(asked.upcard)
            return ForceAsked(upcard, Seat(asked.asked), seats_in(asked.passed))
        case "take_forced":
            forced = message.take_forced
            return TakeForced(_read_upcard(forced.upcard), Seat(forced.seat), Seat(forced.by))
        case "game_over":
            over = message.game_over
            return GameOver(CAUSE.words[over.cause], seats_in(over.winners))
        case "awaiting_order":
            return AwaitingOrder()
        case None:
            raise NewerRules("a phase")


def _write_upcard(upcard: Upcard) -> pb.Upcard:
    return pb.Upcard(card=upcard.card, origin=ORIGIN.numbers[upcard.origin], by=upcard.by)


def _read_upcard(message: pb.Upcard) -> Upcard:
    return Upcard(message.card, ORIGIN.words[message.origin], Seat(message.by))
