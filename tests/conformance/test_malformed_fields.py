"""Fields with values that cannot be, and moves that are none: refused, and nothing is changed."""

from __future__ import annotations

from typing import Any

import pytest

from conquian.v1 import cards_pb2
from conquian.v1 import game_service_pb2 as pb
from tests.conformance.doors import Door
from tests.conformance.malformed import (
    WITHOUT_A_GAME,
    Case,
    Tables,
)
from tests.conformance.tables import a_discard, a_pass, a_taking


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
