"""Malformed requests of every method: the documented refusal, and a game that is unchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from google.protobuf.message import Message

from conquian.v1 import cards_pb2, rules_service_pb2
from conquian.v1 import game_service_pb2 as pb
from conquian_service.transport import game_service, rules_service
from tests.conformance.conftest import Stored
from tests.conformance.doors import Door, bearer, method_of
from tests.conformance.tables import ME, Table, a_discard, a_pass, a_taking

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


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tables(door: Door) -> Tables:
    """One game of each kind."""
    waiting, finished = await Table.set_up(door), await Table.pinned(door)
    await waiting.join(0)
    await finished.finish()
    return Tables(waiting, await Table.pinned(door), finished, await Table.pinned(door))


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


def test_no_method_is_left_out() -> None:
    """Every method of both services is tried."""
    services = (game_service.SERVICE, rules_service.SERVICE)
    names = {method.name for service in services for method in service.methods}
    assert names == set(SOUND) | set(WITHOUT_A_GAME)


@every_method
async def test_bytes_that_are_no_message(case: Case) -> None:
    """Refused in our own words, not as a fault."""
    for sent in (NO_MESSAGE, NOT_UTF8):
        await case.raw_refused(sent, bearer(case.token), "INVALID_ARGUMENT", "FIELD_INVALID")


@pytest.mark.parametrize("name", sorted(WITHOUT_A_GAME))
async def test_bytes_that_are_no_message_where_no_game_is_named(door: Door, name: str) -> None:
    """As above."""
    refusal = await door.raw_refused(method_of(WITHOUT_A_GAME[name]), NO_MESSAGE)
    assert refusal.name == ("INVALID_ARGUMENT", "FIELD_INVALID")


@every_method
async def test_an_oversized_request(case: Case) -> None:
    """More than 64 kB is refused by the transport itself, before anything is read."""
    sent = case.door.encode(case.request) + b"\xfa\x07" + _length(LARGEST_REQUEST)
    sent += bytes(LARGEST_REQUEST)
    await case.raw_refused(sent, bearer(case.token), "RESOURCE_EXHAUSTED", "")


@every_method
async def test_a_missing_game_id(case: Case) -> None:
    """Every method about a game needs it; a path that lacks it is of no game."""
    request = case.request
    request.ClearField("game_id")
    if "game_id" in case.door.in_path:
        assert await case.refused(request, case.token, "NOT_FOUND", "GAME_NOT_FOUND") == {}
        return
    told = await case.refused(request, case.token, "INVALID_ARGUMENT", "FIELD_MISSING")
    assert told == {"field": "game_id"}


@every_method
@pytest.mark.parametrize(
    "game_id", ["x", "../" * 8, "A" * 26, "a" * 25, "a" * 27, "a" * 25 + "\n", "\N{SNOWMAN}" * 26]
)
async def test_a_game_id_that_cannot_be_one(case: Case, game_id: str) -> None:
    """NOT_FOUND like any other, and never echoed."""
    request = case.request
    request.game_id = game_id
    assert await case.refused(request, "", "NOT_FOUND", "GAME_NOT_FOUND") == {}


@every_method
async def test_a_token_of_another_game(case: Case) -> None:
    """Each kind of token is good for its own game only."""
    other = case.tables.foreign
    for token in (other.seats[ME], other.host, other.invite, other.watch):
        await case.refused(case.request, token, "PERMISSION_DENIED", "NOT_ALLOWED")


@every_method
async def test_a_token_with_one_byte_changed(case: Case) -> None:
    """Whichever byte it is."""
    token = case.token or case.at.invite
    every = range(len(token)) if case.name == "PlayMove" else (5, 20, len(token) - 1)
    for place in every:
        changed = "b" if token[place] != "b" else "c"
        forged = token[:place] + changed + token[place + 1 :]
        await case.refused(case.request, forged, "UNAUTHENTICATED", "CREDENTIAL_INVALID")


@every_method
async def test_a_credential_that_is_none(case: Case) -> None:
    """Twice the right one, another scheme, an empty one: refused, not taken for no credential."""
    sent, token = case.door.encode(case.request), case.token or case.at.invite
    for values in ([f"Bearer {token}"] * 2, [f"Basic {token}"], ["Bearer"], [token], [""]):
        metadata = [("authorization", value) for value in values]
        await case.raw_refused(sent, metadata, "UNAUTHENTICATED", "CREDENTIAL_INVALID")


@pytest.mark.parametrize("name", [*SEAT_ONLY, *HOST_ONLY, "IssueSeatToken"])
async def test_no_credential_where_one_is_needed(case: Case) -> None:
    """Asked for, by its own reason."""
    await case.refused(case.request, "", "UNAUTHENTICATED", "CREDENTIAL_MISSING")


@pytest.mark.parametrize("name", SEAT_ONLY)
async def test_a_token_that_acts_for_no_seat(case: Case) -> None:
    """The host, an invited guest and a watcher do not play."""
    for token in (case.at.host, case.at.invite, case.at.watch):
        await case.refused(case.request, token, "PERMISSION_DENIED", "NOT_ALLOWED")


@pytest.mark.parametrize("name", HOST_ONLY)
async def test_a_token_that_is_not_the_host_s(case: Case) -> None:
    """A player, an invited guest and a watcher do not manage the table."""
    for token in (case.at.seats[0], case.at.invite, case.at.watch):
        await case.refused(case.request, token, "PERMISSION_DENIED", "NOT_ALLOWED")


@pytest.mark.parametrize("name", ["IssueSeatToken"])
async def test_a_token_of_the_other_seat(case: Case) -> None:
    """Only the host and the seat itself get a new token for it."""
    for token in (case.at.seats[0], case.at.invite, case.at.watch):
        await case.refused(case.request, token, "PERMISSION_DENIED", "NOT_ALLOWED")


@pytest.mark.parametrize("name", CHANGING)
async def test_a_request_id_that_is_too_long(case: Case) -> None:
    """At most 64 characters."""
    request = case.request
    request.request_id = "x" * 65
    told = await case.refused(request, case.token, "INVALID_ARGUMENT", "FIELD_INVALID")
    assert told == {"field": "request_id", "value": "65", "allowed": "0-64"}


@pytest.mark.parametrize("name", ["FreeSeat", "IssueSeatToken"])
async def test_a_missing_seat(case: Case) -> None:
    """Seat 0 must be said."""
    request = case.request
    request.ClearField("seat")
    reason = "FIELD_INVALID" if "seat" in case.door.in_path else "FIELD_MISSING"
    told = await case.refused(request, case.token, "INVALID_ARGUMENT", reason)
    assert told == {"field": "seat"}


@pytest.mark.parametrize("name", ["FreeSeat", "JoinGame", "IssueSeatToken"])
@pytest.mark.parametrize("seat", [-1, 2, 2**31 - 1])
async def test_a_seat_that_the_table_has_not(case: Case, seat: int) -> None:
    """Named, with its rule and the seats there are."""
    request = case.request
    request.seat = seat
    token = "" if case.name == "JoinGame" else case.at.host
    told = await case.refused(request, token, "INVALID_ARGUMENT", "NO_SUCH_SEAT")
    assert told == {"field": "seat", "rule": "R0", "value": str(seat), "allowed": "0-1"}


def _range(value: str | None, allowed: str | None) -> dict[str, str]:
    return {} if value is None or allowed is None else {"value": value, "allowed": allowed}


_MISSING, _INVALID, _PAGE = "FIELD_MISSING", "FIELD_INVALID", "PAGE_TOKEN_INVALID"
_REVISIONS = "0-2147483647"


@pytest.mark.parametrize(
    ("name", "field", "sent", "reason", "value", "allowed"),
    [
        ("JoinGame", "name", "x" * 41, _INVALID, "41", "0-40"),
        ("JoinGame", "name", "a\nb", _INVALID, None, None),
        ("JoinGame", "kind", 99, _INVALID, "99", "HUMAN, BOT"),
        ("JoinGame", "player", "x" * 65, _INVALID, "65", "0-64"),
        ("JoinGame", "entropy", b"x" * 15, _INVALID, "15", "0, 16-64"),
        ("JoinGame", "entropy", b"x" * 65, _INVALID, "65", "0, 16-64"),
        ("PlayMove", "revision", 0, _MISSING, None, None),
        ("ListLegalMoves", "page_size", 201, _INVALID, "201", "0-200"),
        ("ListLegalMoves", "page_size", -1, _INVALID, "-1", "0-200"),
        ("ListLegalMoves", "page_token", "!", _PAGE, None, None),
        ("ListEvents", "after_revision", -1, _INVALID, "-1", _REVISIONS),
        ("ListEvents", "page_size", 201, _INVALID, "201", "0-200"),
        ("ListEvents", "wait_millis", 30_001, _INVALID, "30001", "0-30000"),
        ("ListEvents", "wait_millis", -1, _INVALID, "-1", "0-30000"),
        ("WatchGame", "after_revision", -1, _INVALID, "-1", _REVISIONS),
        ("GetTranscript", "page_size", 201, _INVALID, "201", "0-200"),
        ("GetTranscript", "page_token", "x" * 300, _PAGE, None, None),
    ],
)
async def test_a_field_outside_its_range(
    case: Case, *, field: str, sent: Any, reason: str, value: str | None, allowed: str | None
) -> None:
    """Named, with what it was, or how long, and what it may be."""
    request = case.request
    setattr(request, field, sent)
    told = await case.refused(request, case.token, "INVALID_ARGUMENT", reason)
    assert told == {"field": field, **_range(value, allowed)}


@pytest.mark.parametrize("name", ["PlayMove"])
@pytest.mark.parametrize(
    ("move", "reason", "field"),
    [
        (cards_pb2.Move(), "FIELD_MISSING", "move.kind"),
        (cards_pb2.Move(take=cards_pb2.Take()), "FIELD_MISSING", "move.take.layout"),
        (cards_pb2.Move(force=cards_pb2.Force()), "FIELD_MISSING", "move.force.seat"),
        (cards_pb2.Move(discard=cards_pb2.Discard()), "FIELD_MISSING", "move.discard.card"),
    ],
)
async def test_a_move_that_is_none(
    case: Case, move: cards_pb2.Move, reason: str, field: str
) -> None:
    """A part that is missing is named."""
    request = case.at.move(move)
    told = await case.refused(request, case.token, "INVALID_ARGUMENT", reason)
    assert told == {"field": field}


@pytest.mark.parametrize("name", ["PlayMove"])
async def test_a_move_of_a_kind_that_is_not_known_here(case: Case) -> None:
    """A newer client's: not taken for one that was left out, unless its form lost it."""
    request = case.at.move(cards_pb2.Move.FromString(b"\xaa\x06\x00"))
    reason = "FIELD_INVALID" if case.door.binary else "FIELD_MISSING"
    told = await case.refused(request, case.token, "INVALID_ARGUMENT", reason)
    assert told == {"field": "move.kind"}


