"""Malformed requests of every method: the documented refusal, and a game that is unchanged."""

from __future__ import annotations

import pytest

from conquian_service.transport import game_service, rules_service
from tests.conformance.doors import Door, bearer, method_of
from tests.conformance.malformed import (
    CHANGING,
    HOST_ONLY,
    LARGEST_REQUEST,
    NO_MESSAGE,
    NOT_UTF8,
    SEAT_ONLY,
    SOUND,
    WITHOUT_A_GAME,
    Case,
    every_method,
)
from tests.conformance.tables import ME


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


def _length(size: int) -> bytes:
    """A varint."""
    written = bytearray()
    while size > 127:
        written.append(size & 127 | 128)
        size >>= 7
    return bytes([*written, size])
