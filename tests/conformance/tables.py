"""Tables set up through the door, as far as a scenario needs them."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conquian.v1 import cards_pb2, view_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.conformance.decks import two_seats
from tests.conformance.doors import Door

ME, OTHER = 1, 0
"""The seat after the first dealer, who acts first; and the dealer."""


def new_request_id() -> str:
    """A request id that nobody can guess."""
    return str(uuid.uuid4())


def a_pass() -> cards_pb2.Move:
    """Refuse the upcard."""
    move = cards_pb2.Move()
    getattr(move, "pass").SetInParent()
    return move


def a_let_go() -> cards_pb2.Move:
    """Waive the force."""
    return cards_pb2.Move(let_go=cards_pb2.LetGo())


def a_force(seat: int) -> cards_pb2.Move:
    """Force a seat."""
    return cards_pb2.Move(force=cards_pb2.Force(seat=seat))


def a_discard(card: str) -> cards_pb2.Move:
    """Give up a card."""
    return cards_pb2.Move(discard=cards_pb2.Discard(card=card))


def a_taking(*melds: str) -> cards_pb2.Move:
    """Take the upcard; each meld as its cards with spaces between."""
    layout = [cards_pb2.Meld(cards=meld.split()) for meld in melds]
    return cards_pb2.Move(take=cards_pb2.Take(layout=layout))


def a_laying(*melds: str) -> cards_pb2.Move:
    """Lay hand cards without the upcard."""
    layout = [cards_pb2.Meld(cards=meld.split()) for meld in melds]
    return cards_pb2.Move(lay_from_hand=cards_pb2.LayFromHand(layout=layout))


@dataclass
class Table:
    """One game and the tokens to everything about it."""

    door: Door
    game_id: str
    host: str
    invite: str
    watch: str
    commitment: str
    revision: int
    seats: dict[int, str] = field(default_factory=dict)
    """Seat tokens of who has joined."""

    @classmethod
    async def set_up(cls, door: Door, **asked: Any) -> Table:
        """A table with every seat free."""
        asked = {"ruleset": "classic", "request_id": new_request_id(), **asked}
        made = await door.ask(pb.CreateGameRequest(**asked))
        return cls(
            door,
            made.game.game_id,
            made.host_token,
            made.invite_token,
            made.watch_token,
            made.game.shuffle.commitment,
            made.game.revision,
        )

    @classmethod
    async def pinned(cls, door: Door, options: Mapping[str, str] | None = None) -> Table:
        """A running game of two from `decks.two_seats`; seat 1 is offered the opening upcard."""
        table = await cls.set_up(
            door,
            options=options or {},
            first_dealer=OTHER,
            pinned_orders=[pb.PackOrder(cards=two_seats())],
        )
        await table.fill(2)
        return table

    async def join(self, seat: int | None = None) -> int:
        """Take a seat; its number."""
        request = pb.JoinGameRequest(game_id=self.game_id, seat=seat, request_id=new_request_id())
        given = await self.door.ask(request, self.invite)
        self.seats[given.seat] = given.seat_token
        self.revision = given.update.revision
        return int(given.seat)

    async def fill(self, seats: int) -> None:
        """Take every seat, so that the game starts."""
        for seat in range(seats):
            await self.join(seat)

    def move(self, move: cards_pb2.Move, **asked: Any) -> pb.PlayMoveRequest:
        """The request to play a move at the newest revision known here."""
        asked = {"revision": self.revision, **asked}
        return pb.PlayMoveRequest(game_id=self.game_id, move=move, **asked)

    async def play(self, seat: int, move: cards_pb2.Move) -> pb.PlayMoveResponse:
        """Play a move."""
        answer: pb.PlayMoveResponse = await self.door.ask(self.move(move), self.seats[seat])
        self.revision = answer.update.revision
        return answer

    async def resign(self, seat: int) -> pb.ResignResponse:
        """Let a seat resign."""
        request = pb.ResignRequest(game_id=self.game_id)
        answer: pb.ResignResponse = await self.door.ask(request, self.seats[seat])
        self.revision = answer.update.revision
        return answer

    async def finish(self) -> None:
        """Let seat 1 of two resign: the game is over."""
        answer = await self.resign(ME)
        assert answer.update.view.status == view_pb2.GAME_STATUS_FINISHED
