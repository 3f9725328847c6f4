"""Errors as HTTP tells them, in the form that Google's APIs have (AIP-193).

    {"error": {"code": 409, "message": "...", "status": "ABORTED", "details": [...]}}

`code` is the status of HTTP, `status` the code of gRPC, and the details are those of the other
doors, each with its `@type`. All that REST says of an error is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf import json_format

from conquian_service.transport.errors import Failure, Status
from conquian_service.transport.grpc.status import status_of
from conquian_service.transport.http.rest.answers import Answer, RawHeaders, problem
from conquian_service.transport.http.rest.refusals import HttpRefused, Unreadable
from conquian_service.transport.reception import Call


def problem_of(call: Call, error: Exception, accept_language: Sequence[str] = ()) -> Answer:
    """What the caller is told of an exception, with which the call ends."""
    if isinstance(error, HttpRefused):
        call.ended(error.status.code.name)
        return refusal_of(error)
    failure = call.failed(error, accept_language)
    if isinstance(error, Unreadable):
        failure = error.explained(failure)
    told = json_format.MessageToDict(status_of(failure))
    return _problem(failure.status, failure.text, told["details"], _headers(failure))


def refusal_of(error: HttpRefused) -> Answer:
    """What is told of a request that comes to no call."""
    headers = [(name.encode(), value.encode()) for name, value in error.headers.items()]
    return _problem(error.status, error.text, [], headers)


def _problem(status: Status, text: str, details: list[Any], headers: RawHeaders) -> Answer:
    error = {
        "code": status.http,
        "message": text,
        "status": status.code.name,
        "details": details,
    }
    return problem(status.http, error, headers)


def _headers(failure: Failure) -> RawHeaders:
    headers: RawHeaders = []
    if failure.status.http == 401:
        headers.append((b"www-authenticate", b'Bearer realm="conquian"'))
    if failure.retry_millis is not None:
        headers.append((b"retry-after", b"%d" % max(1, -(-failure.retry_millis // 1000))))
    return headers
