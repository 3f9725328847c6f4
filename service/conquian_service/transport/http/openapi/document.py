"""The whole document, and the route that serves it."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

from google.protobuf.descriptor import ServiceDescriptor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from conquian_service.transport.http.openapi.comments import read_comments, summary_of
from conquian_service.transport.http.openapi.errors import ERROR_SCHEMAS
from conquian_service.transport.http.openapi.operations import Examples, operation_of
from conquian_service.transport.http.openapi.schemas import Schemas
from conquian_service.transport.http.rest.negotiation import accepts_gzip
from conquian_service.transport.http.rest.printing import as_json
from conquian_service.transport.http.rest.rules import Rule, rules_of

_SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A seat token, host token, invite token or watch token of the game.",
    }
}


def describe(services: Sequence[ServiceDescriptor], *, version: str) -> dict[str, Any]:
    """The OpenAPI document of the methods that have rules."""
    comments, examples = read_comments(), _examples()
    rules: list[Rule] = [
        rule for service in services for method in service.methods for rule in rules_of(method)
    ]
    schemas = Schemas(
        comments,
        [rule.method.input_type for rule in rules],
        [rule.method.output_type for rule in rules],
    )
    paths: dict[str, dict[str, Any]] = {}
    for rule in rules:
        operation = operation_of(rule, comments, schemas, examples)
        paths.setdefault(rule.template.openapi, {})[rule.verb.lower()] = operation
    title, _, introduction = comments[services[0].file.name].partition("\n\n")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Conquian",
            "version": version,
            "summary": summary_of(title),
            "description": introduction,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": service.name, "description": comments[service.full_name]}
            for service in services
        ],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": {**schemas.by_name, **ERROR_SCHEMAS},
            "securitySchemes": _SECURITY,
        },
    }


def document_route(services: Sequence[ServiceDescriptor], *, version: str) -> Route:
    """Serves the document, which is made when it is first asked for."""
    made: dict[str, bytes] = {}

    def make() -> None:
        made["identity"] = as_json(describe(services, version=version))
        made["gzip"] = gzip.compress(made["identity"], mtime=0)

    async def serve(request: Request) -> Response:
        if not made:
            await asyncio.to_thread(make)
        coding = "gzip" if accepts_gzip(request.headers.get("accept-encoding", "")) else "identity"
        headers = {"cache-control": "no-cache", "vary": "Accept-Encoding, Origin"}
        if coding == "gzip":
            headers["content-encoding"] = coding
        return Response(made[coding], media_type="application/json", headers=headers)

    return Route("/openapi.json", serve, methods=["GET"])


def _examples() -> Examples:
    file = resources.files(__package__ or "").joinpath("examples.json")
    read: Examples = json.loads(file.read_text(encoding="utf-8"))
    return read
