"""Requests made from what callers write: the part that both flavours of the client share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import uuid4

from conquian.cards import layout_to_proto
from conquian.enums import Access, GameStatus, MoveKind, SeatKind, proto_name
from conquian.rulesets import OptionValue
from conquian.v1 import cards_pb2, game_service_pb2, rules_service_pb2, view_pb2

PAGE = 200
"""Entries to ask for where all pages are read anyway: the most a page may hold."""


def new_request_id() -> str:
    """A random UUID: what makes a retry of a mutating call safe."""
    return str(uuid4())


def bearer(token: str | None) -> tuple[tuple[str, str], ...]:
    """The metadata that carries a token; ValueError for what no header can carry."""
    if not token:
        return ()
    if not (token.isascii() and token.isprintable()):
        raise ValueError("a token holds printable ASCII characters only")
    return (("authorization", f"Bearer {token}"),)


def in_language(language: str) -> tuple[tuple[str, str], ...]:
    """The metadata that ask for a language; ValueError for what no header can carry."""
    if not language:
        return ()
    if not (language.isascii() and language.isprintable()):
        raise ValueError('a language is a tag such as "es", or a list such as "es-MX, en;q=0.5"')
    return (("accept-language", language),)


def option_texts(options: Mapping[str, OptionValue] | None) -> dict[str, str]:
    """Options as the service reads them: `{"max_run": 10, "opening_upcard": False}`."""
    return {name: _option_text(value) for name, value in (options or {}).items()}


def _option_text(value: OptionValue) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def create_game_request(
    ruleset: str,
    *,
    options: Mapping[str, OptionValue] | None,
    seats: int | None,
    access: Access | None,
    first_dealer: int | None,
    pinned_orders: Iterable[Iterable[str]],
    request_id: str | None,
) -> game_service_pb2.CreateGameRequest:
    """A request for a new game."""
    return game_service_pb2.CreateGameRequest(
        ruleset=ruleset,
        options=option_texts(options),
        seats=seats or 0,
        access=view_pb2.Access.Value(proto_name(Access, access)),
        first_dealer=first_dealer,
        pinned_orders=[game_service_pb2.PackOrder(cards=cards) for cards in pinned_orders],
        request_id=request_id or new_request_id(),
    )


def join_request(
    game_id: str,
    *,
    name: str,
    seat: int | None,
    kind: SeatKind,
    player: str,
    entropy: bytes,
    commitment: str,
    request_id: str | None,
) -> game_service_pb2.JoinGameRequest:
    """A request for a seat."""
    return game_service_pb2.JoinGameRequest(
        game_id=game_id,
        seat=seat,
        name=name,
        kind=view_pb2.SeatKind.Value(proto_name(SeatKind, kind)),
        player=player,
        entropy=entropy,
        commitment=commitment,
        request_id=request_id or new_request_id(),
    )


def list_games_request(
    ruleset: str, status: GameStatus | None, page_token: str
) -> game_service_pb2.ListGamesRequest:
    """A request for a page of public games."""
    return game_service_pb2.ListGamesRequest(
        page_size=PAGE,
        page_token=page_token,
        ruleset=ruleset,
        status=view_pb2.GameStatus.Value(proto_name(GameStatus, status)),
    )


def legal_moves_request(
    game_id: str, page_token: str, kinds: Iterable[MoveKind], card: str
) -> game_service_pb2.ListLegalMovesRequest:
    """A request for a page of legal moves."""
    return game_service_pb2.ListLegalMovesRequest(
        game_id=game_id,
        page_size=PAGE,
        page_token=page_token,
        kinds=[cards_pb2.MoveKind.Value(proto_name(MoveKind, kind)) for kind in kinds],
        card=card,
    )


def analyze_request(
    ruleset: str,
    *,
    hand: Iterable[str],
    table: Iterable[Iterable[str]],
    upcard: str,
    layout: Iterable[Iterable[str]],
    opponent_tables: Iterable[Iterable[Iterable[str]]],
    options: Mapping[str, OptionValue] | None,
    page_size: int,
    page_token: str,
) -> rules_service_pb2.AnalyzePositionRequest:
    """A position to analyze."""
    return rules_service_pb2.AnalyzePositionRequest(
        ruleset=ruleset,
        options=option_texts(options),
        table=layout_to_proto(table),
        hand=hand,
        upcard=upcard,
        layout=layout_to_proto(layout),
        opponent_tables=[
            rules_service_pb2.OpponentTable(melds=layout_to_proto(melds))
            for melds in opponent_tables
        ],
        page_size=page_size,
        page_token=page_token,
    )
