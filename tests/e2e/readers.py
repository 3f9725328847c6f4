"""Readers of a game: whoever looks at it by every call there is, and keeps all that comes.

A reader is a seat or a watcher. After each commit it gets the game, its events, its
stream and its legal moves, and tries moves that must be refused.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
import grpc.aio
from google.protobuf.message import Message

from conquian.v1 import cards_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.e2e.bookkeeper import pack_of
from tests.e2e.doors import Doors, details_of
from tests.support.http1 import OF_THE_WAY

READ_WITHIN = 10.0


def fixed_request_id(label: str) -> str:
    """A request id that has the form of a random one and is the same for the same label."""
    return str(uuid.UUID(bytes=hashlib.sha256(label.encode()).digest()[:16], version=4))


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that a reader received."""

    now: int
    """The game's revision when it was asked for."""
    asked: Message
    received: bytes
    """Every byte of it: the message and the metadata, or the status and its details."""
    answer: Message | str
    """The message; of a refusal its text, reason, rule and metadata in one."""


@dataclass(slots=True)
class Reader:
    """One seat or watcher of a game of two or more seats."""

    doors: Doors
    game_id: str
    pack: str
    token: str = ""
    seat: int | None = None
    heard: list[Heard] = field(default_factory=list)
    _stream: grpc.aio.UnaryStreamCall[pb.WatchGameRequest, bytes] | None = None
    _hand: frozenset[str] = frozenset()
    _melds: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Some of the melds that lie on tables of family H, with the seat."""
    _over: bool = False

    @property
    def tickets(self) -> list[str]:
        """Every ticket that this reader was given."""
        return [
            one.answer.ticket
            for one in self.heard
            if isinstance(one.answer, pb.IssueWatchTicketResponse)
        ]

    @asynccontextmanager
    async def watching(self, revision: int) -> AsyncIterator[None]:
        """Keep a stream open that starts with the first revision; it has come when this begins."""
        request = pb.WatchGameRequest(
            game_id=self.game_id, after_revision=0, include_legal_moves=True
        )
        self._stream = self.doors[0].watch_bytes(request, self.token)
        try:
            await self._read_stream(revision, until=1)
            yield
        finally:
            self._stream.cancel()

    async def look(self, revision: int) -> None:
        """Read everything at a revision, and try what must be refused."""
        game_id = self.game_id
        got = await self.ask(revision, pb.GetGameRequest(game_id=game_id, include_legal_moves=True))
        if isinstance(got, pb.GetGameResponse):
            self._hand = frozenset(got.game.you.hand)
            self._melds = tuple(
                (seat.seat, tuple(meld.cards))
                for seat in got.game.seats
                for meld in seat.table[:1]
                if got.game.deal.HasField("rummy")
            )
            self._over = got.game.status == view_pb2.GAME_STATUS_FINISHED
        # The stream tells every revision; the other calls and the probes take turns, so that
        # each of them comes in every part of a game.
        for request in itertools.islice(self._turns(revision), revision % 4, None, 4):
            answer = await self.ask(revision, request)
            if isinstance(answer, pb.IssueWatchTicketResponse) and not self._over:
                await self._peep(
                    revision,
                    pb.WatchGameRequest(
                        game_id=game_id,
                        after_revision=revision - 1,
                        include_legal_moves=True,
                        ticket=answer.ticket,
                    ),
                )
        await self._read_stream(revision, until=revision)

    async def join_again(self, revision: int, joining: pb.JoinGameRequest, token: str) -> None:
        """Repeat the join that gave this reader his seat: its answer is told once more."""
        joined = await self.ask(revision, joining, token)
        assert isinstance(joined, pb.JoinGameResponse)
        assert joined.seat_token == self.token

    async def ask(
        self, revision: int, request: Message, token: str | None = None
    ) -> Message | None:
        """Make a call and keep what comes of it; the message, if it was not refused."""
        call: Any = self.doors.next.call_bytes(request, self.token if token is None else token)
        try:
            raw: bytes = await call
        except grpc.aio.AioRpcError as error:
            self.heard.append(_refusal(revision, request, error))
            return None
        metadata = (await call.initial_metadata(), await call.trailing_metadata())
        answer = answer_class(request).FromString(raw)
        self.heard.append(Heard(revision, request, raw + _bytes_of(*metadata), answer))
        return answer

    async def _peep(self, revision: int, request: pb.WatchGameRequest) -> None:
        """Open a stream by a ticket alone, for its first message."""
        stream = self.doors.next.watch_bytes(request)
        raw = await asyncio.wait_for(stream.read(), READ_WITHIN)
        assert isinstance(raw, bytes)
        stream.cancel()
        self.heard.append(Heard(revision, request, raw, pb.WatchGameResponse.FromString(raw)))

    async def _read_stream(self, revision: int, *, until: int) -> None:
        assert self._stream is not None
        while True:
            raw = await asyncio.wait_for(self._stream.read(), READ_WITHIN)
            assert isinstance(raw, bytes), f"the stream ended before revision {revision}"
            message = pb.WatchGameResponse.FromString(raw)
            if message.HasField("heartbeat"):
                continue
            self.heard.append(Heard(revision, pb.WatchGameRequest(), raw, message))
            assert message.HasField("update"), message
            if message.update.revision == until:
                return

    def _turns(self, revision: int) -> Iterator[Message]:
        """Calls that take turns; fewer for a watcher, who is refused the same way each time."""
        yield pb.ListEventsRequest(game_id=self.game_id, after_revision=max(revision - 4, 0))
        yield pb.ListLegalMovesRequest(game_id=self.game_id, page_size=200)
        yield pb.IssueWatchTicketRequest(game_id=self.game_id)
        if not self.token:
            yield pb.ListGamesRequest()
        probes = self._probes(revision)
        if self.seat is None:
            probes = itertools.islice(probes, revision % 9, revision % 9 + 2)
        yield from probes

    def _probes(self, revision: int) -> Iterator[Message]:
        """Requests that are refused, or judged without being played."""
        pack = pack_of(self.pack)
        foreign = [card for card in pack if card not in self._hand]
        one, two, three = (foreign[(revision * 7 + step * 11) % len(foreign)] for step in range(3))
        rank = [card for card in pack if card[0] == one[0]]
        run_of = pack.index(two) // 3 * 3
        mixed = [*rank[:2], next(card for card in foreign if card[0] != one[0])]
        yield self._move(revision, take([mixed]), f"{self.seat} {revision}")
        yield self._move(revision, discard(one))
        yield self._move(revision, discard(two))
        yield self._move(revision, take([rank]))
        yield self._move(revision, take([rank[:3], pack[run_of : run_of + 3]]))
        yield self._move(revision, take([[one, two, three]]))
        yield self._move(revision, cards_pb2.Move(force=cards_pb2.Force(seat=1)))
        yield self._move(revision, cards_pb2.Move(let_go=cards_pb2.LetGo()))
        yield self._move(max(revision - 1, 1), discard(three))
        yield self._move(revision, lay_meld(rank[:3]))
        yield self._move(revision, lay_meld([one, two, three]))
        for seat, meld in self._melds:
            yield self._move(revision, lay_off(seat, meld, [*meld, one]))
            yield self._move(revision, lay_off(seat, meld, [two, *meld]))
        yield self._move(revision, cards_pb2.Move(draw_discards=cards_pb2.DrawDiscards(count=2)))
        yield self._move(revision, cards_pb2.Move(stop=cards_pb2.Stop()))
        if not self._over:  # afterwards it tells everything, and may
            yield pb.GetTranscriptRequest(game_id=self.game_id)

    def _move(self, revision: int, move: cards_pb2.Move, played: str = "") -> Message:
        return pb.PlayMoveRequest(
            game_id=self.game_id,
            revision=revision,
            move=move,
            validate_only=not played,
            request_id=fixed_request_id(f"probe {played}") if played else "",
        )


def discard(card: str) -> cards_pb2.Move:
    """The move that gives up a card."""
    return cards_pb2.Move(discard=cards_pb2.Discard(card=card))


def lay_meld(cards: Sequence[str]) -> cards_pb2.Move:
    """The move that lays a new meld."""
    return cards_pb2.Move(lay_meld=cards_pb2.LayMeld(meld=cards_pb2.Meld(cards=cards)))


def lay_off(seat: int, meld: Sequence[str], result: Sequence[str]) -> cards_pb2.Move:
    """The move that adds to a meld."""
    old, new = cards_pb2.Meld(cards=meld), cards_pb2.Meld(cards=result)
    return cards_pb2.Move(lay_off=cards_pb2.LayOff(seat=seat, meld=old, result=new))


def take(layout: Sequence[Sequence[str]]) -> cards_pb2.Move:
    """The move that takes with a layout."""
    melds = [cards_pb2.Meld(cards=meld) for meld in layout]
    return cards_pb2.Move(take=cards_pb2.Take(layout=melds))


def named_in(request: Message) -> list[str]:
    """Cards that a caller named himself."""
    if not isinstance(request, pb.PlayMoveRequest):
        return []
    move = request.move
    laid = [card for meld in move.take.layout for card in meld.cards]
    added = [*move.lay_meld.meld.cards, *move.lay_off.meld.cards, *move.lay_off.result.cards]
    named = [part for card in added for part in card.replace("*", "").split("=")]
    return [*laid, *named, move.discard.card]


def _refusal(revision: int, request: Message, error: grpc.aio.AioRpcError) -> Heard:
    trailers = _bytes_of(error.initial_metadata(), error.trailing_metadata())
    received = f"{error.code()} {error.details()} ".encode() + trailers
    return Heard(revision, request, received, "\n".join(map(str, details_of(error))))


def _bytes_of(*metadata: Any) -> bytes:
    pairs = [pair for part in metadata for pair in part or () if pair[0] not in OF_THE_WAY]
    return b"".join(
        key.encode() + b"=" + (value if isinstance(value, bytes) else value.encode()) + b";"
        for key, value in pairs
    )


def answer_class(request: Message) -> type[Message]:
    """The type of the answer to a request."""
    name = request.DESCRIPTOR.name.removesuffix("Request") + "Response"
    found: type[Message] = getattr(pb, name)
    return found
