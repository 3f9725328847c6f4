"""The caller's token, as it travels in a header or in metadata."""

from __future__ import annotations

from collections.abc import Sequence

from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.application.tokens import ANYONE, Caller, Keyring

AUTHORIZATION = "authorization"


def caller_of(keyring: Keyring, values: Sequence[str | bytes]) -> Caller:
    """Who calls, by the values of `authorization`; verified before anything is read.

    `CREDENTIAL_INVALID` for more than one, for another scheme than Bearer, and for a token
    that is not one of ours.
    """
    if not values:
        return ANYONE
    value = values[0]
    if len(values) > 1 or not isinstance(value, str):
        raise CallRefused(CallReason.CREDENTIAL_INVALID)
    scheme, _, token = value.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise CallRefused(CallReason.CREDENTIAL_INVALID)
    return keyring.verify(token)
