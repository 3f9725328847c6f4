"""The caller's token, as a door receives it."""

from __future__ import annotations

import pytest

from conquian_engine import Seat
from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.tokens import ANYONE, Keyring, SeatToken
from conquian_service.transport.credentials import Credentials

KEYRING = Keyring("k1", {"k1": b"1" * 32}, b"2" * 32)
CREDENTIALS = Credentials(KEYRING)
TOKEN = SeatToken("a" * 26, Seat(1), 1)
TEXT = KEYRING.issue(TOKEN)


def test_nobody_in_particular_calls_without_a_credential() -> None:
    """No header at all is no error; whether one is needed the use case says."""
    assert CREDENTIALS.caller_of([]) == ANYONE


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_a_bearer_token_names_the_caller(scheme: str) -> None:
    """The scheme's case does not matter (RFC 9110)."""
    assert CREDENTIALS.caller_of([f"{scheme} {TEXT}"]).token == TOKEN


@pytest.mark.parametrize(
    "values",
    [
        [f"Bearer {TEXT}", f"Bearer {TEXT}"],
        [""],
        ["Bearer"],
        ["Bearer "],
        [TEXT],
        [f"Basic {TEXT}"],
        [f"Bearer  {TEXT}"],
        [f"Bearer {TEXT} "],
        [f"Bearer {TEXT[:-1]}"],
        [f"Bearer {TEXT}".encode()],
        ["Bearer " + "x" * 100_000],
        ["Bearer cqs1.k1.\N{GRINNING FACE}"],
    ],
    ids=[
        "two", "empty", "scheme alone", "no token", "no scheme", "other scheme", "two spaces",
        "trailing space", "cut", "bytes", "long", "not ascii",
    ],
)  # fmt: skip
def test_anything_else_is_no_credential_of_ours(values: list[str | bytes]) -> None:
    """A credential that is there but cannot be one is refused, never ignored."""
    with pytest.raises(CallRefused) as refused:
        CREDENTIALS.caller_of(values)
    assert refused.value.reason is CallReason.CREDENTIAL_INVALID
