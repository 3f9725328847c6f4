"""Use cases of a player at the table: play a move, list the legal ones, resign."""

from __future__ import annotations

from dataclasses import dataclass

from conquian_engine import (
    Card,
    GameState,
    Move,
    Reason,
    Seat,
    UnknownCard,
    pack_named,
    search_legal_moves,
    why_illegal,
)
from conquian_service.application import play_on
from conquian_service.application.committing import change_game, shown
from conquian_service.application.errors import CallReason, CallRefused, refused_by_rules
from conquian_service.application.game import Game, Status, StoredGame
from conquian_service.application.paging import Page, read_page
from conquian_service.application.permission import check_epoch, need_seat, viewer_answered
from conquian_service.application.play_on import Progress
from conquian_service.application.ports import Ports
from conquian_service.application.requests import (
    ListLegalMoves,
    PlayMove,
    TableCall,
    move_content,
    request_key,
)
from conquian_service.application.tokens import Caller, SeatToken
from conquian_service.application.views import Update

# The order of the checks is part of the contract: a repeated request first (in
# `change_game`; `viewer_answered` says what of it is shown), then the token's epoch, then
# staleness, then the rules.


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """A page of legal moves, and the revision they are legal at."""

    page: Page[Move]
    revision: int


async def play_move(ports: Ports, caller: Caller, request: PlayMove) -> Update:
    """Play a move for the caller's seat, exactly once for its request id."""
    token = need_seat(caller, request.game_id)
    if request.revision <= 0:
        raise CallRefused(CallReason.FIELD_MISSING, field="revision")
    if request.validate_only:
        return await _judge_move(ports, token, request)
    content = [request.revision, *move_content(request.move)]
    key = request_key(caller, "PlayMove", request.game_id, request.request_id, content)

    def decide(stored: StoredGame) -> Progress:
        game = stored.game
        seat, state = _seat_to_play(token, stored, request.revision)
        return play_on.move(game, state, seat, request.move, revision=stored.revision + 1)

    changed = await change_game(ports, "PlayMove", request.game_id, key, decide)
    if changed.first:
        ports.meter.move(type(request.move).__name__)
        _count_finish(ports, changed.stored.game)
    return shown(ports, changed, viewer_answered(token, changed.now))


async def resign(ports: Ports, caller: Caller, request: TableCall) -> Update:
    """Give up the game for the caller's seat."""
    token = need_seat(caller, request.game_id)
    key = request_key(caller, "Resign", request.game_id, request.request_id, [])

    def decide(stored: StoredGame) -> Progress:
        seat = check_epoch(token, stored.game)
        state = _running(stored.game)
        if stored.game.over:
            raise CallRefused(CallReason.GAME_FINISHED)
        return play_on.give_up(stored.game, state, seat, revision=stored.revision + 1)

    changed = await change_game(ports, "Resign", request.game_id, key, decide)
    if changed.first:
        _count_finish(ports, changed.stored.game)
    return shown(ports, changed, viewer_answered(token, changed.now))


async def list_legal_moves(ports: Ports, caller: Caller, request: ListLegalMoves) -> LegalMoves:
    """A page of the legal moves of the caller's seat; the token holds for one revision."""
    token = need_seat(caller, request.game_id)
    loaded = await ports.store.load(request.game_id)
    if loaded is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    stored = loaded.stored
    seat = check_epoch(token, stored.game)
    state = _running(stored.game)
    if request.card is not None:
        _check_card(request.card, stored.game)
    page: Page[Move] = await read_page(
        search_legal_moves(state, seat, kinds=request.kinds or None, card=request.card),
        page_size=request.page_size,
        page_token=request.page_token,
        revision=stored.revision,
        about=request.filter_name(),
    )
    return LegalMoves(page, stored.revision)


async def _judge_move(ports: Ports, token: SeatToken, request: PlayMove) -> Update:
    """Judge without playing: refuse exactly what `play_move` would refuse, tell nothing else."""
    loaded = await ports.store.load(request.game_id)
    if loaded is None:
        raise CallRefused(CallReason.GAME_NOT_FOUND)
    seat, state = _seat_to_play(token, loaded.stored, request.revision)
    refusal = why_illegal(state, seat, request.move)
    if refusal is not None:
        raise refused_by_rules(refusal)
    return Update(loaded.stored.revision, loaded.stored.updated_ms, ())


def _seat_to_play(token: SeatToken, stored: StoredGame, revision: int) -> tuple[Seat, GameState]:
    """The seat and state a move is for; refuses one for a decision that is over (decision 0.4)."""
    game = stored.game
    seat = check_epoch(token, game)
    state = _running(game)
    arose = game.places[seat].decision_revision
    over = revision < arose if arose else revision < stored.revision
    if over or revision > stored.revision:
        raise CallRefused(CallReason.STALE_REVISION, revision=stored.revision)
    return seat, state


def _running(game: Game) -> GameState:
    if game.status is Status.CANCELLED:
        raise CallRefused(CallReason.GAME_FINISHED)
    if game.state is None:
        raise CallRefused(CallReason.GAME_NOT_STARTED)
    return game.state


def _check_card(card: Card, game: Game) -> None:
    try:
        pack_named(game.rules.pack).parse_card(card)
    except UnknownCard as unknown:
        raise CallRefused(
            Reason.UNKNOWN_CARD, field="card", rule="R1", cards=(unknown.text[:8],)
        ) from None


def _count_finish(ports: Ports, game: Game) -> None:
    if game.over:
        ports.meter.game(game.status, game.rules.ruleset)
