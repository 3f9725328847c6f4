"""The one place where a game turns into what a viewer may see (decision 0.5).

Every reply, update and list is built from these values; the engine masks what belongs to
the deal, this module what belongs to the table.

Source: R4.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from types import MappingProxyType

from conquian_engine import (
    AnyView,
    GameResult,
    GameRules,
    GameState,
    Move,
    MoveKind,
    Seat,
    State,
    each_legal_move,
    event_for,
    legal_moves,
    move_kind,
    rules_options,
    search_legal_moves,
    seats_to_act,
    view_for,
)
from conquian_engine import Event as PlayEvent
from conquian_engine.values import filled_by_slot
from conquian_service.application.game import Access, Game, Holder, Status, StoredGame
from conquian_service.application.log import (
    GameCancelled,
    GameCreated,
    GameStarted,
    LogEntry,
    LoggedEvent,
    SeatFreed,
    SeatTaken,
    SeatTokenIssued,
)
from conquian_service.application.shuffle import commitment

MOVES_SHOWN = 200
"""Most legal moves in a view where there can be many; `list_legal_moves` pages through all."""
MOVES_SOUGHT = 2_500
"""Most steps in search of them: what a view may hold the loop for."""
_LAYINGS = frozenset({MoveKind.TAKE, MoveKind.MELD, MoveKind.LAY_OFF, MoveKind.TAKE_JOKER})
_NOT_LAYINGS = frozenset(MoveKind) - _LAYINGS


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a seat, or anybody."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TableSet:
    """`GameCreated` as everybody may see it: without the seed and the orders given."""

    rules: GameRules
    access: Access
    first_dealer: Seat | None
    """As the creator fixed it; None if it is drawn."""
    pinned_deals: int
    """Deals, from the first on, whose pack order the creator gave."""


ShownEvent = (
    TableSet | SeatTaken | SeatFreed | SeatTokenIssued | GameStarted | GameCancelled | PlayEvent
)


@filled_by_slot
@dataclass(frozen=True, slots=True)
class You:
    """What only the viewer's own seat sees."""

    seat: Seat
    to_act: bool
    decision_revision: int
    legal_moves: tuple[Move, ...] | None
    """None unless asked for."""
    more_legal_moves: bool = False
    """Whether there are more than those."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class GameView:
    """A game at a revision, as one viewer may see it. Times in milliseconds since 1970."""

    id: str
    revision: int
    status: Status
    ruleset: str
    options: Mapping[str, str]
    access: Access
    holders: tuple[Holder | None, ...]
    play: AnyView | None
    """Hands, tables and scores as the engine shows them; None before the start."""
    you: You | None
    result: GameResult | None
    pinned: bool
    """Whether the creator gave pack orders."""
    commitment: str
    seed: bytes | None
    """Revealed when the game is finished."""
    created_ms: int
    updated_ms: int
    expires_ms: int
    present: frozenset[Seat] | None = None
    """Seats with a recent watcher; None where not looked up."""


@filled_by_slot
@dataclass(frozen=True, slots=True)
class Update:
    """One revision, as one viewer may see it."""

    revision: int
    time_ms: int
    events: tuple[ShownEvent, ...]
    view: GameView | None = None


@dataclass(frozen=True, slots=True)
class Retention:
    """How long a game is kept after its last commit, in milliseconds."""

    unjoined_ms: int = 3_600_000
    waiting_ms: int = 24 * 3_600_000
    running_ms: int = 14 * 24 * 3_600_000
    finished_ms: int = 30 * 24 * 3_600_000

    def ttl_ms(self, game: Game) -> int:
        """How long this game is kept from now if nothing more is committed."""
        if game.over:
            return self.finished_ms
        if game.status is Status.RUNNING:
            return self.running_ms
        joined = any(place.epoch for place in game.places)
        return self.waiting_ms if joined else self.unjoined_ms


def show_game(
    stored: StoredGame,
    viewer: Viewer,
    retention: Retention,
    *,
    with_legal_moves: bool = False,
    present: frozenset[Seat] | None = None,
) -> GameView:
    """The game as a viewer may see it."""
    game = stored.game
    play = None if game.state is None else view_for(game.state, viewer.seat)
    return GameView(
        id=game.id,
        revision=stored.revision,
        status=game.status,
        ruleset=game.rules.ruleset,
        options=_options(game.rules),
        access=game.access,
        holders=tuple(place.holder for place in game.places),
        play=play,
        you=_you(game, viewer.seat, with_legal_moves=with_legal_moves),
        result=None if play is None else play.result,
        pinned=bool(game.pinned_orders),
        commitment=commitment(game.seed),
        seed=game.seed if game.status is Status.FINISHED else None,
        created_ms=stored.created_ms,
        updated_ms=stored.updated_ms,
        expires_ms=stored.updated_ms + retention.ttl_ms(game),
        present=present,
    )


def show_entry(entry: LogEntry, viewer: Viewer, view: GameView | None = None) -> Update:
    """One log entry as a viewer may see it."""
    shown = tuple(show_event(event, viewer) for event in entry.events)
    return Update(entry.revision, entry.time_ms, shown, view)


def show_event(event: LoggedEvent, viewer: Viewer) -> ShownEvent:
    """One event as a viewer may see it."""
    match event:
        case GameCreated():
            return _table_set(event)
        case SeatTaken() | SeatFreed() | SeatTokenIssued() | GameStarted() | GameCancelled():
            return event
        case _:
            return event_for(event, viewer.seat)


def show_transcript_entry(entry: LogEntry) -> Update:
    """One log entry of a finished game, nothing hidden but what is no part of the game."""
    shown = tuple(
        _table_set(event) if isinstance(event, GameCreated) else event for event in entry.events
    )
    return Update(entry.revision, entry.time_ms, shown)


@lru_cache(maxsize=256)
def _options(rules: GameRules) -> Mapping[str, str]:
    return MappingProxyType(rules_options(rules))


def _table_set(created: GameCreated) -> TableSet:
    pinned = len(created.pinned_orders)
    return TableSet(created.rules, created.access, created.first_dealer, pinned)


def _you(game: Game, seat: Seat | None, *, with_legal_moves: bool) -> You | None:
    if seat is None:
        return None
    if game.state is None:
        return You(seat, False, 0, () if with_legal_moves else None)
    moves = _moves_shown(game.state, seat) if with_legal_moves else None
    return You(
        seat,
        seat in seats_to_act(game.state),
        game.places[seat].decision_revision,
        None if moves is None else moves[0],
        moves is not None and moves[1],
    )


def _moves_shown(state: GameState, seat: Seat) -> tuple[tuple[Move, ...], bool]:
    """The legal moves shown, and whether there may be more.

    There can be many only in family H, and where cards may be borrowed.
    """
    if isinstance(state, State) and not state.rules.borrow_from_opponents:
        return legal_moves(state, seat), False
    found: list[Move] = []
    for step, move in enumerate(search_legal_moves(state, seat)):
        if step == MOVES_SOUGHT or len(found) > MOVES_SHOWN:
            break
        if move is not None:
            found.append(move)
    else:
        if len(found) <= MOVES_SHOWN:
            return tuple(found), False
    # Of many layings some are left out, but no way to go on: where there are that many, the
    # others are few and come after them.
    others = tuple(each_legal_move(state, seat, kinds=_NOT_LAYINGS))
    layings = (move for move in found if move_kind(move) in _LAYINGS)
    return (*islice(layings, max(0, MOVES_SHOWN - len(others))), *others), True
