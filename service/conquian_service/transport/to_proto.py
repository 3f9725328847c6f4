"""What use cases answer, written into messages of the API.

Messages are filled in place, because a message set into another is copied; melds, of
which a pack has a few hundred, are made once and copied. This runs for every move and
every watcher: see `bench/` before adding to it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from google.protobuf.timestamp_pb2 import Timestamp

from conquian.v1 import events_pb2, game_service_pb2, view_pb2
from conquian_engine import AnyView, GameResult, RummyView
from conquian_service.application.game import Holder
from conquian_service.application.views import GameView, Update
from conquian_service.application.watching import Closing, Heartbeat, Resync, Watched
from conquian_service.transport.enums import ACCESS, CAUSE, ORIGIN, PHASE, SEAT_KIND, STATUS
from conquian_service.transport.event_to_proto import write_event
from conquian_service.transport.meld_to_proto import meld_protos
from conquian_service.transport.move_to_proto import write_move


def write_watched(to: game_service_pb2.WatchGameResponse, watched: Watched) -> None:
    """Write one message of a watcher's stream."""
    match watched:
        case Update():
            write_update(to.update, watched)
        case Heartbeat(revision=revision):
            to.heartbeat.revision = revision
        case Resync(revision=revision):
            to.resync.revision = revision
        case Closing(resume_after_revision=revision):
            to.closing.resume_after_revision = revision
        case _:
            assert_never(watched)


def write_update(to: events_pb2.GameUpdate, update: Update) -> None:
    """Write one revision."""
    to.revision = update.revision
    _write_time(to.commit_time, update.time_ms)
    for event in update.events:
        write_event(to.events.add(), event)
    if update.view is not None:
        write_view(to.view, update.view)


def write_view(to: view_pb2.GameView, view: GameView) -> None:
    """Write a game as its viewer may see it."""
    to.game_id = view.id
    to.revision = view.revision
    to.status = STATUS[view.status]
    to.ruleset = view.ruleset
    to.MergeFrom(_with_options(tuple(view.options.items())))
    to.access = ACCESS[view.access]
    play = view.play
    for seat, holder in enumerate(view.holders):
        _write_seat(to.seats.add(seat=seat), seat, holder, view)
    if play is not None and play.phase in PHASE:
        _write_deal(to.deal, play)
    if view.you is not None:
        _write_you(to.you, view)
    if view.result is not None:
        _write_result(to.result, view.result)
    shuffle = to.shuffle
    shuffle.kind = view_pb2.SHUFFLE_KIND_PINNED if view.pinned else view_pb2.SHUFFLE_KIND_PROVABLE
    shuffle.commitment = view.commitment
    if view.seed is not None:
        shuffle.seed = view.seed.hex()
    _write_time(to.create_time, view.created_ms)
    _write_time(to.update_time, view.updated_ms)
    _write_time(to.expire_time, view.expires_ms)


def _write_seat(to: view_pb2.SeatView, seat: int, holder: Holder | None, view: GameView) -> None:
    if holder is not None:
        to.taken = True
        to.name = holder.name
        to.kind = SEAT_KIND[holder.kind]
        if holder.player:
            to.player = holder.player
        if view.present is not None:
            here = seat in view.present
            to.presence = view_pb2.PRESENCE_ONLINE if here else view_pb2.PRESENCE_OFFLINE
    play = view.play
    if play is not None:
        to.hand_size = play.hand_sizes[seat]
        if table := play.tables[seat]:
            to.table.extend(meld_protos(table))
        to.score = play.scores[seat]
        if play.resigned:
            to.resigned = seat in play.resigned


def _write_deal(to: view_pb2.DealView, play: AnyView) -> None:
    to.number = play.deal
    to.dealer = play.dealer
    to.phase = PHASE[play.phase]
    to.seats_to_act.extend(play.to_act)
    if isinstance(play, RummyView):
        to.stock_size = play.stock_size
        to.stake = 1
        _write_rummy(to.rummy, play)
        return
    if play.upcard is not None:
        upcard = to.upcard
        upcard.card = play.upcard.card
        upcard.origin = ORIGIN[play.upcard.origin]
        upcard.by_seat = play.upcard.by
    to.passed_seats.extend(play.passed)
    if play.forced is not None:
        to.forced_seat = play.forced
    to.stock_size = play.stock_size
    to.dead_size = play.dead
    to.stake = play.stake
    if play.trade_round is not None:
        to.trade_round = play.trade_round
        to.chosen_seats.extend(play.traders)


def _write_rummy(to: view_pb2.RummyDeal, play: RummyView) -> None:
    to.discards.extend(play.discards)
    to.discards_size = play.discards_size
    to.opened_seats.extend(seat for seat, opened in enumerate(play.opened) if opened)
    if play.must_use is not None:
        to.must_use = play.must_use
    to.taken.extend(play.taken)
    to.plays = play.plays
    to.opening = play.opening
    to.opening_needed = play.opening_needed
    if play.challenger is not None:
        to.challenger_seat = play.challenger


def _write_you(to: view_pb2.You, view: GameView) -> None:
    you = view.you
    if you is None:
        return
    to.seat = you.seat
    if view.play is not None and view.play.hand is not None:
        to.hand.extend(view.play.hand)
        if not isinstance(view.play, RummyView) and view.play.chosen is not None:
            to.chosen_card = view.play.chosen
    to.to_act = you.to_act
    to.decision_revision = you.decision_revision
    for move in you.legal_moves or ():
        write_move(to.legal_moves.add(), move)
    if you.more_legal_moves:
        to.more_legal_moves = True


def _write_result(to: view_pb2.GameResult, result: GameResult) -> None:
    to.cause = CAUSE[result.cause]
    to.winner_seats.extend(result.winners)
    to.scores.extend(result.scores)


@lru_cache(maxsize=256)
def _with_options(options: tuple[tuple[str, str], ...]) -> view_pb2.GameView:
    # Made once for each set of rules: adding one by one costs as much as all seats.
    return view_pb2.GameView(options=dict(options))


def _write_time(to: Timestamp, millis: int) -> None:
    to.seconds, rest = divmod(millis, 1000)
    to.nanos = rest * 1_000_000