@pytest.mark.parametrize("name", ["PlayMove"])
@pytest.mark.parametrize(
    ("move", "code", "reason"),
    [
        (a_taking("3C 3D \N{SNOWMAN}" + "x" * 1000), "INVALID_ARGUMENT", "UNKNOWN_CARD"),
        (a_taking("3C 3D " + "7H " * 12_000), "INVALID_ARGUMENT", "CARD_REPEATED"),
        (a_taking("", "3C 3D 3S"), "INVALID_ARGUMENT", "NOT_A_MELD"),
        (a_discard("7h"), "FAILED_PRECONDITION", "WRONG_PHASE"),
        (a_taking("3C 3D 3H"), "FAILED_PRECONDITION", "CARD_NOT_IN_HAND"),
    ],
    ids=["unknown card", "repeated card", "empty meld", "wrong phase", "not held"],
)
async def test_a_move_of_nonsense(case: Case, move: cards_pb2.Move, code: str, reason: str) -> None:
    """Judged by the rules, told briefly."""
    told = await case.refused(case.at.move(move), case.token, code, reason)
    assert told["rule"].startswith("R")
    assert len(told.get("cards", "")) < 600


@pytest.mark.parametrize("name", ["PlayMove"])
@pytest.mark.parametrize("revision", [1, 2, 99, 2**31 - 1])
async def test_a_move_for_another_revision(case: Case, revision: int) -> None:
    """Before the decision arose, or one that does not exist yet: stale, with the present one."""
    request = case.at.move(a_pass(), revision=revision)
    told = await case.refused(request, case.token, "ABORTED", "STALE_REVISION")
    assert told == {"revision": str(case.at.revision)}


