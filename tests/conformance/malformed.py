"""Sound requests of every method, to be spoilt one by one, and games that nothing may change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from google.protobuf.message import Message

from conquian.v1 import game_service_pb2 as pb
from conquian.v1 import rules_service_pb2
from tests.conformance.doors import Door, bearer, method_of
from tests.conformance.tables import ME, Table, a_pass

if TYPE_CHECKING:  # which has its fixtures from here
    from tests.conformance.conftest import Stored

LARGEST_REQUEST = 64 * 1024
NO_MESSAGE = b"\xff\xff\xff"
NOT_UTF8 = b"\x0a\x02\xc3\x28"
"""Field 1, the game's id in most requests, as two bytes that are no text."""


@dataclass(frozen=True)
class Tables:
    """Games that no refused call may change."""

    waiting: Table
    running: Table
    finished: Table
    foreign: Table


@dataclass(frozen=True, slots=True)
class Sound:
    """A request that would be carried out, and the token it takes."""

    request: Callable[[Table], Message]
    at: str = "running"
    token: Callable[[Table], str] = lambda table: table.seats[ME]


def _nobody(_: Table) -> str:
    return ""


SOUND: dict[str, Sound] = {
    "GetGame": Sound(lambda at: pb.GetGameRequest(game_id=at.game_id)),
    "JoinGame": Sound(
        lambda at: pb.JoinGameRequest(game_id=at.game_id), at="waiting", token=_nobody
    ),
    "LeaveGame": Sound(
        lambda at: pb.LeaveGameRequest(game_id=at.game_id),
        at="waiting",
        token=lambda at: at.seats[0],
    ),
    "CancelGame": Sound(
        lambda at: pb.CancelGameRequest(game_id=at.game_id), token=lambda at: at.host
    ),
    "FreeSeat": Sound(
        lambda at: pb.FreeSeatRequest(game_id=at.game_id, seat=0),
        at="waiting",
        token=lambda at: at.host,
    ),
    "IssueSeatToken": Sound(lambda at: pb.IssueSeatTokenRequest(game_id=at.game_id, seat=ME)),
    "PlayMove": Sound(lambda at: at.move(a_pass())),
    "ListLegalMoves": Sound(lambda at: pb.ListLegalMovesRequest(game_id=at.game_id)),
    "Resign": Sound(lambda at: pb.ResignRequest(game_id=at.game_id)),
    "WatchGame": Sound(lambda at: pb.WatchGameRequest(game_id=at.game_id)),
    "IssueWatchTicket": Sound(lambda at: pb.IssueWatchTicketRequest(game_id=at.game_id)),
    "ListEvents": Sound(lambda at: pb.ListEventsRequest(game_id=at.game_id)),
    "GetTranscript": Sound(lambda at: pb.GetTranscriptRequest(game_id=at.game_id), at="finished"),
}
"""Every method about one game."""
WITHOUT_A_GAME: dict[str, Message] = {
    "CreateGame": pb.CreateGameRequest(ruleset="classic"),
    "ListGames": pb.ListGamesRequest(),
    "ListRulesets": rules_service_pb2.ListRulesetsRequest(),
    "GetRuleset": rules_service_pb2.GetRulesetRequest(ruleset="classic"),
    "AnalyzePosition": rules_service_pb2.AnalyzePositionRequest(ruleset="classic"),
}
SEAT_ONLY = ["LeaveGame", "PlayMove", "ListLegalMoves", "Resign"]
HOST_ONLY = ["CancelGame", "FreeSeat"]
CHANGING = [
    "JoinGame", "LeaveGame", "CancelGame", "FreeSeat", "IssueSeatToken", "PlayMove", "Resign",
]  # fmt: skip

every_method = pytest.mark.parametrize("name", sorted(SOUND))


async def tables_at(door: Door) -> Tables:
    """One game of each kind."""
    waiting, finished = await Table.set_up(door), await Table.pinned(door)
    await waiting.join(0)
    await finished.finish()
    return Tables(waiting, await Table.pinned(door), finished, await Table.pinned(door))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tables(door: Door) -> Tables:
    """Games that a module shares."""
    return await tables_at(door)


@dataclass(frozen=True)
class Case:
    """One sound request of a method at its table, to be spoilt."""

    name: str
    door: Door
    tables: Tables
    stored: Stored

    @property
    def at(self) -> Table:
        table: Table = getattr(self.tables, SOUND[self.name].at)
        return table

    @property
    def request(self) -> Any:
        return SOUND[self.name].request(self.at)

    @property
    def token(self) -> str:
        return SOUND[self.name].token(self.at)

    async def refused(self, request: Message, token: str, code: str, reason: str) -> dict[str, str]:
        """Assert how a call is refused, and that it changed nothing; the error's metadata."""
        return await self.raw_refused(self.door.encode(request), bearer(token), code, reason)

    async def raw_refused(
        self, sent: bytes, metadata: Any, code: str, reason: str
    ) -> dict[str, str]:
        before = await self.stored(self.at.game_id)
        refusal = await self.door.raw_refused(method_of(self.request), sent, metadata)
        assert refusal.name == (code, reason)
        assert await self.stored(self.at.game_id) == before
        return refusal.metadata


@pytest.fixture
def case(name: str, door: Door, tables: Tables, stored: Stored) -> Case:
    """The method's sound request."""
    return Case(name, door, tables, stored)
