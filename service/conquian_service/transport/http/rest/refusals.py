"""What only HTTP refuses: requests that never become a call's message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import grpc

from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.texts import DEFAULT_LANGUAGE
from conquian_service.transport.errors import Failure, Status


class Unreadable(CallRefused):
    """`FIELD_INVALID`: a part of the request cannot be read, and which."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(CallReason.FIELD_INVALID, field=place)
        self.why = why
        """A sentence that says nothing of what was sent."""

    def explained(self, failure: Failure) -> Failure:
        """The failure with that sentence, where English is told."""
        text = f"{self.field}: {self.why}" if self.field else self.why
        told = text if failure.language == DEFAULT_LANGUAGE else failure.told
        return replace(failure, text=text, told=told)


class HttpRefused(Exception):
    """The request is refused by a rule of HTTP, which has no reason of the API."""

    def __init__(self, status: Status, text: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.headers = headers or {}


def no_such_path() -> HttpRefused:
    """404."""
    return HttpRefused(Status(grpc.StatusCode.NOT_FOUND, 404), "There is nothing at this path.")


def not_allowed(allowed: str) -> HttpRefused:
    """405, with the methods that are."""
    text = "The path does not take this method; the header Allow names those it takes."
    return HttpRefused(Status(grpc.StatusCode.UNIMPLEMENTED, 405), text, {"allow": allowed})


def foreign_origin() -> HttpRefused:
    """403: a page of an origin that may not call."""
    text = (
        "Pages of this origin may not call; the operator names those that may "
        "in CONQUIAN_CORS_ORIGINS."
    )
    return HttpRefused(Status(grpc.StatusCode.PERMISSION_DENIED, 403), text)


def preflight_refused() -> HttpRefused:
    """403: what a page's browser asks for is not open to it."""
    text = "A page may not call with this method or these headers."
    return HttpRefused(Status(grpc.StatusCode.PERMISSION_DENIED, 403), text)


def not_acceptable(offered: str) -> HttpRefused:
    """406, with what there is."""
    text = f"The answer is {offered}, which the header Accept rules out."
    return HttpRefused(Status(grpc.StatusCode.INVALID_ARGUMENT, 406), text)


def too_slow() -> HttpRefused:
    """408: the body did not come in time."""
    text = "The body did not come in time."
    closed = {"connection": "close"}
    return HttpRefused(Status(grpc.StatusCode.DEADLINE_EXCEEDED, 408), text, closed)


def too_large(largest: int) -> HttpRefused:
    """413: compressed or not."""
    text = f"A body has at most {largest} bytes, also when it is decompressed."
    closed = {"connection": "close"}
    return HttpRefused(Status(grpc.StatusCode.RESOURCE_EXHAUSTED, 413), text, closed)


def too_long() -> HttpRefused:
    """414."""
    text = "The path with its query is too long."
    return HttpRefused(Status(grpc.StatusCode.RESOURCE_EXHAUSTED, 414), text)


def head_too_large(largest: int) -> HttpRefused:
    """431."""
    text = f"The headers have at most {largest} bytes."
    return HttpRefused(Status(grpc.StatusCode.RESOURCE_EXHAUSTED, 431), text)


def no_http() -> HttpRefused:
    """400: what the parser of HTTP makes nothing of."""
    text = "This is no request of HTTP/1.1."
    return HttpRefused(Status(grpc.StatusCode.INVALID_ARGUMENT, 400), text)


def unsupported_type() -> HttpRefused:
    """415: not JSON."""
    text = "The body must be JSON in UTF-8: content-type: application/json."
    headers = {"accept": "application/json"}
    return HttpRefused(Status(grpc.StatusCode.INVALID_ARGUMENT, 415), text, headers)


def unsupported_coding() -> HttpRefused:
    """415: compressed otherwise than by gzip."""
    text = "A body may be compressed by gzip and by nothing else."
    headers = {"accept-encoding": "gzip, identity"}
    return HttpRefused(Status(grpc.StatusCode.INVALID_ARGUMENT, 415), text, headers)
