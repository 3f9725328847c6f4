"""Errors read from gRPC statuses and their details (google.rpc)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol, cast

import grpc
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status
from grpc import StatusCode

from conquian.errors import ConquianError, Failure, error_for
from conquian.reasons import Reason

DETAILS_KEY = "grpc-status-details-bin"
DOMAIN = "conquian.v1"

_LONGEST = 3600.0
"""Seconds that a service may ask to wait."""
_CHANGED_NOTHING = {
    Reason.CONTENTION,
    Reason.NEWER_RULES,
    Reason.STORE_FULL,
}
_NO_ANSWER = {StatusCode.UNAVAILABLE, StatusCode.DEADLINE_EXCEEDED, StatusCode.CANCELLED}
_FAULT = {StatusCode.INTERNAL, StatusCode.UNKNOWN}


class FailedCall(Protocol):
    """A failed gRPC call, of either flavour of grpcio, as far as it is read here."""

    def code(self) -> StatusCode: ...
    def details(self) -> str | None: ...
    def trailing_metadata(self) -> Iterable[tuple[str, str | bytes]] | None: ...


def error_from_call(call: FailedCall) -> ConquianError:
    """The typed error of a failed call."""
    status = _details(call.trailing_metadata() or ())
    information, localized, retry = ErrorInfo(), LocalizedMessage(), RetryInfo()
    for detail in status.details:  # each is one of them, or of no interest
        with suppress(DecodeError):  # or no message at all, and the rest is still right
            _ = detail.Unpack(information) or detail.Unpack(localized) or detail.Unpack(retry)
    if information.domain != DOMAIN:
        information.Clear()  # somebody else's, such as a proxy's
    return error_for(
        Failure(
            code=call.code(),
            message=localized.message or call.details() or "no message",
            reason=information.reason,
            metadata=dict(information.metadata),
            retry_after=_seconds(retry) if retry.HasField("retry_delay") else None,
            may_have_happened=_may_have_happened(call.code(), information),
        )
    )


def _details(trailers: Iterable[tuple[str, str | bytes]]) -> Status:
    for key, value in trailers:
        if key == DETAILS_KEY and isinstance(value, bytes):
            try:
                return Status.FromString(value)
            except DecodeError:
                break  # a proxy's: the plain status is still right
    return Status()


def _seconds(retry: RetryInfo) -> float:
    # Any number may stand there; a wait below zero or of years is not meant.
    return float(min(max(retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9, 0.0), _LONGEST))


def _may_have_happened(code: StatusCode, information: ErrorInfo) -> bool:
    told = information.metadata.get("may_have_happened")
    if told is not None:
        return told == "true"
    if information.reason in _CHANGED_NOTHING:
        return False
    return code in _NO_ANSWER or code in _FAULT


def error_from_rpc(error: grpc.RpcError) -> ConquianError:
    """The typed error of what grpcio raised: every error that it raises is the call as well."""
    return error_from_call(cast(FailedCall, error))
