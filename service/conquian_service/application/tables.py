"""Use cases about the table: create, join, leave, free a seat, issue a token, cancel."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from conquian_engine import Card, GameRules, Seat, UnknownCard, pack_named
from conquian_service.application import play_on
from conquian_service.application.committing import (
    Changed,
    change_game,
    commit_once,
    first_answer,
    shown,
)
from conquian_service.application.errors import (
    CallReason,
    CallRefused,
    Detail,
    field_invalid,
    no_such_seat,
)
from conquian_service.application.game import Access, Holder, Status, StoredGame
from conquian_service.application.log import GameCreated, LogEntry, SeatTaken, SeatTokenIssued
from conquian_service.application.permission import (
    check_address,
    check_epoch,
    check_may_join,
    need_host,
    need_seat,
    viewer_answered,
)
from conquian_service.application.play_on import Progress
from conquian_service.application.ports import Commit, Committed, Ports
from conquian_service.application.requests import (
    CreateGame,
    JoinGame,
    RequestKey,
    SeatCall,
    TableCall,
    request_key,
)
from conquian_service.application.rulebook import resolve
from conquian_service.application.shuffle import SEED_SIZE, commitment
from conquian_service.application.tokens import (
    Caller,
    HostToken,
    InviteToken,
    SeatToken,
    WatchToken,
)
from conquian_service.application.views import GameView, Update, Viewer, show_game

MAX_NAME = 40
MAX_PLAYER = 64
MAX_PINNED_ORDERS = 50
ENTROPY_SIZES = range(16, 65)
_EPOCHS = 900_000_000
"""Epochs drawn for a seat; room is left to count up from each within nine digits."""


@dataclass(frozen=True, slots=True)
class TableMade:
    """A new table and the tokens that come with it."""

    view: GameView
    host_token: str
    invite_token: str
    watch_token: str


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """A seat, its token, and what the call changed."""

    seat: Seat
    seat_token: str
    update: Update


async def create_game(ports: Ports, caller: Caller, request: CreateGame) -> TableMade:
    """Set up a table with every seat free."""
    if caller.token is not None:
        raise CallRefused(CallReason.NOT_ALLOWED)
    if request.pinned_orders and not ports.may_pin:
        raise CallRefused(CallReason.NOT_ALLOWED, field="pinned_orders")
    key = request_key(caller, "CreateGame", "", request.request_id, request.content())
    rules = resolve(request.ruleset, request.options, seats=request.seats)
    created = _created(ports, request, rules)
    changed = await _create(ports, key, ports.keyring.name_game(caller, key.request_id), created)
    game_id = changed.stored.game.id
    return TableMade(
        show_game(changed.stored, Viewer(), ports.retention),
        ports.keyring.issue(HostToken(game_id)),
        ports.keyring.issue(InviteToken(game_id)),
        ports.keyring.issue(WatchToken(game_id)),
    )


async def join_game(ports: Ports, caller: Caller, request: JoinGame) -> SeatGiven:
    """Take a free seat; the last one to be taken starts the game."""
    check_address(caller, request.game_id)
    _check_holder(request)
    key = request_key(caller, "JoinGame", request.game_id, request.request_id, request.content())
    holder = Holder(request.name, request.kind, request.player, request.entropy)
    epoch = _drawn_epoch(ports)

    def decide(stored: StoredGame) -> Progress:
        game = stored.game
        check_may_join(caller, game)
        if request.commitment and request.commitment.lower() != commitment(game.seed):
            raise CallRefused(CallReason.COMMITMENT_MISMATCH, field="commitment")
        if game.over:
            raise CallRefused(CallReason.GAME_FINISHED)
        if request.seat is not None and not 0 <= request.seat < len(game.places):
            raise no_such_seat("seat", request.seat, len(game.places))
        if game.status is not Status.WAITING:
            raise CallRefused(CallReason.GAME_STARTED)
        free = [Seat(seat) for seat, place in enumerate(game.places) if place.holder is None]
        if request.seat is not None and request.seat not in free:
            raise CallRefused(CallReason.SEAT_TAKEN, field="seat")
        seat = free[0] if request.seat is None else Seat(request.seat)
        return play_on.seat_holder(game, seat, holder, epoch=epoch, revision=stored.revision + 1)

    changed = await change_game(ports, "JoinGame", request.game_id, key, decide)
    if changed.first and changed.stored.game.status is Status.RUNNING:
        ports.meter.game(Status.RUNNING, changed.stored.game.rules.ruleset)
    return _seat_given(ports, changed, _seat_of(changed.entry))


async def leave_game(ports: Ports, caller: Caller, request: TableCall) -> Update:
    """Free the caller's own seat before the start."""
    token = need_seat(caller, request.game_id)
    key = request_key(caller, "LeaveGame", request.game_id, request.request_id, [])

    def decide(stored: StoredGame) -> Progress:
        game = stored.game
        seat = check_epoch(token, game)
        if game.over:
            raise CallRefused(CallReason.GAME_FINISHED)
        if game.status is not Status.WAITING:
            raise CallRefused(CallReason.USE_RESIGN)
        return play_on.free_seat(game, seat)

    changed = await change_game(ports, "LeaveGame", request.game_id, key, decide)
    return shown(ports, changed, Viewer())


