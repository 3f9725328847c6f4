"""Following a game: each revision once, in order, over any number of lost connections."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Protocol, Self

import grpc
from grpc import StatusCode

from conquian._retry import Backoff, may_resume
from conquian._status import error_from_rpc
from conquian.aio._calls import AsyncCalls
from conquian.aio._line import AsyncLine
from conquian.aio._runtime import WatchCall
from conquian.errors import ConquianError, Failure, Unauthenticated, Unavailable
from conquian.updates import Resynced, Update, WatchItem
from conquian.v1 import game_service_pb2
from conquian.view import GameView

__all__ = ["AsyncWatch"]

SILENCE = 30.0
"""Seconds without a message after which a stream is given up; heartbeats come each 10."""

GAPS = 3
"""Skipped revisions in a row after which the watch starts over from a view."""


class _OnView(Protocol):
    def __call__(self, view: GameView, *, start_over: bool) -> None: ...


class AsyncWatch:
    """Updates of one game as an async iterator; made by `watch` of a client or a seat.

    Ends after the last update of a finished or cancelled game. Loses nothing and repeats
    nothing: when the stream is cut, falls silent, skips a revision or is sent elsewhere, the
    watch resumes after the last revision it yielded. When the service cannot resume there, it
    yields a `Resynced` with the view to go on from. A wait that was broken off may be followed
    by another. `async with` closes the stream at once; otherwise it closes when the watch is
    dropped. One reader at a time; anybody may close it.

    Raises, from the iteration:
        Unavailable: nothing came for `patience` seconds of trying.
        RateLimited: likewise; or the service asks for a wait beyond them.
        Unauthenticated: the seat's token has been replaced.
        NotFound, NotAllowed: as for `get_game`.
    """

    def __init__(
        self,
        calls: AsyncCalls,
        game_id: str,
        *,
        token: Callable[[], str | None],
        after_revision: int | None,
        legal_moves: bool,
        patience: float | None,
        renewing: Callable[[], bool] = lambda: False,
        on_view: _OnView | None = None,
        shown: Callable[[], int] = lambda: 0,
    ) -> None:
        self._calls = calls
        self._game_id = game_id
        self._token = token
        self._token_sent: str | None = None
        self._renewing = renewing
        self._after = after_revision
        self._legal_moves = legal_moves
        self._patience = patience
        self._on_view = on_view
        self._shown = shown
        self._stream: WatchCall | None = None
        self._line: AsyncLine | None = None
        self._backoff = Backoff()
        self._lost_since: float | None = None
        self._gaps = 0
        self._resync_due = False
        self._over = False

    @property
    def revision(self) -> int | None:
        """Revision of the last item; what `after_revision` takes to go on from here."""
        return self._after

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __del__(self) -> None:
        with suppress(RuntimeError):  # the loop is closed, and the stream with it
            self._drop()

    async def aclose(self) -> None:
        """Stop following; the iteration ends."""
        self._over = True
        self._drop()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> WatchItem:
        while not self._over:
            try:
                item = await self._step()
            except grpc.RpcError as failed:
                await self._recover(error_from_rpc(failed))
            except ConquianError as error:
                await self._recover(error)
            except TimeoutError:
                if self._line is not None:
                    await self._calls.replace_if_lost(self._line)
                await self._resume(_lost("nothing was heard for too long"))
            except BaseException:
                self._drop()
                raise
            else:
                if item is not None:
                    return item
        raise StopAsyncIteration

    async def _step(self) -> WatchItem | None:
        """The next item, or None where the step gave none."""
        if self._resync_due:
            return await self._resync()
        stream = self._stream or self._open()
        if self._over:  # closed meanwhile
            self._drop()
            return None
        message = await self._calls.clock.read(stream, SILENCE)
        if self._line is not None:
            self._line.heard(self._calls.clock.now())
        if message is None:
            await self._at_the_end()
            return None
        match message.WhichOneof("kind"):
            case "update":
                return await self._take(Update.from_proto(message.update))
            case "heartbeat":
                if self._after is not None and message.heartbeat.revision > self._after:
                    await self._resume(_lost("the stream left out a revision"))
                elif message.heartbeat.revision < self._shown():
                    return await self._went_back()
                else:
                    self._go_on()
            case "resync":
                self._resync_due = True
                await self._resume(_lost("the server asks to start over"))
            case "closing":
                await self._resume(_lost("the server is going away"))
            case None:
                pass  # newer than this client
        return None

    async def _take(self, update: Update) -> Update | None:
        """Yield an update if it is the next one; resume if some are missing before it."""
        if self._after is not None:
            if update.revision <= self._after:
                return None
            if update.revision > self._after + 1:
                self._gaps += 1
                self._resync_due = self._gaps >= GAPS
                await self._resume(_lost("the stream left out a revision"))
                return None
        self._go_on()
        self._arrive(update.revision, update.view, start_over=False)
        return update

    async def _at_the_end(self) -> None:
        """See why the stream ended without a word: the game is over, or something cut it."""
        self._drop()
        view = await self._get_game()
        if view.is_over and view.revision == self._after:
            self._over = True
        else:
            await self._resume(_lost("the stream ended early"))

    async def _resync(self) -> Resynced:
        view = await self._get_game()
        self._resync_due = False
        self._gaps = 0
        self._arrive(view.revision, view, start_over=True)
        return Resynced(view)

    async def _went_back(self) -> Resynced | None:
        """See whether the store has lost what an answer showed before this stream did.

        Else the heartbeat is only older than the answer.
        """
        shown = self._shown()
        view = await self._get_game()
        if view.revision >= shown:
            return None
        self._drop()
        self._arrive(view.revision, view, start_over=True)
        return Resynced(view)

    def _arrive(self, revision: int, view: GameView | None, *, start_over: bool) -> None:
        self._after = revision
        if view is not None:
            if self._on_view is not None:
                self._on_view(view, start_over=start_over)
            if view.is_over:
                self._over = True
                self._drop()

    def _go_on(self) -> None:
        """All is well: what goes wrong next is the first time again."""
        self._gaps = 0
        self._lost_since = None
        self._backoff.reset()

    async def _get_game(self) -> GameView:
        request = game_service_pb2.GetGameRequest(
            game_id=self._game_id, include_legal_moves=self._legal_moves
        )
        answer = await self._calls.call(
            lambda line: line.games.GetGame, request, token=self._token()
        )
        return GameView.from_proto(answer.game)

    def _open(self) -> WatchCall:
        self._token_sent = self._token()
        line = self._calls.line
        stream = line.games.WatchGame(
            game_service_pb2.WatchGameRequest(
                game_id=self._game_id,
                after_revision=self._after,
                include_legal_moves=self._legal_moves,
            ),
            metadata=self._calls.metadata(self._token_sent),
        )
        line.streams.add(stream)
        self._line, self._stream = line, stream
        return stream

    async def _recover(self, error: ConquianError) -> None:
        """Resume after an error, or raise it."""
        # The old token is refused before the answer with the new one is here. In this order: the
        # new one is there before the renewal is over.
        renewed = self._renewing() or self._token() != self._token_sent
        if not (may_resume(error) or (renewed and isinstance(error, Unauthenticated))):
            self._drop()
            raise error
        await self._resume(error)

    async def _resume(self, error: ConquianError) -> None:
        """Let the stream go and wait before the next one is opened."""
        self._drop()
        if self._over:
            return
        now = self._calls.clock.now()
        if self._lost_since is None:
            self._lost_since = now
        asked_for = error.retry_after or 0.0
        if self._patience is not None and now + asked_for - self._lost_since >= self._patience:
            raise error
        await self._calls.clock.sleep(self._backoff.next_delay(error))

    def _drop(self) -> None:
        stream, self._stream = self._stream, None
        line, self._line = self._line, None
        if stream is not None:
            stream.cancel()
            if line is not None:
                line.streams.discard(stream)


def _lost(why: str) -> Unavailable:
    return Unavailable(Failure(StatusCode.UNAVAILABLE, why))
