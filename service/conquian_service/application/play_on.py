"""Turning one game into the next: pure steps that the use cases commit and `fold` repeats.

Each returns the game afterwards and the events of the step; the log keeps the events, and
`fold` plays them again, so that snapshot and log cannot drift apart (decision 0.6).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from conquian_engine import (
    AwaitingOrder,
    BySeat,
    Card,
    Cause,
    GameOver,
    GameState,
    Move,
    Seat,
    apply,
    cards_to_order,
    decision_key,
    give_order,
    new_game,
    resign,
    void,
)
from conquian_engine.values import filled_by_slot
from conquian_service.application.game import Game, Holder, Place, Status
from conquian_service.application.log import (
    GameCancelled,
    GameCreated,
    GameStarted,
    LoggedEvent,
    SeatFreed,
    SeatTaken,
    SeatTokenIssued,
)
from conquian_service.application.shuffle import draw_order, draw_seat


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Progress:
    """A game after a step, and what happened in it."""

    game: Game
    events: tuple[LoggedEvent, ...]


def create(game_id: str, created: GameCreated) -> Progress:
    """The table as it is set up: every seat free."""
    game = Game(
        id=game_id,
        status=Status.WAITING,
        access=created.access,
        rules=created.rules,
        first_dealer=created.first_dealer,
        places=BySeat([Place()] * created.rules.seats),
        seed=created.seed,
        pinned_orders=created.pinned_orders,
    )
    return Progress(game, (created,))


def seat_holder(game: Game, seat: Seat, holder: Holder, *, epoch: int, revision: int) -> Progress:
    """Seat somebody; with the last seat the game starts and the first deal is dealt."""
    place = Place(holder=holder, epoch=epoch)
    game = replace(game, places=game.places.replace(seat, place))
    taken = SeatTaken(seat, holder, epoch)
    if any(place.holder is None for place in game.places):
        return Progress(game, (taken,))
    started = _start(game, revision=revision)
    return Progress(started.game, (taken, *started.events))


def free_seat(game: Game, seat: Seat) -> Progress:
    """Free a seat; its tokens die."""
    place = Place(holder=None, epoch=game.places[seat].epoch + 1)
    return Progress(replace(game, places=game.places.replace(seat, place)), (SeatFreed(seat),))


def issue_token(game: Game, seat: Seat, *, epoch: int) -> Progress:
    """Give a seat another epoch, as `SeatTokenIssued` tells it; its old tokens die."""
    place = game.places[seat]
    another = place.epoch + 1 if epoch in (0, place.epoch) else epoch
    places = game.places.replace(seat, replace(place, epoch=another))
    return Progress(replace(game, places=places), (SeatTokenIssued(seat, epoch),))


def cancel(game: Game, *, revision: int) -> Progress:
    """Call the game off: cancelled before the start, void once it runs (R4.5)."""
    if game.state is None:
        return Progress(replace(game, status=Status.CANCELLED), (GameCancelled(),))
    step = void(game.state)
    return _after(game, step.state, step.events, revision=revision)


def move(game: Game, state: GameState, seat: Seat, chosen: Move, *, revision: int) -> Progress:
    """Play a move; `IllegalMove` if the rules refuse it."""
    step = apply(state, seat, chosen)
    return _after(game, step.state, step.events, revision=revision)


def give_up(
    game: Game, state: GameState, seat: Seat, *, cause: Cause = Cause.RESIGNATION, revision: int
) -> Progress:
    """Resign a seat (R4.1); `IllegalMove` if it cannot."""
    step = resign(state, seat, cause=cause)
    return _after(game, step.state, step.events, revision=revision)


def _start(game: Game, *, revision: int) -> Progress:
    dealer = game.first_dealer
    if dealer is None:
        entropies = _entropies(game)
        dealer = Seat(draw_seat(game.seed, game.id, entropies, seats=len(game.places)))
    game = replace(game, status=Status.RUNNING, draws=1)
    state = new_game(game.rules, dealer=dealer)
    return _after(game, state, (GameStarted(dealer),), revision=revision)


def _after(
    game: Game, state: GameState, events: tuple[LoggedEvent, ...], *, revision: int
) -> Progress:
    """Meet every chance point that the step left, and note what each seat now has to decide."""
    draws, reshuffles = game.draws, game.reshuffles
    while (cards := cards_to_order(state)) is not None:
        whole_pack = isinstance(state.phase, AwaitingOrder)
        order = _given(game, draws - reshuffles) if whole_pack else None
        step = give_order(state, order or _drawn(game, cards, draws))
        state, events = step.state, (*events, *step.events)
        draws += 1
        reshuffles += not whole_pack
    places = BySeat(
        replace_decision(place, game.state, state, Seat(seat), revision)
        for seat, place in enumerate(game.places)
    )
    status = Status.FINISHED if isinstance(state.phase, GameOver) else game.status
    return Progress(
        Game(
            game.id,
            status,
            game.access,
            game.rules,
            game.first_dealer,
            places,
            game.seed,
            game.pinned_orders,
            draws,
            state,
            reshuffles,
        ),
        events,
    )


def replace_decision(
    place: Place, before: GameState | None, after: GameState, seat: Seat, revision: int
) -> Place:
    """The place with the revision at which its seat's present decision arose (decision 0.4)."""
    key = decision_key(after, seat)
    if key is None:
        arose = 0
    elif before is not None and decision_key(before, seat) == key:
        arose = place.decision_revision
    else:
        arose = revision
    if arose == place.decision_revision:
        return place
    return Place(place.holder, place.epoch, arose)


def _given(game: Game, pack: int) -> tuple[Card, ...] | None:
    """The order that the creator gave for this pack of the game, counted from 1."""
    return game.pinned_orders[pack - 1] if pack <= len(game.pinned_orders) else None


def _drawn(game: Game, cards: tuple[Card, ...], draw: int) -> tuple[Card, ...]:
    return draw_order(game.seed, game.id, _entropies(game), cards, draw=draw)


def _entropies(game: Game) -> list[bytes]:
    return [b"" if place.holder is None else place.holder.entropy for place in game.places]
