"""The caller's token, as it travels in a header or in metadata."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.tokens import ANYONE, Caller, Keyring

AUTHORIZATION = "authorization"
_REMEMBERED = 8192


class Credentials:
    """Reads and verifies what callers send, before anything else is read.

    A token that was verified once is ours for good, whatever became of its seat (the use
    case looks at that), so the latest ones are remembered.
    """

    def __init__(self, keyring: Keyring) -> None:
        self._verify = lru_cache(maxsize=_REMEMBERED)(keyring.verify)

    def caller_of(self, values: Sequence[str | bytes]) -> Caller:
        """Who calls, by the values of `authorization`.

        `CREDENTIAL_INVALID` for more than one, for another scheme than Bearer, and for a
        token that is not one of ours.
        """
        if not values:
            return ANYONE
        value = values[0]
        if len(values) > 1 or not isinstance(value, str):
            raise CallRefused(CallReason.CREDENTIAL_INVALID)
        scheme, _, token = value.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise CallRefused(CallReason.CREDENTIAL_INVALID)
        return self._verify(token)
