"""A failure as the library's own error."""

from __future__ import annotations

from collections.abc import Sequence

from connectrpc.code import Code
from connectrpc.errors import ConnectError
from protobuf.wkt import Any as LibraryAny

from conquian_service.transport.errors import Failure
from conquian_service.transport.grpc.status import status_of
from conquian_service.transport.http.rest.refusals import Unreadable
from conquian_service.transport.reception import Call


def failed(
    call: Call, error: Exception, accept_language: Sequence[str | bytes] = ()
) -> ConnectError:
    """What the caller is told of an exception, with which the call ends."""
    failure = call.failed(error, accept_language)
    if isinstance(error, Unreadable):
        failure = error.explained(failure)
    return error_of(failure)


def error_of(failure: Failure) -> ConnectError:
    """The failure with its details, each in the library's own `Any`.

    Any other message, Google's `Any` too, would be packed once more.
    """
    details = [
        LibraryAny(type_url=detail.type_url, value=detail.value)
        for detail in status_of(failure).details
    ]
    return ConnectError(Code[failure.status.code.name], failure.text, details)
