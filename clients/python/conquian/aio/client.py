"""The client: games, seats and rules of one service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import TYPE_CHECKING

import grpc
from grpc import StatusCode

from conquian._channel import ChannelOptions
from conquian._paging import PageTokens
from conquian._requests import (
    PAGE,
    create_game_request,
    join_request,
    list_games_request,
    new_request_id,
)
from conquian.aio._runtime import AsyncClock
from conquian.aio.rules import AsyncRules
from conquian.aio.seat import AsyncSeat
from conquian.aio.watch import AsyncWatch
from conquian.enums import Access, GameStatus, SeatKind
from conquian.errors import Failure, NotAllowed
from conquian.rulesets import OptionValue
from conquian.updates import (
    CreatedGame,
    EventsPage,
    IssuedToken,
    Transcript,
    Update,
    WatchTicket,
)
from conquian.v1 import game_service_pb2
from conquian.view import GameView

if TYPE_CHECKING:
    import httpx

__all__ = ["AsyncClient", "connect"]


def connect(
    target: str,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    timeout: float = 10.0,
    language: str = "",
    options: ChannelOptions = (),
    http_client: httpx.AsyncClient | None = None,
    clock: AsyncClock | None = None,
) -> AsyncClient:
    """A client of the service at `target`, to be used by `async with`.

    Nothing is sent before the first call.

    Args:
        target: where the service listens, such as "localhost:50051"; over HTTP, which needs the
            extra `conquian[http]`, "http://localhost:8080" or "https://example.com".
        credentials: for TLS of gRPC, such as `grpc.ssl_channel_credentials()`; None speaks plain
            text.
        timeout: seconds for a call with all its attempts, where the call names none.
        language: of the texts that the service tells, errors and rulesets: a tag such as "es", or
            a list as in `accept-language`, "es-MX, ru;q=0.5"; empty for English.
        options: further options of the gRPC channel; they win over the client's own.
        http_client: what requests over HTTP are made with, for proxies or certificates of your
            own. It stays yours to close; it must not limit connections, for each call under way
            and each open watch has one. Its timeouts are of no effect.
        clock: time for tests.
    """
    return AsyncClient(
        target,
        credentials=credentials,
        timeout=timeout,
        language=language,
        options=options,
        http_client=http_client,
        clock=clock,
    )


class AsyncClient(AsyncRules):
    """All calls of the service that are not made from a seat.

    A call repeats itself by its request id until its timeout (seconds); then, and for every
    refusal, it raises a `ConquianError`. `token` is the bearer: the host token manages a table,
    an invite joins and a watch token watches a private one. `request_id` is made afresh by each
    call that changes anything; give one, a random UUID, to have an answer again that was lost
    with the program.
    """

    # --- games ------------------------------------------------------------------

    async def create_game(
        self,
        ruleset: str = "classic",
        *,
        options: Mapping[str, OptionValue] | None = None,
        seats: int | None = None,
        access: Access | None = None,
        first_dealer: int | None = None,
        pinned_orders: Iterable[Iterable[str]] = (),
        token: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> CreatedGame:
        """Create a game; it seats nobody and starts with the last join.

        Args:
            options: those that differ from the ruleset's defaults, such as `{"max_run": 10}`.
            seats: None for the fewest the ruleset allows.
            access: None for UNLISTED.
            first_dealer: the first dealer's seat; drawn if None.
            pinned_orders: whole packs, top card first, for the first deals: tests and studies.
        """
        request = create_game_request(
            ruleset,
            options=options,
            seats=seats,
            access=access,
            first_dealer=first_dealer,
            pinned_orders=pinned_orders,
            request_id=request_id,
        )
        answer = await self._calls.call(
            lambda line: line.games.CreateGame, request, token=token, timeout=timeout
        )
        return CreatedGame.from_proto(answer)

    async def get_game(
        self,
        game_id: str,
        *,
        legal_moves: bool = False,
        token: str | None = None,
        timeout: float | None = None,
    ) -> GameView:
        """The game as the token's bearer may see it."""
        request = game_service_pb2.GetGameRequest(game_id=game_id, include_legal_moves=legal_moves)
        answer = await self._calls.call(
            lambda line: line.games.GetGame, request, token=token, timeout=timeout
        )
        return GameView.from_proto(answer.game)

    async def list_games(
        self,
        *,
        ruleset: str = "",
        status: GameStatus | None = None,
        token: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[GameView]:
        """Public games, newest first, read page by page; `timeout` is for each page.

        Args:
            ruleset: only games of this one; empty for all.
            status: only WAITING or only RUNNING ones; None for both.
        """
        tokens = PageTokens()
        while not tokens.over:
            request = list_games_request(ruleset, status, tokens.next)
            page = await self._calls.call(
                lambda line: line.games.ListGames, request, token=token, timeout=timeout
            )
            for game in page.games:
                yield GameView.from_proto(game)
            tokens.went_to(page.next_page_token)

    async def join(
        self,
        game_id: str,
        *,
        name: str = "",
        seat: int | None = None,
        kind: SeatKind = SeatKind.HUMAN,
        player: str = "",
        entropy: bytes = b"",
        commitment: str = "",
        token: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncSeat:
        """Take a seat.

        Args:
            name: to show, at most 40 characters.
            seat: the first free one if None.
            player: opaque reference of a platform for its player.
            entropy: to add to the shuffle, public: none or 16 to 64 bytes.
            commitment: the shuffle commitment seen before; checked if given.
            token: the invite token, if the table is private.

        Raises:
            SeatUnavailable: the seat is taken.
            NotNow: the game has started, so no seat is free, or it is over.
        """
        request = join_request(
            game_id,
            name=name,
            seat=seat,
            kind=kind,
            player=player,
            entropy=entropy,
            commitment=commitment,
            request_id=request_id,
        )
        answer = await self._calls.call(
            lambda line: line.games.JoinGame, request, token=token, timeout=timeout
        )
        return AsyncSeat(
            self._calls,
            game_id,
            number=answer.seat,
            token=answer.seat_token,
            joined=Update.from_proto(answer.update),
        )

    async def resume(self, game_id: str, token: str, *, timeout: float | None = None) -> AsyncSeat:
        """The seat of a seat token kept from before; reads the game.

        Raises:
            NotAllowed: the token acts for no seat.
        """
        view = await self.get_game(game_id, token=token, timeout=timeout)
        if view.you is None:
            raise NotAllowed(
                Failure(StatusCode.PERMISSION_DENIED, "the token acts for no seat of the game")
            )
        seat = AsyncSeat(self._calls, game_id, number=view.you.seat, token=token)
        seat.note(view)
        return seat

    def watch(
        self,
        game_id: str,
        *,
        after_revision: int | None = None,
        legal_moves: bool = False,
        patience: float | None = 300.0,
        token: str | None = None,
    ) -> AsyncWatch:
        """Follow a game as the token's bearer may see it; see `AsyncWatch`.

        Args:
            after_revision: updates start after it, 0 gives all; None starts with the newest.
            patience: seconds of trying without success before it gives up; None never.
        """
        return AsyncWatch(
            self._calls,
            game_id,
            token=lambda: token,
            after_revision=after_revision,
            legal_moves=legal_moves,
            patience=patience,
        )

    async def list_events(
        self,
        game_id: str,
        *,
        after_revision: int = 0,
        page_size: int = 0,
        wait: float = 0.0,
        legal_moves: bool = False,
        token: str | None = None,
        timeout: float | None = None,
    ) -> EventsPage:
        """A page of a game's updates after a revision.

        Args:
            page_size: most updates to return, 1 to 200; 0 for 50.
            wait: seconds, at most 30, that the service waits for an update if there is none.
        """
        request = game_service_pb2.ListEventsRequest(
            game_id=game_id,
            after_revision=after_revision,
            page_size=page_size,
            wait_millis=round(wait * 1000),
            include_legal_moves=legal_moves,
        )
        answer = await self._calls.call(
            lambda line: line.games.ListEvents, request, token=token, timeout=timeout, held=wait
        )
        return EventsPage.from_proto(answer)

    async def issue_watch_ticket(
        self, game_id: str, *, token: str | None = None, timeout: float | None = None
    ) -> WatchTicket:
        """A ticket for a browser's EventSource to follow a game as the token's bearer."""
        request = game_service_pb2.IssueWatchTicketRequest(game_id=game_id)
        answer = await self._calls.call(
            lambda line: line.games.IssueWatchTicket, request, token=token, timeout=timeout
        )
        return WatchTicket.from_proto(answer)

    async def transcript(
        self, game_id: str, *, token: str | None = None, timeout: float | None = None
    ) -> Transcript:
        """The complete record of a finished game; `timeout` is for each of its pages."""
        pages: list[game_service_pb2.GetTranscriptResponse] = []
        tokens = PageTokens()
        while not tokens.over:
            request = game_service_pb2.GetTranscriptRequest(
                game_id=game_id, page_size=PAGE, page_token=tokens.next
            )
            page = await self._calls.call(
                lambda line: line.games.GetTranscript, request, token=token, timeout=timeout
            )
            pages.append(page)
            tokens.went_to(page.next_page_token)
        return Transcript.from_proto(*pages)

    # --- managing a table -------------------------------------------------------

    async def cancel_game(
        self,
        game_id: str,
        *,
        token: str,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Update:
        """Call the game off: cancelled before the start, void when running. Host token."""
        request = game_service_pb2.CancelGameRequest(
            game_id=game_id, request_id=request_id or new_request_id()
        )
        answer = await self._calls.call(
            lambda line: line.games.CancelGame, request, token=token, timeout=timeout
        )
        return Update.from_proto(answer.update)

    async def free_seat(
        self,
        game_id: str,
        seat: int,
        *,
        token: str,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Update:
        """Free somebody's seat before the start; its token dies. Host token."""
        request = game_service_pb2.FreeSeatRequest(
            game_id=game_id, seat=seat, request_id=request_id or new_request_id()
        )
        answer = await self._calls.call(
            lambda line: line.games.FreeSeat, request, token=token, timeout=timeout
        )
        return Update.from_proto(answer.update)

    async def issue_seat_token(
        self,
        game_id: str,
        seat: int,
        *,
        token: str,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> IssuedToken:
        """Issue a new token for a taken seat; the old one dies. Host token or the seat's own."""
        request = game_service_pb2.IssueSeatTokenRequest(
            game_id=game_id, seat=seat, request_id=request_id or new_request_id()
        )
        answer = await self._calls.call(
            lambda line: line.games.IssueSeatToken, request, token=token, timeout=timeout
        )
        return IssuedToken.from_proto(answer)
