"""A repeated request is recognised by caller, method, id and content (decision 0.3)."""

from __future__ import annotations

import pytest

from conquian_engine import Card, Discard, Force, LetGo, Pass, Seat, Take
from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.requests import move_content, request_key
from conquian_service.application.tokens import ANYONE, Caller, HostToken

UUID = "0b8e3d0e-6a52-4c4c-9d6e-0123456789ab"
HOST = Caller(HostToken("a" * 26), "cqh1.k.aaaaaaaaaaaaaaaaaaaaaaaaaa.mac")


def test_the_same_request_has_the_same_key() -> None:
    """Field and digest depend on nothing but what is given."""
    assert request_key(HOST, "Resign", "g", "id", [1]) == request_key(
        HOST, "Resign", "g", "id", [1]
    )
    assert 12 == len(request_key(HOST, "Resign", "g", "id", []).field)
    assert 4 == len(request_key(HOST, "Resign", "g", "id", []).digest)


def test_another_caller_method_or_id_is_another_request() -> None:
    """Two callers may use the same id without meeting."""
    base = request_key(HOST, "Resign", "g", UUID, []).field
    others = {
        request_key(ANYONE, "Resign", "g", UUID, []).field,
        request_key(HOST, "LeaveGame", "g", UUID, []).field,
        request_key(HOST, "Resign", "g", UUID[:-1] + "c", []).field,
    }
    assert base not in others
    assert 3 == len(others)


def test_other_content_has_another_digest() -> None:
    """Content and game count, the id does not."""
    base = request_key(HOST, "PlayMove", "g", "a", [1, "pass"])
    assert base.digest == request_key(HOST, "PlayMove", "g", "b", [1, "pass"]).digest
    assert base.digest != request_key(HOST, "PlayMove", "g", "a", [2, "pass"]).digest
    assert base.digest != request_key(HOST, "PlayMove", "h", "a", [1, "pass"]).digest


def test_different_moves_have_different_content() -> None:
    """No two moves are taken for the same request."""
    seven, eight = Card("7H"), Card("7C")
    contents = [
        move_content(move)
        for move in (
            Pass(),
            LetGo(),
            Force(Seat(0)),
            Force(Seat(1)),
            Discard(seven),
            Discard(eight),
            Take(((seven, eight),)),
            Take(((seven,), (eight,))),
        )
    ]
    assert len(contents) == len({str(content) for content in contents})


@pytest.mark.parametrize(
    "request_id", ["x", "1", UUID[:-1], "0b8e3d0e-6a52-1c4c-9d6e-0123456789ab"]
)
def test_without_a_credential_the_id_must_be_random(request_id: str) -> None:
    """Whoever guesses the id of an anonymous create would be told its host token."""
    with pytest.raises(CallRefused) as refused:
        request_key(ANYONE, "CreateGame", "", request_id, [])
    assert CallReason.REQUEST_ID_NOT_RANDOM is refused.value.reason


def test_an_id_is_made_where_none_is_sent() -> None:
    """So that the server's own retries are harmless (decision 3)."""
    first = request_key(ANYONE, "CreateGame", "", "", [])
    second = request_key(ANYONE, "CreateGame", "", "", [])
    assert first.field != second.field


def test_an_id_has_at_most_64_characters() -> None:
    """A longer one is refused by name of its field."""
    with pytest.raises(CallRefused) as refused:
        request_key(HOST, "Resign", "g", "x" * 65, [])
    assert (CallReason.FIELD_INVALID, "request_id") == (refused.value.reason, refused.value.field)