async def free_seat(ports: Ports, caller: Caller, request: SeatCall) -> Update:
    """Free somebody's seat before the start."""
    need_host(caller, request.game_id)
    key = request_key(caller, "FreeSeat", request.game_id, request.request_id, [int(request.seat)])

    def decide(stored: StoredGame) -> Progress:
        game = stored.game
        _check_taken(stored, request.seat)
        if game.over:
            raise CallRefused(CallReason.GAME_FINISHED)
        if game.status is not Status.WAITING:
            raise CallRefused(CallReason.GAME_STARTED)
        return play_on.free_seat(game, request.seat)

    changed = await change_game(ports, "FreeSeat", request.game_id, key, decide)
    return shown(ports, changed, Viewer())


async def issue_seat_token(ports: Ports, caller: Caller, request: SeatCall) -> SeatGiven:
    """Replace a seat's token: for the host, or for the seat itself."""
    check_address(caller, request.game_id)
    token = caller.token
    if token is None:
        raise CallRefused(CallReason.CREDENTIAL_MISSING)
    if not isinstance(token, HostToken) and not (
        isinstance(token, SeatToken) and token.seat == request.seat
    ):
        raise CallRefused(CallReason.NOT_ALLOWED)
    key = request_key(
        caller, "IssueSeatToken", request.game_id, request.request_id, [int(request.seat)]
    )
    epoch = _drawn_epoch(ports)

    def decide(stored: StoredGame) -> Progress:
        if isinstance(token, SeatToken):
            check_epoch(token, stored.game)
        _check_taken(stored, request.seat)
        if stored.game.over:
            raise CallRefused(CallReason.GAME_FINISHED)
        return play_on.issue_token(stored.game, request.seat, epoch=epoch)

    changed = await change_game(ports, "IssueSeatToken", request.game_id, key, decide)
    return _seat_given(ports, changed, _seat_of(changed.entry))


async def cancel_game(ports: Ports, caller: Caller, request: TableCall) -> Update:
    """Call the game off: cancelled before the start, void once it runs."""
    need_host(caller, request.game_id)
    key = request_key(caller, "CancelGame", request.game_id, request.request_id, [])

    def decide(stored: StoredGame) -> Progress:
        if stored.game.over:
            raise CallRefused(CallReason.GAME_FINISHED)
        return play_on.cancel(stored.game, revision=stored.revision + 1)

    changed = await change_game(ports, "CancelGame", request.game_id, key, decide)
    if changed.first:
        ports.meter.game(changed.stored.game.status, changed.stored.game.rules.ruleset)
    return shown(ports, changed, Viewer())


def _created(ports: Ports, request: CreateGame, rules: GameRules) -> GameCreated:
    first_dealer = request.first_dealer
    if first_dealer is not None and not 0 <= first_dealer < rules.seats:
        raise no_such_seat("first_dealer", first_dealer, rules.seats)
    if len(request.pinned_orders) > MAX_PINNED_ORDERS:
        given, most = len(request.pinned_orders), f"0-{MAX_PINNED_ORDERS}"
        raise field_invalid("pinned_orders", given, most, detail=Detail.TOO_MANY)
    return GameCreated(
        rules,
        request.access,
        None if first_dealer is None else Seat(first_dealer),
        ports.randomness.secret(SEED_SIZE),
        tuple(_pinned(rules, order) for order in request.pinned_orders),
    )


