"""The errors of an operation: which statuses it may answer with, and by which reasons.

The reasons are those that the method's comment names, by the table that all doors share, and
those that any call about a game, or any call at all, may fail with.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from google.protobuf.descriptor import MethodDescriptor

from conquian_engine import Reason
from conquian_service.application.errors import CallReason
from conquian_service.texts import DEFAULT_LANGUAGE, texts_in
from conquian_service.transport.errors import DOMAIN, STATUS
from conquian_service.transport.http.openapi.comments import Comments

_NAMED = re.compile(r"`([A-Z][A-Z_]+)`")
_BY_NAME: Mapping[str, CallReason | Reason] = {reason.value: reason for reason in STATUS}
_ALWAYS = (
    CallReason.FIELD_INVALID,
    CallReason.CREDENTIAL_INVALID,
    CallReason.INTERNAL,
    CallReason.STORE_UNAVAILABLE,
)
_OF_A_GAME = (
    CallReason.CREDENTIAL_MISSING,
    CallReason.GAME_NOT_FOUND,
    CallReason.CREDENTIAL_REVOKED,
    CallReason.NOT_ALLOWED,
    CallReason.TABLE_PRIVATE,
    CallReason.NEWER_RULES,
)
_OF_A_CHANGE = (
    CallReason.FIELD_MISSING,
    CallReason.REQUEST_ID_REUSED,
    CallReason.REQUEST_ID_NOT_RANDOM,
    CallReason.CONTENTION,
    CallReason.STORE_FULL,
)
_OF_RULES = tuple(Reason)

ERROR_SCHEMAS: Mapping[str, Any] = {
    "Error": {
        "type": "object",
        "description": "Why a request failed: google.rpc.Status as Google's APIs have it in JSON.",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message", "status", "details"],
                "properties": {
                    "code": {"type": "integer", "description": "The status of HTTP."},
                    "message": {"type": "string", "description": "For developers, in English."},
                    "status": {"type": "string", "description": "The code of gRPC."},
                    "details": {
                        "type": "array",
                        "description": "ErrorInfo (what programs go by), LocalizedMessage, and "
                        "RetryInfo where it is known when to come again. Empty for what HTTP "
                        "itself refuses.",
                        "items": {"$ref": "#/components/schemas/ErrorDetail"},
                    },
                },
            }
        },
    },
    "ErrorDetail": {
        "type": "object",
        "required": ["@type"],
        "properties": {
            "@type": {"type": "string", "description": "Which of them it is."},
            "reason": {"type": "string", "description": "A name of ErrorReason, in ErrorInfo."},
            "domain": {"const": DOMAIN},
            "metadata": {
                "type": "object",
                "description": "`field`, `rule`, `cards`, `options`, `revision`, "
                "`may_have_happened`, `incident`: each only where it applies.",
                "additionalProperties": {"type": "string"},
            },
            "locale": {"type": "string"},
            "message": {"type": "string", "description": "For people, in LocalizedMessage."},
            "retryDelay": {"type": "string", "description": 'Seconds, such as "1.5s".'},
        },
    },
}
_HTTP_ONLY: Mapping[int, str] = {
    406: "The header Accept rules out the one type that the answer has.",
    414: "The path with its query has more than 65,535 bytes.",
    431: "The headers have more than 64 kB.",
}
_OF_BODIES: Mapping[int, str] = {
    408: "The body did not come in time.",
    413: "The body is larger than 64 kB, also after decompression.",
    415: "The body is no JSON, or compressed otherwise than by gzip.",
}
_HEADERS: Mapping[int, Mapping[str, Any]] = {
    401: {
        "WWW-Authenticate": {
            "description": "That a token is wanted.",
            "required": True,
            "schema": {"type": "string"},
        }
    },
    429: {
        "Retry-After": {
            "description": "Seconds.",
            "required": True,
            "schema": {"type": "integer", "minimum": 1},
        }
    },
}


def error_responses(
    method: MethodDescriptor, comments: Comments, *, takes_body: bool
) -> dict[str, Any]:
    """The error responses of an operation by status."""
    by_status: dict[int, list[CallReason | Reason]] = defaultdict(list)
    for reason in dict.fromkeys(_reasons(method, comments)):
        by_status[STATUS[reason].http].append(reason)
    responses = {str(status): _response(status, reasons) for status, reasons in by_status.items()}
    for status, why in {**_HTTP_ONLY, **(_OF_BODIES if takes_body else {})}.items():
        responses[str(status)] = {"description": why, "content": _content({})}
    return dict(sorted(responses.items()))


def _reasons(method: MethodDescriptor, comments: Comments) -> Iterator[CallReason | Reason]:
    fields = method.input_type.fields_by_name
    for name in _NAMED.findall(comments.get(method.full_name, "")):
        if name in _BY_NAME:
            yield _BY_NAME[name]
    yield from _ALWAYS
    if "game_id" in fields:
        yield from _OF_A_GAME
    if "request_id" in fields:
        yield from _OF_A_CHANGE
    if "page_token" in fields:
        yield CallReason.PAGE_TOKEN_INVALID
    if "wait_millis" in fields or method.server_streaming:
        yield CallReason.TOO_MANY_WATCHERS
    if "move" in fields:
        yield from _OF_RULES


def _response(status: int, reasons: list[CallReason | Reason]) -> dict[str, Any]:
    names = ", ".join(f"`{reason.value}`" for reason in reasons)
    example = {reasons[0].value: {"value": _example(reasons[0])}}
    response = {
        "description": f"{HTTPStatus(status).phrase}: {names}.",
        "content": _content(example),
    }
    if status in _HEADERS:
        response["headers"] = _HEADERS[status]
    return response


def _content(examples: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/Error"}}
    if examples:
        content["examples"] = examples
    return {"application/json": content}


def _example(reason: CallReason | Reason) -> dict[str, Any]:
    status, text = STATUS[reason], texts_in(DEFAULT_LANGUAGE).reason(reason, {})
    kind = "type.googleapis.com/google.rpc."
    return {
        "error": {
            "code": status.http,
            "message": text,
            "status": status.code.name,
            "details": [
                {"@type": f"{kind}ErrorInfo", "reason": reason.value, "domain": DOMAIN},
                {"@type": f"{kind}LocalizedMessage", "locale": "en", "message": text},
            ],
        }
    }
