"""Is the OpenAPI document what the REST door does?"""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from conquian_service.bootstrap import Service
from conquian_service.transport import game_service, rules_service
from conquian_service.transport.errors import STATUS
from conquian_service.transport.http.openapi.document import describe
from tests.conformance.examples import FILE, collect
from tests.support.http1 import exchange

SERVICES = (game_service.SERVICE, rules_service.SERVICE)
DOCUMENT = describe(SERVICES, version="1.2.3")
EXAMPLES: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
OPERATIONS: dict[str, dict[str, Any]] = {
    operation["operationId"]: operation
    for path in DOCUMENT["paths"].values()
    for operation in path.values()
}
MEDIA = "application/json"


def _validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": DOCUMENT["components"]})


def _schema_of_answer(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = OPERATIONS[name]["responses"]["200"]["content"][MEDIA]["schema"]
    return schema


def test_the_document_is_valid() -> None:
    """By a validator that is not ours."""
    assert [error.message for error in OpenAPIV31SpecValidator(DOCUMENT).iter_errors()] == []


def test_every_method_is_described() -> None:
    """With a summary, and an example of its answer."""
    names = {method.name for service in SERVICES for method in service.methods}
    assert OPERATIONS.keys() == names
    assert EXAMPLES.keys() == names
    assert all(
        operation["summary"] and operation["description"] for operation in OPERATIONS.values()
    )


def test_nothing_is_without_its_comment() -> None:
    """Every type and field has one, as `buf lint` asks of the protos."""
    ours = {
        name: schema
        for name, schema in DOCUMENT["components"]["schemas"].items()
        if not name.startswith("Error")
    }
    assert [name for name, schema in ours.items() if not schema["description"]] == []
    fields = [
        f"{name}.{field}"
        for name, schema in ours.items()
        for field, described in schema.get("properties", {}).items()
        if not described.get("description")
    ]
    assert fields == []


def test_every_reason_is_told_somewhere() -> None:
    """With the status that the table gives it."""
    told = {
        (reason, int(status))
        for operation in OPERATIONS.values()
        for status, response in operation["responses"].items()
        for reason in response["description"].split("`")[1::2]
        if status >= "400"
    }
    assert {(reason.value, status.http) for reason, status in STATUS.items()} == told


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_fit_their_schemas(name: str) -> None:
    """Requests and answers."""
    example = EXAMPLES[name]
    if name != "WatchGame":
        _validator(_schema_of_answer(name)).validate(example["response"])
    if "request" in example:
        _validator(OPERATIONS[name]["requestBody"]["content"][MEDIA]["schema"]).validate(
            example["request"]
        )


async def test_the_examples_are_what_the_service_answers_now(service: Service) -> None:
    """In form; `python -m tests.conformance.examples` writes them anew."""
    now = await collect(service.http_url)
    assert {name: _form(example) for name, example in now.items()} == {
        name: _form(example) for name, example in EXAMPLES.items()
    }


def test_every_error_example_fits_the_schema_of_errors() -> None:
    """Of every operation and status."""
    validator = _validator({"$ref": "#/components/schemas/Error"})
    for operation in OPERATIONS.values():
        for response in operation["responses"].values():
            for content in response.get("content", {}).values():
                for example in content.get("examples", {}).values():
                    validator.validate(example["value"])


@pytest.mark.parametrize("compressed", [False, True])
async def test_the_document_is_served(service: Service, *, compressed: bool) -> None:
    """The same at /openapi.json, but for the version."""
    headers = [("accept-encoding", "gzip")] if compressed else []
    answer = await exchange(service.http_url, "/openapi.json", headers, method="GET")
    assert answer.status == 200
    assert answer.header("content-type") == MEDIA
    body = gzip.decompress(answer.body) if compressed else answer.body
    assert {**json.loads(body), "info": 0} == {**DOCUMENT, "info": 0}


def _form(value: Any) -> Any:
    """What kinds of value there are, and where."""
    match value:
        case dict():
            return {name: _form(item) for name, item in value.items()}
        case list():
            return [_form(item) for item in value]
        case str() if value.startswith("retry:"):
            return [line.partition(":")[0] for line in value.splitlines()]
        case _:
            return type(value).__name__