@pytest.mark.parametrize(
    ("asked", "reason", "told"),
    [
        ({"ruleset": ""}, "FIELD_MISSING", {"field": "ruleset"}),
        ({"seats": 5}, _INVALID, {"field": "seats", "options": "seats", **_range("5", "2")}),
        ({"seats": -1}, _INVALID, {"field": "seats", "options": "seats", **_range("-1", "2")}),
        (
            {"access": 99},
            _INVALID,
            {"field": "access", **_range("99", "PUBLIC, UNLISTED, PRIVATE")},
        ),
        (
            {"first_dealer": 2},
            "NO_SUCH_SEAT",
            {"field": "first_dealer", "rule": "R0", **_range("2", "0-1")},
        ),
        (
            {"first_dealer": -1},
            "NO_SUCH_SEAT",
            {"field": "first_dealer", "rule": "R0", **_range("-1", "0-1")},
        ),
        ({"request_id": "x" * 65}, _INVALID, {"field": "request_id", **_range("65", "0-64")}),
        ({"options": {"dealt": "10", "pack": ""}}, "OPTION_INVALID", None),
    ],
    ids=str,
)
async def test_a_table_that_cannot_be(
    door: Door, asked: dict[str, Any], reason: str, told: dict[str, str] | None
) -> None:
    """CreateGame names what is wrong with the request."""
    refusal = await door.refused(pb.CreateGameRequest(**{"ruleset": "classic", **asked}))
    assert refusal.name == ("INVALID_ARGUMENT", reason)
    assert told is None or refusal.metadata == told


async def test_who_has_a_token_neither_creates_nor_lists(door: Door, tables: Tables) -> None:
    """Tokens are about one table."""
    for name in ("CreateGame", "ListGames"):
        refusal = await door.refused(WITHOUT_A_GAME[name], tables.running.host)
        assert refusal.name == ("PERMISSION_DENIED", "NOT_ALLOWED")


def _length(size: int) -> bytes:
    """A varint."""
    written = bytearray()
    while size > 127:
        written.append(size & 127 | 128)
        size >>= 7
    return bytes([*written, size])
