"""One rule of one method as an operation of OpenAPI."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf.descriptor import Descriptor

from conquian_service.transport.http.openapi.comments import Comments, summary_of
from conquian_service.transport.http.openapi.errors import error_responses
from conquian_service.transport.http.openapi.schemas import Schema, Schemas
from conquian_service.transport.http.rest.negotiation import EVENT_STREAM, JSON
from conquian_service.transport.http.rest.parameters import parameters_of
from conquian_service.transport.http.rest.rules import WHOLE, Rule

Examples = Mapping[str, Mapping[str, Any]]
"""By method: `request`, `response`."""

_HEADERS: Mapping[str, tuple[str, Schema]] = {
    "Accept-Language": (
        "Language of the texts for people, such as `es-MX, en;q=0.5`.",
        {"type": "string"},
    ),
    "Idempotency-Key": (
        "The same as `requestId`: a repeat with it gets the first answer and changes nothing.",
        {"type": "string", "maxLength": 64},
    ),
    "If-Match": ("The same as `revision`, as in the `ETag` of an answer.", {"type": "string"}),
    "If-None-Match": (
        "The `ETag` of what the caller has: 304 if it is still so.",
        {"type": "string"},
    ),
    "Last-Event-ID": (
        "The last revision received; before `afterRevision`. An EventSource sends it by itself.",
        {"type": "string"},
    ),
}
_ETAG = {
    "description": 'The revision shown, and when it was made: `W/"17-1767225600000"`.',
    "required": True,
    "schema": {"type": "string", "pattern": '^W/"[0-9]+-[0-9]+"$'},
}
_STREAM = (
    "A stream of Server-Sent Events: `update` (its id is the revision), `heartbeat`, `resync`, "
    "`closing`, each with the message of that kind in WatchGameResponse as its data; and "
    "`failure`, with an Error, if it ends by one. The schema describes one event."
)


def operation_of(
    rule: Rule, comments: Comments, schemas: Schemas, examples: Examples
) -> dict[str, Any]:
    """The operation."""
    method = rule.method
    comment = comments.get(method.full_name, "")
    operation: dict[str, Any] = {
        "operationId": method.name,
        "tags": [method.containing_service.name],
        "summary": summary_of(comment),
        "description": comment,
        "parameters": [*_parameters(rule, schemas), *_headers(rule)],
    }
    told = examples.get(method.name, {})
    if rule.body:
        operation["requestBody"] = _body(rule, schemas, told)
    operation["responses"] = {
        **_success(rule, schemas, told),
        **error_responses(method, comments, takes_body=bool(rule.body)),
    }
    return operation


def _parameters(rule: Rule, schemas: Schemas) -> Iterator[dict[str, Any]]:
    in_path = {variable.field_path for variable in rule.template.variables}
    for parameter in parameters_of(rule.method.input_type):
        schema = schemas.field(parameter.field)
        described = {"description": schema.pop("description", ""), "schema": schema}
        if parameter.place in in_path:
            yield {"name": parameter.place, "in": "path", "required": True, **described}
        elif rule.body not in (WHOLE, parameter.path[0]):
            yield {"name": _json_path(rule.method.input_type, parameter.path), "in": "query"} | (
                described
            )


def _json_path(descriptor: Descriptor, path: tuple[str, ...]) -> str:
    names = []
    for part in path:
        field = descriptor.fields_by_name[part]
        names.append(field.json_name)
        descriptor = field.message_type or descriptor
    return ".".join(names)


def _headers(rule: Rule) -> Iterator[dict[str, Any]]:
    taken = {
        "Accept-Language": True,
        "Idempotency-Key": "request_id" in rule.method.input_type.fields_by_name,
        "If-Match": "revision" in rule.method.input_type.fields_by_name,
        "If-None-Match": rule.verb == "GET" and _shows_a_game(rule),
        "Last-Event-ID": rule.method.server_streaming,
    }
    for name, (text, schema) in _HEADERS.items():
        if taken[name]:
            yield {"name": name, "in": "header", "description": text, "schema": schema}


def _body(rule: Rule, schemas: Schemas, told: Mapping[str, Any]) -> dict[str, Any]:
    if rule.body == WHOLE:
        in_path = frozenset(variable.field_path for variable in rule.template.variables)
        schema = schemas.message(rule.method.input_type, without=in_path)
    else:
        schema = schemas.field(rule.method.input_type.fields_by_name[rule.body])
    content = {"schema": schema} | ({"example": told["request"]} if "request" in told else {})
    return {"required": bool(schema.get("required")), "content": {JSON: content}}


def _success(rule: Rule, schemas: Schemas, told: Mapping[str, Any]) -> dict[str, Any]:
    output = rule.method.output_type
    schema = schemas.reference(output)
    if rule.method.server_streaming:
        content: dict[str, Any] = {"schema": {"oneOf": [*_events(output, schemas)]}}
        if "response" in told:
            content["example"] = told["response"]
        return {
            "200": {"description": _STREAM, "content": {EVENT_STREAM: content}},
            "204": {"description": "The game is over and nothing is left to send."},
        }
    if rule.response_body:
        schema = schemas.field(output.fields_by_name[rule.response_body])
    content = {"schema": schema} | ({"example": told["response"]} if "response" in told else {})
    success: dict[str, Any] = {"description": "Done.", "content": {JSON: content}}
    if not _shows_a_game(rule):
        return {"200": success}
    success["headers"] = {"ETag": _ETAG}
    if rule.verb != "GET":
        return {"200": success}
    unchanged = {"description": "The caller has this revision.", "headers": {"ETag": _ETAG}}
    return {"200": success, "304": unchanged}


def _events(output: Descriptor, schemas: Schemas) -> Iterator[Schema]:
    """Each kind of event that a stream has."""
    for field in output.fields:
        yield _event(field.name, schemas.field(field), numbered=field.name == "update")
    yield _event("failure", {"$ref": "#/components/schemas/Error"}, numbered=False)


def _event(name: str, data: Schema, *, numbered: bool) -> Schema:
    properties: Schema = {
        "event": {"const": name},
        "data": {"type": "string", "contentMediaType": JSON, "contentSchema": data},
    }
    if numbered:
        properties["id"] = {"type": "string", "pattern": "^[0-9]+$"}
    return {"type": "object", "required": [*properties], "properties": properties}


def _shows_a_game(rule: Rule) -> bool:
    return bool({"update", "game"} & set(rule.method.output_type.fields_by_name))