def _pinned(rules: GameRules, order: tuple[str, ...]) -> tuple[Card, ...]:
    pack = pack_named(rules.pack)
    try:
        cards = tuple(pack.parse_card(text) for text in order)
    except UnknownCard as unknown:
        raise CallRefused(
            CallReason.BAD_ORDER, field="pinned_orders", rule="R1", cards=(unknown.text[:8],)
        ) from None
    counts, right = Counter(cards), Counter(pack.deck)
    if counts != right:
        repeated = tuple(card for card in pack.cards if counts[card] > right[card])
        raise CallRefused(
            CallReason.BAD_ORDER,
            field="pinned_orders",
            rule="R1.2",
            cards=repeated[:10],
            facts={"value": str(len(cards)), "limit": str(len(pack.deck))},
        )
    return cards


async def _create(ports: Ports, key: RequestKey, game_id: str, created: GameCreated) -> Changed:
    """Commit revision 1, or give the first answer to a creating request seen before."""
    loaded = await ports.store.load(game_id, request_field=key.field)
    if loaded is not None:
        return await first_answer(ports, "CreateGame", game_id, key, loaded)
    progress = play_on.create(game_id, created)
    if created.access is Access.PUBLIC:
        # Before the commit: a listing without a game is cleaned by the reader, a game
        # without a listing would stay unseen.
        await ports.lobby.add(game_id, await ports.store.now_ms())
    commit = Commit(
        game=progress.game,
        expected_revision=0,
        created_ms=0,
        events=progress.events,
        request_field=key.field,
        request_digest=key.digest,
        ttl_ms=ports.retention.ttl_ms(progress.game),
    )
    match await commit_once(ports, commit):
        case Committed(revision=revision, time_ms=time_ms):
            ports.meter.game(Status.WAITING, created.rules.ruleset)
            entry = LogEntry(revision, time_ms, progress.events)
            stored = StoredGame(progress.game, revision, time_ms, time_ms)
            return Changed(stored, entry, progress.game, first=True)
        case _:
            # The same request on another replica came first.
            loaded = await ports.store.load(game_id, request_field=key.field)
            if loaded is None:
                raise CallRefused(CallReason.CONTENTION)
            return await first_answer(ports, "CreateGame", game_id, key, loaded)


def _drawn_epoch(ports: Ports) -> int:
    # A token of another who held this seat, in a game of the same id that expired or in
    # revisions that a failover lost, must not act for this one.
    return int.from_bytes(ports.randomness.secret(4)) % _EPOCHS + 1


def _check_holder(request: JoinGame) -> None:
    _check_text("name", request.name, MAX_NAME)
    _check_text("player", request.player, MAX_PLAYER)
    given = len(request.entropy)
    if given and given not in ENTROPY_SIZES:
        allowed = f"0, {ENTROPY_SIZES.start}-{ENTROPY_SIZES.stop - 1}"
        raise field_invalid("entropy", given, allowed, detail=Detail.BYTES)


def _check_text(field: str, text: str, most: int) -> None:
    if len(text) > most:
        raise field_invalid(field, len(text), f"0-{most}", detail=Detail.TOO_LONG)
    if not text.isprintable():
        raise CallRefused(CallReason.FIELD_INVALID, field=field, detail=Detail.NOT_PRINTABLE)


def _check_taken(stored: StoredGame, seat: Seat) -> None:
    places = stored.game.places
    if not 0 <= seat < len(places):
        raise no_such_seat("seat", seat, len(places))
    if places[seat].holder is None:
        raise CallRefused(CallReason.SEAT_NOT_TAKEN, field="seat")


def _seat_of(entry: LogEntry) -> Seat:
    match entry.events[0]:
        case SeatTaken(seat=seat) | SeatTokenIssued(seat=seat):
            return seat
        case other:
            raise TypeError(f"no seat in a {type(other).__name__}")


def _seat_given(ports: Ports, changed: Changed, seat: Seat) -> SeatGiven:
    # The epoch of this revision, not of the newest: a retry gets its first answer, but no hand
    # once the token in it is dead.
    game = changed.stored.game
    token = SeatToken(game.id, seat, game.places[seat].epoch)
    update = shown(ports, changed, viewer_answered(token, changed.now))
    return SeatGiven(seat, ports.keyring.issue(token), update)
