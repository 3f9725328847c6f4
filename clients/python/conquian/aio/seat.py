"""A seat at a table: what its player sees and does."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from conquian._requests import legal_moves_request, new_request_id
from conquian.aio._calls import AsyncCalls
from conquian.aio.watch import AsyncWatch
from conquian.enums import MoveKind
from conquian.moves import Move, move_to_proto
from conquian.updates import LegalMoves, Update
from conquian.v1 import events_pb2, game_service_pb2
from conquian.view import GameView

__all__ = ["AsyncSeat"]


class AsyncSeat:
    """One seat of one game, with the token that acts for it.

    Made by `join` and `resume` of a client. Remembers the newest view it has been shown, so
    that `play` can be called with the move alone. Every method raises a `ConquianError`.
    """

    def __init__(
        self,
        calls: AsyncCalls,
        game_id: str,
        *,
        number: int,
        token: str,
        joined: Update | None = None,
    ) -> None:
        self._calls = calls
        self.game_id = game_id
        self.number = number
        """Number of the seat, from 0 in playing order."""
        self.token = token
        """Acts for the seat. Keep it secret; `resume` takes it after a restart of the program."""
        self.last_view: GameView | None = None
        """The newest view this object has been shown; None before any."""
        self.revision = 0
        """The newest revision it has been shown in a view or with legal moves."""
        self._noting = threading.Lock()  # never held over a wait
        self._renewing = 0
        self.joined = joined
        """What the join changed; None for a seat that was resumed."""
        if joined is not None and joined.view is not None:
            self.note(joined.view)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.number} of game {self.game_id}>"

    async def view(self, *, legal_moves: bool = True, timeout: float | None = None) -> GameView:
        """The game now, as the seat sees it."""
        request = game_service_pb2.GetGameRequest(
            game_id=self.game_id, include_legal_moves=legal_moves
        )
        seen = self.revision
        answer = await self._calls.call(
            lambda line: line.games.GetGame, request, token=self.token, timeout=timeout
        )
        view = GameView.from_proto(answer.game)
        # Older than what was seen before the call: a failover of the store has lost revisions.
        self.note(view, start_over=view.revision < seen)
        return view

    async def legal_moves(
        self, *, kinds: Iterable[MoveKind] = (), card: str = "", timeout: float | None = None
    ) -> LegalMoves:
        """Every legal move of the seat now, in a stable order; none when it has not to act.

        Read page by page: `StaleDecision` says that a move came in between, so ask again.

        Args:
            kinds: only moves of these kinds; none for all.
            card: only moves that name this card.
            timeout: seconds for each page.
        """
        pages: list[game_service_pb2.ListLegalMovesResponse] = []
        token, kinds = "", tuple(kinds)
        while not pages or token:
            page = await self._calls.call(
                lambda line: line.games.ListLegalMoves,
                legal_moves_request(self.game_id, token, kinds, card),
                token=self.token,
                timeout=timeout,
            )
            pages.append(page)
            token = page.next_page_token
        legal = LegalMoves.from_proto(*pages)
        self.revision = max(self.revision, legal.revision)
        return legal

    async def play(
        self,
        move: Move,
        *,
        revision: int | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Update:
        """Play a move and return what it changed.

        Args:
            revision: the decision the move is for: `you.decision_revision` of the view it was
                chosen from, or any later revision seen. If None, the newest seen here; give it
                where another task may have seen a newer one than the move was chosen from.
            request_id: a random UUID that makes the call one with an earlier one, whose answer
                was lost with the program. If None, a new one.

        Raises:
            IllegalMove: the rules refuse it; `rule` and `cards` say why.
            StaleDecision: the decision is over; read the view and decide again.
            NotNow: another seat has to act, or the game is over.
        """
        answer = await self._calls.call(
            lambda line: line.games.PlayMove,
            game_service_pb2.PlayMoveRequest(
                game_id=self.game_id,
                revision=self.revision if revision is None else revision,
                move=move_to_proto(move),
                request_id=request_id or new_request_id(),
            ),
            token=self.token,
            timeout=timeout,
        )
        return self._noted(answer.update)

    async def validate(
        self, move: Move, *, revision: int | None = None, timeout: float | None = None
    ) -> int:
        """Judge a move without playing it; raises as `play` does.

        Returns:
            The game's current revision.
        """
        answer = await self._calls.call(
            lambda line: line.games.PlayMove,
            game_service_pb2.PlayMoveRequest(
                game_id=self.game_id,
                revision=self.revision if revision is None else revision,
                move=move_to_proto(move),
                validate_only=True,
            ),
            token=self.token,
            timeout=timeout,
        )
        return answer.update.revision

    async def resign(
        self, *, request_id: str | None = None, timeout: float | None = None
    ) -> Update:
        """Give up the game, at any time (R4.1)."""
        answer = await self._calls.call(
            lambda line: line.games.Resign,
            game_service_pb2.ResignRequest(
                game_id=self.game_id, request_id=request_id or new_request_id()
            ),
            token=self.token,
            timeout=timeout,
        )
        return self._noted(answer.update)

    async def leave(self, *, request_id: str | None = None, timeout: float | None = None) -> Update:
        """Free the seat before the start; its token dies. `NotNow` once the game runs."""
        answer = await self._calls.call(
            lambda line: line.games.LeaveGame,
            game_service_pb2.LeaveGameRequest(
                game_id=self.game_id, request_id=request_id or new_request_id()
            ),
            token=self.token,
            timeout=timeout,
        )
        return Update.from_proto(answer.update)

    async def renew_token(
        self, *, request_id: str | None = None, timeout: float | None = None
    ) -> Update:
        """Replace the seat's token; the old one dies, `token` and open watches go on."""
        with self._noting:
            self._renewing += 1
        try:
            answer = await self._calls.call(
                lambda line: line.games.IssueSeatToken,
                game_service_pb2.IssueSeatTokenRequest(
                    game_id=self.game_id,
                    seat=self.number,
                    request_id=request_id or new_request_id(),
                ),
                token=self.token,
                timeout=timeout,
            )
            self.token = answer.seat_token
        finally:
            with self._noting:
                self._renewing -= 1
        return self._noted(answer.update)

    def watch(
        self,
        *,
        after_revision: int | None = None,
        legal_moves: bool = True,
        patience: float | None = 300.0,
    ) -> AsyncWatch:
        """Follow the game as the seat sees it; see `AsyncWatch`.

        Args:
            after_revision: updates start after it, 0 gives all; None starts with the newest.
            legal_moves: whether views list the seat's legal moves.
            patience: seconds of trying without success before it gives up; None never.
        """
        return AsyncWatch(
            self._calls,
            self.game_id,
            token=lambda: self.token,
            renewing=lambda: self._renewing > 0,
            after_revision=after_revision,
            legal_moves=legal_moves,
            patience=patience,
            on_view=self.note,
            shown=lambda: self.revision,
        )

    def note(self, view: GameView, *, start_over: bool = False) -> None:
        """Remember a view if it is the newest, or if a resync says to start over from it."""
        with self._noting:
            if start_over or self.last_view is None or view.revision >= self.last_view.revision:
                self.last_view = view
                self.revision = view.revision if start_over else max(self.revision, view.revision)

    def _noted(self, message: events_pb2.GameUpdate) -> Update:
        update = Update.from_proto(message)
        if update.view is not None:
            self.note(update.view)
        return update
